/* record_read_header.c: reads the header of a record: the game, its rules, who plays, and the dice.
 */
#include "text/record_reader.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = AP_RECORD_LINE };

/* Options that another version of the rules had are not known here. */
static bool read_option(ap_record_reader *r, const ap_game *game, const char *text, ap_setup *setup)
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
	return !r->known || ap_reader_expected(r, "an option of the game and one of its values");
}

static bool read_seat(ap_record_reader *r, const ap_game *game, const char *text, int players)
{
	char name[LINE];
	size_t length = strcspn(text, " ");
	memcpy(name, text, length);
	name[length] = '\0';
	int seat = ap_seat_named(game, name);
	if (text[length] != ' ' || strlen(text + length + 1) >= AP_WHO_SIZE ||
		(r->known && seat >= players))
		return ap_reader_expected(r, "a seat at the table and who sits there, at most 63 bytes");
	if (seat < players)
		strcpy(r->record->who[seat], text + length + 1);
	return true;
}

/* Reads a line that consists of a word and a hash, such as "commitment HEX". */
static bool read_hash(ap_record_reader *r, const char *word, unsigned char out[AP_FAIR_BYTES])
{
	const char *rest = ap_reader_rest_after(r, word);
	if (rest && ap_fair_read_hex(rest, out) && rest[AP_FAIR_HEX] == '\0')
		return true;
	return ap_fail(r->error, r->line, "expected \"%s\" and 64 digits 0-9, a-f", word);
}

static bool read_secret(ap_record_reader *r)
{
	ap_fair *fair = &r->record->fair;
	unsigned char promised[AP_FAIR_BYTES];
	if (!read_hash(r, "secret", fair->secret))
		return false;
	ap_fair_commit_secret(fair->version, fair->secret, promised);
	if (!ap_fair_same(promised, fair->commitment))
		return ap_fail(r->error, r->line, "the secret does not fit its commitment");
	fair->secret_known = true;
	return true;
}

/* Returns what follows a text; NULL if it does not begin with it. */
static const char *skip(const char *text, const char *start)
{
	size_t length = strlen(start);
	return text && strncmp(text, start, length) == 0 ? text + length : NULL;
}

/* Reads the seats that are named at the end of a line. Those of other rules may not be known. */
static bool read_withheld(
	const ap_record_reader *r, const ap_game *game, const char *rest, ap_seats *out)
{
	for (char name[LINE]; *rest;) {
		int used = 0;
		if (sscanf(rest, " %255s%n", name, &used) != 1)
			return false;
		int seat = ap_seat_named(game, name);
		if (seat < r->record->fair.players)
			*out |= AP_SEAT(seat);
		else if (r->known)
			return false;
		rest += used;
	}
	return true;
}

/* Reads "aborted HEX secret HEX withheld SEAT..", or without the secret. */
static bool parse_aborted(const ap_record_reader *r, const ap_game *game, ap_fair_aborted *out)
{
	const char *rest = ap_reader_rest_after(r, "aborted");
	if (!ap_fair_read_hex(rest, out->commitment))
		return false;
	rest += AP_FAIR_HEX;
	const char *secret = skip(rest, " secret ");
	if (secret && !ap_fair_read_hex(secret, out->secret))
		return false;
	out->secret_known = secret != NULL;
	rest = skip(secret ? secret + AP_FAIR_HEX : rest, " withheld");
	return rest && (*rest == '\0' || *rest == ' ') && read_withheld(r, game, rest, &out->withheld);
}

static bool read_aborted(ap_record_reader *r, const ap_game *game)
{
	ap_record *record = r->record;
	unsigned char promised[AP_FAIR_BYTES];
	ap_fair_aborted one = {0};
	if (record->fair.version == 1 || record->aborted_count == AP_FAIR_MOST_ABORTED ||
		!parse_aborted(r, game, &one))
		return ap_reader_expected(r,
			"\"aborted HEX secret HEX withheld SEAT..\", at most 16 times, with fair dice of version "
			"2");
	if (one.secret_known != record->fair.secret_known)
		return ap_reader_expected(r, "the secrets of all starts, or of none");
	if (one.secret_known)
		ap_fair_commit_secret(record->fair.version, one.secret, promised);
	if (one.secret_known && !ap_fair_same(promised, one.commitment))
		return ap_fail(r->error, r->line, "the secret does not fit its commitment");
	record->aborted[record->aborted_count++] = one;
	return true;
}

/* Reads who has drawn the nonce, which dice of version 1 do not tell. Returns the rest. */
static const char *read_whose(ap_fair *fair, int seat, const char *text)
{
	if (fair->version == 1)
		return text;
	for (int whose = 0; whose < AP_FAIR_WHOSE_COUNT; whose++) {
		const char *rest = skip(text, ap_fair_whose_word((ap_fair_whose)whose));
		if (rest && *rest == ' ') {
			fair->whose[seat] = (uint8_t)whose;
			return rest + 1;
		}
	}
	return NULL;
}

/* Reads "nonce SEAT WHOSE commitment HEX" or "nonce SEAT WHOSE commitment HEX opened HEX". */
static bool parse_nonce(ap_record_reader *r, int seat, const char *name)
{
	ap_fair *fair = &r->record->fair;
	char start[LINE];
	snprintf(start, sizeof start, "nonce %.200s ", name);
	const char *rest = skip(r->text, start);
	rest = rest ? skip(read_whose(fair, seat, rest), "commitment ") : NULL;
	if (!rest || !ap_fair_read_hex(rest, fair->pledge[seat]))
		return false;
	rest += AP_FAIR_HEX;
	if (*rest == '\0')
		return true;
	fair->opened |= AP_SEAT(seat);
	rest = skip(rest, " opened ");
	return rest && ap_fair_read_hex(rest, fair->nonce[seat]) && rest[AP_FAIR_HEX] == '\0';
}

static bool read_nonce(ap_record_reader *r, int seat, const char *name)
{
	ap_fair *fair = &r->record->fair;
	unsigned char promised[AP_FAIR_BYTES];
	if (!parse_nonce(r, seat, name))
		return ap_fail(r->error, r->line,
			"expected \"nonce %s %scommitment HEX\", or that and \"opened HEX\", with 64 digits 0-9, "
			"a-f for HEX",
			name, fair->version == 1 ? "" : "own|deposited|server ");
	fair->pledged |= AP_SEAT(seat);
	snprintf(r->report->seat[seat], sizeof r->report->seat[seat], "%.23s", name);
	ap_fair_commit_nonce(seat, fair->nonce[seat], promised);
	if ((fair->opened & AP_SEAT(seat)) && !ap_fair_same(promised, fair->pledge[seat]))
		return ap_fail(r->error, r->line, "the nonce of %s does not fit its commitment", name);
	return true;
}

/* Returns the name of a seat; in a record of other rules it is what the line says. */
static const char *seat_in_line(
	const ap_record_reader *r, const ap_game *game, int seat, char name[LINE])
{
	if (r->known)
		return ap_seat_name(game, seat);
	const char *rest = ap_reader_rest_after(r, "nonce");
	snprintf(name, LINE, "%.*s", rest ? (int)strcspn(rest, " ") : 0, rest ? rest : "");
	return name;
}

/* Reads "dice fair 2" and the lines after it: the commitment, the secret if it is known, starts
 * that came to nothing, and a nonce for each seat. (This is not the order in which the dice were
 * prepared.) */
static bool read_fair(ap_record_reader *r, const ap_game *game, int players)
{
	static const char nonces[] = "a nonce for each seat";
	ap_fair *fair = &r->record->fair;
	bool is_old = strcmp(r->text, "dice fair 1") == 0;
	if ((!is_old && strcmp(r->text, "dice fair 2") != 0) || r->record->dice[0])
		return ap_reader_expected(r, "no other dice than \"dice fair 1\" or \"dice fair 2\", once");
	strcpy(r->record->dice, is_old ? "fair 1" : "fair 2");
	ap_fair_start(fair, players);
	fair->version = is_old ? 1 : AP_FAIR_VERSION;
	if (!ap_reader_need_line(r, "a commitment") || !read_hash(r, "commitment", fair->commitment))
		return false;
	fair->published = true;
	if (!ap_reader_need_line(r, nonces) ||
		(ap_reader_rest_after(r, "secret") && (!read_secret(r) || !ap_reader_need_line(r, nonces))))
		return false;
	while (ap_reader_rest_after(r, "aborted"))
		if (!read_aborted(r, game) || !ap_reader_need_line(r, nonces))
			return false;
	for (int seat = 0; seat < players; seat++) {
		char name[LINE];
		if (seat > 0 && !ap_reader_need_line(r, nonces))
			return false;
		if (!read_nonce(r, seat, seat_in_line(r, game, seat, name)))
			return false;
	}
	r->has_key = ap_fair_key_of(fair, &r->key);
	return true;
}

static bool read_dice(ap_record_reader *r, const ap_game *game, const char *rest, int players)
{
	if (strcmp(rest, "fair") == 0 || strncmp(rest, "fair ", 5) == 0)
		return read_fair(r, game, players);
	if (strlen(rest) >= AP_WHO_SIZE)
		return ap_reader_expected(r, "where chance came from, at most 63 bytes");
	strcpy(r->record->dice, rest);
	return true;
}

/* Reads the optional lines of the header, up to the blank line. */
static bool read_details(ap_record_reader *r, const ap_game *game, ap_setup *setup)
{
	while (ap_reader_next_line(r)) {
		const char *rest;
		if (r->text[0] == '\0')
			return true;
		if (r->record->fair.players && !ap_reader_rest_after(r, "view"))
			return ap_reader_expected(r, "a blank line: fair dice end the header");
		if ((rest = ap_reader_rest_after(r, "option"))) {
			if (!read_option(r, game, rest, setup))
				return false;
		} else if ((rest = ap_reader_rest_after(r, "seat"))) {
			if (!read_seat(r, game, rest, setup->players))
				return false;
		} else if ((rest = ap_reader_rest_after(r, "dice"))) {
			if (!read_dice(r, game, rest, setup->players))
				return false;
		} else if (ap_reader_rest_after(r, "view")) {
			return ap_reader_expected(
				r, "a whole record: this is one seat's view and hides actions");
		} else {
			return ap_reader_expected(r, "option, seat, dice or a blank line");
		}
	}
	return ap_reader_expected(r, "a blank line after the header");
}

/* Reads "N" or "N HASH" after the word `rules`. A game that began before there were hashes has none
 * in the header. */
bool ap_reader_rules(ap_record_reader *r, const ap_game *game, bool hash_needed)
{
	char number[LINE];
	long version;
	const char *rest = ap_reader_rest_after(r, "rules");
	size_t length = rest ? strcspn(rest, " ") : 0;
	if (!rest)
		return ap_reader_expected(r, "\"rules N\"");
	snprintf(number, sizeof number, "%.*s", (int)length, rest);
	const char *hash = rest[length] ? rest + length + 1 : NULL;
	if (!ap_reader_number(number, 255, &version) || version < 1 || (hash_needed && !hash) ||
		(hash && (strlen(hash) != 16 || strspn(hash, "0123456789abcdef") != 16)))
		return ap_reader_expected(
			r, "\"rules N HASH\" with the version of the rules and the hash of the data");
	r->rules = (ap_rules_id){(int)version, hash ? strtoull(hash, NULL, 16) : 0, hash != NULL};
	r->rules_line = r->line;
	r->known = ap_rules_are_known(game, &r->rules);
	return true;
}

/* Begins the first part of the game. */
static bool start_game(ap_record_reader *r, const ap_game *game, const ap_setup *setup)
{
	ap_history *h = &r->record->history;
	r->record->rules = r->rules;
	r->parts = 1;
	r->body = r->at;
	ap_moments_begin(&r->moments);
	if (r->known) {
		ap_history_start(h, game, setup, NULL);
	} else {
		h->game = game;
		h->setup = *setup;
	}
	return true;
}

/* Reports options that do not go with the number of players, with the rule that says so. */
static bool expected_other_options(ap_record_reader *r, const ap_game *game, const ap_setup *setup)
{
	char text[96];
	const char *rule = ap_setup_refused_by(game, setup);
	snprintf(text, sizeof text, "options that can be played together by these players%s%s%s",
		rule[0] ? " (" : "", rule, rule[0] ? ")" : "");
	return ap_reader_expected(r, text);
}

bool ap_reader_header(ap_record_reader *r)
{
	long number;
	ap_setup setup = {0};
	if (!ap_reader_next_line(r) ||
		!ap_reader_number(ap_reader_rest_after(r, "apparat record"), AP_RECORD_FORMAT, &number) ||
		number < 1)
		return ap_reader_expected(r, "\"apparat record 1\" or \"apparat record 2\"");
	r->record->format = (int)number;
	if (!ap_reader_next_line(r) || !ap_reader_rest_after(r, "game"))
		return ap_reader_expected(r, "\"game NAME\"");
	const ap_game *game = r->find(ap_reader_rest_after(r, "game"));
	if (!game)
		return ap_reader_expected(r, "a game that is known (see apparat games)");
	if (!ap_reader_next_line(r) || !ap_reader_rules(r, game, false))
		return ap_reader_expected(r, "\"rules N HASH\"");
	if (!ap_reader_next_line(r) ||
		!ap_reader_number(ap_reader_rest_after(r, "players"), AP_MAX_SEATS, &number) || number < 1)
		return ap_reader_expected(r, "\"players N\"");
	setup.players = (uint8_t)number;
	if (r->known && !ap_setup_sound(game, &setup))
		return ap_reader_expected(r, "a number of players that the game allows");
	if (!read_details(r, game, &setup))
		return false;
	if (r->known && !ap_setup_sound(game, &setup))
		return expected_other_options(r, game, &setup);
	return start_game(r, game, &setup);
}
