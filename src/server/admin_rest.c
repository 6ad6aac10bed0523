/* admin_rest.c: commands of administration that are about the whole server: its state, what is
 * announced, what is deleted because it is old, and the log of acts. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "apparat/version.h"
#include "server/admin.h"
#include "server/nodes.h"
#include "server/requests.h"
#include "server/retention.h"

#define MINUTE (60LL * 1000)
#define DAY (24 * 60 * MINUTE)

enum { USUAL_MINUTES = 60, MOST_MINUTES = 30 * 24 * 60, MOST_DAYS = 36500 };

bool sv_admin_status(sv_admin_call *c)
{
	assert(c);
	sv_figures f;
	sv_hub_figures(c->hub, &f);
	json_t *state = json_pack("{ss ss si si si}", "version", AP_VERSION_STRING, "url",
		c->front->url, "clients", f.clients, "tables", f.tables, "running", f.running);
	json_object_update(c->answer, state);
	json_decref(state);
	return true;
}

/* Without a text the announcement ends. */
bool sv_admin_announce(sv_admin_call *c)
{
	assert(c);
	const char *text = sv_admin_text(c, "text");
	int64_t minutes = sv_admin_number(c, "minutes", USUAL_MINUTES);
	sv_announcement a = {.at = c->now, .until = c->now + minutes * MINUTE};
	if (minutes < 1 || minutes > MOST_MINUTES)
		return sv_admin_fail(
			c, "bad-request", "minutes must be a number from 1 to %d", MOST_MINUTES);
	if (text && (!*text || strlen(text) >= sizeof a.text || sv_has_control_characters(text)))
		return sv_admin_fail(c, "bad-request", "an announcement is a text of at most %d bytes",
			(int)sizeof a.text - 1);
	if (text)
		snprintf(a.text, sizeof a.text, "%s", text);
	if (!sv_store_put_announcement(c->store, text ? &a : NULL))
		return sv_admin_fail_store(c);
	sv_send_announcement(c->hub, text ? &a : NULL);
	return sv_tell_nodes(c->hub, SV_NEWS_ANNOUNCEMENT, 0) || sv_admin_fail_store(c);
}

/* ---- What is old ----------------------------------------------------------------------------- */

/* Counts what is older than the days that were given, and has it deleted unless it is a dry run. */
bool sv_admin_prune(sv_admin_call *c)
{
	assert(c);
	bool dry = json_is_true(json_object_get(c->request, "dry_run")), any = false;
	int64_t before[SV_KEPT_KINDS] = {0};
	for (int kind = 0; kind < SV_KEPT_KINDS; kind++) {
		const char *word = sv_kept_word((sv_kept)kind);
		int64_t days = sv_admin_number(c, word, -1);
		if (!json_object_get(c->request, word))
			continue;
		if (days < 0 || days > MOST_DAYS)
			return sv_admin_fail(
				c, "bad-request", "%s must be a number of days from 0 to %d", word, MOST_DAYS);
		before[kind] = c->now - days * DAY;
		int64_t count =
			sv_store_count_old(c->store, (sv_kept)kind, before[kind], sv_front_now(c->front));
		if (count < 0)
			return sv_admin_fail_store(c);
		json_object_set_new(c->answer, word, json_integer(count));
		any = true;
	}
	if (!any)
		return sv_admin_fail(c, "bad-request",
			"prune what? games, talk, guests, reports or log, and after how many days");
	for (int kind = 0; !dry && kind < SV_KEPT_KINDS; kind++)
		if (before[kind])
			sv_prune(c->front, (sv_kept)kind, before[kind]);
	c->acts = !dry;
	return true;
}

/* ---- The log --------------------------------------------------------------------------------- */

static bool add_act(void *to, const sv_act *act)
{
	json_t *details = json_loads(act->details, 0, NULL);
	json_array_append_new(to,
		json_pack("{sI sI ss ss ss so}", "act", (json_int_t)act->id, "at", (json_int_t)act->at,
			"who", act->who, "command", act->act, "about", act->about, "details",
			details ? details : json_object()));
	return true;
}

bool sv_admin_log(sv_admin_call *c)
{
	assert(c);
	json_t *acts = json_array();
	json_object_set_new(c->answer, "log", acts);
	return sv_store_each_act(c->store, sv_admin_before(c), sv_admin_most(c), add_act, acts) ||
		sv_admin_fail_store(c);
}
