/* record.c: see record.h and docs/records.md. */
#include "text/record.h"

#include <inttypes.h>
#include <stdlib.h>

#include "text/phrases.h"

enum { LINE = 256, MOST_LINES = 1 << 18 };

/* ---- Writing ------------------------------------------------------------------------------------
 */

static void write_header(const ap_record *record, int viewer, FILE *out)
{
	const ap_history *h = &record->history;
	const ap_game *game = h->game;
	fprintf(out, "apparat record 1\ngame %s\nrules %d\nplayers %d\n", ap_game_name(game),
		ap_rules_version(game), h->setup.players);
	for (int i = 0; ap_option_name(game, i); i++)
		fprintf(out, "option %s %s\n", ap_option_name(game, i),
			ap_option_value(game, i, h->setup.option[i]));
	for (int seat = 0; seat < h->setup.players; seat++)
		if (record->who[seat][0])
			fprintf(out, "seat %s %s\n", ap_seat_name(game, seat), record->who[seat]);
	if (record->dice[0])
		fprintf(out, "dice %s\n", viewer == AP_EVERYTHING ? record->dice : "hidden");
	if (viewer != AP_EVERYTHING)
		fprintf(out, "view %s\n", ap_seat_name(game, viewer));
	fputc('\n', out);
}

/* Each line is masked by the state it was done in, so the game is played along. */
static void write_lines(const ap_history *h, int viewer, FILE *out)
{
	ap_history now;
	char text[LINE];
	ap_history_start(&now, h->game, &h->setup, NULL);
	for (int i = 0; i < h->lines; i++) {
		const ap_line *line = &h->line[i];
		if (line->kind == AP_LINE_UNDO) {
			fprintf(out, "undo %" PRIu32 "\n", line->value);
			ap_history_undo(&now, (int)line->value);
		} else if (line->kind == AP_LINE_UNSEAL) {
			fprintf(out, "%s unseal\n", ap_seat_name(h->game, line->seat));
			ap_history_unseal(&now, line->seat);
		} else {
			ap_action shown = ap_masked(h->game, &now.state, line->seat, line->value, viewer);
			ap_write_action(h->game, line->seat, shown, text, sizeof text);
			fprintf(out, "%s\n", text);
			ap_history_apply(&now, line->seat, line->value, NULL);
		}
	}
	ap_history_free(&now);
}

bool ap_record_write(const ap_record *record, int viewer, FILE *out)
{
	const ap_history *h = &record->history;
	ap_outcome outcome;
	write_header(record, viewer, out);
	write_lines(h, viewer, out);
	bool over = ap_outcome_of(h->game, &h->state, &outcome);
	if (viewer == AP_EVERYTHING)
		fprintf(out, "end %s %016" PRIx64 "\n",
			over ? ap_reason_name(h->game, outcome.reason) : "open", ap_hash(h->game, &h->state));
	return fflush(out) == 0 && !ferror(out);
}

void ap_record_free(ap_record *record)
{
	ap_history_free(&record->history);
}

/* ---- Reading ------------------------------------------------------------------------------- */

typedef struct reader {
	const char *at, *end;
	int line;
	char text[LINE];
	ap_find_game *find;
	ap_record *record;
	ap_error *error;
} reader;

/* The next line into r->text; false at the end. A line that is no text sets the error. */
static bool next_line(reader *r)
{
	r->error->message[0] = '\0';
	if (r->at >= r->end)
		return false;
	const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
	size_t length = (size_t)((stop ? stop : r->end) - r->at);
	r->line++;
	if (length >= LINE || memchr(r->at, '\0', length))
		return ap_fail(r->error, r->line, "expected a line of text, at most %d bytes", LINE - 1);
	if (r->line > MOST_LINES)
		return ap_fail(r->error, r->line, "expected at most %d lines", MOST_LINES);
	memcpy(r->text, r->at, length);
	r->text[length] = '\0';
	r->at += length + (stop != NULL);
	return true;
}

/* "players 4": the rest of the line after the word, or NULL. */
static const char *after(const reader *r, const char *word)
{
	size_t length = strlen(word);
	bool starts = strncmp(r->text, word, length) == 0 && r->text[length] == ' ';
	return starts ? r->text + length + 1 : NULL;
}

static bool expected(reader *r, const char *what)
{
	if (r->error->message[0])
		return false;
	return ap_fail(r->error, r->line, "expected %s", what);
}

static bool read_number(const char *text, long most, long *value)
{
	char *end;
	if (!text || text[0] < '0' || text[0] > '9' || (text[0] == '0' && text[1]))
		return false;
	*value = strtol(text, &end, 10);
	return *end == '\0' && *value <= most;
}

static bool read_option(reader *r, const ap_game *game, const char *text, ap_setup *setup)
{
	for (int i = 0; ap_option_name(game, i); i++)
		for (int v = 0; ap_option_value(game, i, v); v++) {
			char both[LINE];
			snprintf(
				both, sizeof both, "%s %s", ap_option_name(game, i), ap_option_value(game, i, v));
			if (strcmp(both, text) == 0) {
				setup->option[i] = (uint8_t)v;
				return true;
			}
		}
	return expected(r, "an option of the game and one of its values");
}

static bool read_seat(reader *r, const ap_game *game, const char *text, int players)
{
	char name[LINE];
	size_t length = strcspn(text, " ");
	memcpy(name, text, length);
	name[length] = '\0';
	int seat = ap_seat_named(game, name);
	if (seat >= players || text[length] != ' ' || strlen(text + length + 1) >= AP_WHO)
		return expected(r, "a seat at the table and who sits there, at most 63 bytes");
	strcpy(r->record->who[seat], text + length + 1);
	return true;
}

/* The optional lines, down to the blank one. */
static bool read_details(reader *r, const ap_game *game, ap_setup *setup)
{
	while (next_line(r)) {
		const char *rest;
		if (r->text[0] == '\0')
			return true;
		if ((rest = after(r, "option"))) {
			if (!read_option(r, game, rest, setup))
				return false;
		} else if ((rest = after(r, "seat"))) {
			if (!read_seat(r, game, rest, setup->players))
				return false;
		} else if ((rest = after(r, "dice"))) {
			if (strlen(rest) >= AP_WHO)
				return expected(r, "where chance came from, at most 63 bytes");
			strcpy(r->record->dice, rest);
		} else if (after(r, "view")) {
			return expected(r, "a whole record: this is one seat's view and hides actions");
		} else {
			return expected(r, "option, seat, dice or a blank line");
		}
	}
	return expected(r, "a blank line after the header");
}

static bool read_header(reader *r)
{
	long number;
	ap_setup setup = {0};
	if (!next_line(r) || strcmp(r->text, "apparat record 1") != 0)
		return expected(r, "\"apparat record 1\"");
	if (!next_line(r) || !after(r, "game"))
		return expected(r, "\"game NAME\"");
	const ap_game *game = r->find(after(r, "game"));
	if (!game)
		return expected(r, "a game that is known (see apparat games)");
	if (!next_line(r) || !read_number(after(r, "rules"), 255, &number) ||
		number != ap_rules_version(game))
		return expected(r, "\"rules N\" with the version of the rules that is played here");
	if (!next_line(r) || !read_number(after(r, "players"), AP_MAX_SEATS, &number))
		return expected(r, "\"players N\"");
	setup.players = (uint8_t)number;
	if (!ap_setup_sound(game, &setup))
		return expected(r, "a number of players that the game allows");
	if (!read_details(r, game, &setup))
		return false;
	ap_history_start(&r->record->history, game, &setup, NULL);
	return true;
}

static bool refused(reader *r, ap_result result)
{
	char why[200];
	ap_say_refusal(r->record->history.game, AP_ENGLISH, result, why, sizeof why);
	return ap_fail(r->error, r->line, "\"%.80s\" is refused. %s", r->text, why);
}

static bool read_action(reader *r)
{
	ap_history *h = &r->record->history;
	int seat;
	ap_action action;
	if (!ap_read_action(h->game, r->text, &seat, &action))
		return ap_fail(
			r->error, r->line, "\"%.80s\" is no action of %s", r->text, ap_game_name(h->game));
	ap_result result = ap_history_apply(h, seat, action, NULL);
	return result.code == AP_OK || refused(r, result);
}

static bool read_unseal(reader *r, size_t length)
{
	ap_history *h = &r->record->history;
	char name[LINE];
	memcpy(name, r->text, length);
	name[length] = '\0';
	ap_result result = ap_history_unseal(h, ap_seat_named(h->game, name));
	return result.code == AP_OK || refused(r, result);
}

/* "end REASON HASH", the last line. */
static bool read_end(reader *r, const char *rest)
{
	const ap_history *h = &r->record->history;
	ap_outcome outcome;
	bool over = ap_outcome_of(h->game, &h->state, &outcome);
	char end[LINE];
	snprintf(end, sizeof end, "%s %016" PRIx64,
		over ? ap_reason_name(h->game, outcome.reason) : "open", ap_hash(h->game, &h->state));
	if (strcmp(end, rest) != 0)
		return ap_fail(r->error, r->line, "the game ends otherwise: expected \"end %s\"", end);
	return r->at == r->end || expected(r, "nothing after \"end\"");
}

static bool read_lines(reader *r)
{
	while (next_line(r)) {
		const char *rest;
		long moves;
		size_t word = strcspn(r->text, " ");
		if ((rest = after(r, "end")))
			return read_end(r, rest);
		if ((rest = after(r, "undo"))) {
			if (!read_number(rest, r->record->history.moves, &moves))
				return expected(r, "\"undo N\" with no more moves than there are");
			ap_history_undo(&r->record->history, (int)moves);
		} else if (strcmp(r->text + word, " unseal") == 0) {
			if (!read_unseal(r, word))
				return false;
		} else if (!read_action(r)) {
			return false;
		}
	}
	return r->error->message[0] == '\0';
}

bool ap_record_read(
	ap_record *record, const char *text, size_t length, ap_find_game *find, ap_error *error)
{
	reader r = {.at = text, .end = text + length, .find = find, .record = record, .error = error};
	memset(record, 0, sizeof *record);
	error->line = 0;
	if (read_header(&r) && read_lines(&r))
		return true;
	ap_record_free(record);
	return false;
}
