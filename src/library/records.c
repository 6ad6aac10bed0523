/* records.c: the records of the public header apparat/records.h. They are those of
 * src/text/record.h behind a handle, so that programs outside do not depend on how a record is
 * kept. */
#include "apparat/records.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/memory.h"
#include "text/record.h"

struct ap_record_file {
	ap_record record;
};

/* ---- Begin and end --------------------------------------------------------------------------- */

ap_record_file *ap_record_file_parse(const char *text, size_t length, ap_error *error)
{
	assert((text || length == 0) && error);
	ap_record_file *file = ap_allocate(1, sizeof *file);
	if (ap_record_read(&file->record, text, length, ap_game_named, error))
		return file;
	free(file);
	return NULL;
}

ap_record_file *ap_record_file_read(const char *path, ap_error *error)
{
	assert(path && error);
	long length;
	char *text = ap_read_file(path, AP_MAX_RECORD, &length, error);
	ap_record_file *file = text ? ap_record_file_parse(text, (size_t)length, error) : NULL;
	free(text);
	return file;
}

ap_record_file *ap_record_file_start(const ap_game *game, const ap_setup *setup, ap_events *events)
{
	assert(game && setup && ap_setup_sound(game, setup));
	ap_record_file *file = ap_allocate(1, sizeof *file);
	file->record.format = AP_RECORD_FORMAT;
	file->record.rules = ap_rules_here(game);
	ap_history_start(&file->record.history, game, setup, events);
	return file;
}

void ap_record_file_free(ap_record_file *file)
{
	if (file)
		ap_record_free(&file->record);
	free(file);
}

/* ---- What a record tells --------------------------------------------------------------------- */

static const ap_history *history_of(const ap_record_file *file)
{
	assert(file);
	return &file->record.history;
}

const ap_game *ap_record_file_game(const ap_record_file *file)
{
	return history_of(file)->game;
}

void ap_record_file_setup(const ap_record_file *file, ap_setup *out)
{
	assert(out);
	*out = history_of(file)->setup;
}

const void *ap_record_file_state(const ap_record_file *file)
{
	return &history_of(file)->state;
}

const char *ap_record_file_player(const ap_record_file *file, int seat)
{
	assert(file && seat >= 0 && seat < file->record.history.setup.players);
	return file->record.who[seat];
}

const char *ap_record_file_dice(const ap_record_file *file)
{
	assert(file);
	return file->record.dice;
}

/* ---- Checking -------------------------------------------------------------------------------- */

static void describe(const ap_record_report *report, ap_record_check *out)
{
	bool over = strcmp(report->reason, "open") != 0, fair = report->has_fair_dice;
	*out = (ap_record_check){
		.game = report->game,
		.format = report->format,
		.rules = report->rules.version,
		.rules_known = ap_rules_are_known(report->game, &report->rules),
		.over = over,
		.dice_fair = fair,
		.dice_checked = report->dice_checked,
		.dice_withheld = over && fair && !report->secret_known,
		.has_views = report->is_whole,
		.views_checked = report->views_checked,
		.moves = report->moves,
		.unchecked_moves = report->unchecked_moves,
		.outcomes = report->outcomes,
		.hash = report->hash,
	};
}

bool ap_check_record(const char *text, size_t length, ap_record_check *out, ap_error *error)
{
	assert((text || length == 0) && out && error);
	ap_record_report report;
	if (!ap_record_examine(text, length, ap_game_named, &report, error))
		return false;
	describe(&report, out);
	return true;
}

bool ap_check_record_file(const char *path, ap_record_check *out, ap_error *error)
{
	assert(path && out && error);
	long length;
	char *text = ap_read_file(path, AP_MAX_RECORD, &length, error);
	bool good = text && ap_check_record(text, (size_t)length, out, error);
	free(text);
	return good;
}

static bool has_fair_key(const ap_record *record)
{
	ap_fair_key key;
	bool good = ap_fair_key_of(&record->fair, &key);
	ap_fair_wipe_key(&key);
	return good;
}

void ap_record_file_check(const ap_record_file *file, ap_record_check *out)
{
	assert(file && out);
	const ap_record *record = &file->record;
	const ap_history *h = &record->history;
	ap_outcome outcome;
	bool over = ap_outcome_of(h->game, &h->state, &outcome), fair = record->fair.players > 0;
	*out = (ap_record_check){
		.game = h->game,
		.format = record->format,
		.rules =
			ap_rules_version(h->game), /* a record that was last played by others is not read */
		.rules_known = true,
		.over = over,
		.dice_fair = fair,
		.dice_checked = fair && has_fair_key(record),
		.dice_withheld = over && fair && !record->fair.secret_known,
		.moves = h->earlier.moves + h->moves,
		.unchecked_moves = record->unchecked_moves,
		.outcomes = h->outcomes,
		.hash = ap_hash(h->game, &h->state),
	};
}

/* ---- Walking through the moves --------------------------------------------------------------- */

int ap_record_file_first(const ap_record_file *file)
{
	return history_of(file)->earlier.moves;
}

bool ap_record_file_move(const ap_record_file *file, int n, ap_record_move *out)
{
	assert(out);
	const ap_history *h = history_of(file);
	if (n < h->earlier.moves || n >= h->earlier.moves + h->moves)
		return false;
	const ap_line *move = &h->move[n - h->earlier.moves];
	bool unseal = move->kind == AP_LINE_UNSEAL;
	*out = (ap_record_move){move->seat, unseal ? 0 : move->value, unseal};
	return true;
}

void ap_record_file_at(const ap_record_file *file, int moves, void *state)
{
	ap_history_at(history_of(file), moves - ap_record_file_first(file), state);
}

bool ap_record_file_advance(const ap_record_file *file, int n, void *state, ap_events *events)
{
	assert(state);
	const ap_game *game = ap_record_file_game(file);
	ap_record_move move;
	if (!ap_record_file_move(file, n, &move))
		return false;
	if (move.unseal)
		ap_unseal(game, state, move.seat);
	else
		ap_play(game, state, move.seat, move.action, events);
	return true;
}

/* ---- Playing on ------------------------------------------------------------------------------ */

/* Returns whether an action is one of chance that the fair dice of the record do not say. */
static bool contradicts_dice(const ap_record *record, int seat, ap_action action)
{
	const ap_history *h = &record->history;
	ap_fair_key key;
	if (!record->fair.players || seat != AP_CHANCE || !(ap_actors(&h->state) & AP_SEAT(AP_CHANCE)))
		return false;
	bool good = ap_fair_key_of(&record->fair, &key) && action == ap_fair_outcome(&key, h);
	ap_fair_wipe_key(&key);
	return !good;
}

ap_result ap_record_file_apply(ap_record_file *file, int seat, ap_action action, ap_events *events)
{
	assert(file);
	if (contradicts_dice(&file->record, seat, action))
		return (ap_result){AP_FORBIDDEN, 0};
	return ap_history_apply(&file->record.history, seat, action, events);
}

ap_result ap_record_file_unseal(ap_record_file *file, int seat)
{
	assert(file);
	return ap_history_unseal(&file->record.history, seat);
}

bool ap_record_file_undo(ap_record_file *file, int moves)
{
	assert(file);
	int first = ap_record_file_first(file);
	return moves >= first && ap_history_undo(&file->record.history, moves - first);
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* Copies a text that becomes part of a line; false if it would not fit there. */
static bool copy_detail(char out[AP_WHO_SIZE], const char *text)
{
	size_t length = strlen(text);
	if (length >= AP_WHO_SIZE)
		return false;
	for (size_t i = 0; i < length; i++)
		if ((unsigned char)text[i] < ' ' || text[i] == 0x7f)
			return false;
	memcpy(out, text, length + 1);
	return true;
}

bool ap_record_file_set_player(ap_record_file *file, int seat, const char *who)
{
	assert(file && seat >= 0 && seat < file->record.history.setup.players && who);
	return copy_detail(file->record.who[seat], who);
}

bool ap_record_file_set_dice(ap_record_file *file, const char *dice)
{
	assert(file && dice);
	bool says_fair = strncmp(dice, "fair", 4) == 0 && (dice[4] == '\0' || dice[4] == ' ');
	return !file->record.fair.players && !says_fair && copy_detail(file->record.dice, dice);
}

char *ap_record_file_text(const ap_record_file *file, int viewer, size_t *length)
{
	assert(file && length);
	char *text = NULL;
	FILE *memory = open_memstream(&text, length);
	if (!memory)
		return NULL;
	bool good = ap_record_write(&file->record, viewer, memory);
	good = fclose(memory) == 0 && good;
	if (good)
		return text;
	free(text);
	return NULL;
}

void ap_free_text(char *text)
{
	free(text);
}

bool ap_record_file_write(const ap_record_file *file, int viewer, const char *path, ap_error *error)
{
	assert(file && path && error);
	FILE *out = fopen(path, "wb");
	if (!out)
		return ap_fail(error, 0, "cannot be opened: %s", strerror(errno));
	bool good = ap_record_write(&file->record, viewer, out);
	int number = errno;
	if (fclose(out) != 0 && good) {
		good = false;
		number = errno;
	}
	return good || ap_fail(error, 0, "cannot be written: %s", strerror(number));
}
