/* lists.c: the names of a game and what they carry. */
#include "core/lists.h"

int ap_list_count(const ap_game *game)
{
	int count = 0;
	while (game->names[count])
		count++;
	return count;
}

static const ap_names *list_at(const ap_game *game, int list)
{
	return list >= 0 && list < ap_list_count(game) ? game->names[list] : NULL;
}

int ap_list_index(const ap_game *game, const ap_names *names)
{
	for (int i = 0; names && game->names[i]; i++)
		if (game->names[i] == names || strcmp(game->names[i]->kind, names->kind) == 0)
			return i;
	return -1;
}

const char *ap_list_kind(const ap_game *game, int list)
{
	const ap_names *names = list_at(game, list);
	return names ? names->kind : NULL;
}

int ap_list_of_kind(const ap_game *game, const char *kind)
{
	for (int i = 0; game->names[i]; i++)
		if (strcmp(game->names[i]->kind, kind) == 0)
			return i;
	return -1;
}

int ap_list_size(const ap_game *game, int list)
{
	const ap_names *names = list_at(game, list);
	return names ? names->count : 0;
}

const char *ap_list_name(const ap_game *game, int list, int n)
{
	const ap_names *names = list_at(game, list);
	return names && n >= 0 && n < names->count ? names->name[n] : NULL;
}

/* ---- Attributes ------------------------------------------------------------------------------ */

static const ap_attribute *attribute_at(const ap_game *game, int list, int attribute)
{
	const ap_names *names = list_at(game, list);
	bool there = names && attribute >= 0 && attribute < names->attribute_count;
	return there ? &names->attributes[attribute] : NULL;
}

bool ap_attribute_about(const ap_game *game, int list, int attribute, ap_attribute_info *out)
{
	const ap_attribute *a = attribute_at(game, list, attribute);
	if (!a)
		return false;
	*out = (ap_attribute_info){
		a->name, a->kind, ap_list_index(game, a->values), a->kind == AP_SET ? 32 : a->most};
	return true;
}

int ap_attribute_named(const ap_game *game, int list, const char *name)
{
	const ap_attribute *a;
	for (int i = 0; (a = attribute_at(game, list, i)) != NULL; i++)
		if (strcmp(a->name, name) == 0)
			return i;
	return -1;
}

static int64_t number_at(const unsigned char *at, int bytes, bool is_signed)
{
	uint64_t value = 0;
	memcpy(&value, at, (size_t)bytes);
	if (is_signed && value >> (8 * bytes - 1) & 1)
		value |= ~(uint64_t)0 << 8 * bytes;
	return (int64_t)value;
}

/* An index beyond its list says that there is nothing. */
static int32_t value_at(const ap_attribute *a, const unsigned char *row, int n)
{
	int64_t value = number_at(row + n * a->bytes, a->bytes, a->is_signed);
	bool nothing = a->values && (value < 0 || value >= a->values->count);
	return nothing ? AP_NONE : (int32_t)value;
}

int ap_attribute_of(const ap_game *game, int list, int n, int attribute, int32_t *values, int room)
{
	const ap_attribute *a = attribute_at(game, list, attribute);
	if (!a || n < 0 || n >= ap_list_size(game, list))
		return 0;
	const unsigned char *row = (const unsigned char *)a->rows + (size_t)n * a->stride;
	int count = 0;
	if (a->kind == AP_SET) {
		uint64_t set = (uint64_t)number_at(row + a->offset, a->bytes, false);
		for (int m = 0; m < a->values->count; m++)
			if (set >> m & 1 && count++ < room)
				values[count - 1] = m;
		return count;
	}
	int most = a->count_offset == 0xffff ? a->most : row[a->count_offset];
	for (; count < most; count++)
		if (count < room)
			values[count] = value_at(a, row + a->offset, count);
	return count;
}
