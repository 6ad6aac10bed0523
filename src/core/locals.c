/* locals.c: see locals.h. Numbers in locals are little-endian: the code copies their bytes. */
#include "core/locals.h"

#include "core/notation.h"

int ap_local_count(const ap_local *local)
{
	assert(local);
	return local->keys ? local->keys->count : 1;
}

static int bits_of(const ap_local *local)
{
	return local->bits ? local->bits : 8 * local->bytes;
}

static uint64_t all_ones(const ap_local *local)
{
	assert(bits_of(local) > 0 && bits_of(local) < 64);
	return ((uint64_t)1 << bits_of(local)) - 1;
}

static uint64_t stored_bits(const ap_local *local, const ap_frame *frame, int element)
{
	uint64_t value = 0;
	if (local->bits) { /* the elements share the bytes */
		memcpy(&value, frame->local + local->offset, local->bytes);
		return value >> element * local->bits & all_ones(local);
	}
	memcpy(&value, frame->local + local->offset + element * local->bytes, local->bytes);
	return value;
}

int64_t ap_local_get(const ap_local *local, const ap_frame *frame, int element)
{
	assert(local && frame && element >= 0 && element < ap_local_count(local));
	uint64_t value = stored_bits(local, frame, element);
	if (local->kind == AP_LOCAL_NUMBER && local->low < 0) /* only these have a sign */
		return value >> (bits_of(local) - 1) & 1 ? (int64_t)(value | ~all_ones(local))
												 : (int64_t)value;
	return local->optional && value == all_ones(local) ? AP_NO_LOCAL : (int64_t)value;
}

void ap_local_set(const ap_local *local, ap_frame *frame, int element, int64_t value)
{
	assert(local && frame && element >= 0 && element < ap_local_count(local));
	uint64_t bits = (uint64_t)value & all_ones(local), whole = 0;
	if (!local->bits) {
		memcpy(frame->local + local->offset + element * local->bytes, &bits, local->bytes);
		return;
	}
	int shift = element * local->bits;
	memcpy(&whole, frame->local + local->offset, local->bytes);
	whole = (whole & ~(all_ones(local) << shift)) | bits << shift;
	memcpy(frame->local + local->offset, &whole, local->bytes);
}

bool ap_local_is_blank(const ap_local *local, const ap_frame *frame, int element)
{
	int64_t value = ap_local_get(local, frame, element);
	if (local->optional)
		return value == AP_NO_LOCAL;
	return value == 0 && (local->kind == AP_LOCAL_NUMBER || local->kind == AP_LOCAL_SET);
}

/* ---- Soundness ------------------------------------------------------------------------------- */

/* Returns how many names of a list can occur at a table: of the seats those of the players. */
static int names_at_table(const ap_game *game, const ap_names *names, int players)
{
	return names == game->seats ? players : names->count;
}

static bool element_sound(const ap_game *game, int players, const ap_local *local, int64_t value)
{
	if (local->kind != AP_LOCAL_NUMBER && value == AP_NO_LOCAL)
		return local->optional;
	switch (local->kind) {
	case AP_LOCAL_NUMBER:
		return (local->optional && value == AP_NO_LOCAL) ||
			(value >= local->low && value <= local->high);
	case AP_LOCAL_NAME:
		return value < names_at_table(game, local->values, players);
	case AP_LOCAL_SET:
		return value >> names_at_table(game, local->values, players) == 0;
	default:
		return ap_action_sound(game, (ap_action)value);
	}
}

/* Returns whether the bytes that belong to no local are zero. */
static bool rest_is_zero(const ap_frame_kind *kind, const ap_frame *frame)
{
	bool used[AP_LOCAL_BYTES] = {false};
	for (int i = 0; i < kind->count; i++) {
		const ap_local *local = &kind->locals[i];
		int bytes = local->bits ? local->bytes : local->bytes * ap_local_count(local);
		for (int b = 0; b < bytes; b++)
			used[local->offset + b] = true;
	}
	for (int b = 0; b < AP_LOCAL_BYTES; b++)
		if (!used[b] && frame->local[b] != 0)
			return false;
	return true;
}

static bool local_sound(
	const ap_game *game, int players, const ap_local *local, const ap_frame *frame)
{
	for (int n = 0; n < ap_local_count(local); n++) {
		bool in_use = !local->keys || n < names_at_table(game, local->keys, players);
		if (in_use ? !element_sound(game, players, local, ap_local_get(local, frame, n))
				   : !ap_local_is_blank(local, frame, n))
			return false;
	}
	return true;
}

const char *ap_locals_unsound(const ap_game *game, int players, const ap_frame *frame)
{
	assert(game && frame && frame->step < game->step_count);
	const ap_frame_kind *kind = game->steps[frame->step].frame;
	for (int i = 0; i < kind->count; i++)
		if (!local_sound(game, players, &kind->locals[i], frame))
			return "a frame remembers something that cannot be";
	return !rest_is_zero(kind, frame) ? "a frame remembers more than it can" : NULL;
}

/* ---- JSON ------------------------------------------------------------------------------------ */

static void write_set(ap_json *j, const ap_names *names, uint64_t set)
{
	ap_json_open(j, '[');
	for (int i = 0; i < names->count; i++)
		if (set >> i & 1)
			ap_json_string(j, names->name[i]);
	ap_json_close(j, ']');
}

static void write_element(ap_json *j, const ap_game *game, const ap_local *local, int64_t value)
{
	char text[AP_MAX_NOTATION];
	if (local->optional && value == AP_NO_LOCAL)
		ap_json_null(j);
	else if (local->kind == AP_LOCAL_NUMBER)
		ap_json_int(j, value);
	else if (local->kind == AP_LOCAL_SET)
		write_set(j, local->values, (uint64_t)value);
	else if (local->kind == AP_LOCAL_ACTION)
		ap_json_string(j, ap_write_bare_action(game, (ap_action)value, text));
	else if (value >= 0 && value < local->values->count)
		ap_json_string(j, local->values->name[value]);
	else
		ap_json_null(j);
}

void ap_write_local(ap_json *j, const ap_game *game, const ap_local *local, const ap_frame *frame)
{
	assert(j && game && local && frame);
	ap_json_key(j, local->name);
	if (!local->keys) {
		write_element(j, game, local, ap_local_get(local, frame, 0));
		return;
	}
	ap_json_open(j, '{');
	for (int i = 0; i < local->keys->count; i++)
		if (!ap_local_is_blank(local, frame, i)) {
			ap_json_key(j, local->keys->name[i]);
			write_element(j, game, local, ap_local_get(local, frame, i));
		}
	ap_json_close(j, '}');
}
