/* record.c: writes records: see record.h and docs/records.md. */
#include "text/record.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "core/notation.h"
#include "text/film.h"
#include "text/memory.h"
#include "text/record_internal.h"

enum { LINE = AP_RECORD_LINE };

/* ---- Rules ----------------------------------------------------------------------------------- */

ap_rules_id ap_rules_here(const ap_game *game)
{
	assert(game);
	return (ap_rules_id){ap_rules_version(game), ap_data_hash(game), true};
}

bool ap_rules_are_same(const ap_rules_id *a, const ap_rules_id *b)
{
	assert(a && b);
	return a->version == b->version && (a->data == b->data || !a->data_known || !b->data_known);
}

bool ap_rules_are_known(const ap_game *game, const ap_rules_id *rules)
{
	assert(game && rules);
	const ap_rules_id here = ap_rules_here(game);
	return ap_rules_are_same(rules, &here);
}

/* ---- The header ------------------------------------------------------------------------------ */

static bool is_over(const ap_history *h)
{
	ap_outcome outcome;
	return ap_outcome_of(h->game, &h->state, &outcome);
}

static void write_aborted(const ap_record *record, bool secrets, FILE *out)
{
	char hex[AP_FAIR_HEX + 1];
	for (int i = 0; i < record->aborted_count; i++) {
		const ap_fair_aborted *a = &record->aborted[i];
		ap_fair_write_hex(a->commitment, hex);
		fprintf(out, "aborted %s", hex);
		if (secrets && a->secret_known) {
			ap_fair_write_hex(a->secret, hex);
			fprintf(out, " secret %s", hex);
		}
		fputs(" withheld", out);
		for (int seat = 0; seat < record->fair.players; seat++)
			if (a->withheld & AP_SEAT(seat))
				fprintf(out, " %s", ap_seat_name(record->history.game, seat));
		fputc('\n', out);
	}
	sodium_memzero(hex, sizeof hex);
}

static void write_fair(const ap_record *record, int viewer, FILE *out)
{
	const ap_fair *fair = &record->fair;
	char hex[AP_FAIR_HEX + 1];
	/* Whoever knows the secret while the game runs can foresee the dice. */
	bool secrets = viewer == AP_EVERYTHING || is_over(&record->history);
	ap_fair_write_hex(fair->commitment, hex);
	fprintf(out, "dice fair %d\ncommitment %s\n", fair->version, hex);
	if (fair->secret_known && secrets) {
		ap_fair_write_hex(fair->secret, hex);
		fprintf(out, "secret %s\n", hex);
	}
	write_aborted(record, secrets, out);
	for (int seat = 0; seat < fair->players; seat++) {
		ap_fair_write_hex(fair->pledge[seat], hex);
		fprintf(out, "nonce %s %s%scommitment %s", ap_seat_name(record->history.game, seat),
			fair->version > 1 ? ap_fair_whose_word(fair->whose[seat]) : "",
			fair->version > 1 ? " " : "", hex);
		if (fair->opened & AP_SEAT(seat)) {
			ap_fair_write_hex(fair->nonce[seat], hex);
			fprintf(out, " opened %s", hex);
		}
		fputc('\n', out);
	}
	sodium_memzero(hex, sizeof hex);
}

static void write_rules(const ap_rules_id *rules, FILE *out)
{
	fprintf(out, "rules %d", rules->version);
	if (rules->data_known)
		fprintf(out, " %016" PRIx64, rules->data);
	fputc('\n', out);
}

static void write_header(const ap_record *record, int viewer, FILE *out)
{
	const ap_history *h = &record->history;
	const ap_game *game = h->game;
	ap_rules_id here = ap_rules_here(game);
	fprintf(out, "apparat record %d\ngame %s\n", AP_RECORD_FORMAT, ap_game_name(game));
	write_rules(record->earlier && viewer == AP_EVERYTHING ? &record->rules : &here, out);
	fprintf(out, "players %d\n", h->setup.players);
	for (int i = 0; ap_option_name(game, i); i++)
		fprintf(out, "option %s %s\n", ap_option_name(game, i),
			ap_option_value(game, i, h->setup.option[i]));
	for (int seat = 0; seat < h->setup.players; seat++)
		if (record->who[seat][0])
			fprintf(out, "seat %s %s\n", ap_seat_name(game, seat), record->who[seat]);
	if (record->fair.players)
		write_fair(record, viewer, out);
	else if (record->dice[0])
		fprintf(out, "dice %s\n", viewer == AP_EVERYTHING ? record->dice : "hidden");
	if (viewer != AP_EVERYTHING)
		fprintf(out, "view %s\n", ap_seat_name(game, viewer));
	fputc('\n', out);
}

/* ---- Lines ----------------------------------------------------------------------------------- */

void ap_history_start_again(ap_history *again, const ap_history *h)
{
	assert(again && h && h->game);
	ap_any first;
	ap_history_at(h, 0, &first);
	ap_history_start_at(again, h->game, &first, &h->earlier);
}

/* Writes a line; `now` is the game before it. */
static void write_line(const ap_history *now, const ap_line *line, FILE *out)
{
	char text[AP_MAX_RECORD_LINE];
	if (line->kind == AP_LINE_UNDO) {
		fprintf(out, "undo %" PRIu32 "\n", line->value + (uint32_t)now->earlier.moves);
	} else if (line->kind == AP_LINE_UNSEAL) {
		fprintf(out, "%s unseal\n", ap_seat_name(now->game, line->seat));
	} else {
		ap_write_record_action(now->game, &now->state, line->seat, line->value, text);
		fprintf(out, "%s\n", text);
	}
}

static void play_line(ap_history *now, const ap_line *line, ap_events *events)
{
	if (line->kind == AP_LINE_UNDO)
		ap_history_undo(now, (int)line->value);
	else if (line->kind == AP_LINE_UNSEAL)
		ap_history_unseal(now, line->seat);
	else
		ap_history_apply(now, line->seat, line->value, events);
}

/* Returns for each line whether it is a move that is in force at the end; the caller frees it. */
static bool *find_moves_in_force(const ap_history *h)
{
	bool *in_force = ap_allocate((size_t)h->lines + 1, sizeof *in_force);
	int *line_of = ap_allocate((size_t)h->lines + 1, sizeof *line_of);
	int moves = 0;
	for (int i = 0; i < h->lines; i++) {
		if (h->line[i].kind == AP_LINE_UNDO) {
			while (moves > (int)h->line[i].value)
				in_force[line_of[--moves]] = false;
		} else {
			line_of[moves++] = i;
			in_force[i] = true;
		}
	}
	free(line_of);
	return in_force;
}

static void write_plain_lines(const ap_history *h, FILE *out)
{
	ap_history now;
	ap_history_start_again(&now, h);
	for (int i = 0; i < h->lines; i++) {
		write_line(&now, &h->line[i], out);
		play_line(&now, &h->line[i], NULL);
	}
	ap_history_free(&now);
}

/* Fills in what happens before the first line. */
static void tell_beginning(const ap_history *h, ap_events *events)
{
	ap_any first;
	if (h->earlier.lines == 0)
		ap_start(h->game, &h->setup, &first, events);
}

/* Writes the lines, and after each move that is in force what every viewer then sees. */
static void write_filmed_lines(const ap_history *h, FILE *out)
{
	ap_history now;
	static const ap_events none;
	ap_events *events = ap_allocate(1, sizeof *events);
	bool *in_force = find_moves_in_force(h);
	ap_film_maker *film = ap_film_begin(h->game, h->setup.players);
	tell_beginning(h, events);
	ap_history_start_again(&now, h);
	ap_film_write_moment(film, &now.state, events, out);
	for (int i = 0; i < h->lines; i++) {
		*events = none;
		write_line(&now, &h->line[i], out);
		play_line(&now, &h->line[i], events);
		if (in_force[i])
			ap_film_write_moment(film, &now.state, events, out);
	}
	ap_history_free(&now);
	ap_film_end(film);
	free(in_force);
	free(events);
}

/* Writes the lines that came before the history; `whole`: with what the viewers saw. */
static void write_earlier(const ap_record *record, bool whole, FILE *out)
{
	for (const char *at = record->earlier; at && *at;) {
		const char *end = strchr(at, '\n');
		size_t length = end ? (size_t)(end - at) + 1 : strlen(at);
		if (whole || *at != '{')
			fwrite(at, 1, length, out);
		at += length;
	}
}

bool ap_record_write_lines(const ap_record *record, FILE *out)
{
	assert(record && record->history.game && out);
	write_earlier(record, true, out);
	write_filmed_lines(&record->history, out);
	return fflush(out) == 0 && !ferror(out);
}

/* ---- The end --------------------------------------------------------------------------------- */

void ap_record_describe_end(
	const ap_record *record, const unsigned char digest[AP_FAIR_BYTES], char out[LINE])
{
	const ap_history *h = &record->history;
	char hex[AP_FAIR_HEX + 1];
	int used = ap_write_record_end(h->game, &h->state, out, LINE);
	if (!record->fair.players)
		return;
	ap_fair_write_hex(digest, hex);
	snprintf(out + used, (size_t)(LINE - used), " %s", hex);
}

/* Writes all lines but the last to memory. The caller wipes and frees the text, which holds the
 * secret. Returns NULL if that fails. */
static char *write_to_memory(const ap_record *record, size_t *length)
{
	char *text = NULL;
	FILE *memory = open_memstream(&text, length);
	if (!memory)
		return NULL;
	write_header(record, AP_EVERYTHING, memory);
	write_earlier(record, false, memory);
	write_plain_lines(&record->history, memory);
	bool good = !ferror(memory);
	if (fclose(memory) == 0 && good)
		return text;
	free(text);
	return NULL;
}

/* Writes the whole game; if `filmed`, with what the viewers saw. */
static bool write_game(const ap_record *record, bool filmed, FILE *out)
{
	size_t length = 0;
	char end[LINE];
	unsigned char digest[AP_FAIR_BYTES];
	char *text = write_to_memory(record, &length);
	if (!text)
		return false;
	ap_fair_digest(text, length, digest);
	ap_record_describe_end(record, digest, end);
	if (filmed) {
		write_header(record, AP_EVERYTHING, out);
		ap_record_write_lines(record, out);
	} else {
		fwrite(text, 1, length, out);
	}
	fprintf(out, "end %s\n", end);
	sodium_memzero(text, length);
	free(text);
	return fflush(out) == 0 && !ferror(out);
}

/* A record whose beginning was played by other rules has moments there, or it cannot get them. */
static bool can_be_whole(const ap_record *record)
{
	return !record->earlier || record->earlier[0] == '{';
}

static bool can_be_written(const ap_record *record)
{
	return !record->fair.players || record->fair.published;
}

bool ap_record_write(const ap_record *record, int viewer, FILE *out)
{
	assert(record && record->history.game && out);
	if (!can_be_written(record))
		return false;
	if (viewer == AP_EVERYTHING)
		return write_game(record, false, out);
	write_header(record, viewer, out);
	ap_record_write_view(&record->history, viewer, out);
	return fflush(out) == 0 && !ferror(out);
}

bool ap_record_write_whole(const ap_record *record, FILE *out)
{
	assert(record && record->history.game && out);
	return can_be_written(record) && can_be_whole(record) && write_game(record, true, out);
}

void ap_record_free(ap_record *record)
{
	assert(record);
	ap_history_free(&record->history);
	free(record->earlier);
	record->earlier = NULL;
	ap_fair_wipe(&record->fair);
	sodium_memzero(record->aborted, sizeof record->aborted);
}
