/* record_read.c: reads and checks records: see record.h and docs/records.md.
 *
 * A record has one or more parts, each played by one version of the rules. A part whose rules this
 * program has is played again, action by action. Of any other part only the form is checked, and
 * that its outcomes of chance are what the fair dice say. */
#include "text/record.h"

#include <assert.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "text/film.h"
#include "text/memory.h"
#include "text/phrases.h"
#include "text/record_internal.h"
#include "text/record_moments.h"
#include "text/state_json.h"

enum {
	LINE = AP_RECORD_LINE,
	MOST_LINES = 1 << 19,
	LONGEST_JSON = 4 << 20 /* of a line that is JSON */
};

typedef struct reader {
	const char *start, *at, *end; /* the record, and where the next line begins */
	int line;                     /* the number of the current line */
	const char *line_start;
	size_t line_length;
	char text[LINE]; /* the current line; of a line with JSON its beginning */
	ap_find_game *find;
	ap_record *record;
	ap_rules_id rules;          /* of the part that is read */
	int rules_line;             /* the line that names them */
	bool known;                 /* this program has these rules */
	const char *body;           /* where the first line after the header begins */
	int lines, moves, outcomes; /* so far, of all parts */
	int parts;                  /* that have begun */
	int part_moves;             /* moves in force when the part began */
	ap_moment_places moments;
	bool has_key; /* the outcomes of chance can be checked with `key` */
	ap_fair_key key;
	crypto_generichash_state digest; /* of all lines so far, without what viewers saw */
	ap_record_report *report;
	ap_error *error;
} reader;

/* ---- Lines ----------------------------------------------------------------------------------- */

/* Lines that hold JSON may be long: what viewers saw, and the state in which other rules began. */
static bool is_json(const char *line, size_t length)
{
	static const char state[] = "state {";
	return length > 0 &&
		(line[0] == '{' ||
			(length >= sizeof state - 1 && memcmp(line, state, sizeof state - 1) == 0));
}

static void add_to_digest(reader *r)
{
	if (r->line_length > 0 && r->line_start[0] == '{')
		return;
	crypto_generichash_update(&r->digest, (const unsigned char *)r->line_start, r->line_length);
	crypto_generichash_update(&r->digest, (const unsigned char *)"\n", 1);
}

/* Reads the next line into r->text. False at the end, and, with an error, if it is malformed. */
static bool next_line(reader *r)
{
	r->error->message[0] = '\0';
	if (r->line > 0)
		add_to_digest(r);
	if (r->at >= r->end)
		return false;
	const char *stop = memchr(r->at, '\n', (size_t)(r->end - r->at));
	size_t length = (size_t)((stop ? stop : r->end) - r->at);
	bool json = is_json(r->at, length);
	r->line++;
	r->line_start = r->at;
	r->line_length = length;
	if (length >= (json ? LONGEST_JSON : LINE) || memchr(r->at, '\0', length))
		return ap_fail(r->error, r->line, "expected a line of text, at most %d bytes",
			(json ? LONGEST_JSON : LINE) - 1);
	if (r->line > MOST_LINES)
		return ap_fail(r->error, r->line, "expected at most %d lines", MOST_LINES);
	size_t copied = length < LINE ? length : LINE - 1;
	memcpy(r->text, r->at, copied);
	r->text[copied] = '\0';
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

/* ---- The header ------------------------------------------------------------------------------ */

/* Options that another version of the rules had are not known here. */
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
	return !r->known || expected(r, "an option of the game and one of its values");
}

static bool read_seat(reader *r, const ap_game *game, const char *text, int players)
{
	char name[LINE];
	size_t length = strcspn(text, " ");
	memcpy(name, text, length);
	name[length] = '\0';
	int seat = ap_seat_named(game, name);
	if (text[length] != ' ' || strlen(text + length + 1) >= AP_WHO_SIZE ||
		(r->known && seat >= players))
		return expected(r, "a seat at the table and who sits there, at most 63 bytes");
	if (seat < players)
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

/* Returns the name of a seat; in a record of other rules it is what the line says. */
static const char *seat_in_line(const reader *r, const ap_game *game, int seat, char name[LINE])
{
	if (r->known)
		return ap_seat_name(game, seat);
	const char *rest = rest_after(r, "nonce");
	snprintf(name, LINE, "%.*s", rest ? (int)strcspn(rest, " ") : 0, rest ? rest : "");
	return name;
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
	for (int seat = 0; seat < players; seat++) {
		char name[LINE];
		if (seat > 0 && !need_line(r, nonces))
			return false;
		if (!read_nonce(r, seat, seat_in_line(r, game, seat, name)))
			return false;
	}
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

/* Reads "N" or "N HASH" after the word `rules`. A game that began before there were hashes has none
 * in the header. */
static bool read_rules(reader *r, const ap_game *game, bool hash_needed)
{
	char number[LINE];
	long version;
	const char *rest = rest_after(r, "rules");
	size_t length = rest ? strcspn(rest, " ") : 0;
	if (!rest)
		return expected(r, "\"rules N\"");
	snprintf(number, sizeof number, "%.*s", (int)length, rest);
	const char *hash = rest[length] ? rest + length + 1 : NULL;
	if (!read_number(number, 255, &version) || version < 1 || (hash_needed && !hash) ||
		(hash && (strlen(hash) != 16 || strspn(hash, "0123456789abcdef") != 16)))
		return expected(
			r, "\"rules N HASH\" with the version of the rules and the hash of the data");
	r->rules = (ap_rules_id){(int)version, hash ? strtoull(hash, NULL, 16) : 0, hash != NULL};
	r->rules_line = r->line;
	r->known = ap_rules_are_known(game, &r->rules);
	return true;
}

/* Begins the first part of the game. */
static bool start_game(reader *r, const ap_game *game, const ap_setup *setup)
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
	if (!next_line(r) || !read_rules(r, game, false))
		return expected(r, "\"rules N HASH\"");
	if (!next_line(r) || !read_number(rest_after(r, "players"), AP_MAX_SEATS, &number) ||
		number < 1)
		return expected(r, "\"players N\"");
	setup.players = (uint8_t)number;
	if (r->known && !ap_setup_sound(game, &setup))
		return expected(r, "a number of players that the game allows");
	if (!read_details(r, game, &setup))
		return false;
	if (r->known && !ap_setup_sound(game, &setup))
		return expected(r, "options that can be played together by these players");
	return start_game(r, game, &setup);
}

/* ---- Lines that are played ------------------------------------------------------------------- */

static bool refused(reader *r, ap_result result)
{
	char why[200];
	ap_say_refusal(r->record->history.game, AP_ENGLISH, result, why, sizeof why);
	return ap_fail(r->error, r->line, "\"%.80s\" is refused. %s", r->text, why);
}

/* The number of an outcome among the possible ones, from 1, and their count. */
typedef struct numbered {
	long number, of;
} numbered;

/* Reads "NUMBER/COUNT" at the end of a line of chance and cuts it off. */
static bool cut_number(reader *r, numbered *out)
{
	char *last = strrchr(r->text, ' '), *slash = last ? strchr(last, '/') : NULL;
	if (slash) {
		*slash = '\0';
		bool good = read_number(last + 1, AP_MAX_LEGAL, &out->number) &&
			read_number(slash + 1, AP_MAX_LEGAL, &out->of) && out->number >= 1 &&
			out->number <= out->of;
		*slash = '/';
		if (good) {
			*last = '\0';
			return true;
		}
	}
	return expected(r, "\"NUMBER/COUNT\" at the end of what chance answers");
}

/* Chance may never answer before every nonce is open. */
static bool may_roll(reader *r)
{
	return !r->record->fair.players || ap_fair_all_open(&r->record->fair) ||
		ap_fail(r->error, r->line, "chance answers before every nonce is opened");
}

/* Checks, before an action of chance is applied, that it is what the fair dice say, as far as the
 * key is known. */
static bool check_outcome(reader *r, ap_action action)
{
	const ap_history *h = &r->record->history;
	char right[LINE];
	if (!(ap_actors(&h->state) & AP_SEAT(AP_CHANCE)))
		return true; /* the rules will refuse the action */
	if (!may_roll(r))
		return false;
	if (!r->has_key || action == ap_fair_outcome(&r->key, h))
		return true;
	ap_write_action(h->game, AP_CHANCE, ap_fair_outcome(&r->key, h), right, sizeof right);
	return ap_fail(r->error, r->line, "\"%.80s\" is not what the dice say: outcome %d is \"%s\"",
		r->text, h->outcomes, right);
}

/* Checks the number of an outcome among those that the rules allow. */
static bool check_number(reader *r, ap_action action, const numbered *n)
{
	const ap_history *h = &r->record->history;
	ap_action legal[AP_MAX_LEGAL];
	int count = ap_legal(h->game, &h->state, AP_CHANCE, legal), at = 0;
	while (at < count && legal[at] != action)
		at++;
	if (at == count || (n->number == at + 1 && n->of == count))
		return true; /* the rules will refuse what they do not allow */
	return ap_fail(r->error, r->line, "\"%.80s\" is number %d/%d", r->text, at + 1, count);
}

static bool play_action(reader *r)
{
	ap_history *h = &r->record->history;
	int seat;
	ap_action action;
	numbered n = {0};
	bool is_chance = rest_after(r, "chance") != NULL,
		 is_numbered = is_chance && r->record->format > 1;
	if (is_numbered && !cut_number(r, &n))
		return false;
	if (!ap_read_action(h->game, r->text, &seat, &action))
		return ap_fail(
			r->error, r->line, "\"%.80s\" is no action of %s", r->text, ap_game_name(h->game));
	if (r->record->fair.players && seat == AP_CHANCE && !check_outcome(r, action))
		return false;
	if (is_numbered && !check_number(r, action, &n))
		return false;
	ap_result result = ap_history_apply(h, seat, action, NULL);
	return result.code == AP_OK || refused(r, result);
}

static bool play_unseal(reader *r, size_t length)
{
	ap_history *h = &r->record->history;
	char name[LINE];
	memcpy(name, r->text, length);
	name[length] = '\0';
	ap_result result = ap_history_unseal(h, ap_seat_named(h->game, name));
	return result.code == AP_OK || refused(r, result);
}

/* ---- Lines of rules that this program does not have ------------------------------------------ */

/* Returns whether the line consists of words of the notation. */
static bool is_notation(const char *text)
{
	for (; *text; text++)
		if (!islower((unsigned char)*text) && !isdigit((unsigned char)*text) &&
			!strchr(" -/", *text))
			return false;
	return true;
}

/* Checks an outcome by its number alone. */
static bool check_numbered_outcome(reader *r, const numbered *n)
{
	if (!may_roll(r) || !r->has_key)
		return r->error->message[0] == '\0';
	long right = 1 + (long)ap_fair_draw(&r->key, (uint64_t)r->outcomes, (uint32_t)n->of);
	return right == n->number ||
		ap_fail(r->error, r->line,
			"\"%.80s\" is not what the dice say: outcome %d is number %ld/%ld", r->text,
			r->outcomes, right, n->of);
}

static bool pass_over_action(reader *r)
{
	numbered n;
	if (!strchr(r->text, ' ') || !is_notation(r->text))
		return expected(r, "an action: a seat, a verb and what it is about");
	if (!rest_after(r, "chance") || r->record->format == 1)
		return true;
	return cut_number(r, &n) && (!r->record->fair.players || check_numbered_outcome(r, &n));
}

/* ---- Parts ----------------------------------------------------------------------------------- */

/* Keeps the lines before the part that begins now. */
static void keep_earlier(reader *r)
{
	size_t length = (size_t)(r->at - r->body);
	free(r->record->earlier);
	r->record->earlier = ap_allocate(length + 1, 1);
	memcpy(r->record->earlier, r->body, length);
}

/* Begins to play in the middle of the game, with a state of the new rules. */
static bool play_from_state(reader *r, const char *json, size_t length)
{
	ap_any state;
	ap_history *h = &r->record->history;
	const ap_game *game = h->game;
	const ap_earlier earlier = {r->lines, r->moves, r->outcomes};
	if (!ap_read_state(game, &state, json, length, r->error)) {
		r->error->line = r->line;
		return false;
	}
	if (ap_players(&state) != h->setup.players)
		return expected(r, "a state with the players of the game");
	ap_history_free(h);
	ap_history_start_at(h, game, &state, &earlier);
	return true;
}

static bool are_same(const ap_rules_id *a, const ap_rules_id *b)
{
	return a->version == b->version && (a->data == b->data || !a->data_known || !b->data_known);
}

/* Returns how many moves of the part that was read last could not be checked. */
static int unchecked_in_part(const reader *r)
{
	return r->known ? 0 : r->moves - r->part_moves;
}

/* Reads "rules N HASH" and "state JSON": from here on the game was played by other rules. */
static bool read_part(reader *r)
{
	const ap_game *game = r->record->history.game;
	const ap_rules_id before = r->rules;
	size_t word = strlen("state ");
	r->record->unchecked_moves += unchecked_in_part(r);
	if (r->record->format == 1 || !read_rules(r, game, true))
		return expected(r, "an action");
	if (are_same(&before, &r->rules)) /* a state could be forged without any change of rules */
		return expected(r, "other rules than before");
	if (!need_line(r, "\"state JSON\"") || !rest_after(r, "state"))
		return expected(r, "\"state JSON\" after the new rules");
	if (!ap_moments_state(&r->moments, r->line, r->error))
		return false;
	keep_earlier(r);
	r->parts++;
	r->part_moves = r->moves;
	return !r->known || play_from_state(r, r->line_start + word, r->line_length - word);
}

/* ---- The lines after the header -------------------------------------------------------------- */

static bool read_undo(reader *r, const char *rest)
{
	long moves;
	if (!read_number(rest, r->moves, &moves) || moves < r->part_moves)
		return expected(r, "\"undo N\" with no more moves than there are, and not by other rules");
	if (!ap_moments_undo(&r->moments, (int)moves, r->line, r->error))
		return false;
	if (r->known)
		ap_history_undo(&r->record->history, (int)moves - r->record->history.earlier.moves);
	r->moves = (int)moves;
	r->lines++;
	return true;
}

static bool read_move(reader *r)
{
	size_t word = strcspn(r->text, " ");
	bool unseals = strcmp(r->text + word, " unseal") == 0;
	bool is_chance = rest_after(r, "chance") != NULL;
	bool good = !r->known ? pass_over_action(r) : unseals ? play_unseal(r, word) : play_action(r);
	good = good && ap_moments_move(&r->moments, r->line, r->error);
	r->lines++;
	r->moves++;
	r->outcomes += is_chance;
	return good;
}

/* Returns whether a space and 16 digits stand at this place of the text. */
static bool is_hash_at(const char *text, size_t at)
{
	enum { DIGITS = 16 };
	return strlen(text) >= at + 1 + DIGITS && text[at] == ' ' &&
		strspn(text + at + 1, "0123456789abcdef") == DIGITS;
}

/* Checks what can be checked of the end without the rules: its form, and the digest. */
static bool read_unknown_end(reader *r, const char *rest, const char *digest)
{
	size_t reason = strcspn(rest, " "), state = reason + sizeof " 0123456789abcdef" - 1;
	bool is_fair = r->record->fair.players != 0;
	if (reason == 0 || !is_hash_at(rest, reason) || (!is_fair && rest[state] != '\0'))
		return expected(r, "\"end REASON HASH\"");
	if (!is_fair || (rest[state] == ' ' && strcmp(rest + state + 1, digest) == 0))
		return true;
	return ap_fail(r->error, r->line,
		"a line before this one was changed: the digest of all lines is %s", digest);
}

static bool read_known_end(reader *r, const char *rest, const unsigned char digest[AP_FAIR_BYTES])
{
	char end[LINE];
	ap_record_describe_end(r->record, digest, end);
	size_t reason = strcspn(end, " "), state = reason + sizeof " 0123456789abcdef" - 1;
	if (r->record->format == 1 && is_hash_at(rest, reason))
		memcpy(end + reason, rest + reason, state - reason); /* this hash is not checked */
	bool same_state = strncmp(end, rest, state) == 0;
	return strcmp(end, rest) == 0 ||
		ap_fail(r->error, r->line, "%s: expected \"end %s\"",
			same_state ? "a line before this one was changed" : "the game ends otherwise", end);
}

/* Reads the last line: "end REASON HASH", or with fair dice "end REASON HASH DIGEST". */
static bool read_end(reader *r, const char *rest)
{
	unsigned char digest[AP_FAIR_BYTES];
	char hex[AP_FAIR_HEX + 1];
	crypto_generichash_state sum = r->digest;
	crypto_generichash_final(&sum, digest, sizeof digest);
	ap_fair_write_hex(digest, hex);
	r->report->has_end = true;
	snprintf(r->report->reason, sizeof r->report->reason, "%.*s", (int)strcspn(rest, " "), rest);
	if (!(r->known ? read_known_end(r, rest, digest) : read_unknown_end(r, rest, hex)))
		return false;
	r->report->hash_checked = r->known && r->record->format > 1;
	r->report->digest_checked = r->record->fair.players != 0;
	if (r->at != r->end)
		return expected(r, "nothing after \"end\"");
	return ap_moments_end(&r->moments, r->line, r->error);
}

/* What the viewers saw by the rules of this program is compared later; see ap_record_examine(). */
static bool read_moment(reader *r)
{
	if (r->record->format == 1)
		return expected(r, "an action");
	if (!ap_moments_moment(&r->moments, r->line, r->error))
		return false;
	return r->known || ap_film_is_moment(r->line_start, r->line_length) ||
		expected(r, "JSON that says what the viewers saw");
}

static bool read_line(reader *r)
{
	const char *rest;
	if (r->text[0] == '{')
		return read_moment(r);
	if (rest_after(r, "rules"))
		return read_part(r);
	if ((rest = rest_after(r, "undo")))
		return read_undo(r, rest);
	return read_move(r);
}

/* A finished game with fair dice must have the digest: without it nobody would notice a change of
 * moves that were undone. */
static bool needs_end(const reader *r)
{
	ap_outcome outcome;
	const ap_history *h = &r->record->history;
	return r->record->fair.players && r->known && ap_outcome_of(h->game, &h->state, &outcome);
}

static bool read_lines(reader *r)
{
	while (next_line(r)) {
		const char *rest = rest_after(r, "end");
		if (rest)
			return read_end(r, rest);
		if (!read_line(r))
			return false;
	}
	if (r->error->message[0] != '\0' || !ap_moments_end(&r->moments, r->line, r->error))
		return false;
	return !needs_end(r) || expected(r, "\"end REASON HASH DIGEST\" after a finished game");
}

/* ---- Whole records --------------------------------------------------------------------------- */

static void fill_report(const reader *r)
{
	ap_record_report *report = r->report;
	ap_outcome outcome;
	const ap_history *h = &r->record->history;
	report->game = h->game;
	report->format = r->record->format;
	report->rules = r->rules;
	report->rules_line = r->rules_line;
	report->parts = r->parts;
	report->moves = r->moves;
	report->unchecked_moves = r->record->unchecked_moves + unchecked_in_part(r);
	report->outcomes = r->outcomes;
	report->is_whole = r->moments.is_whole;
	report->has_fair_dice = r->record->fair.players != 0;
	report->secret_known = r->record->fair.secret_known;
	report->hash = r->known ? ap_hash(h->game, &h->state) : 0;
	report->dice_checked = r->has_key && (r->record->format > 1 || report->unchecked_moves == 0);
	if (r->known)
		snprintf(report->reason, sizeof report->reason, "%s",
			ap_outcome_of(h->game, &h->state, &outcome) ? ap_reason_name(h->game, outcome.reason)
														: "open");
	else if (!report->has_end)
		snprintf(report->reason, sizeof report->reason, "open");
}

/* Reads a record and says what was found. The record is to be freed only if it was read. */
static bool read_any(ap_record *record, const char *text, size_t length, ap_find_game *find,
	ap_record_report *report, ap_error *error)
{
	reader r = {.start = text,
		.at = text,
		.end = text + length,
		.find = find,
		.record = record,
		.report = report,
		.error = error};
	memset(record, 0, sizeof *record);
	memset(report, 0, sizeof *report);
	crypto_generichash_init(&r.digest, NULL, 0, AP_FAIR_BYTES);
	error->line = 0;
	bool good = read_header(&r) && read_lines(&r);
	if (good)
		fill_report(&r);
	else
		ap_record_free(record);
	ap_moments_free(&r.moments);
	sodium_memzero(&r, sizeof r); /* it holds the key, and perhaps the secret in a line */
	return good;
}

static bool has_known_rules(const ap_record_report *report)
{
	return ap_rules_are_known(report->game, &report->rules);
}

bool ap_record_read(
	ap_record *record, const char *text, size_t length, ap_find_game *find, ap_error *error)
{
	assert(record && (text || length == 0) && find && error);
	ap_record_report report;
	if (!read_any(record, text, length, find, &report, error))
		return false;
	if (has_known_rules(&report))
		return true;
	ap_record_free(record);
	return ap_fail(error, report.rules_line,
		"the game was played by rules %d; this program has rules %d%s", report.rules.version,
		ap_rules_version(report.game),
		report.rules.version == ap_rules_version(report.game) ? " with other data" : "");
}

bool ap_record_examine(
	const char *text, size_t length, ap_find_game *find, ap_record_report *report, ap_error *error)
{
	assert((text || length == 0) && find && report && error);
	ap_record record;
	if (!read_any(&record, text, length, find, report, error))
		return false;
	bool good = true;
	if (report->is_whole && has_known_rules(report))
		good = report->views_checked = ap_moments_check(&record, text, length, error);
	ap_record_free(&record);
	return good;
}
