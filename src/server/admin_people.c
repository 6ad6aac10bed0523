/* admin_people.c: commands of administration about people, their sessions, and bans. */
#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "server/account.h"
#include "server/admin.h"
#include "server/nodes.h"
#include "server/notices_internal.h"
#include "server/sockets.h"

#define DAY (24LL * 3600 * 1000)
#define FOR_EVER (100 * 365 * DAY) /* of a ban without an end: longer than anybody plays */

enum { MOST_DAYS = 36500, MOST_REASON = 500 };

/* ---- Lists ----------------------------------------------------------------------------------- */

static json_t *describe(const sv_admin_call *c, const sv_person_row *row)
{
	return json_pack("{sI ss sb sI sI sb sb}", "person", (json_int_t)row->id, "name", row->name,
		"account", row->password[0] != '\0', "created", (json_int_t)row->created, "seen",
		(json_int_t)row->seen, "banned", sv_store_is_restrained(c->store, SV_BAN, row->id, c->now),
		"silenced", sv_store_is_restrained(c->store, SV_SILENCE, row->id, c->now));
}

typedef struct list {
	sv_admin_call *call;
	json_t *rows;
} list;

static bool add_person(void *to, const sv_person_row *row)
{
	list *l = to;
	json_array_append_new(l->rows, describe(l->call, row));
	return true;
}

bool sv_admin_people_list(sv_admin_call *c)
{
	assert(c);
	const char *search = sv_admin_text(c, "search");
	list l = {c, json_array()};
	json_object_set_new(c->answer, "people", l.rows);
	return sv_store_each_person(c->store, search ? search : "", sv_admin_before(c),
			   sv_admin_most(c), add_person, &l) ||
		sv_admin_fail_store(c);
}

static bool add_restraint(void *to, const sv_restraint *r)
{
	list *l = to;
	char block[SV_BLOCK_TEXT];
	sv_address_block address = {.bits = r->bits};
	json_t *row = json_pack("{sI ss sI sI ss}", "ban", (json_int_t)r->id, "kind",
		r->kind == SV_BAN ? "ban" : "silence", "at", (json_int_t)r->at, "until",
		(json_int_t)r->until, "reason", r->reason);
	memcpy(address.address, r->address, sizeof address.address);
	if (r->person)
		json_object_set_new(row, "person", json_integer(r->person));
	if (r->bits)
		json_object_set_new(row, "address", json_string(sv_write_block(&address, block)));
	json_array_append_new(l->rows, row);
	return true;
}

bool sv_admin_bans_list(sv_admin_call *c)
{
	assert(c);
	list l = {c, json_array()};
	json_object_set_new(c->answer, "bans", l.rows);
	return sv_store_each_restraint(c->store, c->now, add_restraint, &l) || sv_admin_fail_store(c);
}

typedef struct own_tables {
	sv_hub *hub;
	int64_t person;
	json_t *tables;
} own_tables;

static bool add_own_table(void *to, const sv_table_row *row)
{
	own_tables *own = to;
	sv_table *t = sv_read_table(own->hub, row);
	if (!t)
		return true; /* this program does not have the game */
	int seat = sv_seat_of(t, own->person);
	json_array_append_new(own->tables,
		json_pack("{ss ss ss ss}", "table", t->key, "game", ap_game_name(t->game), "status",
			t->status == SV_LOBBY ? "lobby" : "running", "seat",
			seat != AP_OBSERVER ? ap_seat_name(t->game, seat) : ""));
	sv_free_table(t);
	return true;
}

/* At which tables that are not over the person has a seat. */
static json_t *tables_of(const sv_admin_call *c, int64_t person)
{
	own_tables own = {c->hub, person, json_array()};
	sv_store_each_own(c->store, person, INT32_MAX, add_own_table, &own);
	return own.tables;
}

bool sv_admin_people_show(sv_admin_call *c)
{
	assert(c);
	sv_person_row row;
	sv_notice_settings settings;
	if (!sv_admin_person(c, &row))
		return false;
	json_t *described = describe(c, &row);
	json_object_update(c->answer, described);
	json_decref(described);
	sv_read_notice_settings(&row, &settings);
	if (*settings.mail)
		json_object_set_new(c->answer, "mail", json_string(settings.mail));
	json_object_set_new(c->answer, "sessions", sv_list_sessions(c->front, row.id, NULL));
	json_object_set_new(c->answer, "tables", tables_of(c, row.id));
	return true;
}

/* ---- Bans and silences ----------------------------------------------------------------------- */

/* Reads how long, why and for which addresses. */
static bool read_restraint(sv_admin_call *c, sv_restraint *out)
{
	int64_t days = sv_admin_number(c, "days", 0);
	const char *reason = sv_admin_text(c, "reason"), *address = sv_admin_text(c, "address");
	sv_address_block block = {.bits = 0};
	if (json_object_get(c->request, "days") && (days < 1 || days > MOST_DAYS))
		return sv_admin_fail(c, "bad-request", "days must be a number from 1 to %d", MOST_DAYS);
	if (reason && strlen(reason) > MOST_REASON)
		return sv_admin_fail(c, "bad-request", "a reason has at most %d bytes", MOST_REASON);
	if (address && !sv_read_block(address, &block))
		return sv_admin_fail(c, "bad-request",
			"\"%.60s\" is no block of addresses, such as 192.0.2.7, 192.0.2.0/24 or 2001:db8::/64",
			address);
	out->at = c->now;
	out->until = c->now + (days ? days * DAY : FOR_EVER);
	out->reason = reason ? reason : "";
	out->bits = block.bits;
	memcpy(out->address, block.address, sizeof out->address);
	return true;
}

static bool restraints_have_changed(sv_admin_call *c, int64_t person)
{
	sv_read_banned_addresses(&c->front->banned, c->store, c->now);
	return sv_tell_nodes(c->hub, SV_NEWS_RESTRAINTS, person) || sv_admin_fail_store(c);
}

static bool restrain(sv_admin_call *c, sv_restraint_kind kind, sv_person_row *row)
{
	sv_restraint r = {.kind = kind};
	if (!sv_admin_person(c, row) || !read_restraint(c, &r))
		return false;
	r.person = row->id;
	json_object_set_new(c->answer, "until", json_integer(r.until));
	return (sv_store_lift_restraints(c->store, kind, row->id) >= 0 &&
			   sv_store_add_restraint(c->store, &r)) ||
		sv_admin_fail_store(c);
}

/* Whoever is banned has no session any more; his games go on without him. */
bool sv_admin_people_ban(sv_admin_call *c)
{
	assert(c);
	sv_person_row row;
	if (!restrain(c, SV_BAN, &row))
		return false;
	if (!sv_store_delete_sessions_of(c->store, row.id) ||
		!sv_store_delete_recoveries_of(c->store, row.id))
		return sv_admin_fail_store(c);
	if (!sv_hub_bench_person(c->hub, row.id))
		return sv_admin_fail_store(c);
	sv_sockets_close_sessions(c->front, row.id, NULL);
	return restraints_have_changed(c, row.id);
}

bool sv_admin_people_silence(sv_admin_call *c)
{
	assert(c);
	sv_person_row row;
	return restrain(c, SV_SILENCE, &row);
}

static bool lift(sv_admin_call *c, sv_restraint_kind kind, const char *missing)
{
	sv_person_row row;
	if (!sv_admin_person(c, &row))
		return false;
	int count = sv_store_lift_restraints(c->store, kind, row.id);
	if (count < 0 || !restraints_have_changed(c, row.id))
		return sv_admin_fail_store(c);
	return count > 0 || sv_admin_fail(c, "not-now", "%s", ap_translated_into(c->language, missing));
}

bool sv_admin_people_unban(sv_admin_call *c)
{
	assert(c);
	return lift(c, SV_BAN, AP_TEXT("this person is not banned"));
}

bool sv_admin_people_unsilence(sv_admin_call *c)
{
	assert(c);
	return lift(c, SV_SILENCE, AP_TEXT("this person is not silenced"));
}

bool sv_admin_bans_lift(sv_admin_call *c)
{
	assert(c);
	int64_t id = sv_admin_number(c, "ban", 0);
	int count = sv_store_lift_restraint(c->store, id);
	sv_admin_about(c, "ban %lld", (long long)id);
	if (count < 0 || !restraints_have_changed(c, 0))
		return sv_admin_fail_store(c);
	return count > 0 || sv_admin_fail(c, "no-such-ban", "there is no ban %lld", (long long)id);
}

/* ---- Accounts -------------------------------------------------------------------------------- */

bool sv_admin_people_delete(sv_admin_call *c)
{
	assert(c);
	sv_person_row row;
	if (!sv_admin_person(c, &row))
		return false;
	if (!sv_store_delete_person(c->store, row.id) || !sv_hub_forget_person(c->hub, row.id))
		return sv_admin_fail_store(c);
	if (c->front->notices)
		sv_notices_drop_person(c->front->notices, row.id);
	sv_sockets_close_sessions(c->front, row.id, NULL);
	return true;
}

bool sv_admin_people_sessions(sv_admin_call *c)
{
	assert(c);
	sv_person_row row;
	if (!sv_admin_person(c, &row))
		return false;
	json_object_set_new(c->answer, "sessions", sv_list_sessions(c->front, row.id, NULL));
	return true;
}

bool sv_admin_people_end_sessions(sv_admin_call *c)
{
	assert(c);
	sv_person_row row;
	const char *session = sv_admin_text(c, "session");
	if (!sv_admin_person(c, &row))
		return false;
	int ended = sv_end_sessions(c->front, row.id, session, NULL);
	if (ended < 0)
		return sv_admin_fail_store(c);
	json_object_set_new(c->answer, "ended", json_integer(ended));
	return ended > 0 || !session || sv_admin_fail(c, "no-such-session", "there is no such session");
}

bool sv_admin_people_reset(sv_admin_call *c)
{
	assert(c);
	char link[SV_LINK_SIZE];
	sv_person_row row;
	if (!sv_admin_person(c, &row))
		return false;
	if (!row.password[0])
		return sv_admin_fail(c, "not-an-account", "a guest has no password");
	if (sv_store_is_restrained(c->store, SV_BAN, row.id, c->now))
		return sv_admin_fail(c, "banned", "this person is banned");
	if (!sv_make_recovery_link(c->front, row.id, link))
		return sv_admin_fail_store(c);
	json_object_set_new(c->answer, "link", json_string(link));
	json_object_set_new(c->answer, "until", json_integer(c->now + SV_RECOVERY_TIME));
	sodium_memzero(link, sizeof link);
	return true;
}

bool sv_admin_people_export(sv_admin_call *c)
{
	assert(c);
	sv_person_row row;
	if (!sv_admin_person(c, &row))
		return false;
	json_t *data = sv_export_person(c->front, &row, false);
	if (!data)
		return sv_admin_fail_store(c);
	json_object_update(c->answer, data);
	json_decref(data);
	return true;
}
