/* scene.c: the lines that tell who decides what, or which announcement all listen to, and what
 * depends on it. They are written from the facts that the engine states, one line for each
 * matter; the matter that is asked about comes last. */
#include "parts.h"

#include <string.h>

#include "terminal/words.h"
#include "text/phrases.h"

enum { TEXT = 400 };

/* ---- Facts ----------------------------------------------------------------------------------- */

/* One matter of the situation: the facts about one frame. */
typedef struct matter {
	const board *b;
	const ap_facts *facts;
	int frame;
	bool heard; /* whether all listen to it */
} matter;

/* Returns the arguments of a matter's first fact of a kind; NULL if there is none. */
static const int32_t *fact(const matter *m, int kind)
{
	for (int i = 0; i < m->facts->count; i++)
		if (m->facts->list[i].frame == m->frame && m->facts->list[i].kind == kind)
			return m->facts->list[i].arg;
	return NULL;
}

/* Returns the fact that names the politician who acts, his place and his controller; NULL if
 * nobody acts. */
static const int32_t *actor_fact(const matter *m)
{
	static const uint8_t kinds[] = {
		KR_FACT_DECIDES, KR_FACT_ROLLS, KR_FACT_ROSTRUM, KR_FACT_ENDS_WITH, KR_FACT_CONTESTED};
	const int32_t *found = NULL;
	for (int i = 0; i < AP_COUNT(kinds) && !found; i++)
		found = fact(m, kinds[i]);
	return found;
}

static matter matter_at(const board *b, const ap_facts *facts, int frame)
{
	matter above = {b, facts, frame + 1, false};
	return (matter){b, facts, frame, fact(&above, KR_FACT_LISTENING) != NULL};
}

/* ---- Announcements --------------------------------------------------------------------------- */

/* Writes an event in the words of the log. */
static void say_event(
	const board *b, int kind, int first, int second, int third, char *out, size_t size)
{
	ap_event event = {.kind = (uint16_t)kind};
	event.arg[0] = (int16_t)first;
	event.arg[1] = (int16_t)second;
	event.arg[2] = (int16_t)third;
	ap_say_event(b->game, b->language, &event, out, size);
}

/* A demand is told of its author, every other announcement of the politician. */
static void say_announced(const matter *m, char *out, size_t size)
{
	const int32_t *said = fact(m, KR_FACT_ANNOUNCED), *demand = fact(m, KR_FACT_DEMANDS);
	if (!said)
		return;
	ap_action a = (ap_action)said[1];
	int who = demand ? demand[0] : said[0];
	if (who != AP_NONE)
		say_event(m->b, said[3], who, (int)ap_x(a), (int)ap_y(a), out, size);
}

/* Writes what will happen after a die has fallen that only a protection could still change. */
static void say_fate(const matter *m, const int32_t *cast, char *out, size_t size)
{
	char points[12];
	int by = cast[1];
	play_say(out, size, m->b->language,
		by >= 0 ? "kremlin.terminal.enough" : "kremlin.terminal.not-enough",
		kr_board_name(m->b, cast[0]), board_number(points, by >= 0 ? by : -by), NULL);
}

static const char *opening_key(int phase)
{
	switch (phase) {
	case KR_PHASE_PURGE:
		return "kremlin.terminal.purge-opens";
	case KR_PHASE_SPY:
		return "kremlin.terminal.spy-opens";
	case KR_PHASE_HEALTH:
		return "kremlin.terminal.health-opens";
	case KR_PHASE_FUNERAL:
		return "kremlin.terminal.funeral-opens";
	case KR_PHASE_REHABILITATION:
		return "kremlin.terminal.rehabilitation-opens";
	default:
		return "kremlin.terminal.opening";
	}
}

/* Writes what all listen to if it is not the decision of a politician. */
static void say_heard(const matter *m, char *out, size_t size)
{
	const board *b = m->b;
	const int32_t *cast = fact(m, KR_FACT_DIE_CAST), *roll = fact(m, KR_FACT_HEALTH_ROLL);
	const int32_t *opens = fact(m, KR_FACT_OPENS), *ends = fact(m, KR_FACT_ENDS_WITH);
	const int32_t *rostrum = fact(m, KR_FACT_ROSTRUM);
	bool swiss = kr_version(b->view) == KR_RULES_SWISS;
	if (cast)
		say_fate(m, cast, out, size);
	else if (roll)
		say_event(b, KR_EVENT_HEALTH_ROLL, roll[0], roll[1], roll[2], out, size);
	else if (opens)
		snprintf(out, size, "%s", play_word(b->language, opening_key(opens[0])));
	else if (rostrum)
		say_event(b, KR_EVENT_ROSTRUM, rostrum[0], 0, 0, out, size);
	else if (ends)
		play_say(out, size, b->language,
			swiss ? "kremlin.terminal.decides-swiss" : "kremlin.terminal.decides-all",
			kr_board_name(b, ends[0]), NULL);
	else
		say_announced(m, out, size);
}

/* KR-DE-6: writes what was announced, and whether the politician now has a new controller or
 * none. */
static void say_decision(const matter *m, const page *p, int actor, char *out, size_t size)
{
	const board *b = m->b;
	const int32_t *anew = fact(m, KR_FACT_ANEW), *free = fact(m, KR_FACT_UNCONTROLLED);
	char text[TEXT], points[TEXT] = "";
	say_announced(m, out, size);
	if (free)
		text_add(out, size, "%s%s", out[0] ? " " : "",
			play_say(text, sizeof text, b->language, "kremlin.terminal.free",
				kr_board_name(b, free[0]), NULL));
	if (anew)
		text_add(out, size, "%s%s", out[0] ? " " : "",
			play_say(text, sizeof text, b->language, "kremlin.terminal.anew",
				kr_board_name(b, anew[0]), kr_board_seat(b, anew[1]), NULL));
	kr_board_influence(b, p, actor, points, sizeof points);
	if (points[0])
		text_add(out, size, " [%s]", points);
}

/* ---- What depends on it ---------------------------------------------------------------------- */

static void add_needs(const board *b, int needs, int chance, char *out, size_t size)
{
	char text[TEXT], number[12], percent[12];
	text_add(out, size, " %s",
		play_say(text, sizeof text, b->language, "kremlin.terminal.needs",
			board_number(number, needs), board_number(percent, chance), NULL));
}

/* Adds the votes of a trial or an election: for whom, the votes for and against him, how many
 * decide. */
static void add_votes(const board *b, const char *key, const int32_t *votes, char *out, size_t size)
{
	char text[TEXT], ayes[12], nays[12], needed[12];
	text_add(out, size, " %s",
		play_say(text, sizeof text, b->language, key, kr_board_name(b, votes[0]),
			board_number(ayes, votes[2]), board_number(nays, votes[3]),
			board_number(needed, votes[4]), NULL));
}

static void add_health(const board *b, int crosses, char *out, size_t size)
{
	static const char *const key[] = {"kremlin.terminal.health.well",
		"kremlin.terminal.health.sick", "kremlin.terminal.health.ill",
		"kremlin.terminal.health.dead"};
	text_add(out, size, " %s", play_word(b->language, key[crosses]));
}

/* Adds "Palavrian → KGB" for each politician who gets another post in the chief's order. */
static void add_order(const matter *m, const page *p, char *out, size_t size)
{
	const char *comma = " ";
	for (int i = 0; i < m->facts->count; i++) {
		const ap_fact *f = &m->facts->list[i];
		if (f->frame != m->frame || f->kind != KR_FACT_ORDER)
			continue;
		text_add(out, size, "%s%s\u00a0%s\u00a0%s", comma, kr_board_name(m->b, f->arg[0]),
			page_symbol(p, "→", "=>"), kr_board_short(m->b, f->arg[1]));
		comma = ", ";
	}
}

static void add_stake(const matter *m, const page *p, char *out, size_t size)
{
	const int32_t *purge = fact(m, KR_FACT_PURGE), *waves = fact(m, KR_FACT_WAVE_NEEDS);
	const int32_t *trial = fact(m, KR_FACT_TRIAL), *election = fact(m, KR_FACT_ELECTION);
	const int32_t *roll = fact(m, KR_FACT_HEALTH_ROLL);
	if (purge)
		add_needs(m->b, purge[3], purge[4], out, size);
	if (waves)
		add_needs(m->b, waves[1], waves[2], out, size);
	if (trial)
		add_votes(m->b, "kremlin.terminal.votes.trial", trial, out, size);
	if (election)
		add_votes(m->b, "kremlin.terminal.votes.ballot", election, out, size);
	if (roll)
		add_health(m->b, roll[3], out, size);
	add_order(m, p, out, size);
}

/* ---- Cards ----------------------------------------------------------------------------------- */

static void say_card(const matter *m, const int32_t *card, char *out, size_t size)
{
	const board *b = m->b;
	const int32_t *due = fact(m, KR_FACT_DUE), *names = fact(m, KR_FACT_NAMES);
	char digits[12], text[TEXT];
	say_event(b, KR_EVENT_PLAYS, card[1], card[0], 0, out, size);
	if (card[2] != AP_NONE)
		text_add(out, size, " (%s)", kr_board_name(b, card[2]));
	if (due)
		text_add(out, size, " %s",
			play_say(text, sizeof text, b->language, "kremlin.terminal.forced",
				kr_board_seat(b, due[0]), board_number(digits, due[1]), NULL));
	if (names && names[1] != AP_NONE)
		text_add(out, size, " (%s)", kr_board_name(b, names[1]));
}

/* ---- The line -------------------------------------------------------------------------------- */

static bool is_told(const matter *m)
{
	if (fact(m, KR_FACT_LISTENING))
		return false;
	return m->heard || fact(m, KR_FACT_CARD) || fact(m, KR_FACT_DEMANDS) || actor_fact(m);
}

static void add_badge(const board *b, const char *key, char *line, size_t size)
{
	char title[80];
	text_add(
		line, size, S_TITLE " %s " S_PLAIN " ", play_title(title, sizeof title, b->language, key));
}

/* Adds "Palavrian, KGB Head, 70++, R5 B3(2)." */
static void add_actor(const board *b, const page *p, int man, char *line, size_t size)
{
	const kr_state *s = b->view;
	char points[TEXT] = "";
	kr_board_influence(b, p, man, points, sizeof points);
	text_add(line, size, S_BOLD "%s" S_PLAIN ", %s, ", kr_board_name(b, man),
		kr_board_place(b, s->place[man]));
	kr_board_condition(b, p, man, line, size);
	text_add(line, size, "%s%s.", points[0] ? ", " : "", points);
}

static const char *badge_of(const matter *m)
{
	if (fact(m, KR_FACT_CARD))
		return "kremlin.terminal.badge.card";
	if (m->heard)
		return "kremlin.terminal.badge.heard";
	if (fact(m, KR_FACT_CONTESTED))
		return "kremlin.terminal.badge.tied";
	if (!fact(m, KR_FACT_DECIDES) && fact(m, KR_FACT_DEMANDS))
		return "kremlin.terminal.badge.demand";
	return fact(m, KR_FACT_TRIAL) ? "kremlin.terminal.badge.trial"
								  : "kremlin.terminal.badge.decides";
}

static void add_line(const matter *m, page *out)
{
	const int32_t *card = fact(m, KR_FACT_CARD), *actor = actor_fact(m);
	const int32_t *decides = fact(m, KR_FACT_DECIDES), *demands = fact(m, KR_FACT_DEMANDS);
	char line[TEXT_LINE] = "", text[TEXT_LINE - TEXT] = "";
	bool decision = decides && decides[1] <= KR_PLACE_PEOPLE && !fact(m, KR_FACT_DIE_CAST);
	if (card)
		say_card(m, card, text, sizeof text);
	else if (m->heard && decision)
		say_decision(m, out, decides[0], text, sizeof text);
	else if (m->heard)
		say_heard(m, text, sizeof text);
	else if (actor)
		add_actor(m->b, out, actor[0], text, sizeof text);
	else if (demands)
		add_actor(m->b, out, demands[1], text, sizeof text);
	add_stake(m, out, text, sizeof text);
	add_badge(m->b, badge_of(m), line, sizeof line);
	text_add(line, sizeof line, "%s", text + strspn(text, " "));
	page_wrap(out, 2, line);
}

void kr_board_scene(const board *b, page *out, bool brief)
{
	ap_facts facts;
	int frames = 0, last = -1;
	ap_situation(b->game, b->view, &facts);
	for (int i = 0; i < facts.count; i++)
		if (facts.list[i].frame >= frames)
			frames = facts.list[i].frame + 1;
	for (int frame = 0; frame < frames; frame++) {
		matter m = matter_at(b, &facts, frame);
		if (!is_told(&m))
			continue;
		if (!brief)
			add_line(&m, out);
		last = frame;
	}
	if (brief && last >= 0) {
		matter m = matter_at(b, &facts, last);
		add_line(&m, out);
	}
}
