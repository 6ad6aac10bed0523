/* sign_in.c: signs the person in at a server, as a guest with a name. The cookie of the session is
 * kept in a file that only its owner can read, so that the same person can come back later. */
#include "join/join.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/state_folder.h"
#include "terminal/words.h"

/* ---- The file of sessions: server -> name -> cookie ------------------------------------------ */

/* Writes the path of the file. Returns false if there is no place for it. */
static bool sessions_path(char path[AP_CLI_PATH])
{
	return ap_cli_state_path("sessions.json", path);
}

static json_t *read_sessions(void)
{
	char path[AP_CLI_PATH];
	json_t *all = sessions_path(path) ? json_load_file(path, 0, NULL) : NULL;
	if (json_is_object(all))
		return all;
	json_decref(all);
	return json_object();
}

/* A failure is ignored: then the person is asked for a name again the next time. */
static void write_sessions(const json_t *all)
{
	char path[AP_CLI_PATH], temporary[AP_CLI_PATH + 32];
	if (!sessions_path(path))
		return;
	ap_cli_make_folders(path);
	snprintf(temporary, sizeof temporary, "%s.%ld.tmp", path, (long)getpid());
	mode_t old_mask = umask(077);
	if (json_dump_file(all, temporary, JSON_INDENT(1)) != 0 || rename(temporary, path) != 0)
		unlink(temporary);
	umask(old_mask);
}

/* Adds the cookie of the link to the file. */
static void save_session(const join *j, const char *name)
{
	char url[JOIN_URL];
	join_write_address(&j->address, url);
	json_t *all = read_sessions(), *here = json_object_get(all, url);
	if (!json_is_object(here)) {
		here = json_object();
		json_object_set_new(all, url, here);
	}
	json_object_set_new(here, name, json_string(j->link.cookie));
	write_sessions(all);
	json_decref(all);
}

/* Sets the cookie of the link to that of this name or, without a name, to the only one that the
 * file has for this server. Returns false if there is none. */
static bool load_session(join *j, const char *name)
{
	char url[JOIN_URL];
	json_t *all = read_sessions();
	json_t *here = json_object_get(all, join_write_address(&j->address, url));
	const json_t *value = name        ? json_object_get(here, name)
		: json_object_size(here) == 1 ? json_object_iter_value(json_object_iter(here))
									  : NULL;
	const char *cookie = json_string_value(value);
	bool usable = cookie && strlen(cookie) < sizeof j->link.cookie && !strpbrk(cookie, "\r\n");
	snprintf(j->link.cookie, sizeof j->link.cookie, "%s", usable ? cookie : "");
	json_decref(all);
	return usable;
}

/* ---- The server ------------------------------------------------------------------------------ */

/* Sends a request and waits for the answer. Returns false after a failure. */
static bool fetch(join *j, const char *method, const char *path, const char *body)
{
	char url[JOIN_URL];
	link_request(&j->link, method, path, body);
	if (!join_wait_while(j, LINK_REQUESTING))
		return false;
	return j->link.status != 0 ||
		join_fail(j, AP_FAILED, "cannot reach %s: %s", join_write_address(&j->address, url),
			j->link.error);
}

static bool become_guest(join *j, const char *name)
{
	json_t *body = json_pack("{ss}", "name", name); /* NULL if the name is not in UTF-8 */
	if (!body)
		return join_fail(j, AP_MISUSED, "the name '%s' is not in UTF-8", name);
	char *text = json_dumps(body, JSON_COMPACT);
	json_decref(body);
	j->link.cookie[0] = '\0';
	bool answered = fetch(j, "POST", "/api/guest", text);
	free(text);
	if (!answered)
		return false;
	if (j->link.status == 200 && j->link.cookie[0]) {
		save_session(j, name);
		return true;
	}
	json_t *refusal = json_loads(j->link.body, 0, NULL);
	if (*join_string(refusal, "code"))
		join_fail(j, AP_FAILED, "the server refuses the name '%s': %s", name,
			join_string(refusal, "text"));
	else
		join_fail(j, AP_FAILED, "this is no server of Apparat: it answers with status %d",
			j->link.status);
	json_decref(refusal);
	return false;
}

static bool ask_name(join *j, char name[JOIN_LINE])
{
	terminal_input read;
	do
		read = join_read_line(j, session_word(&j->session, "cli.join.name"), name);
	while (read == INPUT_REDRAW || (read == INPUT_LINE && !name[0]));
	if (read == INPUT_ENDED)
		join_fail(j, AP_MISUSED, "who are you? Give --name NAME");
	return read == INPUT_LINE;
}

/* A session that the server has forgotten is replaced by a new one. */
bool join_sign_in(join *j, const char *name)
{
	char typed[JOIN_LINE];
	if (load_session(j, name)) {
		if (!fetch(j, "GET", "/api/me", ""))
			return false;
		if (j->link.status == 200)
			return true;
	}
	if (!name && !ask_name(j, typed))
		return false;
	return become_guest(j, name ? name : typed);
}
