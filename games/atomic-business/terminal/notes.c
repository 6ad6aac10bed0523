/* notes.c: what can be asked about the table of Atomic Business: a diplomat,
 * a Secret card, the symbols, and what an action would come to. */
#include "parts.h"

#include <string.h>

#include "terminal/words.h"
#include "text/phrases.h"
#include "text/rules.h"

enum { TEXT = 400, COLUMNS_AT = 30, COLUMN = 14 };

/* ---- What an action comes to --------------------------------------------------------------- */

static const char *pawn_word(const board *b, int pawn)
{
	return ap_name_word(b->game, b->language, board_list(b->game, "diplomat"), pawn);
}

/* "Jacques 2 → Market, 1 point" */
static void say_step(const board *b, const page *p, ap_action a, bool rest, char *out, size_t size)
{
	const ab_state *s = b->view;
	int pawn = (int)ap_x(a), to = s->place[pawn] + (ap_y(a) == TO_PALACE ? 1 : -1);
	bool surcharge = is_loaded(s, pawn) && !s->plates && !(s->surcharged >> pawn & 1);
	char cost[12], points[TEXT], way[TEXT_LINE];
	play_say(points, sizeof points, b->language, "atomic-business.terminal.cost",
		board_number(cost, surcharge ? 2 : 1), NULL);
	snprintf(way, sizeof way, "%s %s %s, %s", pawn_word(b, pawn), page_symbol(p, "→", "=>"),
		ab_board_place(b, to), points);
	if (rest)
		snprintf(out, size, "%s", way);
	else
		play_say(out, size, b->language, "atomic-business.terminal.step", way, NULL);
}

/* "Play Limousine: Jacques 2 → Market" */
static void say_card(const board *b, const page *p, ap_action a, bool rest, char *out, size_t size)
{
	const ap_verb *verb = &b->game->verbs[ap_verb_of(a)];
	int effect = (int)ap_verb_of(a) - V_BODYGUARDS;
	char target[TEXT] = "";
	if (verb->y == board_list(b->game, "way"))
		snprintf(target, sizeof target, "%s %s %s", pawn_word(b, (int)ap_x(a)),
			page_symbol(p, "→", "=>"),
			ab_board_place(b, ab_card_destination(b->view, (int)ap_x(a), effect, (int)ap_y(a))));
	else if (verb->y)
		snprintf(target, sizeof target, "%s %s %s", pawn_word(b, (int)ap_x(a)),
			page_symbol(p, "↔", "<=>"), pawn_word(b, (int)ap_y(a)));
	else
		snprintf(
			target, sizeof target, "%s", ap_name_word(b->game, b->language, verb->x, (int)ap_x(a)));
	if (rest)
		snprintf(out, size, "%s", target);
	else
		play_say(out, size, b->language, "atomic-business.terminal.card",
			ap_name_word(b->game, b->language, board_list(b->game, "secret"), effect), target,
			NULL);
}

bool ab_board_say(const board *b, const page *p, ap_action a, bool rest, char *out, size_t size)
{
	if (ap_verb_of(a) == V_MOVE)
		say_step(b, p, a, rest, out, size);
	else if (ap_verb_of(a) >= V_MOTORCADE && b->game->verbs[ap_verb_of(a)].x)
		say_card(b, p, a, rest, out, size);
	else
		return false;
	return true;
}

/* "(F1▣ Market)" */
static void note_on_pawn(const board *b, const page *p, int pawn, char *out, size_t size)
{
	const ab_state *s = b->view;
	snprintf(out, size, S_PLAIN "(");
	ab_board_pawn(b, p, pawn, out, size);
	text_add(out, size, " %s)", ab_board_place(b, s->place[pawn]));
}

static void add_count(const page *p, int attack, int defence, char *out, size_t size)
{
	text_add(out, size, "%s%s %d:%d%s", out[0] ? " " : "", page_symbol(p, "→", "=>"), attack,
		defence, attack > defence ? "!" : "");
}

/* How the pressure would stand after it. */
static void note_on_sides(const board *b, const page *p, ap_action a, char *out, size_t size)
{
	const ab_state *s = b->view;
	ab_sides sides;
	if (!ab_board_sides(s, &sides))
		return;
	int effect = (int)ap_verb_of(a) - V_BODYGUARDS, attack = sides.attack, defence = sides.defence;
	int mine = ab_pawns_in(s, b->viewer, sides.space);
	bool attacker = sides.attackers & AP_SEAT(b->viewer);
	if (ap_verb_of(a) == V_PRESS || (ap_verb_of(a) == V_ANSWER && ap_x(a) == JOINS))
		attack += mine;
	else if (effect == AB_EFFECT_BODYGUARDS || effect == AB_EFFECT_PRESS_PACK)
		*(attacker ? &attack : &defence) += ab_amount_of(effect);
	else if (effect == AB_EFFECT_GAFFE || effect == AB_EFFECT_INCIDENT)
		*(ap_x(a) == ATTACK ? &attack : &defence) -= ab_amount_of(effect);
	add_count(p, attack, defence, out, size);
}

void ab_board_note(const board *b, const page *p, ap_action a, bool whole, char *out, size_t size)
{
	switch (ap_verb_of(a)) {
	case V_PRESS:
	case V_ANSWER:
	case V_BODYGUARDS:
	case V_PRESS_PACK:
	case V_GAFFE:
	case V_INCIDENT:
		if (whole)
			note_on_sides(b, p, a, out, size);
		break;
	case V_FIRST:
	case V_LOSE:
	case V_X_RAY:
	case V_WRONG_LUGGAGE:
		note_on_pawn(b, p, (int)ap_x(a), out, size);
		break;
	case V_MIX_UP:
		note_on_pawn(b, p, (int)(whole ? ap_y(a) : ap_x(a)), out, size);
		break;
	default:
		break;
	}
}

const char *ab_board_group(int verb)
{
	static const char *const key[VERBS] = {
		[V_MOVE] = "atomic-business.terminal.move",
		[V_ANSWER] = "atomic-business.terminal.answer",
		[V_FIRST] = "atomic-business.terminal.first",
		[V_LOSE] = "atomic-business.terminal.lose",
	};
	return key[verb] ? key[verb] : verb >= V_BODYGUARDS ? "atomic-business.terminal.play" : NULL;
}

/* ---- A diplomat, a Secret card ------------------------------------------------------------- */

static const char *case_key(const ab_state *s, int pawn)
{
	if (!is_loaded(s, pawn))
		return "atomic-business.terminal.case.none";
	if (s->load[pawn] == UNSEEN)
		return "atomic-business.terminal.case.closed";
	return s->load[pawn] == NUCLEAR ? "atomic-business.terminal.case.nuclear"
									: "atomic-business.terminal.case.tourist";
}

static bool about_pawn(const board *b, page *out, int pawn)
{
	const ab_state *s = b->view;
	char line[TEXT_LINE] = "", seats[TEXT] = "";
	int seat = owner_of(pawn);
	if (seat >= s->head.players || ab_diplomats[pawn].number > ab_diplomats_each(s))
		return false;
	const ap_names *spaces = board_list(b->game, "space");
	page_rule(out, ap_name_word(b->game, b->language, board_list(b->game, "diplomat"), pawn));
	ab_board_pawn(b, out, pawn, line, sizeof line);
	text_add(line, sizeof line, "  %s: %s", ab_board_seat(b, seat),
		ap_name_word(b->game, b->language, spaces, s->place[pawn]));
	page_wrap(out, 2, line);
	if (on_board(s, pawn))
		page_wrap(out, 2, play_word(b->language, case_key(s, pawn)));
	if (ab_pressable(s, pawn))
		page_wrap(out, 2, play_word(b->language, "atomic-business.terminal.pressable"));
	for (int other = 0; other < s->head.players; other++)
		if (s->barred[pawn] & AP_SEAT(other))
			text_add(seats, sizeof seats, "%s%s", seats[0] ? ", " : "", ab_board_seat(b, other));
	if (seats[0])
		page_wrap(out, 2,
			play_say(
				line, sizeof line, b->language, "atomic-business.terminal.barred", seats, NULL));
	return true;
}

/* The rule, and how many copies lie in the open. */
static void about_secret(const board *b, page *out, int effect)
{
	const ab_state *s = b->view;
	char line[TEXT_LINE], all[12], seen[12], key[120];
	int copies = 0, clause = AB_SC_1 + effect;
	for (int card = 0; card < AB_SECRETS; card++)
		copies += ab_secrets[card].effect == effect;
	page_rule(out, ap_name_word(b->game, b->language, board_list(b->game, "secret"), effect));
	snprintf(key, sizeof key, "%s.secret.%s.note", ap_game_name(b->game), ab_effect_names[effect]);
	page_wrap(out, 0, play_word(b->language, key));
	const ap_clause_text *text = ap_clause(b->game, b->language, clause);
	if (text) {
		snprintf(line, sizeof line, "%s. %s (%s)", text->title, text->body,
			ap_clause_id(b->game, clause));
		page_wrap(out, 0, line);
	}
	page_wrap(out, 0,
		play_say(line, sizeof line, b->language, "atomic-business.terminal.copies",
			board_number(all, copies), board_number(seen, s->discard[effect]), NULL));
}

bool ab_board_about(const board *b, page *out, board_thing thing)
{
	if (strcmp(thing.names->kind, "diplomat") == 0)
		return about_pawn(b, out, thing.index);
	if (strcmp(thing.names->kind, "secret") != 0)
		return false;
	about_secret(b, out, thing.index);
	return true;
}

/* ---- The symbols --------------------------------------------------------------------------- */

void ab_board_legend(const board *b, page *out)
{
	const ab_state *s = b->view;
	char line[TEXT_LINE] = "", name[80];
	for (int seat = 0; seat < s->head.players; seat++) {
		name[0] = '\0'; /* it stays in one piece */
		for (const char *c = pawn_word(b, seat * EACH); *c; c++)
			text_add(name, sizeof name, "%.*s", *c == ' ' ? 2 : 1, *c == ' ' ? "\u00a0" : c);
		text_add(line, sizeof line, "%s%s%c1" S_PLAIN "\u00a0%s", seat ? "   " : "",
			ab_board_style(seat), ab_board_letter(b, seat), name);
	}
	page_wrap(out, 2, line);
	play_say(line, sizeof line, b->language, "atomic-business.terminal.legend",
		ab_board_closed(out), ab_board_nuclear(out), ab_board_tourist(out), ab_board_worried(out),
		ab_board_card(out), ab_board_lost(out), NULL);
	page_wrap(out, 2, line);
}

/* ---- The count ----------------------------------------------------------------------------- */

/* A single game has a winner and survivors; a series has points. */
void ab_board_points(const board *b, page *out)
{
	const ab_state *s = b->view;
	bool series = s->head.option[OPTION_SERIES] != 0;
	char line[TEXT_LINE] = "";
	text_pad(line, sizeof line, COLUMNS_AT);
	text_add(line, sizeof line, "%s", play_word(b->language, "atomic-business.terminal.diplomats"));
	if (series) {
		text_pad(line, sizeof line, COLUMNS_AT + COLUMN);
		text_add(line, sizeof line, "%s", play_word(b->language, "cli.points.total"));
	}
	page_add(out, line);
	for (int seat = 0; seat < s->head.players; seat++) {
		snprintf(line, sizeof line, "%s%c %s (%s)" S_PLAIN, ab_board_style(seat),
			ab_board_letter(b, seat), ab_board_seat(b, seat), b->who[seat]);
		text_clip(line, COLUMNS_AT - 1);
		text_pad(line, sizeof line, COLUMNS_AT);
		text_add(line, sizeof line, "%d", EACH - ab_pawns_in(s, seat, REMOVED));
		if (series) {
			text_pad(line, sizeof line, COLUMNS_AT + COLUMN);
			text_add(line, sizeof line, S_BOLD "%d" S_PLAIN, s->score[seat]);
		}
		page_add(out, line);
	}
}
