/* notes.c: answers to questions about the table of Atomic Business: about a diplomat, a Secret
 * card, the symbols, and what an action would lead to. */
#include "parts.h"

#include <string.h>

#include "terminal/words.h"
#include "text/phrases.h"

enum { TEXT = 400, COLUMNS_AT = 30, COLUMN = 14 };

/* ---- What an action comes to --------------------------------------------------------------- */

static const char *pawn_word(const board *b, int pawn)
{
	return ap_name_word(b->game, b->language, &ab_diplomat_list, pawn);
}

/* Returns the first fact of a kind that the engine foresees for an action; NULL if there is
 * none. */
static const ap_fact *foreseen(const board *b, ap_action a, int kind, ap_facts *room)
{
	ap_foresee(b->game, b->view, b->viewer, a, room);
	for (int i = 0; i < room->count; i++)
		if (room->list[i].kind == kind)
			return &room->list[i];
	return NULL;
}

/* Writes a step: "Jacques 2 → Market, 1 point". */
static void say_step(const board *b, const page *p, ap_action a, bool rest, char *out, size_t size)
{
	ap_facts room;
	const ap_fact *step = foreseen(b, a, AB_FACT_STEP, &room);
	char cost[12], points[TEXT], way[TEXT_LINE];
	play_say(points, sizeof points, b->language, "atomic-business.terminal.cost",
		board_number(cost, step->arg[2]), NULL);
	snprintf(way, sizeof way, "%s %s %s, %s", pawn_word(b, step->arg[0]), page_symbol(p, "→", "=>"),
		ab_board_place(b, step->arg[1]), points);
	if (rest)
		snprintf(out, size, "%s", way);
	else
		play_say(out, size, b->language, "atomic-business.terminal.step", way, NULL);
}

/* Writes the play of a card: "Play Limousine: Jacques 2 → Market". */
static void say_card(const board *b, const page *p, ap_action a, bool rest, char *out, size_t size)
{
	const ap_verb *verb = &b->game->verbs[ap_verb_of(a)];
	ap_facts room;
	const ap_fact *ride = foreseen(b, a, AB_FACT_CARRIED, &room);
	char target[TEXT] = "";
	if (ride)
		snprintf(target, sizeof target, "%s %s %s", pawn_word(b, ride->arg[0]),
			page_symbol(p, "→", "=>"), ab_board_place(b, ride->arg[1]));
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
			ap_name_word(b->game, b->language, &ab_effect_list, ab_effect_of(a)), target, NULL);
}

bool ab_board_say(const board *b, const page *p, ap_action a, bool rest, char *out, size_t size)
{
	bool is_move = ap_verb_of(a) == AB_VERB_MOVE || ap_verb_of(a) == AB_VERB_WALK;
	bool is_card = ap_verb_of(a) >= AB_VERB_MOTORCADE && b->game->verbs[ap_verb_of(a)].x;
	if (is_move)
		say_step(b, p, a, rest, out, size);
	else if (is_card)
		say_card(b, p, a, rest, out, size);
	return is_move || is_card;
}

/* Writes where a diplomat is: "(F1▣ Market)". */
static void note_on_pawn(const board *b, const page *p, int pawn, char *out, size_t size)
{
	const ab_state *s = b->view;
	snprintf(out, size, S_PLAIN "(");
	ab_board_pawn(b, p, pawn, out, size);
	text_add(out, size, " %s)", ab_board_place(b, s->place[pawn]));
}

/* Writes the sides of the pressure after an action, with a mark if it would open the briefcase:
 * "→ 3:1!". */
static void note_on_sides(const board *b, const page *p, ap_action a, char *out, size_t size)
{
	ap_facts room;
	bool opens = foreseen(b, a, AB_FACT_OPENS, &room) != NULL;
	const ap_fact *count = foreseen(b, a, AB_FACT_COUNT, &room);
	if (count)
		text_add(out, size, "%s%s %d:%d%s", out[0] ? " " : "", page_symbol(p, "→", "=>"),
			count->arg[0], count->arg[1], opens ? "!" : "");
}

void ab_board_note(const board *b, const page *p, ap_action a, bool whole, char *out, size_t size)
{
	switch (ap_verb_of(a)) {
	case AB_VERB_PRESS:
	case AB_VERB_ANSWER:
	case AB_VERB_BODYGUARDS:
	case AB_VERB_PRESS_PACK:
	case AB_VERB_GAFFE:
	case AB_VERB_INCIDENT:
		if (whole)
			note_on_sides(b, p, a, out, size);
		break;
	case AB_VERB_FIRST:
	case AB_VERB_LOSE:
	case AB_VERB_X_RAY:
	case AB_VERB_WRONG_LUGGAGE:
		note_on_pawn(b, p, (int)ap_x(a), out, size);
		break;
	case AB_VERB_MIX_UP:
		note_on_pawn(b, p, (int)(whole ? ap_y(a) : ap_x(a)), out, size);
		break;
	default:
		break;
	}
}

const char *ab_board_group(int verb)
{
	static const char *const key[AB_VERB_COUNT] = {
		[AB_VERB_MOVE] = "atomic-business.terminal.move",
		[AB_VERB_WALK] = "atomic-business.terminal.walk",
		[AB_VERB_ANSWER] = "atomic-business.terminal.answer",
		[AB_VERB_FIRST] = "atomic-business.terminal.first",
		[AB_VERB_LOSE] = "atomic-business.terminal.lose",
		[AB_VERB_PRESS] = "atomic-business.terminal.press",
	};
	bool is_card = ab_is_card(ap_act((unsigned)verb, 0, 0));
	return key[verb] ? key[verb] : is_card ? "atomic-business.terminal.play" : NULL;
}

/* ---- A diplomat, a Secret card ------------------------------------------------------------- */

static const char *case_key(const ab_state *s, int pawn)
{
	if (!ab_is_loaded(s, pawn))
		return "atomic-business.terminal.case.none";
	if (s->load[pawn] == AP_UNSEEN)
		return "atomic-business.terminal.case.closed";
	return s->load[pawn] == AB_KIND_NUCLEAR ? "atomic-business.terminal.case.nuclear"
											: "atomic-business.terminal.case.tourist";
}

static bool about_pawn(const board *b, page *out, int pawn)
{
	const ab_state *s = b->view;
	char line[TEXT_LINE] = "", seats[TEXT] = "";
	int seat = ab_owner_of(pawn);
	if (!ab_in_game(s, pawn))
		return false;
	page_rule(out, pawn_word(b, pawn));
	ab_board_pawn(b, out, pawn, line, sizeof line);
	text_add(line, sizeof line, "  %s: %s", ab_board_seat(b, seat),
		ap_name_word(b->game, b->language, &ab_space_list, s->place[pawn]));
	page_wrap(out, 2, line);
	if (ab_on_board(s, pawn))
		page_wrap(out, 2, play_word(b->language, case_key(s, pawn)));
	if (ab_pressable(s, pawn))
		page_wrap(out, 2, play_word(b->language, "atomic-business.terminal.pressable"));
	for (int other = 0; ab_is_loaded(s, pawn) && other < s->head.players; other++)
		if (ab_barred(s, pawn) & AP_SEAT(other))
			text_add(seats, sizeof seats, "%s%s", seats[0] ? ", " : "", ab_board_seat(b, other));
	if (seats[0])
		page_wrap(out, 2,
			play_say(
				line, sizeof line, b->language, "atomic-business.terminal.barred", seats, NULL));
	return true;
}

/* Adds the rule of a card, how many copies there are, and how many of them are discarded. */
static void about_secret(const board *b, page *out, int effect)
{
	const ab_state *s = b->view;
	char line[TEXT_LINE], all[12], seen[12], note[TEXT_LINE];
	int clause = ab_effect_clause(effect);
	page_rule(out, ap_name_word(b->game, b->language, &ab_effect_list, effect));
	int list = ap_list_of_kind(b->game, ab_effect_list.kind);
	ap_say_note(b->game, b->language, b->view, list, effect, note, sizeof note);
	page_wrap(out, 0, note);
	const ap_clause_text *text = ap_clause(b->game, b->language, clause);
	if (text) {
		snprintf(line, sizeof line, "%s. %s (%s)", text->title, text->body,
			ap_clause_id(b->game, clause));
		page_wrap(out, 0, line);
	}
	page_wrap(out, 0,
		play_say(line, sizeof line, b->language, "atomic-business.terminal.copies",
			board_number(all, ab_copies[effect]), board_number(seen, s->discard[effect]), NULL));
}

bool ab_board_about(const board *b, page *out, board_thing thing)
{
	if (thing.names == &ab_diplomat_list)
		return about_pawn(b, out, thing.index);
	if (thing.names != &ab_effect_list)
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
		name[0] = '\0'; /* gets the name with no-break spaces */
		for (const char *c = pawn_word(b, ab_first_pawn(seat)); *c; c++)
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

/* Lists the surviving diplomats of each power, and the scores if it is a series. */
void ab_board_points(const board *b, page *out)
{
	const ab_state *s = b->view;
	bool series = ab_is_series(s);
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
		text_add(line, sizeof line, "%d", ab_diplomats_left(s, seat));
		if (series) {
			text_pad(line, sizeof line, COLUMNS_AT + COLUMN);
			text_add(line, sizeof line, S_BOLD "%d" S_PLAIN, s->score[seat]);
		}
		page_add(out, line);
	}
}
