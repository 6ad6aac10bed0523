/* merging.c: the indices of actions. */
#include "learn/laws.h"

#include <ctype.h>
#include <stdio.h>

static const char *label_of(const ap_names *names, unsigned n)
{
	return names->label ? names->label[n] : names->name[n];
}

static bool same_words(const ap_names *names, unsigned a, unsigned b)
{
	if (a == b)
		return true;
	return names && names != &ap_plain_number &&
		strcmp(label_of(names, a), label_of(names, b)) == 0;
}

/* Returns the label of a name that is a copy of another; otherwise the name itself. */
static const char *without_copy(const run *r, const char *word)
{
	for (int i = 0; r->game->names[i]; i++) {
		const ap_names *names = r->game->names[i];
		int n = ap_index_of(names, word, strlen(word));
		if (n >= 0 && names->label && strcmp(names->label[n], word) != 0)
			return names->label[n];
	}
	return word;
}

static uint64_t hash_text(const char *text)
{
	uint64_t hash = 0xcbf29ce484222325u;
	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
	return hash * (hash | 1);
}

/* Returns a sum over the words and numbers of a view's JSON in which copies have one name. */
static uint64_t sum_of_words(run *r, const void *view)
{
	uint64_t sum = 0;
	char word[128];
	size_t length = 0;
	ap_write_state(r->game, view, r->other_json, JSON_ROOM);
	for (const char *c = r->other_json; *c; c++) {
		if ((isalnum((unsigned char)*c) || strchr("-_+", *c)) && length + 1 < sizeof word) {
			word[length++] = *c;
			continue;
		}
		word[length] = '\0';
		sum += length > 0 ? hash_text(without_copy(r, word)) : 0;
		length = 0;
	}
	return sum;
}

/* Either action brings every seat the same view but for the names of copies. */
static void equal_laws(run *r, int seat, ap_action one, ap_action other)
{
	const ap_verb *verb = &r->game->verbs[ap_verb_of(one)];
	LAW(r, "merged", ap_verb_of(one) == ap_verb_of(other), "%#x and %#x", one, other);
	LAW(r, "merged",
		same_words(verb->x, ap_x(one), ap_x(other)) && same_words(verb->y, ap_y(one), ap_y(other)),
		"%#x and %#x are other words", one, other);
	for (int viewer = 0; viewer < r->setup.players; viewer++) {
		ap_any first, second;
		memcpy(&first, &r->state, r->size);
		memcpy(&second, &r->state, r->size);
		ap_play(r->game, &first, seat, one, NULL);
		ap_play(r->game, &second, seat, other, NULL);
		ap_view(r->game, &first, viewer, &first);
		ap_view(r->game, &second, viewer, &second);
		LAW(r, "merged", sum_of_words(r, &first) == sum_of_words(r, &second),
			"seat %d can tell %#x from %#x", viewer, one, other);
	}
}

static void list_laws(run *r, int seat, const int32_t *index, const ap_action *action, int count)
{
	static uint8_t mask[1 << 20];
	int32_t again[AP_MAX_LEGAL], words[AP_INDEX_WORDS];
	ap_action decoded;
	int indices = ap_index_count(r->layout);
	LAW(r, "mask", indices <= (int)sizeof mask, "%d indices", indices);
	int n = ap_encode_legal(r->layout, &r->view, seat, again, NULL, mask), marked = 0;
	LAW(r, "of-view", n == count && memcmp(index, again, (size_t)n * sizeof *again) == 0,
		"seat %d has other indices on its view", seat);
	for (int i = 0; i < indices; i++)
		marked += mask[i];
	LAW(r, "mask", marked == count, "%d of %d", marked, count);
	for (int i = 0; i < count; i++) {
		LAW(r, "index", index[i] >= 0 && index[i] < indices && mask[index[i]], "%d", index[i]);
		LAW(r, "decode",
			ap_decode(r->layout, &r->view, seat, index[i], &decoded) && decoded == action[i],
			"%d is not %#x", index[i], action[i]);
		LAW(r, "words",
			ap_index_about(r->layout, index[i], words) &&
				words[0] == 1 + (int)ap_verb_of(action[i]) && ap_word_name(r->layout, words[1]) &&
				ap_word_name(r->layout, words[2]),
			"of %d", index[i]);
	}
	LAW(r, "decode", !ap_decode(r->layout, &r->view, seat, indices, &decoded), "past the last");
}

void action_laws(run *r, int seat)
{
	ap_action legal[AP_MAX_LEGAL], action[AP_MAX_LEGAL];
	int32_t index[AP_MAX_LEGAL];
	int n = ap_legal(r->game, &r->state, seat, legal);
	int count = ap_encode_legal(r->layout, &r->state, seat, index, action, NULL);
	list_laws(r, seat, index, action, count);
	for (int i = 0; i < n; i++) {
		int32_t found = ap_encode(r->layout, r->setup.players, seat, legal[i]);
		int at = 0;
		while (at < count && index[at] != found)
			at++;
		LAW(r, "every-action", at < count, "%#x of seat %d has no index", legal[i], seat);
		if (action[at] != legal[i])
			equal_laws(r, seat, action[at], legal[i]);
		const ap_verb *verb = &r->game->verbs[ap_verb_of(legal[i])];
		LAW(r, "most",
			(verb->x != &ap_plain_number || ap_x(legal[i]) <= verb->most) &&
				(verb->y != &ap_plain_number || ap_y(legal[i]) <= verb->most),
			"%s takes a greater number than it says", verb->name);
	}
}
