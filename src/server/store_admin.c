/* store_admin.c: see store_admin.h. */
#include "server/store_admin.h"

#include <assert.h>
#include <stdio.h>

#include "server/store_internal.h"

#define VALUES(...) ((sv_value[]){__VA_ARGS__})

/* ---- Lists ----------------------------------------------------------------------------------- */

/* What a list hands its rows to. */
typedef struct person_list {
	sv_person_visitor *visit;
	void *to;
} person_list;

static bool visit_person(void *to, sqlite3_stmt *st)
{
	const person_list *list = to;
	sv_person_row row;
	sv_store_read_person(st, &row);
	return list->visit(list->to, &row);
}

bool sv_store_each_person(
	sv_store *s, const char *search, int64_t before, int most, sv_person_visitor *visit, void *to)
{
	assert(s && search && visit && most > 0);
	return sv_store_each_row(s, SQL_PEOPLE,
		VALUES(sv_number(before), sv_text(search), sv_number(most)), visit_person,
		&(person_list){visit, to});
}

typedef struct table_list {
	sv_table_visitor *visit;
	void *to;
} table_list;

static bool visit_table(void *to, sqlite3_stmt *st)
{
	const table_list *list = to;
	sv_table_row row;
	sv_store_read_table(st, &row);
	return list->visit(list->to, &row);
}

bool sv_store_each_recent_table(
	sv_store *s, int status, int64_t before, int most, sv_table_visitor *visit, void *to)
{
	assert(s && visit && most > 0);
	return sv_store_each_row(s, SQL_RECENT_TABLES,
		VALUES(sv_number(before), sv_number(status), sv_number(most)), visit_table,
		&(table_list){visit, to});
}

/* ---- Sessions -------------------------------------------------------------------------------- */

bool sv_store_describe_session(
	sv_store *s, const uint8_t hash[SV_SECRET_SIZE], int64_t created, const char *agent)
{
	assert(s && hash && agent);
	return sv_store_write_row(s, SQL_DESCRIBE_SESSION,
		VALUES(sv_number(created), sv_text(agent), sv_bytes(hash, SV_SECRET_SIZE)));
}

typedef struct session_list {
	sv_session_visitor *visit;
	void *to;
} session_list;

static bool visit_session(void *to, sqlite3_stmt *st)
{
	const session_list *list = to;
	sv_session_row row = {.created = sqlite3_column_int64(st, 1),
		.expires = sqlite3_column_int64(st, 2),
		.agent = sv_store_text_at(st, 3)};
	if (sqlite3_column_bytes(st, 0) != SV_SECRET_SIZE)
		return true; /* nobody's token has such a hash */
	memcpy(row.hash, sqlite3_column_blob(st, 0), SV_SECRET_SIZE);
	return list->visit(list->to, &row);
}

bool sv_store_each_session(sv_store *s, int64_t person, sv_session_visitor *visit, void *to)
{
	assert(s && visit);
	return sv_store_each_row(
		s, SQL_SESSIONS_OF, VALUES(sv_number(person)), visit_session, &(session_list){visit, to});
}

/* ---- Bans and silences ----------------------------------------------------------------------- */

bool sv_store_add_restraint(sv_store *s, const sv_restraint *r)
{
	assert(s && r && r->reason && (r->person || r->bits));
	return sv_store_write_row(s, SQL_ADD_RESTRAINT,
		VALUES(sv_number(r->kind), r->person ? sv_number(r->person) : sv_bytes(NULL, 0),
			sv_bytes(r->bits ? r->address : NULL, sizeof r->address), sv_number(r->bits),
			sv_number(r->at), sv_number(r->until), sv_text(r->reason)));
}

typedef struct restraint_list {
	sv_restraint_visitor *visit;
	void *to;
} restraint_list;

static bool visit_restraint(void *to, sqlite3_stmt *st)
{
	const restraint_list *list = to;
	sv_restraint r = {.id = sqlite3_column_int64(st, 0),
		.kind = (sv_restraint_kind)sqlite3_column_int(st, 1),
		.person = sqlite3_column_int64(st, 2),
		.bits = sqlite3_column_int(st, 4),
		.at = sqlite3_column_int64(st, 5),
		.until = sqlite3_column_int64(st, 6),
		.reason = sv_store_text_at(st, 7)};
	if (sqlite3_column_bytes(st, 3) == (int)sizeof r.address)
		memcpy(r.address, sqlite3_column_blob(st, 3), sizeof r.address);
	else
		r.bits = 0;
	return list->visit(list->to, &r);
}

bool sv_store_each_restraint(sv_store *s, int64_t now, sv_restraint_visitor *visit, void *to)
{
	assert(s && visit);
	return sv_store_each_row(
		s, SQL_RESTRAINTS, VALUES(sv_number(now)), visit_restraint, &(restraint_list){visit, to});
}

bool sv_store_is_restrained(sv_store *s, sv_restraint_kind kind, int64_t person, int64_t now)
{
	assert(s);
	return sv_store_find_number(s, SQL_COUNT_RESTRAINTS,
			   VALUES(sv_number(kind), sv_number(person), sv_number(now))) > 0;
}

static int count_changed(sv_store *s, sv_statement which, const sv_value *values)
{
	return sv_store_write_row(s, which, values) ? sv_store_changed_rows(s) : -1;
}

int sv_store_lift_restraints(sv_store *s, sv_restraint_kind kind, int64_t person)
{
	assert(s);
	return count_changed(s, SQL_LIFT_RESTRAINTS, VALUES(sv_number(kind), sv_number(person)));
}

int sv_store_lift_restraint(sv_store *s, int64_t id)
{
	assert(s);
	return count_changed(s, SQL_LIFT_RESTRAINT, VALUES(sv_number(id)));
}

/* ---- Links that set a password --------------------------------------------------------------- */

bool sv_store_put_recovery(
	sv_store *s, const uint8_t hash[SV_SECRET_SIZE], int64_t person, int64_t expires)
{
	assert(s && hash);
	return sv_store_write_row(s, SQL_PUT_RECOVERY,
		VALUES(sv_bytes(hash, SV_SECRET_SIZE), person ? sv_number(person) : sv_bytes(NULL, 0),
			sv_number(expires)));
}

bool sv_store_find_recovery(
	sv_store *s, const uint8_t hash[SV_SECRET_SIZE], int64_t now, int64_t *person)
{
	assert(s && hash && person);
	sqlite3_stmt *st =
		sv_store_find_row(s, SQL_RECOVERY, VALUES(sv_bytes(hash, SV_SECRET_SIZE), sv_number(now)));
	if (!st)
		return false;
	*person = sqlite3_column_int64(st, 0);
	sqlite3_reset(st);
	return true;
}

bool sv_store_delete_recoveries_of(sv_store *s, int64_t person)
{
	assert(s);
	return sv_store_write_row(s, SQL_DELETE_RECOVERIES_OF, VALUES(sv_number(person)));
}

/* ---- The log of acts ------------------------------------------------------------------------- */

bool sv_store_add_act(sv_store *s, const sv_act *a)
{
	assert(s && a && a->who && a->act && a->about && a->details);
	return sv_store_write_row(s, SQL_ADD_ACT,
		VALUES(sv_number(a->at), sv_text(a->who), sv_text(a->act), sv_text(a->about),
			sv_text(a->details)));
}

typedef struct act_list {
	sv_act_visitor *visit;
	void *to;
} act_list;

static bool visit_act(void *to, sqlite3_stmt *st)
{
	const act_list *list = to;
	sv_act act = {.id = sqlite3_column_int64(st, 0),
		.at = sqlite3_column_int64(st, 1),
		.who = sv_store_text_at(st, 2),
		.act = sv_store_text_at(st, 3),
		.about = sv_store_text_at(st, 4),
		.details = sv_store_text_at(st, 5)};
	return list->visit(list->to, &act);
}

bool sv_store_each_act(sv_store *s, int64_t before, int most, sv_act_visitor *visit, void *to)
{
	assert(s && visit && most > 0);
	return sv_store_each_row(
		s, SQL_ACTS, VALUES(sv_number(before), sv_number(most)), visit_act, &(act_list){visit, to});
}

/* ---- The announcement ------------------------------------------------------------------------ */

bool sv_store_put_announcement(sv_store *s, const sv_announcement *a)
{
	assert(s);
	if (!a)
		return sv_store_write_row(s, SQL_DELETE_ANNOUNCEMENT, NULL);
	return sv_store_write_row(
		s, SQL_PUT_ANNOUNCEMENT, VALUES(sv_number(a->at), sv_number(a->until), sv_text(a->text)));
}

bool sv_store_find_announcement(sv_store *s, int64_t now, sv_announcement *out)
{
	assert(s && out);
	sqlite3_stmt *st = sv_store_find_row(s, SQL_ANNOUNCEMENT, VALUES(sv_number(now)));
	if (!st)
		return false;
	out->at = sqlite3_column_int64(st, 0);
	out->until = sqlite3_column_int64(st, 1);
	snprintf(out->text, sizeof out->text, "%s", sv_store_text_at(st, 2));
	sqlite3_reset(st);
	return true;
}

/* ---- Deleting -------------------------------------------------------------------------------- */

int sv_store_delete_talk(sv_store *s, int64_t table, int n)
{
	assert(s);
	return count_changed(s, SQL_DELETE_TALK_LINE, VALUES(sv_number(table), sv_number(n)));
}

int sv_store_delete_report(sv_store *s, int64_t id)
{
	assert(s);
	return count_changed(s, SQL_DELETE_REPORT, VALUES(sv_number(id)));
}

const char *sv_kept_word(sv_kept kind)
{
	static const char *const words[SV_KEPT_KINDS] = {"games", "talk", "guests", "reports", "log"};
	assert(kind < SV_KEPT_KINDS);
	return words[kind];
}

int64_t sv_store_count_old(sv_store *s, sv_kept kind, int64_t before, int64_t served)
{
	assert(s && kind < SV_KEPT_KINDS);
	static const sv_statement counts[SV_KEPT_KINDS] = {SQL_COUNT_OLD_TABLES, SQL_COUNT_OLD_TALK,
		SQL_COUNT_OLD_GUESTS, SQL_COUNT_OLD_REPORTS, SQL_COUNT_OLD_ACTS};
	return sv_store_find_number(s, counts[kind], VALUES(sv_number(before), sv_number(served)));
}

int sv_store_delete_old(sv_store *s, sv_kept kind, int64_t before, int most)
{
	assert(s && (kind == SV_KEPT_TALK || kind == SV_KEPT_REPORTS || kind == SV_KEPT_ACTS));
	sv_statement which = kind == SV_KEPT_TALK ? SQL_DELETE_OLD_TALK
		: kind == SV_KEPT_REPORTS             ? SQL_DELETE_OLD_REPORTS
											  : SQL_DELETE_OLD_ACTS;
	return count_changed(s, which, VALUES(sv_number(before), sv_number(most)));
}

bool sv_store_find_old_table(sv_store *s, int64_t before, char key[SV_KEY_SIZE])
{
	assert(s && key);
	sqlite3_stmt *st = sv_store_find_row(s, SQL_OLD_TABLE, VALUES(sv_number(before)));
	if (!st)
		return false;
	snprintf(key, SV_KEY_SIZE, "%s", sv_store_text_at(st, 0));
	sqlite3_reset(st);
	return true;
}

bool sv_store_find_old_guest(sv_store *s, int64_t before, int64_t served, int64_t *person)
{
	assert(s && person);
	sqlite3_stmt *st =
		sv_store_find_row(s, SQL_OLD_GUEST, VALUES(sv_number(before), sv_number(served)));
	if (!st)
		return false;
	*person = sqlite3_column_int64(st, 0);
	sqlite3_reset(st);
	return true;
}

bool sv_store_delete_expired(sv_store *s, int64_t now)
{
	assert(s);
	return sv_store_write_row(s, SQL_DELETE_RECOVERIES_BEFORE, VALUES(sv_number(now))) &&
		sv_store_write_row(s, SQL_DELETE_RESTRAINTS_BEFORE, VALUES(sv_number(now)));
}

/* ---- What is kept of a person ---------------------------------------------------------------- */

typedef struct said_list {
	sv_said_visitor *visit;
	void *to;
} said_list;

static bool visit_said(void *to, sqlite3_stmt *st)
{
	const said_list *list = to;
	sv_talk talk = {.at = sqlite3_column_int64(st, 1),
		.seen_by = (uint16_t)sqlite3_column_int(st, 2),
		.from = (uint8_t)sqlite3_column_int(st, 3),
		.text = sv_store_text_at(st, 4)};
	return list->visit(list->to, sv_store_text_at(st, 0), &talk);
}

bool sv_store_each_said(sv_store *s, int64_t person, sv_said_visitor *visit, void *to)
{
	assert(s && visit);
	return sv_store_each_row(
		s, SQL_SAID_BY, VALUES(sv_number(person)), visit_said, &(said_list){visit, to});
}

typedef struct report_list {
	sv_report_visitor *visit;
	void *to;
} report_list;

static bool visit_report(void *to, sqlite3_stmt *st)
{
	const report_list *list = to;
	sv_report report = {.id = sqlite3_column_int64(st, 0),
		.at = sqlite3_column_int64(st, 1),
		.table = sv_store_text_at(st, 2),
		.game = "",
		.text = sv_store_text_at(st, 3),
		.shown = sv_store_text_at(st, 4),
		.scenario = "",
		.kind = sv_store_text_at(st, 5),
		.said = sv_store_text_at(st, 6)};
	return list->visit(list->to, &report);
}

bool sv_store_each_report_of(sv_store *s, int64_t person, sv_report_visitor *visit, void *to)
{
	assert(s && visit);
	return sv_store_each_row(
		s, SQL_REPORTS_OF, VALUES(sv_number(person)), visit_report, &(report_list){visit, to});
}

bool sv_store_each_owned(sv_store *s, int64_t person, sv_table_visitor *visit, void *to)
{
	assert(s && visit);
	return sv_store_each_row(
		s, SQL_TABLES_OF_OWNER, VALUES(sv_number(person)), visit_table, &(table_list){visit, to});
}
