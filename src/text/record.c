/* record.c: see record.h and docs/records.md. */
#include "text/record.h"

#include <inttypes.h>
#include <stdlib.h>

#include <sodium.h>

#include "text/phrases.h"
#include "text/record_internal.h"

enum { LINE = AP_RECORD_LINE, MOST_LINES = 1 << 18 };

/* ---- Writing --------------------------------------------------------------------------------- */

static bool is_over(const ap_history *h)
{
	ap_outcome outcome;
	return ap_outcome_of(h->game, &h->state, &outcome);
}

static void write_fair(const ap_record *record, int viewer, FILE *out)
{
	const ap_fair *fair = &record->fair;
	char hex[AP_FAIR_HEX + 1];
	ap_fair_write_hex(fair->commitment, hex);
	fprintf(out, "dice fair 1\ncommitment %s\n", hex);
	/* Whoever knows the secret while the game runs can foresee the dice. */
	if (fair->secret_known && (viewer == AP_EVERYTHING || is_over(&record->history))) {
		ap_fair_write_hex(fair->secret, hex);
		fprintf(out, "secret %s\n", hex);
	}
	for (int seat = 0; seat < fair->players; seat++) {
		ap_fair_write_hex(fair->pledge[seat], hex);
		fprintf(out, "nonce %s commitment %s", ap_seat_name(record->history.game, seat), hex);
		if (fair->opened & AP_SEAT(seat)) {
			ap_fair_write_hex(fair->nonce[seat], hex);
			fprintf(out, " opened %s", hex);
		}
		fputc('\n', out);
	}
	sodium_memzero(hex, sizeof hex);
}

static void write_header(const ap_record *record, int viewer, FILE *out)
{
	const ap_history *h = &record->history;
	const ap_game *game = h->game;
	fprintf(out, "apparat record %d\ngame %s\nrules %d\nplayers %d\n", AP_RECORD_FORMAT,
		ap_game_name(game), ap_rules_version(game), h->setup.players);
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

static void write_lines(const ap_history *h, FILE *out)
{
	char text[LINE];
	for (int i = 0; i < h->lines; i++) {
		const ap_line *line = &h->line[i];
		if (line->kind == AP_LINE_UNDO) {
			fprintf(out, "undo %" PRIu32 "\n", line->value);
		} else if (line->kind == AP_LINE_UNSEAL) {
			fprintf(out, "%s unseal\n", ap_seat_name(h->game, line->seat));
		} else {
			ap_write_action(h->game, line->seat, line->value, text, sizeof text);
			fprintf(out, "%s\n", text);
		}
	}
}

/* Writes what follows the word `end`: the reason for the end and the hash of the state; with fair
 * dice also the digest of all lines before, since a move that was undone leaves no trace in the
 * state. `text` is the record up to the line `end`. */
static void describe_end(const ap_record *record, const char *text, size_t length, char out[LINE])
{
	const ap_history *h = &record->history;
	ap_outcome outcome;
	unsigned char digest[AP_FAIR_BYTES];
	char hex[AP_FAIR_HEX + 1];
	bool over = ap_outcome_of(h->game, &h->state, &outcome);
	int used = snprintf(out, LINE, "%s %016" PRIx64,
		over ? ap_reason_name(h->game, outcome.reason) : "open", ap_hash(h->game, &h->state));
	if (!record->fair.players)
		return;
	ap_fair_digest(text, length, digest);
	ap_fair_write_hex(digest, hex);
	snprintf(out + used, (size_t)(LINE - used), " %s", hex);
}

static bool write_whole(const ap_record *record, FILE *out)
{
	char *text = NULL;
	size_t length = 0;
	char end[LINE];
	FILE *memory = open_memstream(&text, &length);
	if (!memory)
		return false;
	write_header(record, AP_EVERYTHING, memory);
	write_lines(&record->history, memory);
	bool good = !ferror(memory);
	good = fclose(memory) == 0 && good;
	if (good) {
		describe_end(record, text, length, end);
		good = fwrite(text, 1, length, out) == length && fprintf(out, "end %s\n", end) > 0;
		sodium_memzero(text, length); /* the text holds the secret */
	}
	free(text);
	return good;
}

bool ap_record_write(const ap_record *record, int viewer, FILE *out)
{
	assert(record && record->history.game && out);
	if (record->fair.players && !record->fair.published)
		return false;
	if (viewer == AP_EVERYTHING) {
		if (!write_whole(record, out))
			return false;
	} else {
		write_header(record, viewer, out);
		ap_record_write_view(&record->history, viewer, out);
	}
	return fflush(out) == 0 && !ferror(out);
}

void ap_record_free(ap_record *record)
{
	assert(record);
	ap_history_free(&record->history);
	ap_fair_wipe(&record->fair);
}

/* ---- Reading --------------------------------------------------------------------------------- */

typedef struct reader {
	const char *start, *at, *end; /* the record, and where the next line begins */
	int line;                     /* the number of the current line */
	const char *line_start;
	char text[LINE]; /* the current line */
	ap_find_game *find;
	ap_record *record;
	bool has_key; /* the outcomes of chance can be checked with `key` */
	ap_fair_key key;
	ap_error *error;
} reader;

/* Reads the next line into r->text. False at the end, and, with an error, if it is malformed. */
static bool next_line(reader *r)
{
	r->error->message[0] = '\0';
	if (r->at >= r->end)
		return false;
	const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
	size_t length = (size_t)((stop ? stop : r->end) - r->at);
	r->line++;
	r->line_start = r->at;
	if (length >= LINE || memchr(r->at, '\0', length))
		return ap_fail(r->error, r->line, "expected a line of text, at most %d bytes", LINE - 1);
	if (r->line > MOST_LINES)
		return ap_fail(r->error, r->line, "expected at most %d lines", MOST_LINES);
	memcpy(r->text, r->at, length);
	r->text[length] = '\0';
	r->at += length + (stop != NULL);
	return true;
}

/* Returns what follows a word at the beginning of the line; NULL if the line begins otherwise. */
static const char *rest_after(const reader *r, const char *word)
{
	size_t length = strlen(word);
	bool starts = strncmp(r->text, word, length) == 0 && r->text[length] == ' ';
	return starts ? r->text + length + 1 : NULL;
}

/* Reports that something else was expected, unless next_line() has reported an error. */
static bool expected(reader *r, const char *what)
{
	if (r->error->message[0])
		return false;
	return ap_fail(r->error, r->line, "expected %s", what);
}

static bool need_line(reader *r, const char *what)
{
	return next_line(r) || expected(r, what);
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
	if (seat >= players || text[length] != ' ' || strlen(text + length + 1) >= AP_WHO_SIZE)
		return expected(r, "a seat at the table and who sits there, at most 63 bytes");
	strcpy(r->record->who[seat], text + length + 1);
	return true;
}

/* Reads a line that consists of a word and a hash, such as "commitment HEX". */
static bool read_hash(reader *r, const char *word, unsigned char out[AP_FAIR_BYTES])
{
	const char *rest = rest_after(r, word);
	if (rest && ap_fair_read_hex(rest, out) && rest[AP_FAIR_HEX] == '\0')
		return true;
	return ap_fail(r->error, r->line, "expected \"%s\" and 64 digits 0-9, a-f", word);
}

static bool read_secret(reader *r)
{
	ap_fair *fair = &r->record->fair;
	unsigned char promised[AP_FAIR_BYTES];
	if (!read_hash(r, "secret", fair->secret))
		return false;
	ap_fair_commit_secret(fair->secret, promised);
	if (!ap_fair_same(promised, fair->commitment))
		return ap_fail(r->error, r->line, "the secret does not fit its commitment");
	fair->secret_known = true;
	return true;
}

/* Reads "nonce SEAT commitment HEX" or "nonce SEAT commitment HEX opened HEX". */
static bool parse_nonce(reader *r, int seat, const char *name)
{
	ap_fair *fair = &r->record->fair;
	char start[LINE];
	size_t length = (size_t)snprintf(start, sizeof start, "nonce %s commitment ", name);
	const char *rest = r->text + length;
	if (strncmp(r->text, start, length) != 0 || !ap_fair_read_hex(rest, fair->pledge[seat]))
		return false;
	rest += AP_FAIR_HEX;
	if (*rest == '\0')
		return true;
	fair->opened |= AP_SEAT(seat);
	length = strlen(" opened ");
	return strncmp(rest, " opened ", length) == 0 &&
		ap_fair_read_hex(rest + length, fair->nonce[seat]) && rest[length + AP_FAIR_HEX] == '\0';
}

static bool read_nonce(reader *r, int seat, const char *name)
{
	ap_fair *fair = &r->record->fair;
	unsigned char promised[AP_FAIR_BYTES];
	if (!parse_nonce(r, seat, name))
		return ap_fail(r->error, r->line,
			"expected \"nonce %s commitment HEX\", or that and \"opened HEX\", with 64 digits 0-9, "
			"a-f for HEX",
			name);
	fair->pledged |= AP_SEAT(seat);
	ap_fair_commit_nonce(seat, fair->nonce[seat], promised);
	if ((fair->opened & AP_SEAT(seat)) && !ap_fair_same(promised, fair->pledge[seat]))
		return ap_fail(r->error, r->line, "the nonce of %s does not fit its commitment", name);
	return true;
}

/* Reads "dice fair 1" and the lines after it: the commitment, the secret if it is known, and a
 * nonce for each seat. (This is not the order in which the dice were prepared.) */
static bool read_fair(reader *r, const ap_game *game, int players)
{
	static const char nonces[] = "a nonce for each seat";
	ap_fair *fair = &r->record->fair;
	if (strcmp(r->text, "dice fair 1") != 0 || r->record->dice[0])
		return expected(r, "no other dice than \"dice fair 1\", once");
	strcpy(r->record->dice, "fair 1");
	ap_fair_start(fair, players);
	if (!need_line(r, "a commitment") || !read_hash(r, "commitment", fair->commitment))
		return false;
	fair->published = true;
	if (!need_line(r, nonces) ||
		(rest_after(r, "secret") && (!read_secret(r) || !need_line(r, nonces))))
		return false;
	for (int seat = 0; seat < players; seat++)
		if ((seat > 0 && !need_line(r, nonces)) || !read_nonce(r, seat, ap_seat_name(game, seat)))
			return false;
	r->has_key = ap_fair_key_of(fair, &r->key);
	return true;
}

static bool read_dice(reader *r, const ap_game *game, const char *rest, int players)
{
	if (strcmp(rest, "fair") == 0 || strncmp(rest, "fair ", 5) == 0)
		return read_fair(r, game, players);
	if (strlen(rest) >= AP_WHO_SIZE)
		return expected(r, "where chance came from, at most 63 bytes");
	strcpy(r->record->dice, rest);
	return true;
}

/* Reads the optional lines of the header, up to the blank line. */
static bool read_details(reader *r, const ap_game *game, ap_setup *setup)
{
	while (next_line(r)) {
		const char *rest;
		if (r->text[0] == '\0')
			return true;
		if (r->record->fair.players && !rest_after(r, "view"))
			return expected(r, "a blank line: fair dice end the header");
		if ((rest = rest_after(r, "option"))) {
			if (!read_option(r, game, rest, setup))
				return false;
		} else if ((rest = rest_after(r, "seat"))) {
			if (!read_seat(r, game, rest, setup->players))
				return false;
		} else if ((rest = rest_after(r, "dice"))) {
			if (!read_dice(r, game, rest, setup->players))
				return false;
		} else if (rest_after(r, "view")) {
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
	if (!next_line(r) || !read_number(rest_after(r, "apparat record"), AP_RECORD_FORMAT, &number) ||
		number < 1)
		return expected(r, "\"apparat record 1\" or \"apparat record 2\"");
	r->record->format = (int)number;
	if (!next_line(r) || !rest_after(r, "game"))
		return expected(r, "\"game NAME\"");
	const ap_game *game = r->find(rest_after(r, "game"));
	if (!game)
		return expected(r, "a game that is known (see apparat games)");
	if (!next_line(r) || !read_number(rest_after(r, "rules"), 255, &number) ||
		number != ap_rules_version(game))
		return expected(r, "\"rules N\" with the version of the rules that is played here");
	if (!next_line(r) || !read_number(rest_after(r, "players"), AP_MAX_SEATS, &number))
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

/* Checks, before an action of chance is applied, that it is what the fair dice say. That is
 * possible only if the key is known; but chance may never answer before every nonce is open. */
static bool check_outcome(reader *r, ap_action action)
{
	const ap_history *h = &r->record->history;
	char right[LINE];
	if (!(ap_actors(&h->state) & AP_SEAT(AP_CHANCE)))
		return true; /* the rules will refuse the action */
	if (!ap_fair_all_open(&r->record->fair))
		return ap_fail(r->error, r->line, "chance answers before every nonce is opened");
	if (!r->has_key || action == ap_fair_outcome(&r->key, h))
		return true;
	ap_write_action(h->game, AP_CHANCE, ap_fair_outcome(&r->key, h), right, sizeof right);
	return ap_fail(r->error, r->line, "\"%.80s\" is not what the dice say: outcome %d is \"%s\"",
		r->text, h->outcomes, right);
}

static bool read_action(reader *r)
{
	ap_history *h = &r->record->history;
	int seat;
	ap_action action;
	if (!ap_read_action(h->game, r->text, &seat, &action))
		return ap_fail(
			r->error, r->line, "\"%.80s\" is no action of %s", r->text, ap_game_name(h->game));
	if (r->record->fair.players && seat == AP_CHANCE && !check_outcome(r, action))
		return false;
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

/* Returns whether a space and 16 digits stand at this place of the text. */
static bool is_hash_at(const char *text, size_t at)
{
	enum { DIGITS = 16 };
	return strlen(text) > at + DIGITS && text[at] == ' ' &&
		strspn(text + at + 1, "0123456789abcdef") == DIGITS;
}

/* Reads the last line: "end REASON HASH", or with fair dice "end REASON HASH DIGEST". */
static bool read_end(reader *r, const char *rest)
{
	char end[LINE];
	describe_end(r->record, r->start, (size_t)(r->line_start - r->start), end);
	size_t reason = strcspn(end, " "), state = reason + sizeof " 0123456789abcdef" - 1;
	if (r->record->format < AP_RECORD_FORMAT && is_hash_at(rest, reason))
		memcpy(end + reason, rest + reason, state - reason); /* this hash is not checked */
	bool same_state = strncmp(end, rest, state) == 0;
	if (strcmp(end, rest) != 0)
		return ap_fail(r->error, r->line, "%s: expected \"end %s\"",
			same_state ? "a line before this one was changed" : "the game ends otherwise", end);
	return r->at == r->end || expected(r, "nothing after \"end\"");
}

static bool read_lines(reader *r)
{
	while (next_line(r)) {
		const char *rest;
		long moves;
		size_t word = strcspn(r->text, " ");
		if ((rest = rest_after(r, "end")))
			return read_end(r, rest);
		if ((rest = rest_after(r, "undo"))) {
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
	if (r->error->message[0] != '\0')
		return false;
	/* Without the digest nobody would notice a change of moves that were undone. */
	if (r->record->fair.players && is_over(&r->record->history))
		return expected(r, "\"end REASON HASH DIGEST\" after a finished game");
	return true;
}

bool ap_record_read(
	ap_record *record, const char *text, size_t length, ap_find_game *find, ap_error *error)
{
	assert(record && (text || length == 0) && find && error);
	reader r = {.start = text,
		.at = text,
		.end = text + length,
		.find = find,
		.record = record,
		.error = error};
	memset(record, 0, sizeof *record);
	error->line = 0;
	bool good = read_header(&r) && read_lines(&r);
	sodium_memzero(&r, sizeof r); /* it holds the key, and perhaps the secret in a line */
	if (!good)
		ap_record_free(record);
	return good;
}
