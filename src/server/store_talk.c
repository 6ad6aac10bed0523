/* store_talk.c: what people say and report, in the store: see store.h. */
#include "server/store.h"

#include <assert.h>

#include "server/store_internal.h"

/* ---- Talk ------------------------------------------------------------------------------------ */

bool sv_store_add_talk(sv_store *s, int64_t table, int n, const sv_talk *talk)
{
	assert(s && talk);
	return sv_store_write_row(s, SQL_ADD_TALK,
		VALUES(sv_number(table), sv_number(n), sv_number(talk->at), sv_number(talk->person),
			sv_number(talk->seen_by), sv_number(talk->from), sv_text(talk->text)));
}

bool sv_store_each_talk(sv_store *s, int64_t table, int from, sv_talk_visitor *visit, void *to)
{
	assert(s && visit);
	sv_rows *row = sv_store_read(s, SQL_TALK, VALUES(sv_number(table), sv_number(from)));
	while (sv_next_row(row)) {
		sv_talk talk = {.at = sv_number_at(row, 1),
			.person = sv_number_at(row, 2),
			.seen_by = (uint16_t)sv_number_at(row, 3),
			.from = (uint8_t)sv_number_at(row, 4),
			.text = sv_text_at(row, 5)};
		if (!visit(to, (int)sv_number_at(row, 0), &talk))
			break;
	}
	return sv_end_rows(row);
}

int sv_store_next_talk(sv_store *s, int64_t table)
{
	assert(s);
	return (int)sv_store_find_number(s, SQL_NEXT_TALK, VALUES(sv_number(table)));
}

/* ---- Reports --------------------------------------------------------------------------------- */

int64_t sv_store_add_report(sv_store *s, const sv_report *r)
{
	assert(s && r && r->text && r->shown && r->scenario);
	int64_t id = sv_store_add_numbered(s, SQL_ADD_REPORT,
		VALUES(sv_number(r->at), sv_number(r->person), sv_text(r->table), sv_text(r->game),
			sv_number(r->rules), sv_text(r->text), sv_text(r->shown), sv_text(r->scenario),
			sv_text(r->kind ? r->kind : SV_PROBLEM), sv_number(r->against),
			sv_text(r->said ? r->said : "")));
	bool good =
		id >= 0 && sv_store_write_row(s, SQL_DROP_REPORTS, VALUES(sv_number(SV_MOST_REPORTS)));
	return good ? id : -1;
}

bool sv_store_each_report(sv_store *s, int64_t id, sv_report_visitor *visit, void *to)
{
	assert(s && visit);
	sv_rows *row = sv_store_read(s, SQL_REPORTS, VALUES(sv_number(id)));
	while (sv_next_row(row)) {
		sv_report report = {.id = sv_number_at(row, 0),
			.at = sv_number_at(row, 1),
			.person = sv_number_at(row, 2),
			.table = sv_text_at(row, 3),
			.game = sv_text_at(row, 4),
			.rules = (int)sv_number_at(row, 5),
			.text = sv_text_at(row, 6),
			.shown = sv_text_at(row, 7),
			.scenario = sv_text_at(row, 8),
			.kind = sv_text_at(row, 9),
			.against = sv_number_at(row, 10),
			.said = sv_text_at(row, 11)};
		if (!visit(to, &report))
			break;
	}
	return sv_end_rows(row);
}

int64_t sv_store_count_reports(sv_store *s, int64_t since, int64_t person)
{
	assert(s);
	return sv_store_find_number(s, SQL_COUNT_REPORTS, VALUES(sv_number(since), sv_number(person)));
}
