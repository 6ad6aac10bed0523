/* admin.c: see admin.h. */
#include "server/admin.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/requests.h"

enum { USUALLY_LISTED = 50, MOST_LISTED = 1000 };

/* ---- Parts of handlers ----------------------------------------------------------------------- */

bool sv_admin_fail(sv_admin_call *c, const char *code, const char *format, ...)
{
	assert(c && code && format);
	char text[400];
	va_list values;
	va_start(values, format);
	vsnprintf(text, sizeof text, ap_translated_into(c->language, format), values);
	va_end(values);
	json_object_clear(c->answer);
	json_object_set_new(c->answer, "error", json_pack("{ssss}", "code", code, "text", text));
	c->failed = true;
	return false;
}

bool sv_admin_fail_store(sv_admin_call *c)
{
	assert(c);
	return sv_admin_fail(c, "storage", "the store failed: %.300s", sv_store_error(c->store));
}

const char *sv_admin_text(const sv_admin_call *c, const char *key)
{
	assert(c && key);
	return json_string_value(json_object_get(c->request, key));
}

int64_t sv_admin_number(const sv_admin_call *c, const char *key, int64_t missing)
{
	assert(c && key);
	const json_t *value = json_object_get(c->request, key);
	return value ? json_integer_value(value) : missing;
}

void sv_admin_about(sv_admin_call *c, const char *format, ...)
{
	assert(c && format);
	va_list values;
	va_start(values, format);
	vsnprintf(c->about, sizeof c->about, format, values);
	va_end(values);
}

/* Reads a number in decimal digits alone. */
static bool read_id(const char *word, int64_t *out)
{
	char *end;
	errno = 0;
	*out = strtoll(word, &end, 10);
	return *word >= '0' && *word <= '9' && !*end && !errno && *out > 0;
}

bool sv_admin_person(sv_admin_call *c, sv_person_row *out)
{
	assert(c && out);
	int64_t id;
	const char *who = sv_admin_text(c, "who");
	bool found = read_id(who, &id) ? sv_store_find_person(c->store, id, out)
								   : sv_store_find_account(c->store, who, out);
	if (!found && sv_store_error(c->store)[0])
		return sv_admin_fail_store(c);
	if (!found)
		return sv_admin_fail(c, "no-such-person",
			"there is no account \"%.100s\"; guests are named by their number, see people list",
			who);
	sv_admin_about(c, "person %lld", (long long)out->id);
	/* The log keeps numbers: a name would outlive the person's data. */
	json_object_set_new(c->details, "who", json_integer(out->id));
	return true;
}

sv_table *sv_admin_table(sv_admin_call *c)
{
	assert(c);
	const char *key = sv_admin_text(c, "table");
	sv_table *t = sv_find_table(c->hub, key);
	if (t)
		sv_admin_about(c, "table %s", t->key);
	else
		sv_admin_fail(c, "no-such-table", "there is no table \"%.40s\"", key);
	return t;
}

int sv_admin_most(const sv_admin_call *c)
{
	assert(c);
	int64_t most = sv_admin_number(c, "most", USUALLY_LISTED);
	return most < 1 ? 1 : most > MOST_LISTED ? MOST_LISTED : (int)most;
}

int64_t sv_admin_before(const sv_admin_call *c)
{
	assert(c);
	return sv_admin_number(c, "before", INT64_MAX);
}

/* ---- Which commands there are ---------------------------------------------------------------- */

#define LIST " i?before i?most"

static const struct {
	const char *name;
	sv_admin_handler *handler;
	bool acts; /* it is logged */
	const char *fields;
} commands[] = {
	{"status", sv_admin_status, false, ""},
	{"people list", sv_admin_people_list, false, " s?search" LIST},
	{"people show", sv_admin_people_show, false, " s:who"},
	{"people ban", sv_admin_people_ban, true, " s:who i?days s?address s?reason"},
	{"people unban", sv_admin_people_unban, true, " s:who"},
	{"people silence", sv_admin_people_silence, true, " s:who i?days s?reason"},
	{"people unsilence", sv_admin_people_unsilence, true, " s:who"},
	{"people delete", sv_admin_people_delete, true, " s:who"},
	{"people sessions", sv_admin_people_sessions, false, " s:who"},
	{"people end-sessions", sv_admin_people_end_sessions, true, " s:who s?session"},
	{"people reset", sv_admin_people_reset, true, " s:who"},
	{"people export", sv_admin_people_export, true, " s:who"},
	{"bans list", sv_admin_bans_list, false, ""},
	{"bans lift", sv_admin_bans_lift, true, " i:ban"},
	{"tables list", sv_admin_tables_list, false, " s?status" LIST},
	{"tables show", sv_admin_tables_show, false, " s:table b?hidden"},
	{"tables close", sv_admin_tables_close, true, " s:table"},
	{"tables hand-over", sv_admin_tables_hand_over, true, " s:table s:seat s?who s?bot"},
	{"tables delete", sv_admin_tables_delete, true, " s:table"},
	{"talk list", sv_admin_talk_list, false, " s:table b?hidden"},
	{"talk delete", sv_admin_talk_delete, true, " s:table i:line"},
	{"reports list", sv_admin_reports_list, false, ""},
	{"reports show", sv_admin_reports_show, false, " i:report b?hidden"},
	{"reports delete", sv_admin_reports_delete, true, " i:report"},
	{"announce", sv_admin_announce, true, " s?text i?minutes"},
	{"prune", sv_admin_prune, true, " i?games i?talk i?guests i?reports i?log b?dry_run"},
	{"log", sv_admin_log, false, LIST},
};

/* ---- Carrying out ---------------------------------------------------------------------------- */

static void add_act(sv_admin_call *c)
{
	char *details = json_dumps(c->details, JSON_COMPACT);
	sv_store_add_act(c->store,
		&(sv_act){.at = c->now,
			.who = c->who,
			.act = sv_admin_text(c, "command"),
			.about = c->about,
			.details = details ? details : "{}"});
	free(details);
	c->hub->needs_flush = true;
}

/* What waits is committed first, so that a failure concerns this command alone. */
static void carry_out(sv_admin_call *c, sv_admin_handler *handler)
{
	sv_hub_flush(c->hub);
	if (!handler(c))
		return;
	if (c->acts)
		add_act(c);
	if (sv_store_has_uncommitted(c->store))
		c->hub->needs_flush = true;
	if (!sv_hub_flush(c->hub))
		sv_admin_fail(c, "storage", "the store failed: nothing was changed");
}

static void run_command(sv_admin_call *c)
{
	char fields[128];
	const char *name = sv_admin_text(c, "command");
	for (size_t i = 0; name && i < sizeof commands / sizeof *commands; i++) {
		if (strcmp(commands[i].name, name) != 0)
			continue;
		snprintf(fields, sizeof fields, "s:command s?language%s", commands[i].fields);
		c->acts = commands[i].acts;
		if (!sv_has_fields(c->request, fields))
			sv_admin_fail(c, "bad-request", "a field is missing, unknown or of another kind");
		else
			carry_out(c, commands[i].handler);
		return;
	}
	sv_admin_fail(c, "bad-request", "there is no such command");
}

/* Who asks may say in which language he wants to be told what is wrong. */
static void read_language(sv_admin_call *c)
{
	const char *code = sv_admin_text(c, "language");
	if (code && !ap_language_named(code, &c->language))
		c->language = AP_ENGLISH;
}

char *sv_admin_answer(sv_front *front, const char *who, const char *line, size_t length)
{
	assert(front && who && (line || length == 0));
	json_t *request = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL);
	sv_admin_call c = {.front = front,
		.hub = front->hub,
		.store = front->store,
		.now = sv_front_wall_now(front),
		.who = who,
		.request = request,
		.answer = json_object(),
		.details = json_copy(request)};
	json_object_del(c.details, "command");
	json_object_del(c.details, "language");
	read_language(&c);
	if (json_is_object(request))
		run_command(&c);
	else
		sv_admin_fail(&c, "bad-request", "a request is a JSON object on one line");
	char *text = json_dumps(c.answer, JSON_COMPACT);
	json_decref(c.answer);
	json_decref(c.details);
	json_decref(request);
	return text;
}
