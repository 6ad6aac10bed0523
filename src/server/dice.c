/* dice.c: see dice.h. docs/records.md describes the dice, docs/protocol.md the messages. */
#include "server/dice.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "core/notation.h"
#include "server/game_log.h"
#include "server/lists.h"
#include "server/play.h"
#include "server/requests.h"
#include "text/memory.h"
#include "text/record_internal.h"

enum {
	MOST_OUTCOMES = 32,    /* in an answer */
	MOVES_AN_OPENING = 200 /* an opening takes as long as playing so many moves again */
};

/* ---- Before the game ------------------------------------------------------------------------- */

static void restart_dice(sv_table *t)
{
	ap_fair_start(&t->fair, t->setup.players);
	t->opens_by = 0;
}

/* Returns the seats whose clients have pledged a nonce and not opened it. */
static ap_seats closed_seats(const sv_table *t)
{
	ap_seats closed = 0;
	for (int seat = 0; t->fair.published && seat < t->setup.players; seat++)
		if (t->fair.whose[seat] == AP_FAIR_OWN && !(t->fair.opened & AP_SEAT(seat)))
			closed |= AP_SEAT(seat);
	return closed;
}

/* Notes that this start came to nothing because of these seats; it will stand in the record. */
static void abort_start(sv_table *t, ap_seats withheld)
{
	if (!t->aborted)
		t->aborted = ap_allocate(AP_FAIR_MOST_ABORTED, sizeof *t->aborted);
	assert(t->aborted_count < AP_FAIR_MOST_ABORTED);
	ap_fair_aborted *a = &t->aborted[t->aborted_count++];
	memcpy(a->commitment, t->fair.commitment, AP_FAIR_BYTES);
	memcpy(a->secret, t->fair.secret, AP_FAIR_BYTES);
	a->secret_known = true;
	a->withheld = withheld;
	restart_dice(t);
}

void sv_start_dice_clock(sv_table *t)
{
	assert(t);
	const sv_limits *limits = &t->hub->limits;
	int64_t now = sv_now(t->hub);
	if (t->status != SV_LOBBY || !closed_seats(t))
		t->opens_by = 0;
	else if (!t->opens_by)
		t->opens_by = now + (t->slow ? limits->slow_opening : limits->opening);
	else if (t->opens_by < now + limits->opening)
		t->opens_by = now + limits->opening;
	if (t->opens_by && t->opens_by < t->hub->due)
		t->hub->due = t->opens_by;
}

bool sv_draw_dice(sv_table *t)
{
	assert(t && t->status == SV_LOBBY && !t->fair.published);
	unsigned char secret[AP_FAIR_BYTES], pledge[AP_FAIR_BYTES];
	unsigned char nonce[AP_MAX_SEATS][AP_FAIR_BYTES];
	if (t->aborted_count == AP_FAIR_MOST_ABORTED)
		return false;
	memcpy(nonce, t->fair.nonce, sizeof nonce); /* those that were deposited */
	for (int seat = 0; seat < t->setup.players; seat++) {
		if (t->fair.pledged & AP_SEAT(seat))
			continue;
		sv_random(t->hub, nonce[seat], AP_FAIR_BYTES);
		ap_fair_commit_nonce(seat, nonce[seat], pledge);
		ap_fair_pledge(&t->fair, seat, AP_FAIR_SERVER, pledge);
	}
	sv_random(t->hub, secret, sizeof secret);
	ap_fair_publish_secret(&t->fair, secret);
	for (int seat = 0; seat < t->setup.players; seat++)
		if (t->fair.whose[seat] != AP_FAIR_OWN)
			ap_fair_open_nonce(&t->fair, seat, nonce[seat]);
	sodium_memzero(secret, sizeof secret);
	sv_start_dice_clock(t);
	return true;
}

void sv_leave_dice(sv_table *t, int seat)
{
	assert(t && seat >= 0 && seat < t->setup.players);
	if (t->fair.published) {
		abort_start(t, AP_SEAT(seat));
		return;
	}
	t->fair.pledged &= (ap_seats)~AP_SEAT(seat);
	t->fair.whose[seat] = AP_FAIR_SERVER;
	sodium_memzero(t->fair.nonce[seat], AP_FAIR_BYTES);
}

int64_t sv_dice_due(const sv_table *t)
{
	assert(t);
	return t->status == SV_LOBBY ? t->opens_by : 0;
}

void sv_dice_tick(sv_table *t, int64_t now)
{
	assert(t && t->status == SV_LOBBY);
	ap_seats closed = closed_seats(t);
	if (!t->opens_by || t->opens_by > now || !closed)
		return;
	abort_start(t, closed);
	for (int seat = 0; seat < t->setup.players; seat++)
		if (closed & AP_SEAT(seat))
			sv_leave_seat(t, seat);
	sv_save_table(t);
	sv_send_lobby_change(t);
	sv_send_table(t);
}

/* Takes a pledge, a nonce that opens one, or a nonce for the server to keep. Before the commitment
 * a pledge can be replaced: nobody knows anything yet. */
static ap_fair_code take_bytes(
	sv_table *t, int seat, const char *field, const unsigned char bytes[AP_FAIR_BYTES])
{
	unsigned char pledge[AP_FAIR_BYTES];
	if (strcmp(field, "nonce") == 0)
		return ap_fair_open_nonce(&t->fair, seat, bytes);
	if (t->fair.published)
		return AP_FAIR_NOT_NOW;
	sv_leave_dice(t, seat);
	if (strcmp(field, "pledge") == 0)
		return ap_fair_pledge(&t->fair, seat, AP_FAIR_OWN, bytes);
	ap_fair_commit_nonce(seat, bytes, pledge);
	memcpy(t->fair.nonce[seat], bytes, AP_FAIR_BYTES);
	return ap_fair_pledge(&t->fair, seat, AP_FAIR_DEPOSITED, pledge);
}

/* A client may pledge a nonce of its own, and open it later; for all other seats the server draws
 * one. At a slow table the server can be given the nonce, so that the game can begin without one's
 * being there. */
void sv_on_nonce(const sv_request *r)
{
	assert(sv_is_request(r));
	static const char *const fields[] = {"pledge", "nonce", "deposit"};
	int seat, count = 0;
	unsigned char bytes[AP_FAIR_BYTES];
	const char *field = NULL, *hex = NULL;
	sv_table *t = sv_request_seat(r, &seat);
	if (!t)
		return;
	for (int i = 0; i < AP_COUNT(fields); i++)
		if (sv_request_text(r, fields[i])) {
			field = fields[i];
			hex = sv_request_text(r, field);
			count++;
		}
	if (count != 1 || strlen(hex) != AP_FAIR_HEX || !ap_fair_read_hex(hex, bytes)) {
		sv_refuse(r->client, r->id, "bad-message",
			"a pledge, a nonce or a deposit of 64 hexadecimal digits");
		return;
	}
	if (t->status != SV_LOBBY || (strcmp(field, "deposit") == 0 && !t->slow) ||
		take_bytes(t, seat, field, bytes) != AP_FAIR_OK) {
		sv_refuse(r->client, r->id, "not-now", "this is not the time, or it breaks the pledge");
		return;
	}
	sv_answer_done(r, t);
	sv_save_table(t);
	sv_send_lobby_change(t);
	sv_send_table(t);
	if (ap_fair_all_open(&t->fair)) {
		t->opens_by = 0;
		sv_start_game(t);
	}
}

/* ---- What everybody may know of the dice ----------------------------------------------------- */

static void write_hex(ap_json *j, const char *key, const unsigned char bytes[AP_FAIR_BYTES])
{
	char hex[AP_FAIR_HEX + 1];
	ap_fair_write_hex(bytes, hex);
	ap_json_key(j, key);
	ap_json_string(j, hex);
}

static void write_dice_of_seat(ap_json *j, const sv_table *t, int seat)
{
	ap_json_open(j, '{');
	ap_json_key(j, "seat");
	ap_json_string(j, ap_seat_name(t->game, seat));
	if (t->fair.pledged & AP_SEAT(seat)) {
		ap_json_key(j, "whose");
		ap_json_string(j, ap_fair_whose_word((ap_fair_whose)t->fair.whose[seat]));
		write_hex(j, "pledge", t->fair.pledge[seat]);
	}
	if (t->fair.opened & AP_SEAT(seat))
		write_hex(j, "nonce", t->fair.nonce[seat]);
	ap_json_close(j, '}');
}

static void write_aborted(ap_json *j, const sv_table *t, const ap_fair_aborted *a)
{
	ap_json_open(j, '{');
	write_hex(j, "commitment", a->commitment);
	ap_json_key(j, "withheld");
	ap_json_open(j, '[');
	for (int seat = 0; seat < t->setup.players; seat++)
		if (a->withheld & AP_SEAT(seat))
			ap_json_string(j, ap_seat_name(t->game, seat));
	ap_json_close(j, ']');
	ap_json_close(j, '}');
}

void sv_write_dice(ap_json *j, const sv_table *t)
{
	assert(j && t);
	if (!t->fair.players)
		return;
	ap_json_key(j, "dice");
	ap_json_open(j, '{');
	ap_json_key(j, "version");
	ap_json_int(j, t->fair.version);
	ap_json_key(j, "opens_by");
	if (sv_dice_due(t) && !t->hub->is_troubled) /* then no clock runs */
		ap_json_int(j, sv_wall_time(t, t->opens_by));
	else
		ap_json_null(j);
	ap_json_key(j, "seats");
	ap_json_open(j, '[');
	for (int seat = 0; seat < t->setup.players; seat++)
		write_dice_of_seat(j, t, seat);
	ap_json_close(j, ']');
	ap_json_key(j, "aborted");
	ap_json_open(j, '[');
	for (int i = 0; i < t->aborted_count; i++)
		write_aborted(j, t, &t->aborted[i]);
	ap_json_close(j, ']');
	if (t->hub->has_signing_key)
		write_hex(j, "key", t->hub->signing_key.open);
	ap_json_close(j, '}');
}

/* ---- Outcomes -------------------------------------------------------------------------------- */

static bool opens_outcomes(const sv_table *t)
{
	return t->fair.players && t->fair.version > 1;
}

void sv_write_outcome_count(ap_json *j, const sv_table *t)
{
	assert(j && t && t->history);
	if (!opens_outcomes(t))
		return;
	ap_json_key(j, "outcomes");
	ap_json_int(j, t->history->outcomes);
}

/* The outcomes of a table that were noted: those from `first` on. */
struct sv_outcomes {
	int first, count, room;
	sv_outcome *list;
	ap_fair_tree *tree; /* NULL until one is opened */
};

void sv_forget_outcomes(sv_table *t)
{
	assert(t);
	if (t->outcomes) {
		free(t->outcomes->list);
		if (t->outcomes->tree)
			sodium_memzero(t->outcomes->tree, sizeof *t->outcomes->tree);
		free(t->outcomes->tree);
	}
	free(t->outcomes);
	t->outcomes = NULL;
}

static void add_outcome(sv_outcomes *list, const ap_history *h, ap_action action)
{
	ap_action legal[AP_MAX_LEGAL];
	int of = ap_legal(h->game, &h->state, AP_CHANCE, legal), number = 0;
	while (number < of && legal[number] != action)
		number++;
	if (list->count == list->room) {
		list->room = list->room ? 2 * list->room : 16;
		list->list = ap_reallocate(list->list, (size_t)list->room, sizeof *list->list);
	}
	list->list[list->count++] =
		(sv_outcome){.shown = ap_masked(h->game, &h->state, AP_CHANCE, action, AP_OBSERVER),
			.number = (uint16_t)(number + 1),
			.of = (uint16_t)of};
}

void sv_note_outcome(sv_table *t, ap_action action)
{
	assert(t && t->history);
	if (!opens_outcomes(t) || ap_actors(&t->history->state) != AP_SEAT(AP_CHANCE))
		return;
	if (!t->outcomes) {
		t->outcomes = ap_allocate(1, sizeof *t->outcomes);
		t->outcomes->first = t->history->outcomes;
	}
	add_outcome(t->outcomes, t->history, action);
}

/* Plays the game again, to note the outcomes before those in memory. Of what was played by other
 * rules they stay unknown. */
static void note_earlier_outcomes(sv_table *t)
{
	ap_history again;
	const ap_history *h = t->history;
	sv_outcomes *list = ap_allocate(1, sizeof *list);
	list->first = h->earlier.outcomes;
	ap_history_start_again(&again, h);
	for (int i = 0; i < h->lines; i++) {
		const ap_line *line = &h->line[i];
		if (line->kind == AP_LINE_UNDO) {
			ap_history_undo(&again, (int)line->value);
		} else if (line->kind == AP_LINE_UNSEAL) {
			ap_history_unseal(&again, line->seat);
		} else {
			if (line->seat == AP_CHANCE)
				add_outcome(list, &again, line->value);
			ap_history_apply(&again, line->seat, line->value, NULL);
		}
	}
	ap_history_free(&again);
	sv_forget_outcomes(t);
	t->outcomes = list;
}

/* ---- The request "dice" ---------------------------------------------------------------------- */

static void write_opening(ap_json *j, const sv_table *t, int i, const sv_outcome *o)
{
	unsigned char secret[AP_FAIR_BYTES];
	ap_fair_path path;
	char hex[AP_FAIR_HEX + 1];
	ap_json_key(j, "number");
	ap_json_int(j, o->number);
	ap_json_key(j, "of");
	ap_json_int(j, o->of);
	ap_fair_outcome_secret(t->fair.secret, (uint64_t)i, secret);
	write_hex(j, "secret", secret);
	ap_fair_prove(t->outcomes->tree, t->fair.secret, (uint64_t)i, path);
	ap_json_key(j, "path");
	ap_json_open(j, '[');
	for (int level = 0; level < AP_FAIR_DEPTH; level++) {
		ap_fair_write_hex(path[level], hex);
		ap_json_string(j, hex);
	}
	ap_json_close(j, ']');
}

/* An outcome is opened if all see it, and its number among the possible ones tells nothing else
 * that is hidden: the game declares it of the verb, which everybody sees. */
static void write_outcome(ap_json *j, const sv_table *t, int i)
{
	char text[AP_MAX_NOTATION];
	int at = i - t->outcomes->first;
	const sv_outcome *o = at >= 0 ? &t->outcomes->list[at] : NULL;
	ap_json_open(j, '{');
	ap_json_key(j, "index");
	ap_json_int(j, i);
	ap_json_key(j, "action");
	ap_json_string(j, o ? ap_write_bare_action(t->game, o->shown, text) : "?");
	if (o && t->game->verbs[ap_verb_of(o->shown)].open && i < AP_FAIR_LEAVES)
		write_opening(j, t, i, o);
	ap_json_close(j, '}');
}

static void answer_dice(const sv_request *r, sv_table *t, int from, int until)
{
	if (!t->outcomes->tree) {
		t->outcomes->tree = ap_allocate(1, sizeof *t->outcomes->tree);
		ap_fair_grow_tree(t->fair.secret, t->outcomes->tree);
	}
	ap_json j = sv_begin_message(t->hub, "dice", r->id);
	ap_json_key(&j, "table");
	ap_json_string(&j, t->key);
	ap_json_key(&j, "count");
	ap_json_int(&j, t->history->outcomes);
	ap_json_key(&j, "outcomes");
	ap_json_open(&j, '[');
	for (int i = from; i < until; i++)
		write_outcome(&j, t, i);
	ap_json_close(&j, ']');
	sv_queue_message(r->client, &j);
}

/* Makes sure that the outcomes from this one on are noted. Refuses the request and returns false if
 * that would take its client more than its share of the time. */
static bool prepare_outcomes(const sv_request *r, sv_table *t, int from, int until)
{
	bool known = t->outcomes && (from >= t->outcomes->first || from < t->history->earlier.outcomes);
	if (known && t->outcomes->first > t->history->earlier.outcomes && from < t->outcomes->first)
		known = false;
	int work = (until - from) * MOVES_AN_OPENING + (known ? 0 : sv_replay_cost(t));
	if (sv_refuse_replay(r, work))
		return false;
	if (!known)
		note_earlier_outcomes(t);
	return true;
}

void sv_on_dice(const sv_request *r)
{
	assert(sv_is_request(r));
	sv_table *t = sv_request_table(r);
	json_int_t from = json_integer_value(json_object_get(r->body, "from"));
	if (!t)
		return;
	bool was_loaded = t->history != NULL;
	bool has_dice = t->status != SV_LOBBY && opens_outcomes(t) && sv_load_history(t);
	int count = has_dice ? t->history->outcomes : 0;
	int until = from + MOST_OUTCOMES < count ? (int)from + MOST_OUTCOMES : count;
	if (!has_dice)
		sv_refuse(r->client, r->id, "not-now", "there are no dice here that could be opened");
	else if (from < 0 || from > count)
		sv_refuse(r->client, r->id, "bad-message", "there are not so many outcomes");
	else if (prepare_outcomes(r, t, (int)from, until))
		answer_dice(r, t, (int)from, until);
	if (!was_loaded && t->history && t->status == SV_OVER && !t->watchers)
		sv_free_history(t); /* the store still has it */
}

/* ---- Signing --------------------------------------------------------------------------------- */

bool sv_load_signing_key(sv_hub *hub)
{
	assert(hub);
	static const char name[] = "records";
	unsigned char seed[AP_FAIR_BYTES];
	bool good = sv_store_find_secret(hub->store, name, seed, sizeof seed);
	if (!good && !*sv_store_error(hub->store)) {
		sv_random(hub, seed, sizeof seed);
		good = sv_store_add_secret(hub->store, name, seed, sizeof seed);
	}
	if (good)
		ap_signing_key_from(seed, &hub->signing_key);
	hub->has_signing_key = good;
	sodium_memzero(seed, sizeof seed);
	return good;
}

void sv_hub_key(const sv_hub *hub, char out[SV_HEX_SIZE])
{
	assert(hub && hub->has_signing_key && out);
	ap_fair_write_hex(hub->signing_key.open, out);
}
