/* store_talk.c: what people say and report, in the store: see store.h. */
#include "server/store.h"

#include <assert.h>

#include "server/store_internal.h"

/* ---- Talk ------------------------------------------------------------------------------------ */

bool sv_store_add_talk(sv_store *s, int64_t table, int n, const sv_talk *talk)
{
	assert(s && talk);
	return sv_store_write_row(s, SQL_ADD_TALK,
		(sv_value[]){sv_number(table), sv_number(n), sv_number(talk->at), sv_number(talk->person),
			sv_number(talk->seen_by), sv_number(talk->from), sv_text(talk->text)});
}

bool sv_store_each_talk(sv_store *s, int64_t table, int from, sv_talk_visitor *visit, void *to)
{
	assert(s && visit);
	int rc;
	sqlite3_stmt *st =
		sv_store_bind_statement(s, SQL_TALK, (sv_value[]){sv_number(table), sv_number(from)});
	if (!st)
		return false;
	while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
		sv_talk talk = {.at = sqlite3_column_int64(st, 1),
			.person = sqlite3_column_int64(st, 2),
			.seen_by = (uint16_t)sqlite3_column_int(st, 3),
			.from = (uint8_t)sqlite3_column_int(st, 4),
			.text = sv_store_text_at(st, 5)};
		if (!visit(to, sqlite3_column_int(st, 0), &talk))
			break;
	}
	return sv_store_end_list(s, SQL_TALK, rc);
}

int sv_store_next_talk(sv_store *s, int64_t table)
{
	assert(s);
	return (int)sv_store_find_number(s, SQL_NEXT_TALK, (sv_value[]){sv_number(table)});
}

/* ---- Reports --------------------------------------------------------------------------------- */

int64_t sv_store_add_report(sv_store *s, const sv_report *r)
{
	assert(s && r && r->text && r->shown && r->scenario);
	if (!sv_store_write_row(s, SQL_ADD_REPORT,
			(sv_value[]){sv_number(r->at), sv_number(r->person), sv_text(r->table),
				sv_text(r->game), sv_number(r->rules), sv_text(r->text), sv_text(r->shown),
				sv_text(r->scenario), sv_text(r->kind ? r->kind : SV_PROBLEM),
				sv_number(r->against), sv_text(r->said ? r->said : "")}))
		return -1;
	int64_t id = sqlite3_last_insert_rowid(s->db);
	return sv_store_write_row(s, SQL_DROP_REPORTS, (sv_value[]){sv_number(SV_MOST_REPORTS)}) ? id
																							 : -1;
}

bool sv_store_each_report(sv_store *s, int64_t id, sv_report_visitor *visit, void *to)
{
	assert(s && visit);
	int rc;
	sqlite3_stmt *st = sv_store_bind_statement(s, SQL_REPORTS, (sv_value[]){sv_number(id)});
	if (!st)
		return false;
	while ((rc = sqlite3_step(st)) == SQLITE_ROW) {
		sv_report report = {.id = sqlite3_column_int64(st, 0),
			.at = sqlite3_column_int64(st, 1),
			.person = sqlite3_column_int64(st, 2),
			.table = sv_store_text_at(st, 3),
			.game = sv_store_text_at(st, 4),
			.rules = sqlite3_column_int(st, 5),
			.text = sv_store_text_at(st, 6),
			.shown = sv_store_text_at(st, 7),
			.scenario = sv_store_text_at(st, 8),
			.kind = sv_store_text_at(st, 9),
			.against = sqlite3_column_int64(st, 10),
			.said = sv_store_text_at(st, 11)};
		if (!visit(to, &report))
			break;
	}
	return sv_store_end_list(s, SQL_REPORTS, rc);
}

int64_t sv_store_count_reports(sv_store *s, int64_t since, int64_t person)
{
	assert(s);
	return sv_store_find_number(
		s, SQL_COUNT_REPORTS, (sv_value[]){sv_number(since), sv_number(person)});
}
