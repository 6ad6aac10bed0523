/* undo.c: taking back by consent. The others agree or not; past something that was hidden and has
 * been revealed since, all of them must. */
#include "server/hub_internal.h"

/* The server would at once answer the same again. */
static bool was_automatic(const sv_table *t, int move, int seat)
{
	ap_any then;
	ap_action answer;
	ap_history_at(t->history, move, &then);
	ap_view(t->game, &then, seat, &then);
	return sv_answers_for(t, seat, &then, &answer) && answer == t->history->move[move].value;
}

/* The seat's own last decision that is in force; -1: there is none. */
static int last_decision(const sv_table *t, int seat)
{
	const ap_history *h = t->history;
	for (int i = h->moves - 1; i >= 0; i--)
		if (h->move[i].seat == seat && h->move[i].kind == AP_LINE_ACTION &&
			!was_automatic(t, i, seat))
			return i;
	return -1;
}

/* The sealed question a move answered; -1: it answered no sealed one. */
static int sealed_question(const sv_table *t, int move)
{
	ap_any then;
	ap_history_at(t->history, move, &then);
	return ap_step_sealed(t->game, ap_step_of(&then)) ? ap_question(&then) : -1;
}

/* A sealed round is taken back whole: nobody is to answer anew with the others' answers in place.
 */
static int start_of_round(const sv_table *t, int move)
{
	int question = sealed_question(t, move);
	while (question >= 0 && move > 0 && sealed_question(t, move - 1) == question)
		move--;
	return move;
}

static bool is_sealed_now(const sv_table *t)
{
	return ap_step_sealed(t->game, ap_step_of(&t->history->state));
}

/* The others must agree when anybody has acted since, or chance has; and in a sealed round always,
 * or being asked would tell that somebody has answered. */
static ap_seats affected(const sv_table *t, int seat, int to)
{
	const ap_history *h = t->history;
	ap_seats people = 0;
	bool since = is_sealed_now(t);
	for (int i = 0; i < t->setup.players; i++)
		if (i != seat && t->seat[i].kind == SV_PERSON && !t->seat[i].away)
			people |= AP_SEAT(i);
	for (int i = to; i < h->moves; i++)
		since = since || h->move[i].seat != seat;
	return since ? people : 0;
}

static void carry_out(sv_table *t)
{
	int by = t->undo.by, to = t->undo.to;
	t->undo = (sv_undo){0};
	sv_undo_to(t, by, to);
	sv_show_table(t);
	sv_go_on(t);
}

void sv_undo_without(sv_table *t, int seat)
{
	t->undo.needed &= (ap_seats)~AP_SEAT(seat);
	if (t->undo.open && (t->undo.needed & ~t->undo.agreed) == 0)
		carry_out(t);
}

void sv_on_undo(const sv_request *r)
{
	int seat;
	sv_table *t = sv_seated_at(r, &seat);
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
	t->undo = (sv_undo){true, (uint8_t)seat, to, affected(t, seat, to), 0};
	sv_done(r, t);
	if (t->undo.needed == 0)
		carry_out(t);
	else
		sv_show_table(t);
}

void sv_on_undo_answer(const sv_request *r)
{
	int seat;
	sv_table *t = sv_seated_at(r, &seat);
	if (!t)
		return;
	bool agree = json_is_true(json_object_get(r->body, "agree"));
	bool asked = t->undo.needed & AP_SEAT(seat);
	if (!t->undo.open || !(asked || (t->undo.by == seat && !agree))) {
		sv_refuse(r->client, r->id, "not-now", "you are not asked to agree to anything");
		return;
	}
	sv_done(r, t);
	if (!agree) { /* his own: he thinks better of it */
		t->undo = (sv_undo){0};
		sv_show_table(t);
		return;
	}
	t->undo.agreed |= AP_SEAT(seat);
	if ((t->undo.needed & ~t->undo.agreed) == 0)
		carry_out(t);
	else
		sv_show_table(t);
}
