/* undo.c: taking moves back, to which the other people must agree if anything has happened
 * since. */
#include "server/play.h"

#include <assert.h>

#include "server/choices.h"
#include "server/requests.h"

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

/* Returns the last move of the seat that its person has chosen; -1 if there is none. */
static int last_decision(const sv_table *t, int seat)
{
	const ap_history *h = t->history;
	for (int i = h->moves - 1; i >= 0; i--)
		if (h->move[i].seat == seat && h->move[i].kind == AP_LINE_ACTION &&
			!was_automatic(t, i, seat))
			return i;
	return -1;
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

/* Returns the people who must agree: all others if another seat or chance has acted since; none
 * otherwise. In a sealed question always all others, since being asked would tell them that
 * somebody has answered. */
static ap_seats seats_to_ask(const sv_table *t, int seat, int to)
{
	const ap_history *h = t->history;
	ap_seats others = 0;
	bool has_happened = sv_is_sealed(t);
	for (int i = 0; i < t->setup.players; i++)
		if (i != seat && t->seat[i].kind == SV_SEAT_PERSON && !t->seat[i].away)
			others |= AP_SEAT(i);
	for (int i = to; i < h->moves; i++)
		has_happened = has_happened || h->move[i].seat != seat;
	return has_happened ? others : 0;
}

static void apply_undo(sv_table *t)
{
	sv_line decision = {
		.kind = AP_LINE_UNDO, .value = (uint32_t)t->undo.to, .person = t->seat[t->undo.by].person};
	t->undo = (sv_undo){0};
	sv_decide(t, &decision);
}

void sv_remove_from_undo(sv_table *t, int seat)
{
	assert(t && seat >= 0 && seat < t->setup.players);
	t->undo.needed &= (ap_seats)~AP_SEAT(seat);
	if (t->undo.open && (t->undo.needed & ~t->undo.agreed) == 0)
		apply_undo(t);
}

void sv_on_undo(const sv_request *r)
{
	assert(sv_is_request(r));
	int seat;
	sv_table *t = sv_request_seat(r, &seat);
	if (!t)
		return;
	bool running = t->status == SV_RUNNING && sv_load_history(t);
	if (running)
		ap_history_fill_snapshots(t->history);
	int to = running ? last_decision(t, seat) : -1;
	if (to < 0 || t->undo.open) {
		sv_refuse(r->client, r->id, "not-now", "there is nothing to take back now");
		return;
	}
	if (sealed_question(t, to) == ap_question(&t->history->state)) {
		sv_refuse(r->client, r->id, "not-now", "the round is still open: unseal your answer");
		return;
	}
	to = start_of_round(t, to);
	t->undo = (sv_undo){true, (uint8_t)seat, to, seats_to_ask(t, seat, to), 0};
	sv_answer_done(r, t);
	if (t->undo.needed == 0)
		apply_undo(t);
	else
		sv_send_table(t);
}

void sv_on_undo_answer(const sv_request *r)
{
	assert(sv_is_request(r));
	int seat;
	sv_table *t = sv_request_seat(r, &seat);
	if (!t)
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
