/* actions.c: actions as numbers. A verb has an index for each pair of words that can be its
 * arguments. */
#include "learn/layout.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/lists.h"
#include "text/memory.h"

/* ---- Making ---------------------------------------------------------------------------------- */

static int words_of(const ap_layout *layout, const ap_verb *verb, const ap_names *names)
{
	if (!names)
		return 1;
	if (names == &ap_plain_number)
		return verb->most + 1;
	const ln_list *list = ln_list_of((ln_lists *)&layout->lists, names);
	return list->names == layout->game->seats ? list->count : list->words;
}

static void plan_verb(ap_layout *layout, int n)
{
	const ap_verb *about = &layout->game->verbs[n];
	ln_verb *verb = &layout->verb[n];
	*verb = (ln_verb){.x = ln_list_of(&layout->lists, about->x),
		.y = ln_list_of(&layout->lists, about->y),
		.base = layout->indices,
		.x_count = words_of(layout, about, about->x),
		.y_count = words_of(layout, about, about->y),
		.has_x = about->x != NULL,
		.has_y = about->y != NULL};
	verb->has_copies = (verb->x && verb->x->has_copies) || (verb->y && verb->y->has_copies);
	layout->indices += verb->x_count * verb->y_count;
	if ((about->x == &ap_plain_number || about->y == &ap_plain_number) &&
		about->most + 1 > layout->number_words)
		layout->number_words = about->most + 1;
}

static void name_word(ap_layout *layout, int word, const char *kind, const char *name)
{
	char text[2 * LN_NAME_ROOM];
	snprintf(text, sizeof text, "%s %s", kind, name);
	layout->word_name[word] = ap_copy_text(text);
}

static void name_list_words(ap_layout *layout, const ln_list *list)
{
	char name[LN_NAME_ROOM], title[LN_NAME_ROOM];
	ln_list_title(layout->game, list->names, title);
	for (int w = 0; w < list->words; w++) {
		int first = list->first[w];
		const char *label = list->names->label && !list->place ? list->names->label[first] : NULL;
		name_word(layout, list->vocabulary + w, title,
			label ? label : ln_relative_name(&layout->lists, list, first, name));
	}
}

/* Numbers the words: none, the verbs, the lists that verbs use, the numbers. */
static void number_vocabulary(ap_layout *layout)
{
	layout->words = 1 + layout->game->verb_count;
	for (int v = 0; v < layout->game->verb_count; v++)
		for (int place = 0; place < 2; place++) {
			ln_list *list = (ln_list *)(place ? layout->verb[v].y : layout->verb[v].x);
			if (!list || list->vocabulary)
				continue;
			list->vocabulary = layout->words;
			layout->words += list->words;
		}
	layout->numbers_at = layout->words;
	layout->words += layout->number_words;
}

static const uint16_t only_word[1] = {0}; /* of an argument that a verb does not have */

static const uint16_t *words_table(
	const ap_layout *layout, const ln_list *list, bool has, int verb, int rotation)
{
	return !has ? only_word : list ? list->word[rotation] : layout->numbers[verb];
}

static void turn_verbs(ap_layout *layout)
{
	int count = layout->game->verb_count;
	layout->turned = ap_allocate((size_t)count * LN_ROTATIONS + 1, sizeof *layout->turned);
	layout->numbers = ap_allocate((size_t)count + 1, sizeof *layout->numbers);
	for (int v = 0; v < count; v++) {
		int most = layout->game->verbs[v].most;
		if (most > 0)
			layout->numbers[v] = ap_allocate(AP_UNKNOWN + 1, sizeof **layout->numbers);
		for (int n = 0; most > 0 && n <= AP_UNKNOWN; n++)
			layout->numbers[v][n] = (uint16_t)(n < most ? n : most);
	}
	for (int r = 0; r < LN_ROTATIONS; r++)
		for (int v = 0; v < count; v++) {
			const ln_verb *verb = &layout->verb[v];
			layout->turned[r * count + v] =
				(ln_turned_verb){words_table(layout, verb->x, verb->has_x, v, r),
					words_table(layout, verb->y, verb->has_y, v, r), verb->base, verb->y_count,
					verb->has_copies};
		}
}

void ln_add_actions(ap_layout *layout)
{
	const ap_game *game = layout->game;
	char digits[16];
	layout->verb = ap_allocate(game->verb_count + 1u, sizeof *layout->verb);
	for (int v = 0; v < game->verb_count; v++)
		plan_verb(layout, v);
	turn_verbs(layout);
	number_vocabulary(layout);
	layout->word_name = ap_allocate((size_t)layout->words, sizeof *layout->word_name);
	layout->word_name[0] = ap_copy_text("none");
	for (int v = 0; v < game->verb_count; v++)
		name_word(layout, 1 + v, "verb", game->verbs[v].name);
	for (int i = 0; i < layout->lists.count; i++)
		if (layout->lists.item[i].vocabulary)
			name_list_words(layout, &layout->lists.item[i]);
	for (int n = 0; n < layout->number_words; n++) {
		snprintf(digits, sizeof digits, "%d", n);
		name_word(layout, layout->numbers_at + n, "number", digits);
	}
}

void ln_free_actions(ap_layout *layout)
{
	for (int i = 0; i < layout->words; i++)
		free(layout->word_name[i]);
	for (int v = 0; v < layout->game->verb_count; v++)
		free(layout->numbers[v]);
	free(layout->word_name);
	free(layout->numbers);
	free(layout->turned);
	free(layout->verb);
}

/* ---- Encoding -------------------------------------------------------------------------------- */

/* Returns which word an argument is; -1 if it is none. Numbers that are greater than any that the
 * verb takes by its declaration are the greatest one. */
static inline int word_of(const ln_list *list, bool has, int count, int rotation, unsigned argument)
{
	if (!has)
		return argument == 0 ? 0 : -1;
	if (argument == AP_UNKNOWN)
		return -1;
	if (!list)
		return (int)argument < count ? (int)argument : count - 1;
	if ((int)argument >= list->count)
		return -1;
	return list->word[rotation][argument];
}

static inline int32_t encode(const ap_layout *layout, int rotation, ap_action a)
{
	const ln_verb *verb = &layout->verb[ap_verb_of(a)];
	int x = word_of(verb->x, verb->has_x, verb->x_count, rotation, ap_x(a));
	int y = word_of(verb->y, verb->has_y, verb->y_count, rotation, ap_y(a));
	return x < 0 || y < 0 ? -1 : verb->base + x * verb->y_count + y;
}

int ap_index_count(const ap_layout *layout)
{
	assert(layout);
	return layout->indices;
}

int32_t ap_encode(const ap_layout *layout, int players, int seat, ap_action action)
{
	assert(layout && players >= 1 && players <= layout->players);
	if (ap_verb_of(action) >= layout->game->verb_count)
		return -1;
	return encode(layout, ln_rotation(players, seat), action);
}

/* Returns whether an index is among the last ones of the list, back to the first one of its verb.
 */
static inline bool is_listed(const int32_t *first, const int32_t *end, int32_t index)
{
	for (; first < end; first++)
		if (*first == index)
			return true;
	return false;
}

int ap_encode_legal(const ap_layout *layout, const void *view, int seat,
	int32_t indices[AP_MAX_LEGAL], ap_action actions[AP_MAX_LEGAL], uint8_t *mask)
{
	assert(layout && view && indices && ap_players(view) <= layout->players);
	ap_action legal[AP_MAX_LEGAL];
	int n = ap_legal(layout->game, view, seat, legal);
	int rotation = ln_rotation(ap_players(view), seat), count = 0, of_verb = 0;
	unsigned verb = ~0u;
	const ln_turned_verb *turned = layout->turned + (size_t)rotation * layout->game->verb_count;
	if (mask)
		memset(mask, 0, (size_t)layout->indices);
	for (int i = 0; i < n; i++) {
		const ln_turned_verb *t = &turned[ap_verb_of(legal[i])];
		int32_t index = t->base + t->x[ap_x(legal[i])] * t->y_count + t->y[ap_y(legal[i])];
		assert(index == encode(layout, rotation, legal[i]));
		if (ap_verb_of(legal[i]) != verb) { /* legal lists are sorted: a verb comes once */
			verb = ap_verb_of(legal[i]);
			of_verb = count;
		}
		if (t->has_copies && is_listed(indices + of_verb, indices + count, index))
			continue;
		if (mask)
			mask[index] = 1;
		if (actions)
			actions[count] = legal[i];
		indices[count++] = index;
	}
	return count;
}

bool ap_decode(const ap_layout *layout, const void *view, int seat, int32_t index, ap_action *out)
{
	assert(layout && view && out);
	ap_action legal[AP_MAX_LEGAL];
	int n = ap_legal(layout->game, view, seat, legal);
	int rotation = ln_rotation(ap_players(view), seat);
	for (int i = 0; i < n; i++)
		if (encode(layout, rotation, legal[i]) == index) {
			*out = legal[i];
			return true;
		}
	return false;
}

/* ---- Words ----------------------------------------------------------------------------------- */

int ap_word_count(const ap_layout *layout)
{
	assert(layout);
	return layout->words;
}

const char *ap_word_name(const ap_layout *layout, int word)
{
	assert(layout);
	return word >= 0 && word < layout->words ? layout->word_name[word] : NULL;
}

/* Finds the label of a name in the list that the catalogue has for its kind. */
static bool find_label(const ap_game *game, const ap_names *names, int n, int *list, int *name)
{
	const char *label = names->label ? names->label[n] : names->name[n];
	*list = ap_list_index(game, names);
	*name = *list < 0 ? -1 : ap_index_of(game->names[*list], label, strlen(label));
	return *name >= 0;
}

bool ap_word_about(const ap_layout *layout, int word, int *list, int *name)
{
	assert(layout && list && name);
	for (int i = 0; i < layout->lists.count; i++) {
		const ln_list *l = &layout->lists.item[i];
		if (!l->vocabulary || word < l->vocabulary || word >= l->vocabulary + l->words)
			continue;
		*list = l->number;
		*name = l->first[word - l->vocabulary];
		return l->number >= 0 || find_label(layout->game, l->names, *name, list, name);
	}
	return false;
}

static int32_t vocabulary_word(const ap_layout *layout, const ln_list *list, bool has, int word)
{
	return !has ? 0 : (list ? list->vocabulary : layout->numbers_at) + word;
}

bool ap_index_about(const ap_layout *layout, int32_t index, int32_t words[AP_INDEX_WORDS])
{
	assert(layout && words);
	if (index < 0 || index >= layout->indices)
		return false;
	int v = layout->game->verb_count - 1;
	while (layout->verb[v].base > index)
		v--;
	const ln_verb *verb = &layout->verb[v];
	int rest = index - verb->base;
	words[0] = 1 + v;
	words[1] = vocabulary_word(layout, verb->x, verb->has_x, rest / verb->y_count);
	words[2] = vocabulary_word(layout, verb->y, verb->has_y, rest % verb->y_count);
	return true;
}
