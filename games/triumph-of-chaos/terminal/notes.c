/* notes.c: what can be asked about the table of Triumph of Chaos: a space, a
 * unit, a card, a faction, the symbols, and what an action is about. */
#include "parts.h"

#include <string.h>

#include "terminal/words.h"
#include "engine/chapters.h"
#include "engine/names.h"
#include "text/phrases.h"

enum { TEXT = 400, COLUMN = 14 };

/* ---- What an action is about ----------------------------------------------------------------- */

/* "4-3-3 Voronezh" */
static void note_on_unit(const board *b, int unit, char *out, size_t size)
{
	const tc_state *s = b->view;
	const tc_unit *u = &tc_units[unit];
	bool reduced = tc_reduced(s, unit);
	text_add(out, size, "%d-%d-%d%s", reduced ? u->reduced_combat : u->combat,
		reduced ? u->reduced_loss : u->loss, reduced ? u->reduced_move : u->move,
		reduced ? "-" : "");
	if (s->unit_at[unit] < SPACES)
		text_add(out, size, " %s", tc_board_space(b, s->unit_at[unit]));
}

static void note_on_space(const board *b, const page *p, int space, char *out, size_t size)
{
	const tc_state *s = b->view;
	text_add(out, size, "%s", tc_board_mark(b, s->owner[space]));
	tc_board_forces(b, p, space, out, size);
}

static void note_on(
	const board *b, const page *p, const ap_names *names, int n, char *out, size_t size)
{
	const tc_state *s = b->view;
	if (names == &tc_unit_words)
		note_on_unit(b, n, out, size);
	else if (names == &tc_space_words)
		note_on_space(b, p, n, out, size);
	else if (names == &tc_card_words)
		text_add(out, size, "(%d)", tc_cards[n].value);
	else if (names == &tc_faction_words)
		text_add(
			out, size, "(%s)", ap_name_word(b->game, b->language, &tc_marker_box_words, s->box[n]));
	else if (names == &tc_leader_words && s->leader_at[n] < SPACES)
		text_add(out, size, "%s", tc_board_space(b, s->leader_at[n]));
}

/* On the last argument that is chosen. */
void tc_board_note(const board *b, const page *p, ap_action a, bool whole, char *out, size_t size)
{
	const ap_verb *verb = &b->game->verbs[ap_verb_of(a)];
	if (verb->y && whole && verb->y != &ap_plain_number && verb->y != &tc_use_words)
		note_on(b, p, verb->y, (int)ap_y(a), out, size);
	else if (verb->x)
		note_on(b, p, verb->x, (int)ap_x(a), out, size);
}

const char *tc_board_group(int verb)
{
	static const char *const key[VERBS] = {
		[V_BID] = "triumph-of-chaos.terminal.group.bid",
		[V_PLACE] = "triumph-of-chaos.terminal.group.place",
		[V_CHOOSE] = "triumph-of-chaos.terminal.group.choose",
		[V_ANNOUNCE] = "triumph-of-chaos.terminal.group.announce",
		[V_DECLARE] = "triumph-of-chaos.terminal.group.declare",
		[V_PLAY] = "triumph-of-chaos.terminal.group.play",
		[V_SPECIAL] = "triumph-of-chaos.terminal.group.special",
		[V_NO_ACT] = "triumph-of-chaos.terminal.group.no-act",
		[V_IDLE] = "triumph-of-chaos.terminal.group.idle",
		[V_MOVE_MARKER] = "triumph-of-chaos.terminal.group.move-marker",
		[V_COMBAT_MARKER] = "triumph-of-chaos.terminal.group.combat-marker",
		[V_LIFT] = "triumph-of-chaos.terminal.group.lift",
		[V_PICK] = "triumph-of-chaos.terminal.group.pick",
		[V_PICK_LEADER] = "triumph-of-chaos.terminal.group.pick-leader",
		[V_GO] = "triumph-of-chaos.terminal.group.go",
		[V_TRAIN] = "triumph-of-chaos.terminal.group.train",
		[V_TO] = "triumph-of-chaos.terminal.group.to",
		[V_PUT] = "triumph-of-chaos.terminal.group.put",
		[V_RESERVE] = "triumph-of-chaos.terminal.group.reserve",
		[V_LEADER_TO] = "triumph-of-chaos.terminal.group.leader-to",
		[V_ATTACK] = "triumph-of-chaos.terminal.group.attack",
		[V_ALSO] = "triumph-of-chaos.terminal.group.also",
		[V_JOIN] = "triumph-of-chaos.terminal.group.join",
		[V_BRING] = "triumph-of-chaos.terminal.group.bring",
		[V_LOSE] = "triumph-of-chaos.terminal.group.lose",
		[V_RELIEVE] = "triumph-of-chaos.terminal.group.relieve",
		[V_CANCEL] = "triumph-of-chaos.terminal.group.cancel",
		[V_BACK] = "triumph-of-chaos.terminal.group.back",
		[V_WITH] = "triumph-of-chaos.terminal.group.with",
		[V_ADVANCE] = "triumph-of-chaos.terminal.group.advance",
		[V_FURTHER] = "triumph-of-chaos.terminal.group.further",
		[V_COUNTER] = "triumph-of-chaos.terminal.group.counter",
		[V_REVOLT] = "triumph-of-chaos.terminal.group.revolt",
		[V_USE] = "triumph-of-chaos.terminal.group.use",
		[V_TARGET] = "triumph-of-chaos.terminal.group.target",
		[V_AT] = "triumph-of-chaos.terminal.group.at",
		[V_ON] = "triumph-of-chaos.terminal.group.on",
		[V_INTERRUPT] = "triumph-of-chaos.terminal.group.interrupt",
		[V_HEAL] = "triumph-of-chaos.terminal.group.heal",
		[V_REBUILD] = "triumph-of-chaos.terminal.group.rebuild",
		[V_BUY] = "triumph-of-chaos.terminal.group.buy",
	};
	return key[verb];
}

/* ---- A space, a unit, a faction, a card ------------------------------------------------------ */

static void about_space(const board *b, page *out, int space)
{
	const tc_state *s = b->view;
	char line[TEXT_LINE] = "";
	page_rule(out, tc_board_space(b, space));
	tc_board_place(b, out, space, line, sizeof line);
	page_wrap(out, 2, line);
	snprintf(line, sizeof line, "%s · %s",
		ap_name_word(b->game, b->language, &tc_region_words, tc_region_of(space)),
		tc_board_side(b, s->owner[space]));
	if (tc_spaces[space].city)
		text_add(line, sizeof line, " · %s", tc_board_word(b, "city"));
	if (tc_spaces[space].port != TC_PORT_NONE)
		text_add(line, sizeof line, " · %s", tc_board_word(b, "port"));
	if (tc_spaces[space].terrain != TC_TERRAIN_CLEAR) {
		char name[60];
		snprintf(name, sizeof name, "terrain.%s", tc_terrain_names[tc_spaces[space].terrain]);
		text_add(line, sizeof line, " · %s", tc_board_word(b, name));
	}
	page_wrap(out, 2, line);
	for (int i = tc_link_from[space]; i < tc_link_from[space + 1]; i++) {
		const tc_link *link = &tc_links[tc_link_of[i]];
		static const char *const kind[TC_LINK_KINDS] = {"road", "rail", "track", "ferry"};
		snprintf(line, sizeof line, "  %s %s%s%s: ", page_symbol(out, "─", "-"),
			tc_board_word(b, kind[link->kind]), link->river < TC_SHAPES ? ", " : "",
			link->river < TC_SHAPES ? tc_board_word(b, "crossing") : "");
		tc_board_place(b, out, tc_link_to[i], line, sizeof line);
		page_wrap(out, 4, line);
	}
}

static void about_unit(const board *b, page *out, int unit)
{
	const tc_state *s = b->view;
	char line[TEXT_LINE] = "";
	static const char *const where[WHERES] = {
		"where.map", "where.reserve", "where.dead", "where.gone", "where.out"};
	page_rule(out, ap_name_word(b->game, b->language, &tc_unit_words, unit));
	tc_board_unit(b, out, unit, line, sizeof line);
	text_add(line, sizeof line, "  %s  ", tc_board_word(b, tc_is_army(unit) ? "army" : "corps"));
	note_on_unit(b, unit, line, sizeof line);
	if (s->unit_where[unit] != ON_MAP)
		text_add(line, sizeof line, " %s", tc_board_word(b, where[s->unit_where[unit]]));
	page_wrap(out, 2, line);
	page_wrap(out, 2, tc_board_word(b, "numbers"));
}

static void about_faction(const board *b, page *out, int faction)
{
	const tc_state *s = b->view;
	char line[TEXT_LINE];
	page_rule(out, ap_name_word(b->game, b->language, &tc_faction_words, faction));
	snprintf(line, sizeof line, "%s · %s -%d +%d",
		ap_name_word(b->game, b->language, &tc_marker_box_words, s->box[faction]),
		tc_board_word(b, "influence"), s->ip[RED][faction] + s->soft_ip[RED][faction],
		s->ip[WHITE][faction] + s->soft_ip[WHITE][faction]);
	if (s->faction_flags[faction] & F_PROTECTED)
		text_add(line, sizeof line, " · %s", tc_board_word(b, "protected"));
	if (s->faction_flags[faction] & (F_BY_RED | F_BY_WHITE))
		text_add(line, sizeof line, " · %s", tc_board_word(b, "conquered"));
	page_wrap(out, 2, line);
	tc_flow f = tc_flow_start(out, 0, "  ");
	for (int u = 0; u < UNITS; u++)
		if (tc_units[u].faction == faction && s->unit_where[u] != OUT) {
			line[0] = '\0';
			tc_board_unit(b, out, u, line, sizeof line);
			text_add(line, sizeof line, " %s",
				s->unit_at[u] < SPACES ? tc_board_space(b, s->unit_at[u]) : "");
			tc_flow_add(&f, ", ", line);
		}
	tc_flow_end(&f);
}

static void about_card(const board *b, page *out, int card)
{
	char line[TEXT_LINE], key[80];
	page_rule(out, tc_board_card(b, card));
	snprintf(line, sizeof line, "%s %d · %s %d", tc_board_side(b, tc_card_side(card)),
		tc_cards[card].number, tc_board_word(b, "value"), tc_cards[card].value);
	page_wrap(out, 2, line);
	snprintf(key, sizeof key, "triumph-of-chaos.card.%s.note", tc_card_names[card]);
	const char *note = ap_word(b->language, key);
	if (note)
		page_wrap(out, 0, note);
}

bool tc_board_about(const board *b, page *out, board_thing thing)
{
	if (thing.names == &tc_space_words)
		about_space(b, out, thing.index);
	else if (thing.names == &tc_unit_words)
		about_unit(b, out, thing.index);
	else if (thing.names == &tc_faction_words)
		about_faction(b, out, thing.index);
	else if (thing.names == &tc_card_words)
		about_card(b, out, thing.index);
	else
		return false;
	return true;
}

/* ---- The symbols ----------------------------------------------------------------------------- */

void tc_board_legend(const board *b, page *out)
{
	char line[TEXT_LINE] = "";
	for (int owner = 0; owner < OWNERS; owner++)
		text_add(line, sizeof line, "%s%s%s %s" S_PLAIN, owner ? "   " : "", tc_board_style(owner),
			tc_board_mark(b, owner), tc_board_side(b, owner));
	page_wrap(out, 2, line);
	snprintf(line, sizeof line, "%s %s   %s %s   - %s   %s %s   %s %s", page_symbol(out, "▣", "#"),
		tc_board_word(b, "army"), page_symbol(out, "▫", "c1"), tc_board_word(b, "corps"),
		tc_board_word(b, "reduced"), page_symbol(out, "◎", "@"), tc_board_word(b, "city"),
		page_symbol(out, "⊘", "!"), tc_board_word(b, "no-act"));
	page_wrap(out, 2, line);
	snprintf(line, sizeof line, "%s %s %s   %s %s   %s %s", page_symbol(out, "→", ">"),
		page_symbol(out, "✕", "x"), tc_board_word(b, "orders"), page_symbol(out, "★", "*"),
		tc_board_word(b, "leader"), page_symbol(out, "◆", "(p)"), tc_board_word(b, "protected"));
	page_wrap(out, 2, line);
	page_wrap(out, 2,
		play_say(line, sizeof line, b->language, "triumph-of-chaos.terminal.legend.numbers",
			page_symbol(out, "▣", "#"), NULL));
}

/* ---- The count ------------------------------------------------------------------------------- */

void tc_board_points(const board *b, page *out)
{
	const tc_state *s = b->view;
	char line[TEXT_LINE] = "";
	text_pad(line, sizeof line, 2 * COLUMN);
	text_add(line, sizeof line, "%s", tc_board_word(b, "vp"));
	text_pad(line, sizeof line, 4 * COLUMN);
	text_add(line, sizeof line, "%s", tc_board_word(b, "cities"));
	page_add(out, line);
	for (int side = 0; side < SIDES; side++) {
		int seat = s->seat_of[side];
		snprintf(line, sizeof line, "%s%s" S_PLAIN, s->winner == side ? S_RED : S_PLAIN,
			tc_board_side(b, side));
		if (seat != NONE)
			text_add(line, sizeof line, " (%s)", b->who[seat]);
		text_clip(line, 2 * COLUMN - 1);
		text_pad(line, sizeof line, 2 * COLUMN);
		text_add(line, sizeof line, S_BOLD "%d" S_PLAIN, s->vp[side]);
		text_pad(line, sizeof line, 4 * COLUMN);
		text_add(line, sizeof line, "%d", tc_count_cities(s, side));
		page_add(out, line);
	}
}
