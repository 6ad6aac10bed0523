/* hold.c: holding a round for all. Anybody at the table may, whether he is asked or not, and
 * whether he has answered or not: so it tells nothing, and may be a bluff. */
#include <assert.h>

#include "server/choices.h"
#include "server/play.h"
#include "server/requests.h"

/* Returns the table if the round that the request names is open and can be held; otherwise refuses
 * the request and returns NULL. */
static sv_table *request_round(const sv_request *r, int *seat)
{
	json_int_t question = json_integer_value(json_object_get(r->body, "question"));
	sv_table *t = sv_request_player(r, seat);
	if (!t)
		return NULL;
	if (!sv_load_history(t))
		sv_refuse(r->client, r->id, "storage", "the game cannot be read");
	else if (t->status != SV_RUNNING)
		sv_refuse(r->client, r->id, "not-running", "this game is not being played");
	else if (sv_refuse_paused(r, t))
		return NULL;
	else if (question != ap_question(&t->history->state))
		sv_refuse(r->client, r->id, "stale", "this question is not open any more");
	else if (!sv_has_countdown(t) || t->hold_time == 0)
		sv_refuse(r->client, r->id, "not-now", "only a round that ends by itself can be held");
	else
		return t;
	return NULL;
}

/* What has not changed need not be told. */
static void set_holders(sv_table *t, ap_seats holders)
{
	if (holders == t->holders)
		return;
	t->holders = holders;
	sv_save_table_quietly(t);
	sv_send_clock(t);
	sv_continue_game(t);
}

void sv_on_hold(const sv_request *r)
{
	assert(sv_is_request(r));
	int seat;
	sv_table *t = request_round(r, &seat);
	if (!t)
		return;
	sv_answer_done(r, t);
	set_holders(t, t->holders | AP_SEAT(seat));
}

/* The round then ends when it would have ended, or now if that time has passed. */
void sv_on_release(const sv_request *r)
{
	assert(sv_is_request(r));
	int seat;
	sv_table *t = request_round(r, &seat);
	if (!t)
		return;
	if (!(t->holders & AP_SEAT(seat))) {
		sv_refuse(r->client, r->id, "not-now", "you do not hold this round");
		return;
	}
	sv_answer_done(r, t);
	set_holders(t, t->holders & (ap_seats)~AP_SEAT(seat));
}
