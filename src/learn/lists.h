/* lists.h: the lists of names as a layout uses them: where a name stands for whoever looks, and
 * which names are one word. */
#ifndef APPARAT_LEARN_LISTS_H
#define APPARAT_LEARN_LISTS_H

#include "apparat/learn.h"
#include "core/game.h"

/* A rotation is a number of players and the seat that looks. */
enum { LN_ROTATIONS = (AP_MAX_SEATS + 1) * AP_MAX_SEATS };

static inline int ln_rotation(int players, int seat)
{
	assert(players >= 0 && players <= AP_MAX_SEATS);
	return players * AP_MAX_SEATS + (seat >= 0 && seat < players ? seat : 0);
}

/* Returns where a seat sits as seen by another one; seats that are not at the table keep their
 * numbers. */
static inline int ln_relative(int rotation, int seat)
{
	int players = rotation / AP_MAX_SEATS, me = rotation % AP_MAX_SEATS;
	return seat >= players ? seat : seat >= me ? seat - me : seat - me + players;
}

typedef struct ln_list {
	const ap_names *names;
	int number; /* in ap_list_name(); -1 if it has none */
	int count;  /* the names that can occur: of seats, those of the players */
	/* For each rotation, where each name stands. NULL: each name stands at its own number. */
	const uint16_t *const *place;
	/* For each rotation, which word each name is. Words are numbered from 0. */
	const uint16_t *const *word;
	int words;
	const uint16_t *first; /* the first name of each word, where nobody is rotated */
	bool has_copies;       /* some names are the same word */
	int vocabulary;        /* the number of its first word among those of all lists; 0: none */
	void *memory;
} ln_list;

enum { LN_MOST_LISTS = 96 };

typedef struct ln_lists {
	const ap_game *game;
	int players;
	int count;
	ln_list item[LN_MOST_LISTS];
} ln_lists;

/* Returns the list for these names, and adds it if it is new; NULL for NULL and for numbers. */
const ln_list *ln_list_of(ln_lists *lists, const ap_names *names);
void ln_free_lists(ln_lists *lists);

/* Writes the n-th name of a list as whoever looks calls it: seats, and what follows them, are
 * relative. Returns `out`. */
enum { LN_NAME_ROOM = 96 };
const char *ln_relative_name(
	const ln_lists *lists, const ln_list *list, int n, char out[LN_NAME_ROOM]);

/* Writes the kind of the names in a list that verbs use. Where two lists have names of one kind, as
 * the cards of a deck and what they do, the one that a later verb uses first is the "second". */
const char *ln_list_title(const ap_game *game, const ap_names *names, char out[LN_NAME_ROOM]);

/* Returns the seat whose name a word begins with, followed by its end or a hyphen; -1 if there is
 * none. */
int ln_seat_of_name(const ap_game *game, const char *word);

static inline int ln_place(const ln_list *list, int rotation, int n)
{
	return list->place ? list->place[rotation][n] : n;
}

#endif
