/* replace.c: people who are absent, and replacing them: if the others at the table agree, a bot
 * sits in until the person takes the seat back.
 *
 * Who is absent is known to all, so it depends only on what all may know: on who looks at the
 * table, on clocks that have run out where it is known who is asked, and on nobody's sealed
 * answers. */
#include <assert.h>

#include "server/choices.h"
#include "server/lists.h"
#include "server/play.h"
#include "server/requests.h"
#include "server/watch.h"

/* Without a look at the table a person is absent after so many ms; at slow pace only if he is asked
 * something all that time. */
#define LIVE_ABSENCE (3LL * 60 * 1000)
#define SLOW_ABSENCE (24LL * 3600 * 1000)

/* How long a proposal waits for others, in ms. */
#define LIVE_PROPOSAL (2LL * 60 * 1000)
#define SLOW_PROPOSAL (48LL * 3600 * 1000)

enum { MOST_TIMEOUTS = 2 }; /* clocks that run out in a row before a person counts as absent */

/* ---- Who is absent --------------------------------------------------------------------------- */

static bool plays_himself(const sv_table *t, int seat)
{
	const sv_seat *s = &t->seat[seat];
	return s->kind == SV_SEAT_PERSON && s->person && !s->away;
}

static bool looks_at_table(const sv_table *t, int64_t person)
{
	for (const sv_watcher *w = t->watchers; w; w = w->next)
		if (w->client->person == person)
			return true;
	return false;
}

static int64_t later(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* Returns when the person is absent if he does not come; INT64_MAX: he is there. */
static int64_t absent_at(const sv_table *t, int seat)
{
	const sv_seat *s = &t->seat[seat];
	if (t->status != SV_RUNNING || !plays_himself(t, seat))
		return INT64_MAX;
	if (s->timeouts >= MOST_TIMEOUTS)
		return 0;
	if (looks_at_table(t, s->person))
		return INT64_MAX;
	int64_t since = later(s->gone_at, t->led_at); /* nobody could look before */
	if (!t->slow)
		return since + LIVE_ABSENCE;
	return t->asked & AP_SEAT(seat) ? later(since, t->asked_at) + SLOW_ABSENCE : INT64_MAX;
}

void sv_update_absence(sv_table *t)
{
	assert(t);
	ap_seats absent = 0;
	int64_t now = sv_now(t->hub);
	for (int seat = 0; seat < t->setup.players; seat++)
		absent |= absent_at(t, seat) <= now ? AP_SEAT(seat) : 0;
	if (absent == t->absent)
		return;
	t->absent = absent;
	if (t->replacement.open && !(absent & AP_SEAT(t->replacement.seat)))
		t->replacement = (sv_replacement){0};
	sv_send_table(t);
}

void sv_note_come(sv_table *t, int64_t person)
{
	assert(t);
	int seat = sv_seat_of(t, person);
	if (seat == AP_OBSERVER)
		return;
	if (t->seat[seat].timeouts > 0 && !t->hub->is_troubled) {
		t->seat[seat].timeouts = 0;
		sv_save_table_quietly(t);
	}
	sv_update_absence(t);
}

void sv_note_gone(sv_table *t, int64_t person)
{
	assert(t);
	int seat = sv_seat_of(t, person);
	if (seat == AP_OBSERVER || looks_at_table(t, person))
		return;
	t->seat[seat].gone_at = sv_now(t->hub);
	int64_t at = absent_at(t, seat);
	if (t->due && at < t->due)
		t->due = at;
	if (t->due && t->due < t->hub->due)
		t->hub->due = t->due;
}

void sv_note_answer(sv_table *t, int seat)
{
	assert(t && t->history && seat >= 0 && seat < t->setup.players);
	if (t->seat[seat].timeouts == 0)
		return;
	t->seat[seat].timeouts = 0;
	sv_save_table_quietly(t);
}

void sv_note_timeout(sv_table *t, int seat)
{
	assert(t && t->history && seat >= 0 && seat < t->setup.players);
	if (!plays_himself(t, seat) || sv_is_sealed(t) || t->seat[seat].timeouts >= MOST_TIMEOUTS)
		return;
	t->seat[seat].timeouts++;
	sv_save_table_quietly(t);
}

/* ---- Agreeing -------------------------------------------------------------------------------- */

static ap_seats waits_for(const sv_replacement *p)
{
	return p->needed & (ap_seats)~p->agreed;
}

/* Returns the others who are there. */
static ap_seats seats_to_ask(const sv_table *t, int by, int absent)
{
	ap_seats others = 0;
	for (int seat = 0; seat < t->setup.players; seat++)
		if (seat != by && seat != absent && plays_himself(t, seat) && !(t->absent & AP_SEAT(seat)))
			others |= AP_SEAT(seat);
	return others;
}

static void replace(sv_table *t)
{
	int seat = t->replacement.seat;
	t->replacement = (sv_replacement){0};
	t->seat[seat].away = true;
	t->absent &= (ap_seats)~AP_SEAT(seat);
	sv_save_table(t);
	sv_send_lobby_change(t);
	sv_remove_from_votes(t, seat);
	sv_send_table(t);
	sv_continue_game(t);
}

void sv_remove_from_votes(sv_table *t, int seat)
{
	assert(t && seat >= 0 && seat < t->setup.players);
	sv_replacement *p = &t->replacement;
	t->holders &= (ap_seats)~AP_SEAT(seat);
	sv_remove_from_undo(t, seat);
	sv_remove_from_pause(t, seat);
	p->needed &= (ap_seats)~AP_SEAT(seat);
	if (p->open && (p->by == seat || p->seat == seat))
		*p = (sv_replacement){0};
	if (p->open && waits_for(p) == 0)
		replace(t);
}

/* Returns the absent seat that the request names; AP_NOBODY, after a refusal, if there is none. */
static int absent_seat(const sv_request *r, const sv_table *t, int by)
{
	int seat = ap_seat_named(t->game, sv_request_text(r, "seat"));
	if (t->status != SV_RUNNING)
		sv_refuse(r->client, r->id, "not-running", "this game is not being played");
	else if (seat >= t->setup.players || seat == by || !plays_himself(t, seat))
		sv_refuse(r->client, r->id, "bad-message", "nobody else plays in this seat");
	else if (t->replacement.open || t->seat[by].away)
		sv_refuse(r->client, r->id, "not-now", "somebody is being replaced, or you are away");
	else if (!(t->absent & AP_SEAT(seat)))
		sv_refuse(r->client, r->id, "not-now", "this person is not absent");
	else
		return seat;
	return AP_NOBODY;
}

void sv_on_replace(const sv_request *r)
{
	assert(sv_is_request(r));
	int by;
	sv_table *t = sv_request_player(r, &by);
	if (!t)
		return;
	int seat = absent_seat(r, t, by);
	if (seat == AP_NOBODY)
		return;
	t->replacement = (sv_replacement){.open = true,
		.by = (uint8_t)by,
		.seat = (uint8_t)seat,
		.needed = seats_to_ask(t, by, seat),
		.expires = sv_now(t->hub) + (t->slow ? SLOW_PROPOSAL : LIVE_PROPOSAL)};
	sv_answer_done(r, t);
	if (waits_for(&t->replacement) == 0) {
		replace(t);
		return;
	}
	sv_send_table(t);
	if (sv_load_history(t))
		sv_update_due(t);
}

void sv_on_replace_answer(const sv_request *r)
{
	assert(sv_is_request(r));
	int seat;
	sv_table *t = sv_request_player(r, &seat);
	if (!t)
		return;
	sv_replacement *p = &t->replacement;
	bool agrees = json_is_true(json_object_get(r->body, "agree"));
	if (!p->open || t->status != SV_RUNNING ||
		!((p->needed & AP_SEAT(seat)) || (p->by == seat && !agrees))) {
		sv_refuse(r->client, r->id, "not-now", "you are not asked to agree to anything");
		return;
	}
	sv_answer_done(r, t);
	p->agreed |= agrees ? AP_SEAT(seat) : 0;
	if (agrees && waits_for(p) == 0) {
		replace(t);
		return;
	}
	if (!agrees)
		*p = (sv_replacement){0};
	sv_send_table(t);
}

/* ---- Time ------------------------------------------------------------------------------------ */

int64_t sv_votes_due(const sv_table *t)
{
	assert(t);
	int64_t due = t->undo.open ? t->undo.expires : INT64_MAX, now = sv_now(t->hub);
	if (t->replacement.open && t->replacement.expires < due)
		due = t->replacement.expires;
	for (int seat = 0; seat < t->setup.players; seat++) {
		int64_t at = absent_at(t, seat);
		due = at > now && at < due ? at : due;
	}
	return due;
}

void sv_expire_votes(sv_table *t, int64_t now)
{
	assert(t);
	bool expired = (t->undo.open && t->undo.expires <= now) ||
		(t->replacement.open && t->replacement.expires <= now);
	if (t->undo.open && t->undo.expires <= now)
		t->undo = (sv_undo){0};
	if (t->replacement.open && t->replacement.expires <= now)
		t->replacement = (sv_replacement){0};
	if (expired)
		sv_send_table(t);
}

/* ---- Telling of it --------------------------------------------------------------------------- */

void sv_write_replacement(ap_json *j, const sv_table *t)
{
	assert(j && t);
	const sv_replacement *p = &t->replacement;
	ap_json_key(j, "replace");
	if (!p->open || t->status != SV_RUNNING) {
		ap_json_null(j);
		return;
	}
	ap_json_open(j, '{');
	ap_json_key(j, "seat");
	ap_json_string(j, ap_seat_name(t->game, p->seat));
	ap_json_key(j, "by");
	ap_json_string(j, ap_seat_name(t->game, p->by));
	ap_json_key(j, "waits_for");
	ap_json_open(j, '[');
	for (int seat = 0; seat < t->setup.players; seat++)
		if (waits_for(p) & AP_SEAT(seat))
			ap_json_string(j, ap_seat_name(t->game, seat));
	ap_json_close(j, ']');
	ap_json_key(j, "expires");
	ap_json_int(j, sv_wall_time(t, p->expires));
	ap_json_close(j, '}');
}
