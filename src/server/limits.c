/* limits.c: see limits.h.
 *
 * How often something is done is kept as one time for each kind of deed: when the meter will have
 * forgotten all of them. Each deed moves it on by its share of the period, and it may not be
 * further away than the period is long. */
#include "server/limits_internal.h"

#include <assert.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "text/memory.h"

enum {
	MOST_METERS = 65536,      /* of persons, addresses and networks; about 16 MB */
	MINUTE = 60 * 1000 * 1000 /* microseconds */
};

#define HOUR (60LL * MINUTE)

/* A table that was made from a known address. */
struct sv_holding {
	int64_t table;
	sv_meter *address;
	sv_table_amounts counted;
	sv_holding *next;
};

typedef sv_holding holding;

/* ---- Which limit --------------------------------------------------------------------------- */

/* A limit by its place in sv_limits; an offset of 0 is none, since message_bytes is not asked for.
 */
typedef struct limit {
	size_t offset;
	const char *name;
} limit;

static_assert(offsetof(sv_limits, message_bytes) == 0, "no limit here has the offset 0");

#define LIMIT(field)                                                                               \
	{                                                                                              \
		offsetof(sv_limits, field), #field                                                         \
	}
#define THREE(what)                                                                                \
	{                                                                                              \
		[SV_PERSON_METER] = LIMIT(what##_a_person), [SV_ADDRESS_METER] = LIMIT(what##_an_address), \
		[SV_ALL] = LIMIT(what##_in_all)                                                            \
	}
#define TWO(what)                                                                                  \
	{                                                                                              \
		[SV_ADDRESS_METER] = LIMIT(what##_an_address), [SV_ALL] = LIMIT(what##_in_all)             \
	}

static const limit amount_limits[SV_AMOUNTS][SV_SCOPES] = {
	[SV_CONNECTIONS] = THREE(connections),
	[SV_TABLES] = THREE(tables),
	[SV_OPEN_SEATS] = THREE(open_seats),
	[SV_BOTS] = THREE(bots),
	[SV_WAITING_BYTES] = THREE(waiting_bytes),
	[SV_INCOMING_BYTES] = TWO(incoming_bytes),
	[SV_WATCHES] = THREE(watches),
};

static const limit deed_limits[SV_DEEDS][SV_SCOPES] = {
	[SV_REQUEST] = TWO(requests),
	[SV_GUEST] = TWO(guests),
	[SV_NAME] = TWO(names),
	[SV_PASSWORD] =
		{[SV_ADDRESS_METER] = LIMIT(passwords_a_minute), [SV_ALL] = LIMIT(passwords_in_all)},
	[SV_RECORD] = {[SV_ADDRESS_METER] = LIMIT(records_a_minute), [SV_ALL] = LIMIT(records_in_all)},
	[SV_DOWNLOAD] = TWO(downloads),
	[SV_TALK] = {[SV_PERSON_METER] = LIMIT(talk_a_minute),
		[SV_ADDRESS_METER] = LIMIT(talk_an_address),
		[SV_ALL] = LIMIT(talk_in_all)},
	[SV_LIST] = THREE(lists),
	[SV_LOOK] = THREE(looks),
	[SV_CHANGE] = THREE(changes),
	[SV_WISH] = THREE(wishes),
	[SV_ACT] = THREE(acts),
	[SV_REPLAY] = THREE(replays),
	[SV_REPORT] = {[SV_ADDRESS_METER] = LIMIT(reports_an_address)},
};

static int64_t period_of(sv_deed deed)
{
	return deed == SV_GUEST || deed == SV_REPORT ? HOUR : MINUTE;
}

/* Returns what a meter of this level may have; 0: it has no limit. A network may have a few times
 * what an address may. */
static int64_t value_of(const sv_meters *m, const limit *of, sv_scope level)
{
	const limit *at = &of[level == SV_NETWORK_METER ? SV_ADDRESS_METER : level];
	int value;
	if (at->offset == 0)
		return 0;
	memcpy(&value, (const char *)&m->limits + at->offset, sizeof value);
	return level == SV_NETWORK_METER ? (int64_t)value * m->limits.network_factor : value;
}

static const char *name_of(const limit *of, sv_scope level)
{
	return of[level == SV_NETWORK_METER ? SV_ADDRESS_METER : level].name;
}

/* ---- Meters ---------------------------------------------------------------------------------- */

static unsigned bucket_of(sv_scope level, const unsigned char key[SV_ADDRESS_SIZE])
{
	uint32_t hash = 2166136261u ^ (uint32_t)level; /* FNV-1a */
	for (int i = 0; i < SV_ADDRESS_SIZE; i++)
		hash = (hash ^ key[i]) * 16777619u;
	return hash % SV_METER_BUCKETS;
}

sv_meter *sv_meter_with_key(
	sv_meters *m, sv_scope level, const unsigned char key[SV_ADDRESS_SIZE], sv_meter *wider)
{
	sv_meter **at = &m->bucket[bucket_of(level, key)];
	for (sv_meter *meter = *at; meter; meter = meter->next)
		if (meter->level == level && memcmp(meter->key, key, SV_ADDRESS_SIZE) == 0)
			return sv_meter_hold(meter);
	if (m->count >= MOST_METERS)
		return sv_meter_hold(wider);
	sv_meter *meter = ap_allocate(1, sizeof *meter);
	meter->level = level;
	meter->wider = sv_meter_hold(wider);
	memcpy(meter->key, key, SV_ADDRESS_SIZE);
	meter->next = *at;
	*at = meter;
	m->count++;
	return sv_meter_hold(meter);
}

sv_meter *sv_meter_of_person(sv_meters *m, int64_t person)
{
	assert(m);
	unsigned char key[SV_ADDRESS_SIZE] = {0};
	memcpy(key, &person, sizeof person);
	return sv_meter_with_key(m, SV_PERSON_METER, key, NULL);
}

/* Copies the first `bits` of an address; the others are zero. */
static void copy_prefix(
	const unsigned char address[SV_ADDRESS_SIZE], int bits, unsigned char out[SV_ADDRESS_SIZE])
{
	for (int i = 0; i < SV_ADDRESS_SIZE; i++) {
		int kept = bits - 8 * i;
		unsigned mask = kept >= 8 ? 0xff : kept <= 0 ? 0 : 0xff00u >> kept;
		out[i] = (unsigned char)(address[i] & mask);
	}
}

/* One household has a whole network of IPv6 addresses, so its prefix is counted as one address. */
sv_meter *sv_meter_of_address(sv_meters *m, const unsigned char address[SV_ADDRESS_SIZE])
{
	assert(m && address);
	struct in6_addr a;
	unsigned char prefix[SV_ADDRESS_SIZE];
	memcpy(&a, address, sizeof a);
	if (IN6_IS_ADDR_V4MAPPED(&a))
		return sv_meter_with_key(m, SV_ADDRESS_METER, address, NULL);
	copy_prefix(address, m->limits.ipv6_network_prefix, prefix);
	sv_meter *network = sv_meter_with_key(m, SV_NETWORK_METER, prefix, NULL);
	copy_prefix(address, m->limits.ipv6_prefix, prefix);
	sv_meter *meter = sv_meter_with_key(m, SV_ADDRESS_METER, prefix, network);
	sv_meter_release(network);
	return meter;
}

sv_meter *sv_meter_hold(sv_meter *meter)
{
	if (meter)
		meter->users++;
	return meter;
}

void sv_meter_release(sv_meter *meter)
{
	assert(!meter || meter->users > 0);
	if (meter)
		meter->users--;
}

/* ---- Counting -------------------------------------------------------------------------------- */

/* Calls are for each meter that counts for somebody: `at` begins with NULL. */
static sv_meter *next_meter(sv_meters *m, sv_who who, const sv_meter *at)
{
	if (!at)
		return who.person ? who.person : who.address ? who.address : &m->all;
	if (at == &m->all)
		return NULL;
	if (at == who.person)
		return who.address ? who.address : &m->all;
	return at->wider ? at->wider : &m->all;
}

/* Returns when the meter will have forgotten all deeds, with so many more now. A time that is too
 * far away is one before the clock was set back. */
static int64_t forgotten_after(
	int64_t before, int64_t now, int64_t period, int64_t most, int64_t count)
{
	if (before < now || before > now + period)
		before = now;
	return before + (count < most ? period / most * count : period);
}

static void add_deeds(
	sv_meters *m, sv_meter *meter, sv_deed deed, int64_t count, int64_t at, int64_t most)
{
	int64_t *until = &meter->forgotten_at[deed];
	*until = forgotten_after(*until, at, period_of(deed), most, count);
	if (m->is_shared)
		sv_share_deed(m, meter, deed, count);
}

/* A meter can have counted no more than is forgotten after the whole period. */
void sv_count_at_meter(sv_meters *m, sv_meter *meter, sv_deed deed, int64_t count, int64_t now)
{
	assert(m && meter && deed < SV_DEEDS && count >= 0);
	int64_t period = period_of(deed), at = now * 1000;
	int64_t most = value_of(m, deed_limits[deed], meter->level);
	if (most <= 0)
		return;
	int64_t until = forgotten_after(meter->forgotten_at[deed], at, period, most, count);
	meter->forgotten_at[deed] = until < at + period ? until : at + period;
}

const char *sv_count_deed(sv_meters *m, sv_who who, sv_deed deed, int64_t now)
{
	return sv_count_deeds(m, who, deed, 1, now);
}

const char *sv_count_deeds(sv_meters *m, sv_who who, sv_deed deed, int64_t count, int64_t now)
{
	assert(m && deed < SV_DEEDS && count >= 0);
	const limit *limits = deed_limits[deed];
	int64_t period = period_of(deed), at = now * 1000, most;
	for (sv_meter *meter = NULL; (meter = next_meter(m, who, meter));)
		if ((most = value_of(m, limits, meter->level)) > 0 &&
			forgotten_after(meter->forgotten_at[deed], at, period, most, count) > at + period)
			return name_of(limits, meter->level);
	for (sv_meter *meter = NULL; (meter = next_meter(m, who, meter));)
		if ((most = value_of(m, limits, meter->level)) > 0)
			add_deeds(m, meter, deed, count, at, most);
	return NULL;
}

const sv_meter *sv_full_meter(sv_meters *m, sv_who who, sv_amount amount, int64_t more)
{
	assert(m && amount < SV_AMOUNTS);
	int64_t most;
	for (sv_meter *meter = NULL; (meter = next_meter(m, who, meter));)
		if ((most = value_of(m, amount_limits[amount], meter->level)) > 0 &&
			meter->amount[amount] + more > most)
			return meter;
	return NULL;
}

const char *sv_amount_refused(sv_meters *m, sv_who who, sv_amount amount, int64_t more)
{
	const sv_meter *full = sv_full_meter(m, who, amount, more);
	return full ? name_of(amount_limits[amount], full->level) : NULL;
}

const unsigned char *sv_meter_address(const sv_meter *meter)
{
	return meter && meter->level == SV_ADDRESS_METER ? meter->key : NULL;
}

bool sv_meter_counts(const sv_meter *meter, sv_who who)
{
	assert(meter);
	return meter->level == SV_ALL || meter == who.person || meter == who.address ||
		(who.address && meter == who.address->wider);
}

void sv_add_to_meter(sv_meters *m, sv_meter *meter, sv_amount amount, int64_t more)
{
	assert(m && meter && amount < SV_AMOUNTS);
	meter->amount[amount] += more;
	if (m->is_shared)
		sv_share_amount(m, meter, amount, more);
}

void sv_add_amount(sv_meters *m, sv_who who, sv_amount amount, int64_t more)
{
	assert(m && amount < SV_AMOUNTS);
	for (sv_meter *meter = NULL; (meter = next_meter(m, who, meter));)
		sv_add_to_meter(m, meter, amount, more);
}

int64_t sv_amount_of(const sv_meters *m, const sv_meter *meter, sv_amount amount)
{
	assert(m && amount < SV_AMOUNTS);
	return (meter ? meter : &m->all)->amount[amount];
}

void sv_set_total(sv_meters *m, sv_amount amount, int64_t value)
{
	assert(m && amount < SV_AMOUNTS);
	m->all.amount[amount] = value;
}

int sv_limit_of_person(const sv_meters *m, sv_amount amount)
{
	assert(m && amount < SV_AMOUNTS);
	return (int)value_of(m, amount_limits[amount], SV_PERSON_METER);
}

/* ---- What an address has made ---------------------------------------------------------------- */

static holding **find_holding(sv_meters *m, int64_t table)
{
	holding **at = &m->holdings[(uint64_t)table % SV_METER_BUCKETS];
	while (*at && (*at)->table != table)
		at = &(*at)->next;
	return at;
}

void sv_note_maker(sv_meters *m, int64_t table, sv_meter *address)
{
	assert(m);
	holding **at = find_holding(m, table);
	if (!address || *at)
		return;
	holding *h = ap_allocate(1, sizeof *h);
	*h = (holding){.table = table, .address = sv_meter_hold(address)};
	*at = h;
}

/* Counts a change for everybody, and for the address if it is known. */
static void add_difference(
	sv_meters *m, sv_meter *address, const sv_table_amounts *before, const sv_table_amounts *after)
{
	sv_who who = {.address = address};
	sv_add_amount(m, who, SV_TABLES, after->tables - before->tables);
	sv_add_amount(m, who, SV_OPEN_SEATS, after->open_seats - before->open_seats);
	sv_add_amount(m, who, SV_BOTS, after->bots - before->bots);
}

static void drop_holding(holding **at)
{
	holding *h = *at;
	*at = h->next;
	sv_meter_release(h->address);
	free(h);
}

void sv_count_table(
	sv_meters *m, int64_t table, const sv_table_amounts *before, const sv_table_amounts *after)
{
	assert(m && before && after);
	holding **at = find_holding(m, table);
	add_difference(m, *at ? (*at)->address : NULL, before, after);
	if (!*at)
		return;
	(*at)->counted = *after;
	if (after->tables == 0)
		drop_holding(at);
}

/* The totals are right already: only the meters of the addresses are changed. */
static void recount(sv_meters *m, holding *h, const sv_table_amounts *now)
{
	sv_table_amounts none = {0};
	add_difference(m, h->address, &h->counted, now);
	add_difference(m, NULL, now, &none);
	add_difference(m, NULL, &none, &h->counted);
	h->counted = *now;
}

void sv_recount_tables(sv_meters *m, sv_recount *visit, void *to)
{
	assert(m && visit);
	for (int i = 0; i < SV_METER_BUCKETS; i++)
		for (holding **at = &m->holdings[i]; *at;) {
			sv_table_amounts now = visit(to, (*at)->table);
			recount(m, *at, &now);
			if (now.tables == 0)
				drop_holding(at);
			else
				at = &(*at)->next;
		}
}

/* ---- Opening and forgetting ------------------------------------------------------------------ */

sv_meters *sv_meters_open(const sv_limits *limits)
{
	assert(limits);
	sv_meters *m = ap_allocate(1, sizeof *m);
	m->limits = *limits;
	m->all.level = SV_ALL;
	return m;
}

static bool has_something(const sv_meter *meter, int64_t now)
{
	for (int i = 0; i < SV_AMOUNTS; i++)
		if (meter->amount[i] != 0)
			return true;
	for (int i = 0; i < SV_DEEDS; i++)
		if (meter->forgotten_at[i] > now * 1000)
			return true;
	return meter->users > 0;
}

void sv_meters_forget(sv_meters *m, int64_t now)
{
	assert(m);
	for (int i = 0; i < SV_METER_BUCKETS; i++)
		for (sv_meter **at = &m->bucket[i]; *at;) {
			sv_meter *meter = *at;
			if (has_something(meter, now)) {
				at = &meter->next;
				continue;
			}
			*at = meter->next;
			sv_meter_release(meter->wider);
			sv_free_share(meter);
			free(meter);
			m->count--;
		}
}

void sv_meters_close(sv_meters *m)
{
	assert(m);
	for (int i = 0; i < SV_METER_BUCKETS; i++)
		while (m->holdings[i])
			drop_holding(&m->holdings[i]);
	for (int i = 0; i < SV_METER_BUCKETS; i++)
		for (sv_meter *meter = m->bucket[i], *next; meter; meter = next) {
			next = meter->next;
			sv_free_share(meter);
			free(meter);
		}
	sv_free_share(&m->all);
	free(m);
}
