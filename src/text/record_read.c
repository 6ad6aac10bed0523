/* record_read.c: reads and checks records: see record.h, record_reader.h and docs/records.md. */
#include "text/record_reader.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "text/film.h"
#include "text/memory.h"
#include "text/signature.h"
#include "text/state_json.h"

enum { LINE = AP_RECORD_LINE };

/* ---- Parts ----------------------------------------------------------------------------------- */

/* Keeps the lines before the part that begins now. */
static void keep_earlier(ap_record_reader *r)
{
	size_t length = (size_t)(r->at - r->body);
	free(r->record->earlier);
	r->record->earlier = ap_allocate(length + 1, 1);
	memcpy(r->record->earlier, r->body, length);
}

/* Begins to play in the middle of the game, with a state of the new rules. */
static bool play_from_state(ap_record_reader *r, const char *json, size_t length)
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
		return ap_reader_expected(r, "a state with the players of the game");
	ap_history_free(h);
	ap_history_start_at(h, game, &state, &earlier);
	return true;
}

/* Returns how many moves of the part that was read last could not be checked. */
static int unchecked_in_part(const ap_record_reader *r)
{
	return r->known ? 0 : r->moves - r->part_moves;
}

/* Reads "rules N HASH" and "state JSON": from here on the game was played by other rules. */
static bool read_part(ap_record_reader *r)
{
	const ap_game *game = r->record->history.game;
	const ap_rules_id before = r->rules;
	size_t word = strlen("state ");
	r->record->unchecked_moves += unchecked_in_part(r);
	if (r->record->format == 1 || !ap_reader_rules(r, game, true))
		return ap_reader_expected(r, "an action");
	if (ap_rules_are_same(
			&before, &r->rules)) /* a state could be forged without any change of rules */
		return ap_reader_expected(r, "other rules than before");
	if (!ap_reader_need_line(r, "\"state JSON\"") || !ap_reader_rest_after(r, "state"))
		return ap_reader_expected(r, "\"state JSON\" after the new rules");
	if (!ap_moments_state(&r->moments, r->line, r->error))
		return false;
	keep_earlier(r);
	r->parts++;
	r->part_moves = r->moves;
	return !r->known || play_from_state(r, r->line_start + word, r->line_length - word);
}

/* ---- The lines after the header -------------------------------------------------------------- */

static bool read_undo(ap_record_reader *r, const char *rest)
{
	long moves;
	if (!ap_reader_number(rest, r->moves, &moves) || moves < r->part_moves)
		return ap_reader_expected(
			r, "\"undo N\" with no more moves than there are, and not by other rules");
	if (!ap_moments_undo(&r->moments, (int)moves, r->line, r->error))
		return false;
	if (r->known)
		ap_history_undo(&r->record->history, (int)moves - r->record->history.earlier.moves);
	r->moves = (int)moves;
	r->lines++;
	return true;
}

/* Returns whether a space and 16 digits stand at this place of the text. */
static bool is_hash_at(const char *text, size_t at)
{
	enum { DIGITS = 16 };
	return strlen(text) >= at + 1 + DIGITS && text[at] == ' ' &&
		strspn(text + at + 1, "0123456789abcdef") == DIGITS;
}

/* Checks what can be checked of the end without the rules: its form, and the digest. */
static bool read_unknown_end(ap_record_reader *r, const char *rest, const char *digest)
{
	size_t reason = strcspn(rest, " "), state = reason + sizeof " 0123456789abcdef" - 1;
	bool is_fair = r->record->fair.players != 0;
	if (reason == 0 || !is_hash_at(rest, reason) || (!is_fair && rest[state] != '\0'))
		return ap_reader_expected(r, "\"end REASON HASH\"");
	if (!is_fair || (rest[state] == ' ' && strcmp(rest + state + 1, digest) == 0))
		return true;
	return ap_fail(r->error, r->line,
		"a line before this one was changed: the digest of all lines is %s", digest);
}

static bool read_known_end(
	ap_record_reader *r, const char *rest, const unsigned char digest[AP_FAIR_BYTES])
{
	char end[LINE];
	ap_record_describe_end(r->record, digest, end);
	size_t reason = strcspn(end, " "), state = reason + sizeof " 0123456789abcdef" - 1;
	if (r->record->format == 1 && is_hash_at(rest, reason))
		memcpy(end + reason, rest + reason, state - reason); /* this hash is not checked */
	bool same_state = strncmp(end, rest, state) == 0;
	return strcmp(end, rest) == 0 ||
		(same_state
				? ap_fail(r->error, r->line,
					  "a line before this one was changed: expected \"end %s\"", end)
				: ap_fail(r->error, r->line, "the game ends otherwise: expected \"end %s\"", end));
}

/* Reads the line after the end: "signed KEY SIGNATURE". */
static bool read_signature(ap_record_reader *r)
{
	static const char word[] = "signed ";
	unsigned char digest[AP_FAIR_BYTES];
	if (r->end - r->at < (long)sizeof word || memcmp(r->at, word, sizeof word - 1) != 0 ||
		!r->record->fair.players)
		return ap_reader_expected(r, "nothing after \"end\"");
	if (!ap_reader_next_line(r))
		return false;
	crypto_generichash_state sum = r->digest; /* of all lines before this one */
	crypto_generichash_final(&sum, digest, sizeof digest);
	switch (ap_signature_check(r->text, digest, r->report->signer)) {
	case AP_SIGNATURE_RIGHT:
		r->report->is_signed = true;
		break;
	case AP_SIGNATURE_WRONG:
		return ap_fail(r->error, r->line, "the signature is not one of this record by this key");
	default:
		return ap_reader_expected(r, "\"signed KEY SIGNATURE\" with 64 and 128 digits 0-9, a-f");
	}
	return r->at == r->end || ap_reader_expected(r, "nothing after the signature");
}

/* Reads the last line: "end REASON HASH", or with fair dice "end REASON HASH DIGEST". */
static bool read_end(ap_record_reader *r, const char *rest)
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
	if (r->at != r->end && !read_signature(r))
		return false;
	return ap_moments_end(&r->moments, r->line, r->error);
}

/* What the viewers saw by the rules of this program is compared later; see ap_record_examine(). */
static bool read_moment(ap_record_reader *r)
{
	if (r->record->format == 1)
		return ap_reader_expected(r, "an action");
	if (!ap_moments_moment(&r->moments, r->line, r->error))
		return false;
	return r->known || ap_film_is_moment(r->line_start, r->line_length) ||
		ap_reader_expected(r, "JSON that says what the viewers saw");
}

static bool read_line(ap_record_reader *r)
{
	const char *rest;
	if (r->text[0] == '{')
		return read_moment(r);
	if (ap_reader_rest_after(r, "rules"))
		return read_part(r);
	if ((rest = ap_reader_rest_after(r, "undo")))
		return read_undo(r, rest);
	return ap_reader_move(r);
}

/* A finished game with fair dice must have the digest: without it nobody would notice a change of
 * moves that were undone. */
static bool needs_end(const ap_record_reader *r)
{
	ap_outcome outcome;
	const ap_history *h = &r->record->history;
	return r->record->fair.players && r->known && ap_outcome_of(h->game, &h->state, &outcome);
}

static bool read_lines(ap_record_reader *r)
{
	while (ap_reader_next_line(r)) {
		const char *rest = ap_reader_rest_after(r, "end");
		if (rest)
			return read_end(r, rest);
		if (!read_line(r))
			return false;
	}
	if (r->error->message[0] != '\0' || !ap_moments_end(&r->moments, r->line, r->error))
		return false;
	return !needs_end(r) ||
		ap_reader_expected(r, "\"end REASON HASH DIGEST\" after a finished game");
}

/* ---- Whole records --------------------------------------------------------------------------- */

static void fill_report(const ap_record_reader *r)
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
	report->dice_version = r->record->fair.version;
	report->aborted = r->record->aborted_count;
	report->players = h->setup.players;
	memcpy(report->whose, r->record->fair.whose, sizeof report->whose);
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
	ap_record_reader r = {.start = text,
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
	bool good = ap_reader_header(&r) && read_lines(&r);
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
	int played = report.rules.version, known = ap_rules_version(report.game);
	if (played == known)
		return ap_fail(error, report.rules_line,
			"the game was played by rules %d; this program has rules %d with other data", played,
			known);
	return ap_fail(error, report.rules_line,
		"the game was played by rules %d; this program has rules %d", played, known);
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
