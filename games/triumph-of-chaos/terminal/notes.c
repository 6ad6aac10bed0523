/* notes.c: what the terminal says about single things in Triumph of Chaos: spaces, units, factions,
 * cards, the symbols on the board, and the note beside an action. */
#include "parts.h"

#include <string.h>

#include "terminal/words.h"
#include "text/phrases.h"

enum { TEXT = 400, COLUMN = 14 };

/* ---- What an action is about ----------------------------------------------------------------- */

/* For example "4-3-3 Voronezh": combat, loss and movement factor, and where it is. */
static void note_on_unit(const board *b, int unit, char *out, size_t size)
{
	const tc_state *s = b->view;
	text_add(out, size, "%d-%d-%d%s", tc_combat_of(s, unit), tc_loss_of(s, unit),
		tc_move_of(s, unit), tc_reduced(s, unit) ? "-" : "");
	if (s->unit_at[unit] < TC_SPACES)
		text_add(out, size, " %s", tc_board_space(b, s->unit_at[unit]));
}

static void note_on_space(const board *b, const page *p, int space, char *out, size_t size)
{
	const tc_state *s = b->view;
	text_add(out, size, "%s", tc_board_mark(b, s->owner[space]));
	tc_board_forces(b, p, space, out, size);
}

static void note_on_card(const page *p, int card, char *out, size_t size)
{
	text_add(out, size, "(");
	tc_board_value(p, card, out, size);
	text_add(out, size, S_DIM ")");
}

static void note_on(
	const board *b, const page *p, const ap_names *names, int n, char *out, size_t size)
{
	const tc_state *s = b->view;
	if (names == &tc_unit_list)
		note_on_unit(b, n, out, size);
	else if (names == &tc_space_list)
		note_on_space(b, p, n, out, size);
	else if (names == &tc_card_list)
		note_on_card(p, n, out, size);
	else if (names == &tc_political_card_list)
		tc_board_influence(b, n, out, size);
	else if (names == &tc_faction_list)
		text_add(out, size, "(%s)", ap_name_word(b->game, b->language, &tc_box_list, s->box[n]));
	else if (names == &tc_leader_list && s->leader_at[n] < TC_SPACES)
		text_add(out, size, "%s", tc_board_space(b, s->leader_at[n]));
}

/* What a declaration of war would bring the protector, and how many cities are at stake. */
static void note_on_war(const board *b, int faction, char *out, size_t size)
{
	char line[TEXT], number[3][12];
	int armies, corps, side = tc_board_own(b);
	if (side == TC_NONE)
		return;
	tc_forces_in_war(b->view, faction, &armies, &corps);
	snprintf(number[0], sizeof number[0], "%d", armies);
	snprintf(number[1], sizeof number[1], "%d", corps);
	snprintf(number[2], sizeof number[2], "%d", tc_factions[faction].cities_count);
	text_add(out, size, "(%s)",
		play_say(line, sizeof line, b->language, "triumph-of-chaos.terminal.war-note",
			tc_board_side(b, tc_other(side)), number[0], number[1], number[2], NULL));
}

/* Who stands on both sides, such as "▣V1/4 ▶ ▣9/4 ▫c2/1". */
static void note_on_attack(
	const board *b, const page *p, int target, int from, char *out, size_t size)
{
	char forces[TEXT_LINE] = "";
	tc_board_forces(b, p, from, forces, sizeof forces);
	text_add(out, size, "%s %s", forces + (forces[0] == ' '), page_symbol(p, "▶", "=>"));
	tc_board_forces(b, p, target, out, size);
}

/* The value of the card and the beginning of its effect. */
static void note_on_event(const board *b, const page *p, int card, char *out, size_t size)
{
	char effect[TEXT_LINE];
	snprintf(effect, sizeof effect, "%s", tc_board_effect(b, card));
	tc_board_shorten(p, effect, p->columns * 2 / 3 - 10);
	note_on_card(p, card, out, size);
	text_add(out, size, " %s", effect);
}

static bool is_attack(unsigned verb)
{
	return verb == TC_VERB_ATTACK || verb == TC_VERB_STORM || verb == TC_VERB_STRIKE;
}

/* The note is about the argument that is chosen last. */
void tc_board_note(const board *b, const page *p, ap_action a, bool whole, char *out, size_t size)
{
	const ap_verb *verb = &b->game->verbs[ap_verb_of(a)];
	bool event = ap_verb_of(a) == TC_VERB_PLAY && whole && ap_y(a) == TC_USE_EVENT;
	if (event || ap_verb_of(a) == TC_VERB_INTERRUPT)
		note_on_event(b, p, (int)ap_x(a), out, size);
	else if (whole && is_attack(ap_verb_of(a)))
		note_on_attack(b, p, (int)ap_x(a), (int)ap_y(a), out, size);
	else if (ap_verb_of(a) == TC_VERB_DECLARE)
		note_on_war(b, (int)ap_x(a), out, size);
	else if (verb->y && whole && verb->y != &ap_plain_number && verb->y != &tc_use_list)
		note_on(b, p, verb->y, (int)ap_y(a), out, size);
	else if (verb->x)
		note_on(b, p, verb->x, (int)ap_x(a), out, size);
}

/* The heading of a menu with all actions of a verb; NULL: it has none. */
const char *tc_board_group(int verb)
{
	static const char *const key[TC_VERB_COUNT] = {
		[TC_VERB_BID] = "triumph-of-chaos.terminal.group.bid",
		[TC_VERB_PLACE] = "triumph-of-chaos.terminal.group.place",
		[TC_VERB_CHOOSE] = "triumph-of-chaos.terminal.group.choose",
		[TC_VERB_ANNOUNCE] = "triumph-of-chaos.terminal.group.announce",
		[TC_VERB_DECLARE] = "triumph-of-chaos.terminal.group.declare",
		[TC_VERB_PLAY] = "triumph-of-chaos.terminal.group.play",
		[TC_VERB_RISE] = "triumph-of-chaos.terminal.group.rise",
		[TC_VERB_SPECIAL] = "triumph-of-chaos.terminal.group.special",
		[TC_VERB_NO_ACT] = "triumph-of-chaos.terminal.group.no-act",
		[TC_VERB_IDLE] = "triumph-of-chaos.terminal.group.idle",
		[TC_VERB_MOVE_MARKER] = "triumph-of-chaos.terminal.group.move-marker",
		[TC_VERB_COMBAT_MARKER] = "triumph-of-chaos.terminal.group.combat-marker",
		[TC_VERB_STRIKE] = "triumph-of-chaos.terminal.group.strike",
		[TC_VERB_LIFT] = "triumph-of-chaos.terminal.group.lift",
		[TC_VERB_PICK] = "triumph-of-chaos.terminal.group.pick",
		[TC_VERB_PICK_LEADER] = "triumph-of-chaos.terminal.group.pick-leader",
		[TC_VERB_GARRISON] = "triumph-of-chaos.terminal.group.garrison",
		[TC_VERB_GO] = "triumph-of-chaos.terminal.group.go",
		[TC_VERB_MUSTER] = "triumph-of-chaos.terminal.group.muster",
		[TC_VERB_MARCH] = "triumph-of-chaos.terminal.group.march",
		[TC_VERB_TRAIN] = "triumph-of-chaos.terminal.group.train",
		[TC_VERB_TO] = "triumph-of-chaos.terminal.group.to",
		[TC_VERB_PUT] = "triumph-of-chaos.terminal.group.put",
		[TC_VERB_RESERVE] = "triumph-of-chaos.terminal.group.reserve",
		[TC_VERB_LEADER_TO] = "triumph-of-chaos.terminal.group.leader-to",
		[TC_VERB_ATTACK] = "triumph-of-chaos.terminal.group.attack",
		[TC_VERB_STORM] = "triumph-of-chaos.terminal.group.storm",
		[TC_VERB_ALSO] = "triumph-of-chaos.terminal.group.also",
		[TC_VERB_JOIN] = "triumph-of-chaos.terminal.group.join",
		[TC_VERB_BRING] = "triumph-of-chaos.terminal.group.bring",
		[TC_VERB_LOSE] = "triumph-of-chaos.terminal.group.lose",
		[TC_VERB_RELIEVE] = "triumph-of-chaos.terminal.group.relieve",
		[TC_VERB_CANCEL] = "triumph-of-chaos.terminal.group.cancel",
		[TC_VERB_BACK] = "triumph-of-chaos.terminal.group.back",
		[TC_VERB_FALL_BACK] = "triumph-of-chaos.terminal.group.fall-back",
		[TC_VERB_WITH] = "triumph-of-chaos.terminal.group.with",
		[TC_VERB_ADVANCE] = "triumph-of-chaos.terminal.group.advance",
		[TC_VERB_FURTHER] = "triumph-of-chaos.terminal.group.further",
		[TC_VERB_COUNTER] = "triumph-of-chaos.terminal.group.counter",
		[TC_VERB_REVOLT] = "triumph-of-chaos.terminal.group.revolt",
		[TC_VERB_USE] = "triumph-of-chaos.terminal.group.use",
		[TC_VERB_TARGET] = "triumph-of-chaos.terminal.group.target",
		[TC_VERB_AT] = "triumph-of-chaos.terminal.group.at",
		[TC_VERB_ON] = "triumph-of-chaos.terminal.group.on",
		[TC_VERB_INTERRUPT] = "triumph-of-chaos.terminal.group.interrupt",
		[TC_VERB_HEAL] = "triumph-of-chaos.terminal.group.heal",
		[TC_VERB_REBUILD] = "triumph-of-chaos.terminal.group.rebuild",
		[TC_VERB_BUY] = "triumph-of-chaos.terminal.group.buy",
		[TC_VERB_LEVY] = "triumph-of-chaos.terminal.group.levy",
		[TC_VERB_SUBJUGATE] = "triumph-of-chaos.terminal.group.subjugate",
		[TC_VERB_ALLOT] = "triumph-of-chaos.terminal.group.allot",
		[TC_VERB_NAME] = "triumph-of-chaos.terminal.group.name",
		[TC_VERB_STAKE] = "triumph-of-chaos.terminal.group.stake",
		[TC_VERB_WRITE] = "triumph-of-chaos.terminal.group.write",
		[TC_VERB_TAKE] = "triumph-of-chaos.terminal.group.take",
		[TC_VERB_AGAIN] = "triumph-of-chaos.terminal.group.again",
		[TC_VERB_LOOK] = "triumph-of-chaos.terminal.group.look",
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
		ap_name_word(b->game, b->language, &tc_region_list, tc_region_of(space)),
		tc_board_side(b, s->owner[space]));
	if (tc_spaces[space].city)
		text_add(line, sizeof line, " · %s", tc_board_word(b, "city"));
	if (tc_spaces[space].port != TC_PORT_NONE)
		text_add(line, sizeof line, " · %s", tc_board_word(b, "port"));
	if (tc_spaces[space].terrain != TC_TERRAIN_CLEAR) {
		text_add(line, sizeof line, " · %s",
			ap_name_word(b->game, b->language, &tc_terrain_list, tc_spaces[space].terrain));
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
	static const char *const where[TC_LOCATION_COUNT] = {
		"where.map", "where.reserve", "where.dead", "where.gone", "where.out"};
	page_rule(out, ap_name_word(b->game, b->language, &tc_unit_list, unit));
	tc_board_unit(b, out, unit, line, sizeof line);
	text_add(line, sizeof line, "  %s  ", tc_board_word(b, tc_is_army(unit) ? "army" : "corps"));
	note_on_unit(b, unit, line, sizeof line);
	if (s->unit_where[unit] != TC_LOCATION_MAP)
		text_add(line, sizeof line, " %s", tc_board_word(b, where[s->unit_where[unit]]));
	page_wrap(out, 2, line);
	page_wrap(out, 2, tc_board_word(b, "numbers"));
}

static void about_faction(const board *b, page *out, int faction)
{
	const tc_state *s = b->view;
	char line[TEXT_LINE];
	page_rule(out, ap_name_word(b->game, b->language, &tc_faction_list, faction));
	snprintf(line, sizeof line, "%s · %s -%d +%d",
		ap_name_word(b->game, b->language, &tc_box_list, s->box[faction]),
		tc_board_word(b, "influence"), tc_influence_on(s, faction, TC_SIDE_RED),
		tc_influence_on(s, faction, TC_SIDE_WHITE));
	for (int side = 0; side < TC_SIDE_COUNT; side++)
		if (tc_at_war(s, side, faction))
			text_add(
				line, sizeof line, " · %s %s", tc_board_word(b, "at-war"), tc_board_side(b, side));
	if (s->faction_flags[faction] & TC_FACTION_FLAG_PROTECTED)
		text_add(line, sizeof line, " · %s", tc_board_word(b, "protected"));
	if (tc_conqueror(s, faction) != TC_PARTY_NOBODY)
		text_add(line, sizeof line, " · %s", tc_board_word(b, "conquered"));
	if (tc_subjugated(s, faction))
		text_add(line, sizeof line, " · %s", tc_board_word(b, "subjugated"));
	page_wrap(out, 2, line);
	tc_flow f = tc_flow_start(out, 0, "  ");
	for (int u = 0; u < TC_UNITS; u++)
		if (tc_units[u].faction == faction && s->unit_where[u] != TC_LOCATION_OUT) {
			line[0] = '\0';
			tc_board_unit(b, out, u, line, sizeof line);
			text_add(line, sizeof line, " %s",
				s->unit_at[u] < TC_SPACES ? tc_board_space(b, s->unit_at[u]) : "");
			tc_flow_add(&f, ", ", line);
		}
	tc_flow_end(&f);
}

static void about_card(const board *b, page *out, int card)
{
	char line[TEXT_LINE];
	page_rule(out, tc_board_card(b, card));
	snprintf(line, sizeof line, "%s %d · %s ", tc_board_side(b, tc_card_side(card)),
		tc_cards[card].number, tc_board_word(b, "value"));
	tc_board_value(out, card, line, sizeof line);
	if (tc_cards[card].starred)
		text_add(line, sizeof line, " · %s", tc_board_word(b, "starred"));
	page_wrap(out, 2, line);
	if (tc_board_effect(b, card)[0])
		page_wrap(out, 0, tc_board_effect(b, card));
}

bool tc_board_about(const board *b, page *out, board_thing thing)
{
	if (thing.names == &tc_space_list)
		about_space(b, out, thing.index);
	else if (thing.names == &tc_unit_list)
		about_unit(b, out, thing.index);
	else if (thing.names == &tc_faction_list)
		about_faction(b, out, thing.index);
	else if (thing.names == &tc_card_list)
		about_card(b, out, thing.index);
	else if (thing.names == &tc_political_card_list)
		tc_board_about_political_card(b, out, thing.index);
	else if (thing.names == &tc_region_list)
		tc_board_region(b, out, thing.index);
	else
		return false;
	return true;
}

/* ---- The symbols ----------------------------------------------------------------------------- */

void tc_board_legend(const board *b, page *out)
{
	char line[TEXT_LINE] = "";
	for (int owner = 0; owner < TC_OWNER_COUNT; owner++)
		text_add(line, sizeof line, "%s%s%s %s" S_PLAIN, owner ? "   " : "", tc_board_style(owner),
			tc_board_mark(b, owner), tc_board_side(b, owner));
	page_wrap(out, 2, line);
	snprintf(line, sizeof line, "%s %s   %s %s   - %s   %s %s   %s %s", page_symbol(out, "▣", "#"),
		tc_board_word(b, "army"), page_symbol(out, "▫", "c1"), tc_board_word(b, "corps"),
		tc_board_word(b, "reduced"), page_symbol(out, "◎", "@"), tc_board_word(b, "city"),
		page_symbol(out, "⊘", "!"), tc_board_word(b, "no-act"));
	page_wrap(out, 2, line);
	snprintf(line, sizeof line, "%s %s %s   %s %s   %s %s   %s %s", page_symbol(out, "→", ">"),
		page_symbol(out, "✕", "x"), tc_board_word(b, "orders"), page_symbol(out, "★", "*"),
		tc_board_word(b, "leader"), page_symbol(out, "⚔", "(w)"), tc_board_word(b, "war"),
		page_symbol(out, "◆", "(p)"), tc_board_word(b, "protected"));
	page_wrap(out, 2, line);
	snprintf(line, sizeof line, "%s %s   %s %s   %s %s   %s %s",
		page_symbol(out, "⚑", "(partisans)"), tc_board_word(b, "partisans"),
		page_symbol(out, "¤", "$"), tc_board_word(b, "gold-train"), page_symbol(out, "‡", "^"),
		tc_board_word(b, "insurgents"), page_symbol(out, "⌂", "&"), tc_board_word(b, "garrison"));
	page_wrap(out, 2, line);
	snprintf(line, sizeof line, "%s %s   %s %s", page_symbol(out, "↔", "%"),
		tc_board_word(b, "turned"), page_symbol(out, "»", ">"), tc_board_word(b, "asked"));
	page_wrap(out, 2, line);
	snprintf(line, sizeof line, "%s %s   %s %s   %s %s   %s %s", page_symbol(out, "═", "="),
		tc_board_word(b, "rail"), page_symbol(out, "─", "-"), tc_board_word(b, "road"),
		page_symbol(out, "┄", ".."), tc_board_word(b, "track"), page_symbol(out, "≈", "~"),
		tc_board_word(b, "ferry"));
	page_wrap(out, 2, line);
	page_wrap(out, 2,
		play_say(line, sizeof line, b->language, "triumph-of-chaos.terminal.legend.numbers",
			page_symbol(out, "▣", "#"), NULL));
}

/* ---- The final score ------------------------------------------------------------------------- */

void tc_board_points(const board *b, page *out)
{
	const tc_state *s = b->view;
	char line[TEXT_LINE] = "";
	text_pad(line, sizeof line, 2 * COLUMN);
	text_add(line, sizeof line, "%s", tc_board_word(b, "vp"));
	text_pad(line, sizeof line, 4 * COLUMN);
	text_add(line, sizeof line, "%s", tc_board_word(b, "cities"));
	page_add(out, line);
	for (int side = 0; side < TC_SIDE_COUNT; side++) {
		int seat = s->seat_of[side];
		snprintf(line, sizeof line, "%s%s" S_PLAIN, s->winner == side ? S_RED : S_PLAIN,
			tc_board_side(b, side));
		if (seat != TC_NONE)
			text_add(line, sizeof line, " (%s)", b->who[seat]);
		text_clip(line, 2 * COLUMN - 1);
		text_pad(line, sizeof line, 2 * COLUMN);
		text_add(line, sizeof line, S_BOLD "%d" S_PLAIN, s->vp[side]);
		text_pad(line, sizeof line, 4 * COLUMN);
		text_add(line, sizeof line, "%d", tc_count_cities(s, side));
		page_add(out, line);
	}
}
