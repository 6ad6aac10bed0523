/* lists.c: the lists of names of a game, and the attributes of the names. */
#include "core/lists.h"

int ap_list_count(const ap_game *game)
{
	assert(game);
	int count = 0;
	while (game->names[count])
		count++;
	return count;
}

/* Returns the list with this number; NULL if there is none. */
static const ap_names *list_at(const ap_game *game, int list)
{
	return list >= 0 && list < ap_list_count(game) ? game->names[list] : NULL;
}

int ap_list_index(const ap_game *game, const ap_names *names)
{
	assert(game);
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
	assert(game && kind);
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

/* Returns an attribute of a list; NULL if there is no such list or attribute. */
static const ap_attribute *attribute_at(const ap_game *game, int list, int attribute)
{
	const ap_names *names = list_at(game, list);
	bool exists = names && attribute >= 0 && attribute < names->attribute_count;
	return exists ? &names->attributes[attribute] : NULL;
}

bool ap_attribute_about(const ap_game *game, int list, int attribute, ap_attribute_info *out)
{
	assert(out);
	const ap_attribute *a = attribute_at(game, list, attribute);
	if (!a)
		return false;
	*out = (ap_attribute_info){
		a->name, a->kind, ap_list_index(game, a->values), a->kind == AP_SET ? 32 : a->most};
	return true;
}

int ap_attribute_named(const ap_game *game, int list, const char *name)
{
	assert(name);
	const ap_attribute *a;
	for (int i = 0; (a = attribute_at(game, list, i)) != NULL; i++)
		if (strcmp(a->name, name) == 0)
			return i;
	return -1;
}

static int64_t number_at(const unsigned char *at, int bytes, bool is_signed)
{
	uint64_t value = 0;
	assert(bytes > 0 && bytes <= (int)sizeof value);
	memcpy(&value, at, (size_t)bytes);
	if (is_signed && bytes < (int)sizeof value && value >> (8 * bytes - 1) & 1)
		value |= ~(uint64_t)0 << 8 * bytes;
	return (int64_t)value;
}

/* Returns the n-th of the values that begin at `first`. The index of a name that is out of range
 * stands for a missing value. */
static int32_t value_at(const ap_attribute *a, const unsigned char *first, int n)
{
	int64_t value = number_at(first + n * a->bytes, a->bytes, a->is_signed);
	bool missing = a->values && (value < 0 || value >= a->values->count);
	return missing ? AP_NONE : (int32_t)value;
}

/* Writes the members of a set, at most `room` of them; returns how many there are. */
static int members_of(uint64_t set, int names, int32_t *values, int room)
{
	int count = 0;
	assert(names <= 64);
	for (int member = 0; member < names; member++)
		if (set >> member & 1) {
			if (count < room)
				values[count] = member;
			count++;
		}
	return count;
}

int ap_attribute_of(const ap_game *game, int list, int n, int attribute, int32_t *values, int room)
{
	assert(room >= 0 && (values || room == 0));
	const ap_attribute *a = attribute_at(game, list, attribute);
	if (!a || n < 0 || n >= ap_list_size(game, list))
		return 0;
	const unsigned char *row = (const unsigned char *)a->rows + (size_t)n * a->stride;
	if (a->kind == AP_SET)
		return members_of(
			(uint64_t)number_at(row + a->offset, a->bytes, false), a->values->count, values, room);
	int count = a->count_offset == 0xffff ? a->most : row[a->count_offset];
	for (int i = 0; i < count && i < room; i++)
		values[i] = value_at(a, row + a->offset, i);
	return count;
}
