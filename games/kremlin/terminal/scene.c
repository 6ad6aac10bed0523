/* scene.c: who decides what, or which announcement all listen to, and what hangs on
 * it. It is read from the frames: one line each, the one that is asked last. */
#include "parts.h"

#include <string.h>

#include "terminal/words.h"
#include "text/phrases.h"

enum { TEXT = 400, ACQUITS = 2, DEFEATS = 3 };

/* ---- Odds ------------------------------------------------------------------------------------ */

int kr_board_chance(int needed)
{
	int faces = FACES + 1 - needed;
	return 100 / FACES * (faces < 0 ? 0 : faces > FACES ? FACES : faces);
}

static int protection(const kr_state *s, int victim)
{
	int sum = 0;
	for (int i = 0; i < PROTECTIONS; i++)
		sum += s->guarded[i] == victim ? kr_intrigues[KR_INTRIGUE_OIL_FIELD].amount : 0;
	return sum;
}

/* KR-2, KR-AD-2, and the cards that direct or protect. */
int kr_board_purge_needs(const kr_state *s, int victim)
{
	int needed = kr_purge_number(s->place[victim]) + protection(s, victim);
	needed -= (s->cure & ~s->outing) >> victim & 1 ? 3 : 0;
	needed += 2 * kr_board_suits(s, victim, s->place[victim]);
	if (s->stage != FREE && kr_imposed_target(s) == victim)
		needed -= kr_intrigues[s->imposed].amount;
	return needed;
}

/* Red crosses more or less by a Health roll, with the cards that change it. */
static int health_change(const kr_state *s, int man, bool in_cure, int die)
{
	if (!(s->vaccinated & kr_bit(man)))
		die -= s->fever;
	if (s->specialist == man && in_cure)
		die += kr_intrigues[KR_INTRIGUE_SPECIALIST].amount;
	die = die < 1 ? 1 : die > FACES ? FACES : die;
	return kr_health_change(kr_age(s, man), in_cure, die);
}

kr_odds kr_board_odds(const kr_state *s, int man, bool in_cure)
{
	kr_odds odds = {0};
	int crosses = kr_crosses(s, man);
	for (int die = 1; die <= FACES; die++) {
		int change = health_change(s, man, in_cure, die);
		odds.dies += crosses + change > 2 ? 100 / FACES : 0;
		odds.worse += change > 0 ? 100 / FACES : 0;
		odds.better += change < 0 && crosses > 0 ? 100 / FACES : 0;
	}
	return odds;
}

/* ---- Who acts -------------------------------------------------------------------------------- */

static int at_post(const kr_state *s, int post)
{
	return post >= 0 && post < POSTS ? s->holder[post] : NONE;
}

static int actor_of(const kr_state *s, const ap_frame *f)
{
	switch (f->step) {
	case CURE:
	case CURE_STAND:
	case HEALTH:
	case HEALTH_RESULT:
	case PROMOTE:
	case PROMOTE_STAND:
	case REHABILITATE:
	case REHABILITATE_STAND:
		return at_post(s, f->v[ACTING]);
	case PURGE:
	case PURGE_STAND:
	case PURGE_ROLL:
	case PURGE_RESULT:
	case SPY:
	case SPY_STAND:
	case PHASE_END:
		return f->v[ACTING];
	case NOMINATE:
	case NOMINATED:
		return kr_caller(f);
	case BALLOT:
	case BALLOT_STAND:
	case TRIAL:
	case TRIAL_STAND:
		return at_post(s, kr_cursor(f));
	case DEMAND:
	case DEMAND_STAND:
	case SHIFT:
	case SHIFT_STAND:
	case ELEVENTH:
	case PARADE_STAND:
		return s->holder[CHIEF];
	case SHIFT_LEAVE:
		return at_post(s, kr_shift_asked(s, f));
	case DEMAND_LEAVE:
		return kr_demand_asked(s, f);
	case PROMOTE_LEAVE:
		return (int)ap_x(kr_unpack(f->v[SAID]));
	case FEWER:
		return kr_highest_active(s);
	case TIES:
	case TIES_LOT:
		return f->v[TIED] > 0 ? f->v[TIED] - 1 : NONE;
	default:
		return NONE;
	}
}

/* ---- What was announced ---------------------------------------------------------------------- */

/* The log tells it in the same words. */
static void say_event(
	const board *b, int kind, int first, int second, int third, char *out, size_t size)
{
	ap_event event = {.kind = (uint16_t)kind};
	event.arg[0] = (int16_t)first;
	event.arg[1] = (int16_t)second;
	event.arg[2] = (int16_t)third;
	ap_say_event(b->game, b->language, &event, out, size);
}

static int said_vote(const ap_frame *f)
{
	return f->v[CURSOR] >> 4 & 3;
}

static bool is_trial(const ap_frame *f)
{
	return f->step == TRIAL || f->step == TRIAL_STAND;
}

static int event_of(const kr_state *s, const ap_frame *f, unsigned verb)
{
	switch (f->step) {
	case CURE_STAND:
		return verb == V_CURE ? EV_TO_SANATORIUM : EV_AT_WORK;
	case PURGE_STAND:
		return verb == V_PURGE ? EV_PURGE_ANNOUNCED : EV_NO_PURGE;
	case SPY_STAND:
		return verb == V_TRIAL      ? EV_TRIAL_CALLED
			: verb == V_CONDEMN     ? EV_CONDEMNED
			: verb == V_INVESTIGATE ? EV_INVESTIGATED
			: verb == V_CLOSE       ? EV_CLOSED
									: EV_NOTHING_MORE;
	case PROMOTE_STAND:
		return verb == V_PROMOTE ? EV_PROMOTES
			: verb == V_DEMOTE   ? EV_DEMOTES
			: verb == V_EXCHANGE ? EV_EXCHANGES
								 : EV_FINISHED;
	case REHABILITATE_STAND:
		return verb == V_REHABILITATE ? EV_REHABILITATES : EV_NOTHING_MORE;
	case SHIFT_STAND:
		return memcmp(s->order, s->holder, sizeof s->order) ? EV_ORDER : EV_ORDER_KEPT;
	default:
		return EVENTS;
	}
}

/* The die has fallen, and only a protection could still change it. */
static void say_fate(const board *b, int victim, int margin, char *out, size_t size)
{
	char points[12];
	int by = margin - protection(b->view, victim);
	play_say(out, size, b->language,
		by >= 0 ? "kremlin.terminal.enough" : "kremlin.terminal.not-enough",
		kr_board_name(b, victim), board_number(points, by >= 0 ? by : -by), NULL);
}

/* The sentence of what all listen to. */
static void say_announced(const board *b, const ap_frame *f, char *out, size_t size)
{
	const kr_state *s = b->view;
	int actor = actor_of(s, f);
	ap_action a = kr_unpack(f->v[SAID]);
	int event = event_of(s, f, ap_verb_of(a));
	if (event < EVENTS) {
		say_event(b, event, actor, (int)ap_x(a), (int)ap_y(a), out, size);
		return;
	}
	switch (f->step) {
	case NOMINATED:
		say_event(b, EV_NOMINATES, actor, kr_subject(f), 0, out, size);
		break;
	case BALLOT_STAND:
	case TRIAL_STAND:
		say_event(b, EV_VOTES, actor, said_vote(f) + (is_trial(f) ? 0 : IN_BALLOT), 0, out, size);
		break;
	case DEMAND_STAND:
		say_event(b, ap_verb_of(a) == V_NOTHING ? EV_DEMANDS_NOTHING : EV_DEMANDS,
			s->chief_blackmail[CB_AUTHOR], (int)ap_x(a), (int)ap_y(a), out, size);
		break;
	case PARADE_STAND:
		say_event(b, EV_ROSTRUM, actor, 0, 0, out, size);
		break;
	case PURGE_RESULT:
		say_fate(b, (int)ap_x(a), f->v[MORE], out, size);
		break;
	case HEALTH_RESULT:
		say_event(b, EV_HEALTH_ROLL, actor, f->v[SAID], kr_age(s, actor), out, size);
		break;
	case OPENING:
		snprintf(out, size, "%s", play_word(b->language, "kremlin.terminal.opening"));
		break;
	case PURGE:
		snprintf(out, size, "%s", play_word(b->language, "kremlin.terminal.purge-opens"));
		break;
	case HEALTH:
		snprintf(out, size, "%s", play_word(b->language, "kremlin.terminal.health-opens"));
		break;
	case ELEVENTH:
	case FEWER:
		if (actor != NONE)
			play_say(out, size, b->language,
				kr_version(s) == SWISS ? "kremlin.terminal.decides-swiss"
									   : "kremlin.terminal.decides-all",
				kr_board_name(b, actor), NULL);
		break;
	default:
		break;
	}
}

/* Is it a decision, so that whoever controls him after the round may take it anew? KR-DE-6 */
static bool is_decision(const kr_state *s, const ap_frame *f)
{
	int actor = actor_of(s, f);
	bool by_him = event_of(s, f, V_NOTHING) < EVENTS || f->step == NOMINATED ||
		f->step == BALLOT_STAND || f->step == TRIAL_STAND;
	return by_him && actor != NONE && kr_on_board(s, actor);
}

/* Nobody decided it for him, and so he does nothing. */
static bool has_no_will(const kr_state *s, const ap_frame *f)
{
	unsigned verb = ap_verb_of(kr_unpack(f->v[SAID]));
	if (f->v[BY] != NONE || f->step == NOMINATED)
		return false;
	if (f->step == BALLOT_STAND || f->step == TRIAL_STAND)
		return said_vote(f) == NO_VOTE;
	return verb == V_NOTHING || verb == V_WORK || event_of(s, f, verb) == EV_ORDER_KEPT;
}

/* What he said, and who holds the strings now: nobody, somebody new, or still the same. */
static void say_decision(const board *b, const page *p, const ap_frame *f, char *out, size_t size)
{
	const kr_state *s = b->view;
	int actor = actor_of(s, f), controller = kr_controller(s, actor);
	const char *key = controller == NONE ? "kremlin.terminal.free" : "kremlin.terminal.anew";
	char text[TEXT], points[TEXT] = "";
	kr_board_influence(b, p, actor, points, sizeof points);
	if (!has_no_will(s, f))
		say_announced(b, f, out, size);
	if (controller == NONE || controller != f->v[BY])
		text_add(out, size, "%s%s", out[0] ? " " : "",
			play_say(text, sizeof text, b->language, key, kr_board_name(b, actor),
				controller == NONE ? "" : kr_board_seat(b, controller), NULL));
	if (points[0])
		text_add(out, size, " [%s]", points);
}

/* ---- What hangs on it ------------------------------------------------------------------------ */

static void add_needs(const board *b, int needed, char *out, size_t size)
{
	char text[TEXT], needs[12], chance[12];
	text_add(out, size, " %s",
		play_say(text, sizeof text, b->language, "kremlin.terminal.needs",
			board_number(needs, needed < 1 ? 1 : needed),
			board_number(chance, kr_board_chance(needed)), NULL));
}

static void add_votes(const board *b, const ap_frame *f, char *out, size_t size)
{
	char text[TEXT], yes[12], no[12];
	text_add(out, size, " %s",
		play_say(text, sizeof text, b->language,
			is_trial(f) ? "kremlin.terminal.votes.trial" : "kremlin.terminal.votes.ballot",
			kr_board_name(b, kr_subject(f)), board_number(yes, kr_votes(f, FOR)),
			board_number(no, kr_votes(f, AGAINST)), NULL));
}

static void add_health(const board *b, const ap_frame *f, int man, char *out, size_t size)
{
	const kr_state *s = b->view;
	int change = health_change(s, man, f->v[BY] != 0, f->v[SAID] + f->v[MORE]);
	int now = kr_crosses(s, man) + change;
	static const char *const key[] = {"kremlin.terminal.health.well",
		"kremlin.terminal.health.sick", "kremlin.terminal.health.ill",
		"kremlin.terminal.health.dead"};
	text_add(out, size, " %s", play_word(b->language, key[now < 0 ? 0 : now > 3 ? 3 : now]));
}

/* "Palavrian → KGB": who gets another post in the chief's order. */
static void add_order(const board *b, const page *p, char *out, size_t size)
{
	const kr_state *s = b->view;
	const char *comma = " ";
	for (int post = KGB; post < POSTS; post++)
		if (s->order[post] != s->holder[post] && s->order[post] != NONE) {
			text_add(out, size, "%s%s\u00a0%s\u00a0%s", comma, kr_board_name(b, s->order[post]),
				page_symbol(p, "→", "=>"), kr_board_short(b, post));
			comma = ", ";
		}
}

static void add_stake(const board *b, const page *p, const ap_frame *f, char *out, size_t size)
{
	const kr_state *s = b->view;
	int actor = actor_of(s, f), victim = (int)ap_x(kr_unpack(f->v[SAID]));
	bool purge = ap_verb_of(kr_unpack(f->v[SAID])) == V_PURGE && s->place[victim] <= CANDIDATES;
	switch (f->step) {
	case PURGE_STAND:
		if (purge)
			add_needs(b, kr_board_purge_needs(s, victim), out, size);
		break;
	case BALLOT:
	case BALLOT_STAND:
	case TRIAL:
	case TRIAL_STAND:
		add_votes(b, f, out, size);
		break;
	case HEALTH_RESULT:
		if (actor != NONE)
			add_health(b, f, actor, out, size);
		break;
	case PARADE_STAND:
		if (actor != NONE && kr_crosses(s, actor))
			add_needs(b, 7 * kr_crosses(s, actor), out, size);
		break;
	case SHIFT:
	case SHIFT_STAND:
	case SHIFT_LEAVE:
		add_order(b, p, out, size);
		break;
	default:
		break;
	}
}

/* ---- Cards ----------------------------------------------------------------------------------- */

static bool is_card(const ap_frame *f)
{
	return f->step >= CARD && f->step <= CARD_END;
}

static void say_card(const board *b, const ap_frame *f, char *out, size_t size)
{
	const kr_state *s = b->view;
	char digits[12], text[TEXT];
	say_event(b, EV_PLAYS, f->v[PLAYER], f->v[PLAYED], 0, out, size);
	if (f->step > CARD && kr_card_has_target(f->v[PLAYED]))
		text_add(out, size, " (%s)", kr_board_name(b, f->v[TARGET]));
	if (f->step == FORCED)
		text_add(out, size, " %s",
			play_say(text, sizeof text, b->language, "kremlin.terminal.forced",
				kr_board_seat(b, f->v[TARGET]), board_number(digits, f->v[ROLL]), NULL));
	if (f->step == CARD_CHOICE && kr_intrigues[f->v[PLAYED]].effect == KR_EFFECT_POWER_GAME)
		text_add(out, size, " %s",
			play_say(text, sizeof text, b->language, "kremlin.terminal.forced",
				kr_board_seat(b, f->v[TARGET]), board_number(digits, f->v[ROLL] & 31), NULL));
	if (f->step == REVEAL_NAME && s->holder[KGB] != NONE)
		text_add(out, size, " (%s)", kr_board_name(b, s->holder[KGB]));
}

/* ---- The line -------------------------------------------------------------------------------- */

static bool is_round(const ap_frame *f)
{
	return f->step == LISTEN || f->step == LISTEN_CARDS;
}

static bool is_told(const kr_state *s, int at)
{
	const ap_frame *f = &s->head.stack[at];
	bool heard = at + 1 < s->head.depth && is_round(&s->head.stack[at + 1]);
	if (is_round(f) || f->step < OPENING)
		return false;
	return is_card(f) || heard || actor_of(s, f) != NONE;
}

static void add_badge(const board *b, const char *key, char *line, size_t size)
{
	char title[80];
	text_add(
		line, size, S_TITLE " %s " S_PLAIN " ", play_title(title, sizeof title, b->language, key));
}

/* "Palavrian, KGB Head, 70++, R5 B3(2)." */
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

static const char *badge_of(const ap_frame *f, bool heard)
{
	if (is_card(f))
		return "kremlin.terminal.badge.card";
	if (heard)
		return "kremlin.terminal.badge.heard";
	if (f->step == TIES || f->step == TIES_LOT)
		return "kremlin.terminal.badge.tied";
	if (f->step == DEMAND)
		return "kremlin.terminal.badge.demand";
	return is_trial(f) ? "kremlin.terminal.badge.trial" : "kremlin.terminal.badge.decides";
}

static void add_line(const board *b, page *out, int at)
{
	const kr_state *s = b->view;
	const ap_frame *f = &s->head.stack[at];
	bool heard = at + 1 < s->head.depth && is_round(&s->head.stack[at + 1]);
	char line[TEXT_LINE] = "", text[TEXT_LINE - TEXT] = "";
	if (is_card(f))
		say_card(b, f, text, sizeof text);
	else if (heard && is_decision(s, f))
		say_decision(b, out, f, text, sizeof text);
	else if (heard)
		say_announced(b, f, text, sizeof text);
	else
		add_actor(b, out, actor_of(s, f), text, sizeof text);
	add_stake(b, out, f, text, sizeof text);
	add_badge(b, badge_of(f, heard), line, sizeof line);
	text_add(line, sizeof line, "%s", text + strspn(text, " "));
	page_wrap(out, 2, line);
}

void kr_board_scene(const board *b, page *out, bool brief)
{
	const kr_state *s = b->view;
	int last = -1;
	for (int at = 0; at < s->head.depth && !s->head.over; at++) {
		if (!is_told(s, at))
			continue;
		if (!brief)
			add_line(b, out, at);
		last = at;
	}
	if (brief && last >= 0)
		add_line(b, out, last);
}
