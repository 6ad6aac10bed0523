/* shared_limits.c: see shared_limits.h.
 *
 * Tables, open seats and bots of everybody are counted in the store when a node starts, those of
 * all nodes together; so of these changes are told, and nothing is taken back. */
#include "server/shared_limits.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/limits_internal.h"
#include "text/memory.h"

enum {
	ENTRY = 1 + SV_ADDRESS_SIZE + 1 + 8, /* bytes: level, key, what, how much */
	ENTRIES = 2000,                      /* of a piece */
	DEED = 0x80                          /* `what` is a deed, not an amount */
};

/* What there is at another node for a meter. */
typedef struct elsewhere {
	int64_t node;
	int64_t amount[SV_AMOUNTS];
	struct elsewhere *next;
} elsewhere;

struct sv_meter_share {
	int64_t own[SV_AMOUNTS], told[SV_AMOUNTS]; /* what this node has, and what others were told */
	int64_t done[SV_DEEDS];                    /* deeds that they were not told */
	bool is_changed;                           /* it is in the list of meters to be told */
	sv_meter *next_changed;
	elsewhere *others;
};

void sv_share_meters(sv_meters *m)
{
	assert(m);
	m->is_shared = true;
}

static bool is_told(sv_amount amount)
{
	return amount != SV_WAITING_BYTES && amount != SV_INCOMING_BYTES;
}

/* True if changes are told, not the amount itself. */
static bool is_in_store(const sv_meter *meter, sv_amount amount)
{
	return meter->level == SV_ALL &&
		(amount == SV_TABLES || amount == SV_OPEN_SEATS || amount == SV_BOTS);
}

/* ---- What is to be told ---------------------------------------------------------------------- */

static sv_meter_share *share_of(sv_meter *meter)
{
	if (!meter->share)
		meter->share = ap_allocate(1, sizeof *meter->share);
	return meter->share;
}

static void note_changed(sv_meters *m, sv_meter *meter)
{
	if (meter->share->is_changed)
		return;
	meter->share->is_changed = true;
	meter->share->next_changed = m->changed;
	m->changed = sv_meter_hold(meter);
}

void sv_share_deed(sv_meters *m, sv_meter *meter, sv_deed deed, int64_t count)
{
	assert(m && meter && deed < SV_DEEDS);
	share_of(meter)->done[deed] += count;
	note_changed(m, meter);
}

void sv_share_amount(sv_meters *m, sv_meter *meter, sv_amount amount, int64_t more)
{
	assert(m && meter && amount < SV_AMOUNTS);
	if (!is_told(amount))
		return;
	share_of(meter)->own[amount] += more;
	note_changed(m, meter);
}

void sv_free_share(sv_meter *meter)
{
	assert(meter);
	for (elsewhere *e = meter->share ? meter->share->others : NULL, *next; e; e = next) {
		next = e->next;
		free(e);
	}
	free(meter->share);
	meter->share = NULL;
}

/* ---- Writing --------------------------------------------------------------------------------- */

typedef struct writing {
	sv_counts_writer *write;
	void *to;
	size_t length;
	uint8_t bytes[ENTRIES * ENTRY];
} writing;

static void end_piece(writing *w)
{
	if (w->length > 0)
		w->write(w->to, w->bytes, w->length);
	w->length = 0;
}

static void add_entry(writing *w, const sv_meter *meter, int what, int64_t value)
{
	uint8_t *at = w->bytes + w->length;
	at[0] = (uint8_t)meter->level;
	memcpy(at + 1, meter->key, SV_ADDRESS_SIZE);
	at[1 + SV_ADDRESS_SIZE] = (uint8_t)what;
	for (int i = 0; i < 8; i++)
		at[2 + SV_ADDRESS_SIZE + i] = (uint8_t)((uint64_t)value >> 8 * (7 - i));
	w->length += ENTRY;
	if (w->length == sizeof w->bytes)
		end_piece(w);
}

static void add_changes(writing *w, const sv_meter *meter)
{
	sv_meter_share *s = meter->share;
	for (int amount = 0; amount < SV_AMOUNTS; amount++) {
		if (s->own[amount] == s->told[amount])
			continue;
		add_entry(w, meter, amount,
			s->own[amount] - (is_in_store(meter, (sv_amount)amount) ? s->told[amount] : 0));
		s->told[amount] = s->own[amount];
	}
	for (int deed = 0; deed < SV_DEEDS; deed++) {
		if (s->done[deed] > 0)
			add_entry(w, meter, DEED | deed, s->done[deed]);
		s->done[deed] = 0;
	}
}

static void add_amounts(writing *w, const sv_meter *meter)
{
	for (int amount = 0; meter->share && amount < SV_AMOUNTS; amount++)
		if (meter->share->own[amount] != 0 && !is_in_store(meter, (sv_amount)amount))
			add_entry(w, meter, amount, meter->share->own[amount]);
}

void sv_write_counts(sv_meters *m, bool all, sv_counts_writer *write, void *to)
{
	assert(m && write);
	writing *w = ap_allocate(1, sizeof *w);
	w->write = write;
	w->to = to;
	for (int i = 0; all && i < SV_METER_BUCKETS; i++)
		for (const sv_meter *meter = m->bucket[i]; meter; meter = meter->next)
			add_amounts(w, meter);
	if (all)
		add_amounts(w, &m->all);
	while (!all && m->changed) {
		sv_meter *meter = m->changed;
		m->changed = meter->share->next_changed;
		add_changes(w, meter);
		meter->share->is_changed = false;
		sv_meter_release(meter);
	}
	end_piece(w);
	free(w);
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* Returns the meter, held; NULL if there are too many. */
static sv_meter *meter_with_key(sv_meters *m, unsigned level, const uint8_t *key)
{
	int64_t person;
	switch (level) {
	case SV_PERSON_METER:
		memcpy(&person, key, sizeof person);
		return sv_meter_of_person(m, person);
	case SV_ADDRESS_METER:
		return sv_meter_of_address(m, key);
	case SV_NETWORK_METER:
		return sv_meter_with_key(m, SV_NETWORK_METER, key, NULL);
	default:
		return sv_meter_hold(&m->all);
	}
}

static elsewhere *find_elsewhere(sv_meter *meter, int64_t node)
{
	elsewhere *e = share_of(meter)->others;
	while (e && e->node != node)
		e = e->next;
	if (e)
		return e;
	e = ap_allocate(1, sizeof *e);
	e->node = node;
	e->next = meter->share->others;
	meter->share->others = e;
	return e;
}

static void take_amount(sv_meter *meter, int64_t node, sv_amount amount, int64_t value)
{
	elsewhere *e = find_elsewhere(meter, node);
	meter->amount[amount] += value - e->amount[amount];
	e->amount[amount] = value;
}

static bool take_entry(sv_meters *m, int64_t node, const uint8_t *at, int64_t now)
{
	unsigned level = at[0], what = at[1 + SV_ADDRESS_SIZE];
	uint64_t value = 0;
	for (int i = 0; i < 8; i++)
		value = value << 8 | at[2 + SV_ADDRESS_SIZE + i];
	bool is_deed = what & DEED;
	what &= ~(unsigned)DEED;
	if (level >= SV_SCOPES || what >= (is_deed ? SV_DEEDS : SV_AMOUNTS) ||
		(is_deed && (int64_t)value < 0))
		return false;
	sv_meter *meter = meter_with_key(m, level, at + 1);
	if (!meter)
		return true;
	if (is_deed)
		sv_count_at_meter(m, meter, (sv_deed)what, (int64_t)value, now);
	else if (is_in_store(meter, (sv_amount)what))
		meter->amount[what] += (int64_t)value;
	else
		take_amount(meter, node, (sv_amount)what, (int64_t)value);
	sv_meter_release(meter);
	return true;
}

bool sv_take_counts(sv_meters *m, int64_t node, const uint8_t *bytes, size_t length, int64_t now)
{
	assert(m && node > 0 && (bytes || length == 0));
	if (length % ENTRY != 0)
		return false;
	for (size_t at = 0; at < length; at += ENTRY)
		if (!take_entry(m, node, bytes + at, now))
			return false;
	return true;
}

/* ---- A node that is gone --------------------------------------------------------------------- */

static void forget_at_meter(sv_meter *meter, int64_t node)
{
	elsewhere **at = meter->share ? &meter->share->others : NULL;
	while (at && *at && (*at)->node != node)
		at = &(*at)->next;
	if (!at || !*at)
		return;
	elsewhere *e = *at;
	*at = e->next;
	for (int amount = 0; amount < SV_AMOUNTS; amount++)
		meter->amount[amount] -= e->amount[amount];
	free(e);
}

void sv_forget_counts(sv_meters *m, int64_t node)
{
	assert(m);
	for (int i = 0; i < SV_METER_BUCKETS; i++)
		for (sv_meter *meter = m->bucket[i]; meter; meter = meter->next)
			forget_at_meter(meter, node);
	forget_at_meter(&m->all, node);
}
