/* undo.c: taking moves back, to which the other people must agree if anything has happened since.
 * What would be taken back is told beforehand, to who asks and to who must agree. */
#include "server/play.h"

#include <assert.h>

#include "core/notation.h"
#include "server/choices.h"
#include "server/requests.h"

/* How long an undo waits for others, in ms: the longer time at slow pace, and where somebody must
 * agree who is not there. */
#define LIVE_UNDO (2LL * 60 * 1000)
#define LONG_UNDO (48LL * 3600 * 1000)

/* ---- Counting decisions ---------------------------------------------------------------------- */

static int count_seats(ap_seats seats)
{
	int count = 0;
	for (; seats; seats &= (ap_seats)(seats - 1))
		count++;
	return count;
}

/* True if the question is open no longer; the game may have ended with it. */
static bool is_closed(const void *state, int question)
{
	return ap_question(state) != question || ap_actors(state) == 0;
}

void sv_count_decision(sv_table *t, const sv_line *line, bool sealed, int question)
{
	assert(t && t->history && line);
	if (line->kind != AP_LINE_ACTION)
		return;
	if (!sealed)
		t->decisions += line->seat < t->setup.players;
	else if (is_closed(&t->history->state, question))
		t->decisions += count_seats(t->asked);
}

void sv_forget_decisions(sv_table *t)
{
	assert(t);
	for (int seat = 0; seat < AP_MAX_SEATS; seat++)
		t->decision[seat] = (sv_decision){.to = -1};
	t->round.moves = -1;
}

/* Returns how many decisions sv_count_decision() has counted since the first `from` moves, after
 * which a question was just put. */
static int count_decisions(const sv_table *t, int from)
{
	const ap_history *h = t->history;
	ap_any state;
	int count = 0, question = -1, asked = 0;
	ap_history_at(h, from, &state);
	for (int i = from; i < h->moves; i++) {
		bool sealed = ap_step_sealed(t->game, ap_step_of(&state));
		if (ap_question(&state) != question) /* who had answered before a base stays unknown */
			asked =
				i == 0 && h->earlier.lines > 0 ? t->setup.players : count_seats(ap_actors(&state));
		question = ap_question(&state);
		ap_history_replay(t->game, &state, &h->move[i], NULL);
		if (!sealed)
			count += h->move[i].kind == AP_LINE_ACTION && h->move[i].seat < t->setup.players;
		else if (is_closed(&state, question))
			count += asked;
	}
	return count;
}

/* ---- What an undo would take back ------------------------------------------------------------ */

/* True if the server chose this move by itself: taken back, it would choose the same again. */
static bool was_automatic(const sv_table *t, int move, int seat)
{
	ap_any state;
	ap_action answer;
	ap_history_at(t->history, move, &state);
	ap_view(t->game, &state, seat, &state);
	return sv_find_automatic_answer(t, seat, &state, &answer) &&
		answer == t->history->move[move].value;
}

/* Returns the sealed question that the move answered; -1 if it was not sealed. */
static int sealed_question(const sv_table *t, int move)
{
	ap_any state;
	ap_history_at(t->history, move, &state);
	return ap_step_sealed(t->game, ap_step_of(&state)) ? ap_question(&state) : -1;
}

/* Returns the first move of the sealed question that this move belongs to. A sealed question is
 * taken back as a whole: nobody is to answer again while the others' answers stay. */
static int start_of_round(const sv_table *t, int move)
{
	int question = sealed_question(t, move);
	while (question >= 0 && move > 0 && sealed_question(t, move - 1) == question)
		move--;
	return move;
}

/* Returns how many actions the seat has made since the first `from` moves while the question that
 * was open then was open. */
static int count_actions(const sv_table *t, int seat, int from, int question)
{
	int count = 0;
	for (int i = from; i < t->history->moves && sealed_question(t, i) == question; i++)
		count += t->history->move[i].seat == seat && t->history->move[i].kind == AP_LINE_ACTION;
	return count;
}

/* Finds that this move is the last decision of the seat. */
static void find_decision(sv_table *t, int seat, int move)
{
	ap_any state;
	sv_decision *d = &t->decision[seat];
	d->move = move;
	d->to = start_of_round(t, move);
	d->action = t->history->move[move].value;
	ap_history_at(t->history, d->to, &state);
	d->step = (uint16_t)ap_step_of(&state);
	d->question = ap_question(&state);
	d->before = t->decisions - count_decisions(t, d->to);
	d->is_one_of_many =
		ap_step_sealed(t->game, d->step) && count_actions(t, seat, d->to, d->question) > 1;
}

/* True if the seat has made an action since the first `from` moves. */
static bool has_acted(const sv_table *t, int seat, int from)
{
	const ap_history *h = t->history;
	for (int i = from; i < h->moves; i++)
		if (h->move[i].seat == seat && h->move[i].kind == AP_LINE_ACTION)
			return true;
	return false;
}

/* Returns the last decision of the seat that its person has made. Only moves since the last time
 * are looked at, because every viewer is told with every change. */
static const sv_decision *last_decision(sv_table *t, int seat)
{
	ap_history *h = t->history;
	sv_decision *d = &t->decision[seat];
	int move = h->moves - 1;
	if (h->snapshots * AP_SNAPSHOT_EVERY < h->moves)
		ap_history_fill_snapshots(h);
	while (move >= d->searched &&
		(h->move[move].seat != seat || h->move[move].kind != AP_LINE_ACTION ||
			was_automatic(t, move, seat)))
		move--;
	if (move >= d->searched)
		find_decision(t, seat, move);
	d->searched = h->moves;
	return d;
}

/* ---- What the undo of a new move would take back -----------------------------------------------
 */

/* Notes where the open question began, before a line is applied. */
static void follow_round(sv_table *t)
{
	const ap_history *h = t->history;
	sv_round *r = &t->round;
	int question = ap_question(&h->state);
	bool is_followed = r->moves == h->moves;
	if (!is_followed || question != r->question)
		*r = (sv_round){.question = question,
			.from = is_followed ? h->moves : -1,
			.decisions = t->decisions,
			.step = (uint16_t)ap_step_of(&h->state)};
	r->moves = h->moves;
}

/* True if the server would choose this answer by itself. */
static bool is_automatic(const sv_table *t, const sv_line *line)
{
	ap_any view;
	ap_action answer;
	ap_view(t->game, &t->history->state, line->seat, &view);
	return sv_find_automatic_answer(t, line->seat, &view, &answer) && answer == line->value;
}

/* `searched` says that this move need not be looked at again. */
sv_decision sv_foresee_undo(sv_table *t, const sv_line *line)
{
	assert(t && t->history && line);
	const void *state = &t->history->state;
	const sv_round *r = &t->round;
	int seat = line->seat, move = t->history->moves;
	sv_decision d = {.to = -1, .move = move, .action = line->value};
	follow_round(t);
	if (line->kind != AP_LINE_ACTION || seat >= t->setup.players || ap_actors(state) == 0)
		return d;
	bool sealed = ap_step_sealed(t->game, ap_step_of(state));
	if (!(ap_actors(state) & AP_SEAT(seat)) || (sealed && r->from < 0))
		return d;
	if (is_automatic(t, line)) {
		d.searched = has_acted(t, seat, t->decision[seat].searched) ? 0 : move + 1;
		return d;
	}
	d.searched = move + 1;
	d.to = sealed ? r->from : move;
	d.step = sealed ? r->step : (uint16_t)ap_step_of(state);
	d.question = ap_question(state);
	d.before = sealed ? r->decisions : t->decisions;
	d.is_one_of_many = sealed && has_acted(t, seat, d.to);
	return d;
}

void sv_note_decision(sv_table *t, const sv_line *line, const sv_decision *decision)
{
	assert(t && t->history && line && decision);
	if (line->kind != AP_LINE_UNDO)
		t->round.moves = t->history->moves;
	if (decision->to >= 0)
		t->decision[line->seat] = *decision;
	else if (decision->searched)
		t->decision[line->seat].searched = decision->searched;
}

/* ---- Which question -------------------------------------------------------------------------- */

/* True if the decision is part of the answer to a sealed question that is still open. */
static bool is_sealed_answer(const sv_table *t, const sv_decision *d)
{
	return sv_is_sealed(t) && d->question == ap_question(&t->history->state);
}

/* ---- Asking for it --------------------------------------------------------------------------- */

/* True if nothing is taken back without the person in this seat: who is away has a vote, too,
 * unless the table was made otherwise, but not who has left for good. */
static bool has_vote(const sv_table *t, int seat)
{
	const sv_seat *s = &t->seat[seat];
	return s->kind == SV_SEAT_PERSON && s->person && !s->resigned && !(s->away && t->away_agrees);
}

/* Returns the people who must agree: all others if another seat or chance has acted since; none
 * otherwise. If a sealed question is open or taken back always all others, since being asked would
 * tell that somebody has answered, or in which order. */
static ap_seats seats_to_ask(const sv_table *t, int seat, const sv_decision *d)
{
	const ap_history *h = t->history;
	ap_seats others = 0;
	bool has_happened = sv_is_sealed(t) || ap_step_sealed(t->game, d->step);
	for (int i = 0; i < t->setup.players; i++)
		if (i != seat && has_vote(t, i))
			others |= AP_SEAT(i);
	for (int i = d->to; i < h->moves; i++)
		has_happened = has_happened || h->move[i].seat != seat;
	return has_happened ? others : 0;
}

static bool waits_long(const sv_table *t)
{
	bool away = false;
	for (int seat = 0; seat < t->setup.players; seat++)
		away = away || ((t->undo.needed & AP_SEAT(seat)) && t->seat[seat].away);
	return t->slow || away || (t->undo.needed & t->absent);
}

static void apply_undo(sv_table *t)
{
	sv_line decision = {.kind = AP_LINE_UNDO,
		.value = (uint32_t)t->undo.decision.to,
		.person = t->seat[t->undo.by].person};
	t->undo = (sv_undo){0};
	sv_decide(t, &decision);
}

void sv_remove_from_undo(sv_table *t, int seat)
{
	assert(t && seat >= 0 && seat < t->setup.players);
	if (has_vote(t, seat))
		return;
	t->undo.needed &= (ap_seats)~AP_SEAT(seat);
	if (t->undo.open && (t->undo.needed & ~t->undo.agreed) == 0)
		apply_undo(t);
}

void sv_on_undo(const sv_request *r)
{
	assert(sv_is_request(r));
	int seat;
	sv_table *t = sv_request_player(r, &seat);
	if (!t)
		return;
	if (sv_refuse_paused(r, t))
		return;
	bool running = t->status == SV_RUNNING && sv_load_history(t);
	const sv_decision *d = running ? last_decision(t, seat) : NULL;
	if (!d || d->to < 0 || t->undo.open) {
		sv_refuse(r->client, r->id, "not-now", "there is nothing to take back now");
		return;
	}
	if (is_sealed_answer(t, d)) {
		sv_refuse(r->client, r->id, "not-now", "the round is still open: unseal your answer");
		return;
	}
	t->undo = (sv_undo){
		.open = true, .by = (uint8_t)seat, .decision = *d, .needed = seats_to_ask(t, seat, d)};
	t->undo.expires = sv_now(t->hub) + (waits_long(t) ? LONG_UNDO : LIVE_UNDO);
	sv_answer_done(r, t);
	if (t->undo.needed == 0) {
		apply_undo(t);
	} else {
		sv_send_table(t);
		sv_update_due(t);
	}
}

void sv_on_undo_answer(const sv_request *r)
{
	assert(sv_is_request(r));
	int seat;
	sv_table *t = sv_request_player(r, &seat);
	if (!t)
		return;
	if (sv_refuse_paused(r, t))
		return;
	bool agrees = json_is_true(json_object_get(r->body, "agree"));
	bool is_asked = t->undo.needed & AP_SEAT(seat);
	if (!t->undo.open || !(is_asked || (t->undo.by == seat && !agrees))) {
		sv_refuse(r->client, r->id, "not-now", "you are not asked to agree to anything");
		return;
	}
	sv_answer_done(r, t);
	if (!agrees) { /* refused, or withdrawn by the seat that asked for it */
		t->undo = (sv_undo){0};
		sv_send_table(t);
		return;
	}
	t->undo.agreed |= AP_SEAT(seat);
	if ((t->undo.needed & ~t->undo.agreed) == 0)
		apply_undo(t);
	else
		sv_send_table(t);
}

/* ---- Telling of it --------------------------------------------------------------------------- */

/* Writes the action in notation; null if this viewer may not know all of it, or if the whole answer
 * to a sealed question had more than one. */
static void write_action(ap_json *j, const sv_table *t, int by, const sv_decision *d, int viewer)
{
	char text[AP_MAX_NOTATION];
	ap_any before;
	ap_action shown = d->action;
	if (viewer != by) {
		ap_history_at(t->history, d->move, &before);
		shown = ap_masked(t->game, &before, by, d->action, viewer);
	}
	if (d->is_one_of_many || ap_x(shown) == AP_UNKNOWN || ap_y(shown) == AP_UNKNOWN)
		ap_json_null(j);
	else
		ap_json_string(j, ap_write_bare_action(t->game, shown, text));
}

/* Writes fields of an open object. */
static void write_decision(ap_json *j, const sv_table *t, int by, const sv_decision *d, int viewer)
{
	ap_json_key(j, "step");
	ap_json_string(j, ap_step_name(t->game, d->step));
	ap_json_key(j, "action");
	write_action(j, t, by, d, viewer);
	ap_json_key(j, "moves");
	ap_json_int(j, t->decisions - d->before);
	ap_json_key(j, "question");
	ap_json_int(j, d->question);
}

static void write_seats(ap_json *j, const sv_table *t, const char *key, ap_seats seats)
{
	ap_json_key(j, key);
	ap_json_open(j, '[');
	for (int seat = 0; seat < t->setup.players; seat++)
		if (seats & AP_SEAT(seat))
			ap_json_string(j, ap_seat_name(t->game, seat));
	ap_json_close(j, ']');
}

static void write_request(ap_json *j, const sv_table *t, int viewer)
{
	const sv_undo *u = &t->undo;
	ap_json_key(j, "undo");
	if (!u->open) {
		ap_json_null(j);
		return;
	}
	ap_json_open(j, '{');
	ap_json_key(j, "by");
	ap_json_string(j, ap_seat_name(t->game, u->by));
	write_seats(j, t, "waits_for", u->needed & (ap_seats)~u->agreed);
	ap_json_key(j, "expires");
	ap_json_int(j, sv_wall_time(t, u->expires));
	ap_json_key(j, "takes_back");
	ap_json_open(j, '{');
	write_decision(j, t, u->by, &u->decision, viewer);
	ap_json_close(j, '}');
	ap_json_close(j, '}');
}

static void write_undoable(ap_json *j, sv_table *t, int seat)
{
	bool may_ask =
		t->status == SV_RUNNING && ap_actors(&t->history->state) != 0 && !t->seat[seat].resigned;
	const sv_decision *d = may_ask ? last_decision(t, seat) : NULL;
	ap_json_key(j, "undoable");
	if (!d || d->to < 0 || is_sealed_answer(t, d)) {
		ap_json_null(j);
		return;
	}
	ap_json_open(j, '{');
	write_decision(j, t, seat, d, seat);
	write_seats(j, t, "asks", seats_to_ask(t, seat, d));
	ap_json_close(j, '}');
}

void sv_write_undo(ap_json *j, sv_table *t, int viewer)
{
	assert(j && t);
	write_request(j, t, viewer);
	if (t->history && viewer < t->setup.players)
		write_undoable(j, t, viewer);
}
