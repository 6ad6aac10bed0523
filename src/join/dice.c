/* dice.c: the dice of the table: the client pledges a nonce by itself, opens it, keeps what it is
 * told in a file, compares every outcome when it falls and the record at the end. See
 * text/dice_witness.h. */
#include "join/join.h"

#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/state_folder.h"
#include "terminal/words.h"
#include "text/memory.h"

enum { RECORD_WAIT = 15000 }; /* ms for which the record is waited for */

/* ---- The file -------------------------------------------------------------------------------- */

/* Writes the path of the file about this table. Returns false if there is no place for it. */
static bool kept_path(const join *j, char path[AP_CLI_PATH])
{
	char name[JOIN_KEY + 16];
	snprintf(name, sizeof name, "dice/%s", j->witness.table);
	return ap_cli_state_path(name, path);
}

/* A failure is ignored: then the nonce is lost with the program. */
static void keep(const join *j)
{
	char path[AP_CLI_PATH], temporary[AP_CLI_PATH + 32];
	if (!kept_path(j, path))
		return;
	ap_cli_make_folders(path);
	snprintf(temporary, sizeof temporary, "%s.%ld.tmp", path, (long)getpid());
	mode_t old_mask = umask(077);
	FILE *out = fopen(temporary, "w");
	bool good = out && ap_witness_write(&j->witness, out);
	if (out && fclose(out) != 0)
		good = false;
	if (!good || rename(temporary, path) != 0)
		unlink(temporary);
	umask(old_mask);
}

/* Begins with what the file has, or with nothing. */
static void begin(join *j)
{
	char path[AP_CLI_PATH];
	ap_error error;
	long length;
	ap_witness_free(&j->witness);
	ap_witness_start(&j->witness, j->table_key, j->viewer);
	j->lie = AP_NO_LIE;
	j->verdict[0] = '\0';
	j->pledge_sent = j->nonce_sent = j->record_checked = j->dice_asked = false;
	if (!kept_path(j, path))
		return;
	char *text =
		access(path, R_OK) == 0 ? ap_read_file(path, AP_MAX_RECORD, &length, &error) : NULL;
	if (text && !ap_witness_read(&j->witness, text, (size_t)length, &error))
		ap_witness_start(&j->witness, j->table_key, j->viewer);
	free(text);
}

static void note_lie(join *j, ap_lie lie)
{
	char path[AP_CLI_PATH] = "";
	if (!lie || j->lie)
		return;
	j->lie = lie;
	kept_path(j, path);
	play_say(j->verdict, sizeof j->verdict, j->session.language, "cli.join.dice.lie",
		session_word(&j->session, ap_lie_word(lie)), path, NULL);
	if (strcmp(join_string(j->table_info, "status"), "over") == 0)
		return; /* the page of the end says it */
	session_add_message(&j->session, j->verdict);
	j->needs_drawing = j->draw_at_once = true;
}

/* ---- Before the game ------------------------------------------------------------------------- */

static bool read_bytes(const json_t *from, const char *key, unsigned char out[AP_FAIR_BYTES])
{
	const char *hex = join_string(from, key);
	return strlen(hex) == AP_FAIR_HEX && ap_fair_read_hex(hex, out);
}

static void read_told(const json_t *info, const json_t *dice, ap_fair *out)
{
	size_t i;
	const json_t *seat;
	ap_fair_start(out, 1);
	out->players = (uint8_t)json_array_size(json_object_get(dice, "seats"));
	if (out->players > AP_MAX_SEATS)
		out->players = AP_MAX_SEATS;
	out->published = read_bytes(info, "commitment", out->commitment);
	json_array_foreach(json_object_get(dice, "seats"), i, seat)
	{
		if (i >= AP_MAX_SEATS)
			break;
		out->pledged |= read_bytes(seat, "pledge", out->pledge[i]) ? AP_SEAT(i) : 0;
		out->opened |= read_bytes(seat, "nonce", out->nonce[i]) ? AP_SEAT(i) : 0;
	}
}

static int read_aborted(const json_t *dice, unsigned char out[][AP_FAIR_BYTES])
{
	size_t i;
	const json_t *one;
	int count = 0;
	json_array_foreach(json_object_get(dice, "aborted"), i, one)
	{
		if (count < AP_FAIR_MOST_ABORTED)
			count += read_bytes(one, "commitment", out[count]);
	}
	return count;
}

static void send_bytes(join *j, const char *field, const unsigned char bytes[AP_FAIR_BYTES])
{
	char hex[AP_FAIR_HEX + 1];
	json_t *message = join_message(j, "nonce");
	ap_fair_write_hex(bytes, hex);
	json_object_set_new(message, field, json_string(hex));
	join_send(j, message);
}

/* Pledges the nonce. At a slow table whoever has not made it deposits it, so that the game can
 * begin without him. */
static void pledge(join *j)
{
	unsigned char promised[AP_FAIR_BYTES];
	bool deposits = strcmp(join_string(j->table_info, "pace"), "slow") == 0 &&
		!json_is_true(json_object_get(j->table_info, "owner"));
	if (!j->witness.has_nonce)
		ap_witness_draw(&j->witness, promised);
	ap_fair_commit_nonce(j->witness.seat, j->witness.nonce, promised);
	j->witness.deposited = deposits;
	keep(j);
	send_bytes(j, deposits ? "deposit" : "pledge", deposits ? j->witness.nonce : promised);
	j->pledge_sent = true;
	j->nonce_sent = false;
}

/* A pledge that is not ours was given by another program of the same person, or we have lost its
 * nonce: whoever came last pledges anew. */
static void pledge_if_needed(join *j, const ap_fair *told)
{
	unsigned char own[AP_FAIR_BYTES] = {0};
	ap_witness *w = &j->witness;
	if (w->has_nonce)
		ap_fair_commit_nonce(w->seat, w->nonce, own);
	bool is_ours = w->has_nonce && (told->pledged & AP_SEAT(w->seat)) &&
		ap_fair_same(own, told->pledge[w->seat]);
	if (!is_ours && !j->pledge_sent)
		pledge(j);
}

static void prepare_dice(join *j, const ap_fair *told)
{
	ap_witness *w = &j->witness;
	if (w->seat != j->viewer) { /* he has sat down, or changed his seat */
		w->seat = j->viewer;
		w->has_nonce = j->pledge_sent = false;
	}
	if (!told->published && j->viewer != AP_OBSERVER)
		pledge_if_needed(j, told);
}

static void open_nonce(join *j, const ap_fair *told)
{
	const ap_witness *w = &j->witness;
	if (!told->published || !w->vouches || j->nonce_sent || (told->opened & AP_SEAT(w->seat)))
		return;
	keep(j); /* first the commitment, then the nonce */
	send_bytes(j, "nonce", w->nonce);
	j->nonce_sent = true;
}

static void ask_for_outcomes(join *j, const json_t *count)
{
	const ap_witness *w = &j->witness;
	if (!count || j->dice_asked || j->lie || json_integer_value(count) <= w->outcomes)
		return;
	json_t *message = join_message(j, "dice");
	json_object_set_new(message, "from", json_integer(w->outcomes));
	join_send(j, message);
	j->dice_asked = true;
}

/* Compares the draws that these events show, and asks for the outcomes that are not known. */
static void see_shown(
	join *j, const ap_event *events, int events_count, const json_t *count, bool whole)
{
	ap_witness *w = &j->witness;
	if (j->lie || !w->has_nonces || strcmp(w->table, j->table_key) != 0)
		return;
	note_lie(j,
		ap_witness_see_events(w, j->session.table.game, events, events_count,
			count ? (int)json_integer_value(count) : w->told, whole));
	ask_for_outcomes(j, count);
}

void join_see_dice(join *j, const ap_event *events, int events_count)
{
	const json_t *dice = json_object_get(j->table_info, "dice");
	const char *status = join_string(j->table_info, "status");
	bool in_lobby = strcmp(status, "lobby") == 0;
	unsigned char aborted[AP_FAIR_MOST_ABORTED][AP_FAIR_BYTES];
	ap_fair told;
	if (j->lie)
		return;
	if (json_integer_value(json_object_get(dice, "version")) != AP_FAIR_VERSION) {
		if (j->witness.fair.published && strcmp(j->witness.table, j->table_key) == 0)
			note_lie(j, AP_LIE_COMMITMENT); /* now there are said to be no such dice */
		return;
	}
	if (strcmp(j->witness.table, j->table_key) != 0)
		begin(j);
	read_told(j->table_info, dice, &told);
	bool was_published = j->witness.fair.published;
	ap_lie lie = ap_witness_see_table(&j->witness, &told, aborted, read_aborted(dice, aborted));
	if (was_published && !j->witness.fair.published)
		j->pledge_sent = j->nonce_sent = false; /* the start came to nothing */
	if (!j->witness.has_key)
		j->witness.has_key = read_bytes(dice, "key", j->witness.key);
	if (!lie && !j->witness.has_nonces && (!strcmp(status, "running") || !strcmp(status, "over")))
		lie = AP_LIE_NONCE; /* no game begins before all are open */
	note_lie(j, lie);
	if (lie)
		return;
	if (in_lobby) {
		prepare_dice(j, &told);
		open_nonce(j, &told);
	} else {
		see_shown(j, events, events_count, json_object_get(j->table_info, "outcomes"), true);
	}
}

void join_forget_sent_dice(join *j)
{
	j->pledge_sent = j->nonce_sent = j->dice_asked = false;
}

/* ---- During the game ------------------------------------------------------------------------- */

void join_see_outcomes(join *j, const ap_event *events, int events_count, const json_t *count)
{
	see_shown(j, events, events_count, count, false);
}

static void read_outcome(const json_t *from, ap_told_outcome *out)
{
	size_t i;
	const json_t *node, *path = json_object_get(from, "path");
	memset(out, 0, sizeof *out);
	out->index = (uint64_t)json_integer_value(json_object_get(from, "index"));
	snprintf(out->action, sizeof out->action, "%s", join_string(from, "action"));
	out->number = (uint32_t)json_integer_value(json_object_get(from, "number"));
	out->of = (uint32_t)json_integer_value(json_object_get(from, "of"));
	out->opened = read_bytes(from, "secret", out->secret);
	json_array_foreach(path, i, node)
	{
		if (i < AP_FAIR_DEPTH && json_is_string(node) &&
			strlen(json_string_value(node)) == AP_FAIR_HEX)
			ap_fair_read_hex(json_string_value(node), out->path[i]);
	}
}

void join_receive_dice(join *j, const json_t *message)
{
	size_t i;
	const json_t *one;
	ap_told_outcome told;
	if (strcmp(join_string(message, "table"), j->witness.table) != 0)
		return;
	j->dice_asked = false;
	json_array_foreach(json_object_get(message, "outcomes"), i, one)
	{
		read_outcome(one, &told);
		note_lie(j, ap_witness_see_outcome(&j->witness, j->session.table.game, &told));
		if (j->lie)
			break;
	}
	keep(j);
	ask_for_outcomes(j, json_object_get(message, "count"));
}

/* ---- The end --------------------------------------------------------------------------------- */

/* Fetches the record over a connection of its own. The caller frees it; NULL if it does not come.
 */
static char *fetch_record(const join *j, size_t *length)
{
	char path[JOIN_KEY + 32];
	join_link l = {0};
	int64_t until = link_now() + RECORD_WAIT;
	if (!link_open(&l, &j->address))
		return NULL;
	snprintf(path, sizeof path, "/records/%s.apr", j->witness.table);
	l.keeps_whole = true;
	link_request(&l, "GET", path, "");
	while (l.state == LINK_REQUESTING && link_now() < until) {
		struct pollfd waits = {.fd = -1, .events = POLLIN};
		bool writes = false;
		int wait = link_watch(&l, &waits.fd, &writes);
		waits.events |= writes ? POLLOUT : 0;
		poll(&waits, 1, wait < 100 ? wait : 100);
		link_serve(&l);
	}
	char *text = l.status == 200 ? l.whole : NULL;
	*length = l.whole_length;
	if (text)
		l.whole = NULL;
	link_close(&l);
	return text;
}

static const char *verdict_word(const ap_witness *w, const ap_record_report *report)
{
	if (w->has_nonce && w->vouches)
		return "cli.join.dice.fair";
	for (int seat = 0; seat < report->players; seat++)
		if (report->whose[seat] == AP_FAIR_OWN)
			return "cli.join.dice.fits";
	return "cli.join.dice.nobody";
}

void join_check_record(join *j)
{
	size_t length = 0;
	char number[16];
	ap_record_report report;
	ap_error error;
	const ap_witness *w = &j->witness;
	if (j->record_checked || j->lie || strcmp(w->table, j->table_key) != 0 || !w->has_nonces)
		return;
	char *text = fetch_record(j, &length);
	if (!text)
		return;
	j->record_checked = true;
	ap_lie lie = ap_witness_check_record(w, text, length, ap_game_named, &report, &error);
	free(text);
	note_lie(j, lie);
	if (lie)
		return;
	snprintf(number, sizeof number, "%d", w->checked);
	play_say(
		j->verdict, sizeof j->verdict, j->session.language, verdict_word(w, &report), number, NULL);
}

void join_add_dice(const join *j, page *p)
{
	char line[TEXT_LINE];
	const json_t *dice = json_object_get(j->table_info, "dice");
	size_t i;
	const json_t *seat;
	if (j->lie) {
		snprintf(line, sizeof line, S_RED S_BOLD "%s" S_PLAIN,
			session_word(&j->session, ap_lie_word(j->lie)));
		page_wrap(p, 2, line);
	}
	if (!json_is_integer(json_object_get(dice, "opens_by")))
		return;
	json_array_foreach(json_object_get(dice, "seats"), i, seat)
	{
		char text[TEXT_LINE];
		if (strcmp(join_string(seat, "whose"), "own") != 0 || json_object_get(seat, "nonce"))
			continue;
		page_wrap(p, 2,
			play_say(text, sizeof text, j->session.language, "cli.join.dice.wait",
				ap_seat_word(j->session.table.game, j->session.language, (int)i), NULL));
	}
}
