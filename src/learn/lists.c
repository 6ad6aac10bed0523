/* lists.c: see lists.h. */
#include "learn/lists.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/lists.h"
#include "text/memory.h"

int ln_seat_of_name(const ap_game *game, const char *word)
{
	for (int seat = 0; seat < game->seats->count; seat++) {
		size_t length = strlen(game->seats->name[seat]);
		if (strncmp(word, game->seats->name[seat], length) == 0 &&
			(word[length] == '\0' || word[length] == '-'))
			return seat;
	}
	return -1;
}

/* Returns the name that is to another seat what the n-th name is to its own; -1 if there is none.
 */
static int counterpart(const ap_game *game, const ap_names *names, int n, int seat)
{
	char wanted[LN_NAME_ROOM];
	int own = ln_seat_of_name(game, names->name[n]);
	assert(own >= 0);
	const char *rest = names->name[n] + strlen(game->seats->name[own]);
	snprintf(wanted, sizeof wanted, "%s%s", game->seats->name[seat], rest);
	return ap_index_of(names, wanted, strlen(wanted));
}

/* Returns whether a list follows the seats: some of its names begin with that of a seat, and each
 * seat has the same. */
static bool follows_seats(const ap_game *game, const ap_names *names)
{
	bool follows = false;
	for (int n = 0; n < names->count; n++) {
		if (ln_seat_of_name(game, names->name[n]) < 0)
			continue;
		follows = true;
		for (int seat = 0; seat < game->seats->count; seat++)
			if (counterpart(game, names, n, seat) < 0)
				return false;
	}
	return follows;
}

static const char *label_of(const ap_names *names, int n)
{
	return names->label ? names->label[n] : names->name[n];
}

/* Numbers the words of a list; names with one label are one word unless the list follows the seats.
 */
static void number_words(ln_list *list, uint16_t *word, uint16_t *first, bool follows)
{
	for (int n = 0; n < list->names->count; n++) {
		int same = n;
		for (int m = 0; m < n && !follows; m++)
			if (strcmp(label_of(list->names, m), label_of(list->names, n)) == 0) {
				same = m;
				break;
			}
		if (same == n)
			first[list->words] = (uint16_t)n;
		list->has_copies |= same != n;
		word[n] = same == n ? (uint16_t)list->words++ : word[same];
	}
}

/* Numbers that no table has keep each name where it is. */
static void rotate_names(const ln_lists *lists, const ln_list *list, int rotation, uint16_t *place)
{
	int players = rotation / AP_MAX_SEATS, me = rotation % AP_MAX_SEATS;
	bool possible = players <= lists->game->seats->count && me < players;
	for (int n = 0; n < list->names->count; n++) {
		int seat = possible ? ln_seat_of_name(lists->game, list->names->name[n]) : -1;
		place[n] = (uint16_t)(seat < 0
				? n
				: counterpart(lists->game, list->names, n, ln_relative(rotation, seat)));
	}
}

/* One piece of memory holds the two tables of pointers, the words, the first names, and the places
 * of each rotation. A list that follows the seats has a word for each place. */
static void fill_list(ln_lists *lists, ln_list *list)
{
	size_t count = (size_t)list->names->count;
	bool follows = follows_seats(lists->game, list->names);
	const uint16_t **tables = ap_allocate(2 * LN_ROTATIONS, sizeof *tables);
	uint16_t *numbers =
		ap_allocate(count * (2 + (follows ? LN_ROTATIONS : 0)) + 1, sizeof *numbers);
	uint16_t *word = numbers, *first = numbers + count, *places = first + count;
	number_words(list, word, first, follows);
	for (int r = 0; r < LN_ROTATIONS; r++) {
		if (follows)
			rotate_names(lists, list, r, places + (size_t)r * count);
		tables[r] = follows ? places + (size_t)r * count : NULL;
		tables[LN_ROTATIONS + r] = follows ? tables[r] : word;
	}
	list->place = follows ? tables : NULL;
	list->word = tables + LN_ROTATIONS;
	list->first = first;
	list->memory = numbers;
}

const ln_list *ln_list_of(ln_lists *lists, const ap_names *names)
{
	if (!names || names == &ap_plain_number)
		return NULL;
	for (int i = 0; i < lists->count; i++)
		if (lists->item[i].names == names)
			return &lists->item[i];
	assert(lists->count < LN_MOST_LISTS);
	if (lists->count == LN_MOST_LISTS)
		abort();
	ln_list *list = &lists->item[lists->count++];
	*list = (ln_list){.names = names, .number = ap_list_index(lists->game, names)};
	if (list->number >= 0 && lists->game->names[list->number] != names)
		list->number = -1; /* it is another list of this kind */
	list->count = names == lists->game->seats ? lists->players : names->count;
	fill_list(lists, list);
	return list;
}

void ln_free_lists(ln_lists *lists)
{
	for (int i = 0; i < lists->count; i++) {
		free((void *)(lists->item[i].word - LN_ROTATIONS));
		free(lists->item[i].memory);
	}
}

const char *ln_list_title(const ap_game *game, const ap_names *names, char out[LN_NAME_ROOM])
{
	const ap_names *before =
		NULL; /* another list of this kind, which a verb uses before this one */
	for (int i = 0; i < 2 * game->verb_count && !before; i++) {
		const ap_verb *verb = &game->verbs[i / 2];
		const ap_names *used = i % 2 ? verb->y : verb->x;
		if (used == names)
			break;
		if (used && strcmp(used->kind, names->kind) == 0)
			before = used;
	}
	snprintf(out, LN_NAME_ROOM, "%s%s", before ? "second-" : "", names->kind);
	return out;
}

const char *ln_relative_name(
	const ln_lists *lists, const ln_list *list, int n, char out[LN_NAME_ROOM])
{
	int seat = list->place ? ln_seat_of_name(lists->game, list->names->name[n]) : -1;
	const char *name = list->names->name[n];
	if (seat < 0)
		snprintf(out, LN_NAME_ROOM, "%s", name);
	else
		snprintf(
			out, LN_NAME_ROOM, "seat+%d%s", seat, name + strlen(lists->game->seats->name[seat]));
	return out;
}
