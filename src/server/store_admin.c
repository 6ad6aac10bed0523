/* store_admin.c: see store_admin.h. */
#include "server/store_admin.h"

#include <assert.h>
#include <stdio.h>

#include "server/store_internal.h"

/* ---- Lists ----------------------------------------------------------------------------------- */

bool sv_store_each_person(
	sv_store *s, const char *search, int64_t before, int most, sv_person_visitor *visit, void *to)
{
	assert(s && search && visit && most > 0);
	char lower[SV_NAME_SIZE];
	sv_person_row person;
	sv_store_clear_error(s);
	if (strlen(search) >= sizeof lower)
		return true; /* no name is so long */
	sv_store_to_lower_case(search, lower, sizeof lower);
	sv_rows *row =
		sv_store_read(s, SQL_PEOPLE, VALUES(sv_number(before), sv_text(lower), sv_number(most)));
	while (sv_next_row(row)) {
		sv_store_read_person(row, &person);
		if (!visit(to, &person))
			break;
	}
	return sv_end_rows(row);
}

bool sv_store_each_recent_table(
	sv_store *s, int status, int64_t before, int most, sv_table_visitor *visit, void *to)
{
	assert(s && visit && most > 0);
	return sv_store_list_tables(s, SQL_RECENT_TABLES,
		VALUES(sv_number(before), sv_number(status), sv_number(most)), visit, to);
}

/* ---- Sessions -------------------------------------------------------------------------------- */

bool sv_store_describe_session(
	sv_store *s, const uint8_t hash[SV_SECRET_SIZE], int64_t created, const char *agent)
{
	assert(s && hash && agent);
	return sv_store_write_row(s, SQL_DESCRIBE_SESSION,
		VALUES(sv_number(created), sv_text(agent), sv_bytes(hash, SV_SECRET_SIZE)));
}

bool sv_store_each_session(sv_store *s, int64_t person, sv_session_visitor *visit, void *to)
{
	assert(s && visit);
	sv_rows *row = sv_store_read(s, SQL_SESSIONS_OF, VALUES(sv_number(person)));
	while (sv_next_row(row)) {
		sv_session_row session = {.created = sv_number_at(row, 1),
			.expires = sv_number_at(row, 2),
			.agent = sv_text_at(row, 3)};
		if (!sv_copy_bytes_at(row, 0, session.hash, sizeof session.hash))
			continue; /* nobody's token has such a hash */
		if (!visit(to, &session))
			break;
	}
	return sv_end_rows(row);
}

/* ---- Bans and silences ----------------------------------------------------------------------- */

bool sv_store_add_restraint(sv_store *s, const sv_restraint *r)
{
	assert(s && r && r->reason && (r->person || r->bits));
	return sv_store_write_row(s, SQL_ADD_RESTRAINT,
		VALUES(sv_number(r->kind), r->person ? sv_number(r->person) : sv_nothing(),
			sv_bytes(r->bits ? r->address : NULL, sizeof r->address), sv_number(r->bits),
			sv_number(r->at), sv_number(r->until), sv_text(r->reason)));
}

bool sv_store_each_restraint(sv_store *s, int64_t now, sv_restraint_visitor *visit, void *to)
{
	assert(s && visit);
	sv_rows *row = sv_store_read(s, SQL_RESTRAINTS, VALUES(sv_number(now)));
	while (sv_next_row(row)) {
		sv_restraint r = {.id = sv_number_at(row, 0),
			.kind = (sv_restraint_kind)sv_number_at(row, 1),
			.person = sv_number_at(row, 2),
			.bits = (int)sv_number_at(row, 4),
			.at = sv_number_at(row, 5),
			.until = sv_number_at(row, 6),
			.reason = sv_text_at(row, 7)};
		if (!sv_copy_bytes_at(row, 3, r.address, sizeof r.address))
			r.bits = 0;
		if (!visit(to, &r))
			break;
	}
	return sv_end_rows(row);
}

bool sv_store_is_restrained(sv_store *s, sv_restraint_kind kind, int64_t person, int64_t now)
{
	assert(s);
	return sv_store_find_number(s, SQL_COUNT_RESTRAINTS,
			   VALUES(sv_number(kind), sv_number(person), sv_number(now))) > 0;
}

int sv_store_lift_restraints(sv_store *s, sv_restraint_kind kind, int64_t person)
{
	assert(s);
	return sv_store_count_changed(
		s, SQL_LIFT_RESTRAINTS, VALUES(sv_number(kind), sv_number(person)));
}

int sv_store_lift_restraint(sv_store *s, int64_t id)
{
	assert(s);
	return sv_store_count_changed(s, SQL_LIFT_RESTRAINT, VALUES(sv_number(id)));
}

/* ---- Links that set a password --------------------------------------------------------------- */

bool sv_store_put_recovery(
	sv_store *s, const uint8_t hash[SV_SECRET_SIZE], int64_t person, int64_t expires)
{
	assert(s && hash);
	return sv_store_write_row(s, SQL_PUT_RECOVERY,
		VALUES(sv_bytes(hash, SV_SECRET_SIZE), person ? sv_number(person) : sv_nothing(),
			sv_number(expires)));
}

bool sv_store_find_recovery(
	sv_store *s, const uint8_t hash[SV_SECRET_SIZE], int64_t now, int64_t *person)
{
	assert(s && hash && person);
	sv_rows *row =
		sv_store_find_row(s, SQL_RECOVERY, VALUES(sv_bytes(hash, SV_SECRET_SIZE), sv_number(now)));
	if (!row)
		return false;
	*person = sv_number_at(row, 0);
	sv_end_rows(row);
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

bool sv_store_each_act(sv_store *s, int64_t before, int most, sv_act_visitor *visit, void *to)
{
	assert(s && visit && most > 0);
	sv_rows *row = sv_store_read(s, SQL_ACTS, VALUES(sv_number(before), sv_number(most)));
	while (sv_next_row(row)) {
		sv_act act = {.id = sv_number_at(row, 0),
			.at = sv_number_at(row, 1),
			.who = sv_text_at(row, 2),
			.act = sv_text_at(row, 3),
			.about = sv_text_at(row, 4),
			.details = sv_text_at(row, 5)};
		if (!visit(to, &act))
			break;
	}
	return sv_end_rows(row);
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
	sv_rows *row = sv_store_find_row(s, SQL_ANNOUNCEMENT, VALUES(sv_number(now)));
	if (!row)
		return false;
	out->at = sv_number_at(row, 0);
	out->until = sv_number_at(row, 1);
	sv_copy_text_at(row, 2, out->text, sizeof out->text);
	sv_end_rows(row);
	return true;
}

/* ---- Deleting -------------------------------------------------------------------------------- */

int sv_store_delete_talk(sv_store *s, int64_t table, int n)
{
	assert(s);
	return sv_store_count_changed(s, SQL_DELETE_TALK_LINE, VALUES(sv_number(table), sv_number(n)));
}

int sv_store_delete_report(sv_store *s, int64_t id)
{
	assert(s);
	return sv_store_count_changed(s, SQL_DELETE_REPORT, VALUES(sv_number(id)));
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
	return sv_store_count_changed(s, which, VALUES(sv_number(before), sv_number(most)));
}

bool sv_store_find_old_table(sv_store *s, int64_t before, char key[SV_KEY_SIZE])
{
	assert(s && key);
	sv_rows *row = sv_store_find_row(s, SQL_OLD_TABLE, VALUES(sv_number(before)));
	if (!row)
		return false;
	sv_copy_text_at(row, 0, key, SV_KEY_SIZE);
	sv_end_rows(row);
	return true;
}

bool sv_store_find_old_guest(sv_store *s, int64_t before, int64_t served, int64_t *person)
{
	assert(s && person);
	sv_rows *row =
		sv_store_find_row(s, SQL_OLD_GUEST, VALUES(sv_number(before), sv_number(served)));
	if (!row)
		return false;
	*person = sv_number_at(row, 0);
	sv_end_rows(row);
	return true;
}

bool sv_store_delete_expired(sv_store *s, int64_t now)
{
	assert(s);
	return sv_store_write_row(s, SQL_DELETE_RECOVERIES_BEFORE, VALUES(sv_number(now))) &&
		sv_store_write_row(s, SQL_DELETE_RESTRAINTS_BEFORE, VALUES(sv_number(now)));
}

/* ---- What is kept of a person ---------------------------------------------------------------- */

bool sv_store_each_said(sv_store *s, int64_t person, sv_said_visitor *visit, void *to)
{
	assert(s && visit);
	sv_rows *row = sv_store_read(s, SQL_SAID_BY, VALUES(sv_number(person)));
	while (sv_next_row(row)) {
		sv_talk talk = {.at = sv_number_at(row, 1),
			.seen_by = (uint16_t)sv_number_at(row, 2),
			.from = (uint8_t)sv_number_at(row, 3),
			.text = sv_text_at(row, 4)};
		if (!visit(to, sv_text_at(row, 0), &talk))
			break;
	}
	return sv_end_rows(row);
}

bool sv_store_each_report_of(sv_store *s, int64_t person, sv_report_visitor *visit, void *to)
{
	assert(s && visit);
	sv_rows *row = sv_store_read(s, SQL_REPORTS_OF, VALUES(sv_number(person)));
	while (sv_next_row(row)) {
		sv_report report = {.id = sv_number_at(row, 0),
			.at = sv_number_at(row, 1),
			.table = sv_text_at(row, 2),
			.game = "",
			.text = sv_text_at(row, 3),
			.shown = sv_text_at(row, 4),
			.scenario = "",
			.kind = sv_text_at(row, 5),
			.said = sv_text_at(row, 6)};
		if (!visit(to, &report))
			break;
	}
	return sv_end_rows(row);
}

bool sv_store_each_owned(sv_store *s, int64_t person, sv_table_visitor *visit, void *to)
{
	assert(s && visit);
	return sv_store_list_tables(s, SQL_TABLES_OF_OWNER, VALUES(sv_number(person)), visit, to);
}
