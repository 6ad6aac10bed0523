/* fields.c: see fields.h. Numbers in a state are little-endian: the code copies their bytes. */
#include "core/fields.h"

#include "core/grids.h"
#include "core/json_writer.h"
#include "core/locals.h"

static const unsigned char *element(const ap_field *field, const void *state, int index)
{
	assert(field && state);
	assert(index >= 0 && index < (field->keys ? field->keys->count : 1));
	return (const unsigned char *)state + field->offset + (size_t)index * field->bytes;
}

int ap_field_count(const ap_game *game, const ap_field *field, int players)
{
	assert(game && field && players >= 0 && players <= AP_MAX_SEATS);
	if (!field->keys)
		return 1;
	return field->keys == game->seats ? players : field->keys->count;
}

uint64_t ap_field_get(const ap_field *field, const void *state, int index)
{
	uint64_t value = 0;
	assert(field->bytes <= sizeof value);
	memcpy(&value, element(field, state, index), field->bytes);
	return value;
}

void ap_field_set(const ap_field *field, void *state, int index, uint64_t value)
{
	assert(field->bytes <= sizeof value);
	memcpy((unsigned char *)element(field, state, index), &value, field->bytes);
}

bool ap_field_has(const ap_field *field, const void *state, int index, int member)
{
	assert(member >= 0 && member < 8 * field->bytes);
	return element(field, state, index)[member / 8] >> member % 8 & 1;
}

void ap_field_add(const ap_field *field, void *state, int index, int member)
{
	assert(member >= 0 && member < 8 * field->bytes);
	unsigned char *byte = (unsigned char *)element(field, state, index) + member / 8;
	*byte |= (unsigned char)(1u << member % 8);
}

void ap_field_clear(const ap_field *field, void *state, int index)
{
	memset((unsigned char *)element(field, state, index), 0, field->bytes);
}

static void write_set(ap_json *j, const ap_field *field, const void *state, int index)
{
	ap_json_open(j, '[');
	for (int member = 0; member < field->values->count; member++)
		if (ap_field_has(field, state, index, member))
			ap_json_string(j, field->values->name[member]);
	ap_json_close(j, ']');
}

static void write_name(ap_json *j, const ap_field *field, const void *state, int index, bool known)
{
	uint64_t value = ap_field_get(field, state, index), count = (uint64_t)field->values->count;
	if (value == AP_UNSEEN && value >= count)
		ap_json_string(j, "unseen");
	else if (value < count && known)
		ap_json_string(j, field->values->name[value]);
	else
		ap_json_null(j);
}

void ap_write_element(ap_json *j, const ap_field *field, const void *state, int index)
{
	assert(j && field && state);
	bool known = !field->known || field->known(state, index);
	if (field->kind == AP_NAMES)
		write_name(j, field, state, index, known);
	else if (!known)
		ap_json_null(j);
	else if (field->kind == AP_SETS)
		write_set(j, field, state, index);
	else
		ap_json_int(j, (int64_t)ap_field_get(field, state, index));
}

static void write_field(ap_json *j, const ap_game *game, const ap_field *field, const void *state)
{
	ap_json_key(j, field->name);
	if (!field->keys) {
		ap_write_element(j, field, state, 0);
		return;
	}
	ap_json_open(j, '{');
	int count = ap_field_count(game, field, ap_players(state));
	for (int i = 0; i < count; i++) {
		ap_json_key(j, field->keys->name[i]);
		ap_write_element(j, field, state, i);
	}
	ap_json_close(j, '}');
}

static void write_options(ap_json *j, const ap_game *game, const ap_head *h)
{
	ap_json_key(j, "options");
	ap_json_open(j, '{');
	for (int i = 0; i < game->option_count; i++) {
		ap_json_key(j, ap_option_name(game, i));
		ap_json_string(j, ap_option_value(game, i, h->option[i]));
	}
	ap_json_close(j, '}');
}

static void write_frame(ap_json *j, const ap_game *game, const ap_frame *frame)
{
	assert(frame->step < game->step_count);
	ap_json_open(j, '{');
	ap_json_key(j, "step");
	ap_json_string(j, ap_step_name(game, frame->step));
	ap_json_key(j, "asked");
	ap_json_open(j, '[');
	for (int seat = 0; seat <= AP_CHANCE; seat++)
		if (frame->asked & AP_SEAT(seat))
			ap_json_string(j, ap_seat_name(game, seat));
	ap_json_close(j, ']');
	const ap_frame_kind *kind = game->steps[frame->step].frame;
	for (int i = 0; i < kind->count; i++)
		ap_write_local(j, game, &kind->locals[i], frame);
	ap_json_close(j, '}');
}

void ap_write_progress(ap_json *j, const ap_game *game, const ap_head *h)
{
	assert(j && game && h);
	ap_json_key(j, "over");
	if (h->over)
		ap_json_string(j, ap_reason_name(game, h->over - 1));
	else
		ap_json_null(j);
	ap_json_key(j, "question");
	ap_json_int(j, h->question);
	ap_json_key(j, "stack");
	ap_json_open(j, '[');
	for (int i = 0; i < h->depth; i++)
		write_frame(j, game, &h->stack[i]);
	ap_json_close(j, ']');
}

static void write_head(ap_json *j, const ap_game *game, const ap_head *h)
{
	ap_json_key(j, "game");
	ap_json_string(j, game->name);
	ap_json_key(j, "rules");
	ap_json_int(j, game->rules_version);
	ap_json_key(j, "players");
	ap_json_int(j, h->players);
	write_options(j, game, h);
	ap_json_key(j, "viewer");
	if (h->viewer == AP_EVERYTHING)
		ap_json_null(j);
	else
		ap_json_string(j, ap_seat_name(game, h->viewer));
	ap_write_progress(j, game, h);
}

size_t ap_write_state(const ap_game *game, const void *state, char *out, size_t size)
{
	assert(game && state);
	ap_json j = ap_json_into(out, size);
	ap_json_open(&j, '{');
	write_head(&j, game, state);
	for (int i = 0; i < game->field_count; i++)
		write_field(&j, game, &game->fields[i], state);
	for (int i = 0; i < game->grid_count; i++)
		ap_write_grid(&j, game, &game->grids[i], state);
	ap_json_close(&j, '}');
	return ap_json_done(&j);
}
