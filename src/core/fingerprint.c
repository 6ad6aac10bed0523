/* fingerprint.c: the fingerprint of a state. It is computed from the named values of the state and
 * not from its bytes, so that it stays the same when the layout of the state changes.
 *
 * docs/records.md describes it for other programs: each value in the state's JSON is a line
 * "path=value", where the path is the keys joined by dots; each member of a list is a line
 * "path.member=1". Zeros, nulls, empty lists and options with their default value have no line, so
 * that a part which is added to a game later does not change the fingerprints of older games. The
 * fingerprint is the sum of the hashes of all lines; their order does not matter. */
#include "core/fields.h"
#include "core/grids.h"
#include "core/locals.h"
#include "core/notation.h"

#include <stdio.h>

typedef struct fingerprint {
	uint64_t sum;
} fingerprint;

static const uint64_t fnv_start = 0xcbf29ce484222325u, fnv_prime = 0x100000001b3u;

/* Continues an FNV-1a hash with a text. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * fnv_prime;
	return hash;
}

/* Returns the hash of a path to which a key is added. */
static uint64_t longer_path(uint64_t path, const char *key)
{
	return hash_text(hash_text(path, "."), key);
}

/* Adds the hash of a line to the sum. The hash is first mixed by the last steps of splitmix64,
 * because FNV hashes of similar lines are similar, and so would be their sums. */
static void add_line(fingerprint *f, uint64_t path, const char *value)
{
	uint64_t z = hash_text(hash_text(path, "="), value);
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	f->sum += z ^ z >> 31;
}

static void add_number(fingerprint *f, uint64_t path, int64_t number)
{
	char digits[24];
	if (number == 0)
		return;
	snprintf(digits, sizeof digits, "%lld", (long long)number);
	add_line(f, path, digits);
}

static void add_member(fingerprint *f, uint64_t path, const char *member)
{
	add_line(f, longer_path(path, member), "1");
}

/* ---- The head -------------------------------------------------------------------------------- */

static void add_seats(fingerprint *f, const ap_game *game, uint64_t path, ap_seats seats)
{
	for (int seat = 0; seat <= AP_CHANCE; seat++)
		if (seats & AP_SEAT(seat))
			add_member(f, path, ap_seat_name(game, seat));
}

static void add_local_element(
	fingerprint *f, const ap_game *game, uint64_t path, const ap_local *local, int64_t value)
{
	char text[AP_MAX_NOTATION];
	switch (local->kind) {
	case AP_LOCAL_NUMBER:
		add_number(f, path, value);
		break;
	case AP_LOCAL_NAME:
		assert(value >= 0 && value < local->values->count);
		add_line(f, path, local->values->name[value]);
		break;
	case AP_LOCAL_SET:
		for (int member = 0; member < local->values->count; member++)
			if ((uint64_t)value >> member & 1)
				add_member(f, path, local->values->name[member]);
		break;
	case AP_LOCAL_ACTION:
		add_line(f, path, ap_write_bare_action(game, (ap_action)value, text));
		break;
	}
}

static void add_local(fingerprint *f, const ap_game *game, uint64_t path, const ap_local *local,
	const ap_frame *frame)
{
	for (int i = 0; i < ap_local_count(local); i++)
		if (!ap_local_is_blank(local, frame, i))
			add_local_element(f, game, local->keys ? longer_path(path, local->keys->name[i]) : path,
				local, ap_local_get(local, frame, i));
}

static void add_frame(fingerprint *f, const ap_game *game, uint64_t path, const ap_frame *frame)
{
	assert(frame->step < game->step_count);
	const ap_frame_kind *kind = game->steps[frame->step].frame;
	add_line(f, longer_path(path, "step"), ap_step_name(game, frame->step));
	add_seats(f, game, longer_path(path, "asked"), frame->asked);
	for (int i = 0; i < kind->count; i++)
		add_local(f, game, longer_path(path, kind->locals[i].name), &kind->locals[i], frame);
}

/* A game that is over has no stack: the frame that is left in it says nothing. */
static void add_stack(fingerprint *f, const ap_game *game, const ap_head *h)
{
	uint64_t path = hash_text(fnv_start, "stack");
	char digits[12]; /* room for any int */
	for (int i = 0; i < h->depth && !h->over; i++) {
		snprintf(digits, sizeof digits, "%d", i);
		add_frame(f, game, longer_path(path, digits), &h->stack[i]);
	}
}

static void add_head(fingerprint *f, const ap_game *game, const ap_head *h)
{
	add_line(f, hash_text(fnv_start, "game"), game->name);
	add_number(f, hash_text(fnv_start, "players"), h->players);
	for (int i = 0; i < game->option_count; i++)
		if (h->option[i] != 0) /* so that an option may be added to a game later */
			add_line(f, longer_path(hash_text(fnv_start, "options"), ap_option_name(game, i)),
				ap_option_value(game, i, h->option[i]));
	if (h->viewer != AP_EVERYTHING)
		add_line(f, hash_text(fnv_start, "viewer"), ap_seat_name(game, h->viewer));
	if (h->over)
		add_line(f, hash_text(fnv_start, "over"), ap_reason_name(game, h->over - 1));
	add_number(f, hash_text(fnv_start, "question"), h->question);
	add_stack(f, game, h);
}

/* ---- The game's own parts -------------------------------------------------------------------- */

static void add_name(fingerprint *f, uint64_t path, const ap_field *field, uint64_t value)
{
	uint64_t count = (uint64_t)field->values->count;
	if (value < count)
		add_line(f, path, field->values->name[value]);
	else if (value == AP_UNSEEN)
		add_line(f, path, "unseen");
}

/* What the viewer may not know is null in JSON, and has no line. */
static void add_element(
	fingerprint *f, uint64_t path, const ap_field *field, const void *state, int index)
{
	bool known = !field->known || field->known(state, index);
	uint64_t value = field->kind == AP_SETS ? 0 : ap_field_get(field, state, index);
	if (field->kind == AP_NAMES && (known || value == AP_UNSEEN))
		add_name(f, path, field, value);
	else if (field->kind == AP_NUMBERS && known)
		add_number(f, path, (int64_t)value);
	else if (field->kind == AP_SETS && known)
		for (int member = 0; member < field->values->count; member++)
			if (ap_field_has(field, state, index, member))
				add_member(f, path, field->values->name[member]);
}

static void add_field(fingerprint *f, const ap_game *game, const ap_field *field, const void *state)
{
	uint64_t path = hash_text(fnv_start, field->name);
	int count = ap_field_count(game, field, ap_players(state));
	for (int i = 0; i < count; i++)
		add_element(
			f, field->keys ? longer_path(path, field->keys->name[i]) : path, field, state, i);
}

static void add_grid(fingerprint *f, const ap_game *game, const ap_grid *grid, const void *state)
{
	uint64_t path = hash_text(fnv_start, grid->name);
	int rows = ap_grid_rows(game, grid, ap_players(state));
	for (int row = 0; row < rows; row++) {
		uint64_t row_path = longer_path(path, grid->rows->name[row]);
		for (int column = 0; column < grid->columns->count; column++)
			if (!grid->known || grid->known(state, row, column))
				add_number(f, longer_path(row_path, grid->columns->name[column]),
					ap_grid_get(grid, state, row, column));
	}
}

uint64_t ap_hash(const ap_game *game, const void *state)
{
	assert(game && state);
	fingerprint f = {0};
	add_head(&f, game, state);
	for (int i = 0; i < game->field_count; i++)
		add_field(&f, game, &game->fields[i], state);
	for (int i = 0; i < game->grid_count; i++)
		add_grid(&f, game, &game->grids[i], state);
	return f.sum;
}
