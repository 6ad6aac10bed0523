/* reports.c: what people report from a table: a problem, a person, or something that was said. It
 * is kept for whoever runs the server: with a problem goes the whole position, so nothing of it is
 * ever sent to anybody at a table. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/requests.h"
#include "text/memory.h"
#include "text/scenario.h"

enum {
	MAX_TEXT = 2000,   /* bytes of a person's words */
	MAX_SHOWN = 8000,  /* bytes of the description of what was shown */
	OF_A_PERSON = 5,   /* reports that one person may make in an hour */
	OF_ALL_PEOPLE = 60 /* and all people together */
};

#define HOUR (3600LL * 1000)

static bool is_good_text(const char *text, size_t most)
{
	return strlen(text) <= most && !sv_has_control_characters(text);
}

/* True, after a refusal, if there are too many reports already. */
static bool refuse_too_many(const sv_request *r)
{
	sv_store *store = r->client->hub->store;
	int64_t since = sv_wall_now(r->client->hub) - HOUR;
	int64_t own = sv_store_count_reports(store, since, r->client->person);
	int64_t all = sv_store_count_reports(store, since, 0);
	if (own >= 0 && own < OF_A_PERSON && all >= 0 && all < OF_ALL_PEOPLE)
		return false;
	sv_refuse(r->client, r->id, "too-fast", "there are many reports already, wait an hour");
	return true;
}

/* Returns the position as a scenario, which the caller frees; NULL if there is none. */
static char *write_position(sv_table *t)
{
	bool was_loaded = t->history != NULL;
	if (!sv_load_history(t) || !t->history)
		return NULL;
	char *scenario = ap_scenario_of(t->game, &t->history->state);
	if (!was_loaded && t->status == SV_OVER && !t->watchers)
		sv_free_history(t); /* the store still has it */
	return scenario;
}

/* ---- What a report is about ------------------------------------------------------------------ */

/* A chat message that is reported. */
typedef struct wanted_line {
	int viewer;
	int64_t at;
	int64_t person; /* who said it */
	char *text;     /* NULL: it was not found */
} wanted_line;

static bool find_line(void *to, int n, const sv_talk *talk)
{
	wanted_line *wanted = to;
	(void)n;
	if (talk->at != wanted->at || !(talk->seen_by & AP_SEAT(wanted->viewer)))
		return true;
	wanted->person = talk->person;
	wanted->text = ap_copy_text(talk->text);
	return false;
}

/* Fills in whom or what the report is about. False, after a refusal, if there is no such seat, or
 * nothing that the person could read was said at that time. */
static bool read_subject(const sv_request *r, sv_table *t, sv_report *report, char **said)
{
	const char *name = sv_request_text(r, "seat");
	const json_t *talk = json_object_get(r->body, "talk");
	int seat = name ? ap_seat_named(t->game, name) : AP_NOBODY;
	wanted_line wanted = {
		.viewer = sv_seat_of(t, r->client->person), .at = json_integer_value(talk)};
	if (talk && !name)
		sv_store_each_talk(t->hub->store, t->id, 0, find_line, &wanted);
	if ((talk && !wanted.text) || (talk && name) ||
		(name &&
			(seat >= t->setup.players || t->seat[seat].kind != SV_SEAT_PERSON ||
				t->seat[seat].person == r->client->person))) {
		sv_refuse(r->client, r->id, "bad-message", "there is no such person or line at this table");
		free(wanted.text);
		return false;
	}
	report->kind = talk ? SV_ABOUT_TALK : name ? SV_ABOUT_PERSON : SV_PROBLEM;
	report->against = talk ? wanted.person : name ? t->seat[seat].person : 0;
	report->said = *said = wanted.text;
	return true;
}

void sv_on_report(const sv_request *r)
{
	assert(sv_is_request(r));
	sv_table *t = sv_request_table(r);
	const char *text = sv_request_text(r, "text"), *shown = sv_request_text(r, "shown");
	if (!t)
		return;
	if (!*text || !is_good_text(text, MAX_TEXT) || !is_good_text(shown ? shown : "", MAX_SHOWN)) {
		sv_refuse(r->client, r->id, "bad-message", "a report is a text that is not too long");
		return;
	}
	sv_report report = {.at = sv_wall_now(t->hub),
		.person = r->client->person,
		.table = t->key,
		.game = ap_game_name(t->game),
		.rules = t->rules.version,
		.text = text,
		.shown = shown ? shown : ""};
	char *said = NULL;
	if (refuse_too_many(r) || !read_subject(r, t, &report, &said))
		return;
	/* What somebody has said or done has nothing to do with the position. */
	char *scenario = strcmp(report.kind, SV_PROBLEM) == 0 ? write_position(t) : NULL;
	report.scenario = scenario ? scenario : "";
	int64_t number = sv_store_add_report(t->hub->store, &report);
	free(scenario);
	free(said);
	t->hub->needs_flush = true;
	ap_json j = sv_begin_message(t->hub, "reported", r->id);
	ap_json_key(&j, "table");
	ap_json_string(&j, t->key);
	ap_json_key(&j, "report");
	ap_json_int(&j, number);
	sv_queue_message(r->client, &j); /* it is dropped if the report is not kept */
}
