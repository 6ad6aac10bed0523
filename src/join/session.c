/* session.c: who we are at a server: a guest by name. The cookie is kept in a file that only
 * its owner can read, so that a seat is found again after the program was left. */
#include "join/join.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "terminal/words.h"

enum { PATH = 4096 };

/* ---- The file: server to name to cookie ------------------------------------------------------ */

static bool file_of_sessions(char path[PATH])
{
	const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
	int n = -1;
	if (state && state[0] == '/')
		n = snprintf(path, PATH, "%s/apparat/sessions.json", state);
	else if (home && home[0])
		n = snprintf(path, PATH, "%s/.local/state/apparat/sessions.json", home);
	return n > 0 && n < PATH - 32;
}

static json_t *read_sessions(void)
{
	char path[PATH];
	json_t *all = file_of_sessions(path) ? json_load_file(path, 0, NULL) : NULL;
	if (json_is_object(all))
		return all;
	json_decref(all);
	return json_object();
}

static void make_folders(char *path)
{
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(path, 0700);
		*slash = '/';
	}
}

/* What cannot be kept is not worth stopping for. */
static void write_sessions(const json_t *all)
{
	char path[PATH], beside[PATH + 32];
	if (!file_of_sessions(path))
		return;
	make_folders(path);
	snprintf(beside, sizeof beside, "%s.%ld.tmp", path, (long)getpid());
	mode_t before = umask(077);
	if (json_dump_file(all, beside, JSON_INDENT(1)) != 0 || rename(beside, path) != 0)
		unlink(beside);
	umask(before);
}

static void keep_session(const join *j, const char *name)
{
	char url[JOIN_URL];
	join_write_address(&j->to, url);
	json_t *all = read_sessions(), *here = json_object_get(all, url);
	if (!json_is_object(here)) {
		here = json_object();
		json_object_set_new(all, url, here);
	}
	json_object_set_new(here, name, json_string(j->link.cookie));
	write_sessions(all);
	json_decref(all);
}

/* The one of this name, or the only one there is. */
static bool find_session(join *j, const char *name)
{
	char url[JOIN_URL];
	json_t *all = read_sessions();
	json_t *here = json_object_get(all, join_write_address(&j->to, url));
	const json_t *found = name        ? json_object_get(here, name)
		: json_object_size(here) == 1 ? json_object_iter_value(json_object_iter(here))
									  : NULL;
	const char *cookie = json_string_value(found);
	bool good = cookie && strlen(cookie) < sizeof j->link.cookie && !strpbrk(cookie, "\r\n");
	snprintf(j->link.cookie, sizeof j->link.cookie, "%s", good ? cookie : "");
	json_decref(all);
	return good;
}

/* ---- The server ------------------------------------------------------------------------------ */

static bool fetch(join *j, const char *method, const char *path, const char *body)
{
	char url[JOIN_URL];
	link_ask(&j->link, method, path, body);
	if (!join_wait(j, LINK_ASKING))
		return false;
	return j->link.status != 0 ||
		join_fail(
			j, AP_FAILED, "cannot reach %s: %s", join_write_address(&j->to, url), j->link.error);
}

static bool become_guest(join *j, const char *name)
{
	json_t *body = json_pack("{ss}", "name", name);
	char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
	json_decref(body);
	if (!text)
		return join_fail(j, AP_MISUSED, "the name '%s' is not in UTF-8", name);
	j->link.cookie[0] = '\0';
	bool answered = fetch(j, "POST", "/api/guest", text);
	free(text);
	if (!answered)
		return false;
	if (j->link.status == 200 && j->link.cookie[0]) {
		keep_session(j, name);
		return true;
	}
	json_t *said = json_loads(j->link.body, 0, NULL);
	const char *code = join_string(said, "code");
	if (*code)
		join_fail(
			j, AP_FAILED, "the server refuses the name '%s': %s", name, join_string(said, "text"));
	else
		join_fail(j, AP_FAILED, "this is no server of Apparat: it answers with status %d",
			j->link.status);
	json_decref(said);
	return false;
}

static bool ask_name(join *j, char name[JOIN_LINE])
{
	terminal_input read;
	do
		read = join_read(j, session_word(&j->s, "cli.join.name"), name);
	while (read == INPUT_REDRAW || (read == INPUT_LINE && !name[0]));
	if (read == INPUT_ENDED)
		join_fail(j, AP_MISUSED, "who are you? Give --name NAME");
	return read == INPUT_LINE;
}

/* The server may have forgotten who we were. */
bool join_sign_in(join *j, const char *name)
{
	char typed[JOIN_LINE];
	if (find_session(j, name)) {
		if (!fetch(j, "GET", "/api/me", ""))
			return false;
		if (j->link.status == 200)
			return true;
	}
	if (!name && !ask_name(j, typed))
		return false;
	return become_guest(j, name ? name : typed);
}
