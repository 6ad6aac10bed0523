/* load.c: a table's game out of the store and back into it: the latest snapshot, and the lines
 * after it played again.
 *
 * A snapshot only saves work. One that is missing, damaged, of other rules or of another program is
 * passed over, and all lines are played again. */
#include "server/hub_internal.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
	FORMAT = 0x53560002, /* as this machine keeps numbers: another one's is none of ours */
	EVERY = 64,          /* lines */
	WORTH_KEEPING = 16,  /* lines, when a table goes to rest */
	SUM = crypto_generichash_BYTES_MIN,
	MINUTE = 60 * 1000
};

/* ---- What follows from lines ----------------------------------------------------------------- */

void sv_remember(sv_table *t, const char *client)
{
	if (!client || !*client)
		return;
	const ap_line *last = &t->history->line[t->history->lines - 1];
	sv_recent *r = &t->recent[last->seat][t->recents[last->seat]++ % SV_RECENT];
	r->question = t->question;
	r->line = *last;
	snprintf(r->id, sizeof r->id, "%s", client);
}

void sv_log_events(sv_table *t, const ap_events *events)
{
	for (int i = 0; i < events->count; i++)
		t->log[t->events++ % SV_LOGGED] = events->list[i];
}

static bool make_room(sv_table *t)
{
	t->history = calloc(1, ap_history_size(t->game));
	t->recent = calloc(AP_MAX_SEATS, sizeof *t->recent);
	t->log = calloc(SV_LOGGED, sizeof *t->log);
	t->events = 0;
	t->snapped = 0;
	memset(t->recents, 0, sizeof t->recents);
	return t->history && t->recent && t->log && ap_fair_key_of(&t->fair, &t->dice);
}

bool sv_begin_history(sv_table *t)
{
	static ap_events events;
	events.count = events.lost = 0;
	if (!make_room(t))
		return false;
	ap_history_start(t->history, t->game, &t->setup, &events);
	sv_log_events(t, &events);
	return true;
}

void sv_drop_history(sv_table *t)
{
	if (t->history)
		ap_history_free(t->history);
	free(t->history);
	free(t->recent);
	free(t->log);
	t->history = NULL;
	t->recent = NULL;
	t->log = NULL;
}

/* ---- Snapshots ------------------------------------------------------------------------------- */

/* Before the state, the lines, the log and the recent messages. Whatever decides how these are to
 * be read is compared byte by byte. */
typedef struct head {
	uint32_t format;
	struct {
		char game[32];
		ap_setup setup;
		uint8_t rules;
		uint16_t state, steps, verbs, kinds, clauses;
	} of;
	uint8_t reaction;
	ap_seats asked;
	int64_t asked_at;
	int32_t lines, events;
	int32_t recents[AP_MAX_SEATS];
} head;

static int at_most(int count, int most)
{
	return count < most ? count : most;
}

static void describe(const sv_table *t, head *h)
{
	const ap_game *game = t->game;
	memset(h, 0, sizeof *h); /* what lies between the fields is compared, too */
	h->format = FORMAT;
	snprintf(h->of.game, sizeof h->of.game, "%s", game->name);
	h->of.setup = t->setup;
	h->of.rules = game->rules_version;
	h->of.state = game->state_size;
	h->of.steps = game->step_count;
	h->of.verbs = game->verb_count;
	h->of.kinds = game->event_count;
	h->of.clauses = game->clause_count;
}

static void head_of(const sv_table *t, head *h)
{
	describe(t, h);
	h->reaction = t->reaction;
	h->asked = t->asked;
	h->asked_at = t->asked_at;
	h->lines = t->history->lines;
	h->events = t->events;
	for (int seat = 0; seat < AP_MAX_SEATS; seat++)
		h->recents[seat] = t->recents[seat];
}

static size_t log_size(const head *h)
{
	return (size_t)at_most(h->events, SV_LOGGED) * sizeof(ap_event);
}

static size_t recent_size(const head *h, int seat)
{
	return (size_t)at_most(h->recents[seat], SV_RECENT) * sizeof(sv_recent);
}

static size_t size_by(const head *h)
{
	size_t size = SUM + sizeof *h + h->of.state + (size_t)h->lines * sizeof(ap_line) + log_size(h);
	for (int seat = 0; seat < AP_MAX_SEATS; seat++)
		size += recent_size(h, seat);
	return size;
}

/* The parts of a snapshot after its sum, in order: the last has no bytes. */
enum { PARTS = 5 + AP_MAX_SEATS };

typedef struct part {
	const void *at;
	size_t size;
} part;

static void parts_of(const sv_table *t, const head *h, part out[PARTS])
{
	*out++ = (part){h, sizeof *h};
	*out++ = (part){&t->history->state, ap_state_size(t->game)};
	*out++ = (part){t->history->line, (size_t)h->lines * sizeof(ap_line)};
	*out++ = (part){t->log, log_size(h)};
	for (int seat = 0; seat < AP_MAX_SEATS; seat++)
		*out++ = (part){t->recent[seat], recent_size(h, seat)};
	*out = (part){0};
}

static void add_up(unsigned char sum[SUM], const unsigned char *bytes, size_t size)
{
	crypto_generichash(sum, SUM, bytes, size, NULL, 0);
}

void sv_keep_snapshot(sv_table *t, bool rests)
{
	head h;
	part parts[PARTS];
	if (t->history->lines - t->snapped < (rests ? WORTH_KEEPING : EVERY))
		return;
	head_of(t, &h);
	parts_of(t, &h, parts);
	size_t size = size_by(&h);
	unsigned char *bytes = malloc(size), *to = bytes ? bytes + SUM : NULL;
	if (!bytes)
		return;
	for (const part *p = parts; p->at; to += p->size, p++)
		memcpy(to, p->at, p->size);
	add_up(bytes, bytes + SUM, size - SUM);
	sv_store_put_snapshot(t->hub->store, t->id, h.lines, bytes, size);
	t->hub->dirty = true;
	t->snapped = h.lines;
	free(bytes);
}

/* Is it whole, and of this game as it is played here? */
static bool fits(const sv_table *t, const sv_snapshot *s, head *h)
{
	head own;
	unsigned char sum[SUM];
	if (s->size < SUM + sizeof *h)
		return false;
	const unsigned char *bytes = s->bytes;
	add_up(sum, bytes + SUM, s->size - SUM);
	memcpy(h, bytes + SUM, sizeof *h);
	describe(t, &own);
	return memcmp(sum, bytes, SUM) == 0 && h->format == own.format &&
		memcmp(&h->of, &own.of, sizeof own.of) == 0 && h->lines == s->seq && h->lines > 0 &&
		size_by(h) == s->size;
}

static const unsigned char *take(const unsigned char *from, void *to, size_t size)
{
	memcpy(to, from, size);
	return from + size;
}

/* What fits() has found good has all its parts: only we can have written it. */
static bool take_snapshot(sv_table *t, const sv_snapshot *s)
{
	head h;
	ap_any state;
	if (!fits(t, s, &h))
		return false;
	size_t lines = (size_t)h.lines * sizeof(ap_line);
	ap_line *line = malloc(lines);
	const unsigned char *from = (const unsigned char *)s->bytes + SUM + sizeof h;
	from = take(from, &state, ap_state_size(t->game));
	if (line)
		from = take(from, line, lines);
	bool good = line && make_room(t) && !ap_unsound(t->game, &state) &&
		ap_history_resume(t->history, t->game, &t->setup, line, h.lines, &state);
	free(line);
	if (!good)
		return false;
	t->events = h.events;
	from = take(from, t->log, log_size(&h));
	for (int seat = 0; seat < AP_MAX_SEATS; seat++) {
		t->recents[seat] = h.recents[seat];
		from = take(from, t->recent[seat], recent_size(&h, seat));
	}
	t->question = ap_question(&state);
	t->reaction = h.reaction;
	t->asked = h.asked;
	t->asked_at = h.asked_at;
	t->snapped = h.lines;
	return true;
}

/* ---- Reading --------------------------------------------------------------------------------- */

typedef struct reading {
	sv_table *table;
	int known; /* lines that are not played again; the last of them must be met */
	bool met;
} reading;

static bool same_line(const ap_line *ours, const sv_line *stored)
{
	return ours->kind == stored->kind && ours->seat == stored->seat && ours->value == stored->value;
}

static bool play_again(sv_table *t, const sv_line *line)
{
	static ap_events events;
	ap_history *h = t->history;
	events.count = events.lost = 0;
	t->hub->figures.replayed++;
	if (line->kind == AP_LINE_ACTION &&
		ap_history_apply(h, line->seat, line->value, &events).code != AP_OK)
		return false;
	if (line->kind == AP_LINE_UNSEAL && ap_history_unseal(h, line->seat).code != AP_OK)
		return false;
	if (line->kind == AP_LINE_UNDO && !ap_history_undo(h, (int)line->value))
		return false;
	sv_remember(t, line->client);
	if (line->kind == AP_LINE_UNDO)
		t->events = 0;
	sv_log_events(t, &events);
	if (line->kind == AP_LINE_UNDO || t->question != ap_question(&h->state)) {
		sv_note_question(t);
		t->asked_at = line->at;
	}
	return true;
}

static bool read_line(void *to, int seq, const sv_line *line)
{
	reading *r = to;
	const ap_history *h = r->table->history;
	if (seq == r->known - 1)
		return r->met = same_line(&h->line[seq], line);
	return seq == h->lines && line->kind <= AP_LINE_UNDO && play_again(r->table, line);
}

static bool read_lines(sv_table *t, int known)
{
	reading r = {.table = t, .known = known, .met = known == 0};
	int from = known > 0 ? known - 1 : 0;
	return sv_store_lines(t->hub->store, t->id, from, read_line, &r) && r.met;
}

static bool load_with_snapshot(sv_table *t)
{
	sv_snapshot s;
	return sv_store_snapshot(t->hub->store, t->id, &s) && take_snapshot(t, &s) &&
		read_lines(t, t->snapped);
}

static bool load_from_start(sv_table *t)
{
	if (!sv_begin_history(t))
		return false;
	sv_note_question(t);
	t->asked_at = t->updated;
	return read_lines(t, 0);
}

bool sv_load_history(sv_table *t)
{
	if (t->history || t->status == SV_LOBBY)
		return true;
	if (load_with_snapshot(t))
		return true;
	sv_drop_history(t);
	if (load_from_start(t))
		return true;
	sv_drop_history(t);
	return false;
}

/* ---- Rest ------------------------------------------------------------------------------------ */

/* A game that waits for hours, and at which nobody looks, is kept by the store alone. */
static bool may_rest(const sv_table *t, int64_t now)
{
	if (!t->history || t->status != SV_RUNNING || t->watchers || t->undo.open)
		return false;
	for (int seat = 0; seat < t->setup.players; seat++)
		if (t->seat[seat].thinking)
			return false;
	return now - t->asked_at > MINUTE && t->due - now > 10 * MINUTE;
}

void sv_let_rest(sv_table *t, int64_t now)
{
	if (!may_rest(t, now))
		return;
	sv_keep_snapshot(t, true);
	sv_drop_history(t);
}
