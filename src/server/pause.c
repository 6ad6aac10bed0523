/* pause.c: a pause, to which all people at the table must agree. While it lasts no clock runs and
 * nobody answers, bots included; anybody who plays may end it. */
#include <assert.h>

#include "server/choices.h"
#include "server/play.h"
#include "server/requests.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };

bool sv_refuse_paused(const sv_request *r, const sv_table *t)
{
	assert(sv_is_request(r) && t);
	if (t->pause.since)
		sv_refuse(r->client, r->id, "paused", "the table is paused");
	return t->pause.since != 0;
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

/* How long the clock has run is stored, so that it goes on from there also after a restart. */
static void begin_pause(sv_table *t)
{
	int64_t now = sv_now(t->hub);
	t->pause = (sv_pause){.since = now, .elapsed = now - sv_clock_start(t)};
	sv_save_table(t);
	sv_send_table(t);
	sv_continue_game(t);
}

static void delay(int64_t *at, int64_t by)
{
	if (*at && *at != INT64_MAX) /* never: see play.c */
		*at += by;
}

static void end_pause(sv_table *t)
{
	int64_t now = sv_now(t->hub), lasted = now - t->pause.since;
	t->clock_from = now - t->pause.elapsed;
	t->clock_set = now;
	for (int seat = 0; seat < t->setup.players; seat++) {
		delay(&t->seat[seat].auto_answer_at, lasted);
		delay(&t->seat[seat].bot_at, lasted);
	}
	t->pause = (sv_pause){0};
	sv_save_table(t);
	sv_send_table(t);
	sv_continue_game(t);
}

/* ---- Agreeing -------------------------------------------------------------------------------- */

static ap_seats other_people(const sv_table *t, int seat)
{
	ap_seats others = 0;
	for (int i = 0; i < t->setup.players; i++)
		if (i != seat && t->seat[i].kind == SV_SEAT_PERSON && !t->seat[i].away)
			others |= AP_SEAT(i);
	return others;
}

static void begin_if_all_agree(sv_table *t)
{
	if ((t->pause.needed & ~t->pause.agreed) == 0)
		begin_pause(t);
	else
		sv_send_table(t);
}

/* True if somebody is left who may end a pause. */
static bool somebody_may_resume(const sv_table *t)
{
	for (int seat = 0; seat < t->setup.players; seat++)
		if (t->seat[seat].kind == SV_SEAT_PERSON && t->seat[seat].person && !t->seat[seat].resigned)
			return true;
	return false;
}

void sv_remove_from_pause(sv_table *t, int seat)
{
	assert(t && seat >= 0 && seat < t->setup.players);
	if (t->pause.since && !somebody_may_resume(t))
		end_pause(t);
	if (!t->pause.open)
		return;
	if (t->pause.by == seat)
		t->pause = (sv_pause){0};
	t->pause.needed &= (ap_seats)~AP_SEAT(seat);
	if (t->pause.open)
		begin_if_all_agree(t);
}

void sv_forget_old_pause(sv_table *t, int64_t now)
{
	assert(t);
	if (!t->pause.open || t->pause.expires > now)
		return;
	t->pause = (sv_pause){0};
	sv_send_table(t);
}

void sv_on_pause(const sv_request *r)
{
	assert(sv_is_request(r));
	int seat;
	sv_table *t = sv_request_player(r, &seat);
	if (!t || sv_refuse_paused(r, t))
		return;
	if (t->status != SV_RUNNING || !sv_load_history(t)) {
		sv_refuse(r->client, r->id, "not-running", "this game is not being played");
		return;
	}
	if (t->pause.open) {
		sv_refuse(r->client, r->id, "not-now", "somebody has asked for a pause already");
		return;
	}
	t->pause = (sv_pause){.open = true,
		.by = (uint8_t)seat,
		.needed = other_people(t, seat),
		.expires = sv_now(t->hub) + (t->slow ? 48 * HOUR : 2 * MINUTE)};
	sv_answer_done(r, t);
	begin_if_all_agree(t);
	sv_update_due(t);
}

void sv_on_pause_answer(const sv_request *r)
{
	assert(sv_is_request(r));
	int seat;
	sv_table *t = sv_request_player(r, &seat);
	if (!t)
		return;
	bool agrees = json_is_true(json_object_get(r->body, "agree"));
	bool is_asked = t->pause.needed & AP_SEAT(seat);
	if (!t->pause.open || !(is_asked || (t->pause.by == seat && !agrees))) {
		sv_refuse(r->client, r->id, "not-now", "you are not asked to agree to a pause");
		return;
	}
	sv_answer_done(r, t);
	if (!agrees) { /* refused, or withdrawn by the seat that asked for it */
		t->pause = (sv_pause){0};
		sv_send_table(t);
		return;
	}
	t->pause.agreed |= AP_SEAT(seat);
	begin_if_all_agree(t);
}

void sv_on_resume(const sv_request *r)
{
	assert(sv_is_request(r));
	int seat;
	sv_table *t = sv_request_player(r, &seat);
	if (!t)
		return;
	if (!t->pause.since) {
		sv_refuse(r->client, r->id, "not-now", "the table is not paused");
		return;
	}
	sv_answer_done(r, t);
	end_pause(t);
}
