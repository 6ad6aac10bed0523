/* fingerprint.c: the fingerprint of a state, taken over its named values and not over its bytes, so
 * that the layout of a state may change and the fingerprints of its games stay.
 *
 * docs/records.md tells it for other programs: each value of the state's JSON is a line
 * "path=value" (keys joined by dots; of a list each member is a line "path.member=1"). Zeros,
 * nulls, empty lists and options that have their default have no line: a part that a game gets
 * later leaves the fingerprints of its old games alone. The fingerprint is the sum of the lines'
 * hashes, so that their order does not matter. */
#include "core/fields.h"
#include "core/grids.h"
#include "core/locals.h"
#include "core/telling.h"

#include <stdio.h>

typedef struct fingerprint {
	uint64_t sum;
} fingerprint;

static const uint64_t fnv_start = 0xcbf29ce484222325u, fnv_prime = 0x100000001b3u;

/* FNV-1a goes on from the hash of what came before. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * fnv_prime;
	return hash;
}

static uint64_t below(uint64_t path, const char *key)
{
	return hash_text(hash_text(path, "."), key);
}

/* A line is finished: its hash is stirred (splitmix64's last steps), because sums of plain FNV
 * hashes of similar lines would be similar. */
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
	add_line(f, below(path, member), "1");
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
	char text[AP_NOTATION];
	switch (local->kind) {
	case AP_LOCAL_NUMBER:
		add_number(f, path, value);
		break;
	case AP_LOCAL_NAME:
		add_line(f, path, local->values->name[value]);
		break;
	case AP_LOCAL_SET:
		for (int m = 0; m < local->values->count; m++)
			if ((uint64_t)value >> m & 1)
				add_member(f, path, local->values->name[m]);
		break;
	case AP_LOCAL_ACTION:
		ap_write_action(game, AP_CHANCE, (ap_action)value, text, sizeof text);
		add_line(f, path, text + strlen(ap_seat_name(game, AP_CHANCE)) + 1);
		break;
	}
}

static void add_local(fingerprint *f, const ap_game *game, uint64_t path, const ap_local *local,
	const ap_frame *frame)
{
	for (int i = 0; i < ap_local_count(local); i++)
		if (!ap_local_is_blank(local, frame, i))
			add_local_element(f, game, local->keys ? below(path, local->keys->name[i]) : path,
				local, ap_local_get(local, frame, i));
}

static void add_frame(fingerprint *f, const ap_game *game, uint64_t path, const ap_frame *frame)
{
	const ap_frame_kind *kind = game->steps[frame->step].frame;
	char digit[2] = "0";
	add_line(f, below(path, "step"), ap_step_name(game, frame->step));
	add_seats(f, game, below(path, "asked"), frame->asked);
	for (int i = 0; kind && i < kind->count; i++)
		add_local(f, game, below(path, kind->locals[i].name), &kind->locals[i], frame);
	for (int i = 0; !kind && i < 4; i++, digit[0]++)
		add_number(f, below(below(path, "v"), digit), frame->v[i]);
}

/* The stack of a game that is over is empty, whatever its first step is called. */
static void add_stack(fingerprint *f, const ap_game *game, const ap_head *h)
{
	uint64_t path = hash_text(fnv_start, "stack");
	char digits[12]; /* room for any int */
	for (int i = 0; i < h->depth && !h->over; i++) {
		snprintf(digits, sizeof digits, "%d", i);
		add_frame(f, game, below(path, digits), &h->stack[i]);
	}
}

static void add_head(fingerprint *f, const ap_game *game, const ap_head *h)
{
	add_line(f, hash_text(fnv_start, "game"), game->name);
	add_number(f, hash_text(fnv_start, "players"), h->players);
	for (int i = 0; i < game->option_count; i++)
		if (h->option[i] != 0) /* an option that is new one day has its default in old games */
			add_line(f, below(hash_text(fnv_start, "options"), ap_option_name(game, i)),
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

/* What a viewer does not know is null in JSON, and has no line. */
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
		for (int m = 0; m < field->values->count; m++)
			if (ap_field_has(field, state, index, m))
				add_member(f, path, field->values->name[m]);
}

static void add_field(fingerprint *f, const ap_game *game, const ap_field *field, const void *state)
{
	uint64_t path = hash_text(fnv_start, field->name);
	int count = ap_field_count(game, field, ap_players(state));
	for (int i = 0; i < count; i++)
		add_element(f, field->keys ? below(path, field->keys->name[i]) : path, field, state, i);
}

static void add_grid(fingerprint *f, const ap_game *game, const ap_grid *grid, const void *state)
{
	uint64_t path = hash_text(fnv_start, grid->name);
	int rows = ap_grid_rows(game, grid, ap_players(state));
	for (int row = 0; row < rows; row++) {
		uint64_t start = below(path, grid->rows->name[row]);
		for (int column = 0; column < grid->columns->count; column++)
			if (!grid->known || grid->known(state, row, column))
				add_number(f, below(start, grid->columns->name[column]),
					ap_grid_get(grid, state, row, column));
	}
}

uint64_t ap_hash(const ap_game *game, const void *state)
{
	fingerprint f = {0};
	add_head(&f, game, state);
	for (int i = 0; i < game->field_count; i++)
		add_field(&f, game, &game->fields[i], state);
	for (int i = 0; i < game->grid_count; i++)
		add_grid(&f, game, &game->grids[i], state);
	return f.sum;
}
