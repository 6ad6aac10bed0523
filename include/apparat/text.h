/* text.h: a game in words that a person reads, in English or French: sentences for what happens,
 * what is asked and why something is refused, names, and the texts of the rules.
 *
 *     char sentence[1024];
 *     ap_say_event(game, AP_ENGLISH, &events.list[i], sentence, sizeof sentence);
 *     puts(sentence);
 *
 * All texts are UTF-8 and part of the library. Those that are returned need not be freed.
 *
 * Like snprintf, the functions that write a sentence never write more than `size` bytes, put a zero
 * byte at the end (unless `size` is 0) and return the length of the whole sentence. A name whose
 * index is out of range is written as "?". */
#ifndef APPARAT_TEXT_H
#define APPARAT_TEXT_H

#include <apparat/apparat.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Languages ------------------------------------------------------------------------------- */

/* AP_LANGUAGES is the number of languages. */
typedef enum ap_language { AP_ENGLISH, AP_FRENCH, AP_LANGUAGES } ap_language;

/* Finds the language of a code such as "fr", "fr_CA.UTF-8" or "en"; false if there is none, and
 * `language` then stays as it is. */
AP_API bool ap_language_named(const char *code, ap_language *language);
/* Returns the code of a language: "en" or "fr". */
AP_API const char *ap_language_code(ap_language language);

/* ---- Names ----------------------------------------------------------------------------------- */

/* Returns the title of a game; ap_game_name() returns the name that programs use for it. */
AP_API const char *ap_game_title(const ap_game *game, ap_language language);
/* Returns the word for a seat, for AP_CHANCE or AP_OBSERVER; "?" if there is no such seat. */
AP_API const char *ap_seat_word(const ap_game *game, ap_language language, int seat);
/* Returns the word for the n-th name of a list, such as the title of a card; "?" if there is none.
 */
AP_API const char *ap_list_word(const ap_game *game, ap_language language, int list, int n);
/* Returns the word for something else that the game names. `part` says what it is: "reason" (why a
 * game can end), "option", "figure", "attribute", "list" (a kind of names). `name` is its name in
 * the game, as the functions of apparat.h return it. Returns `name` itself if there is no word. */
AP_API const char *ap_game_word(
	const ap_game *game, ap_language language, const char *part, const char *name);

/* ---- Sentences ------------------------------------------------------------------------------- */

/* Returns what a step, which must exist, asks of the seat that has to answer. */
AP_API const char *ap_prompt(const ap_game *game, ap_language language, int step);

/* Writes an event that ap_start(), ap_apply() or ap_play() has told. */
AP_API size_t ap_say_event(
	const ap_game *game, ap_language language, const ap_event *event, char *out, size_t size);
/* Writes what an action does; ap_action_sound() must be true of it, or its arguments AP_UNKNOWN. */
AP_API size_t ap_say_action(
	const ap_game *game, ap_language language, ap_action action, char *out, size_t size);
/* Writes a fact that ap_situation() or ap_foresee() has stated. */
AP_API size_t ap_say_fact(
	const ap_game *game, ap_language language, const ap_fact *fact, char *out, size_t size);
/* Writes why an attempt was refused, with the title and the id of the clause. */
AP_API size_t ap_say_refusal(
	const ap_game *game, ap_language language, ap_result result, char *out, size_t size);
/* Writes the note of the n-th name of a list, such as what a card does; "" if there is none.
 * Numbers in it are the figures that the name has in this view. */
AP_API size_t ap_say_note(const ap_game *game, ap_language language, const void *view, int list,
	int n, char *out, size_t size);

/* ---- Rules ----------------------------------------------------------------------------------- */

typedef struct ap_clause_text {
	const char *title, *body;
	const char *out_of_reach; /* why random play never cites the clause; NULL: it does */
	const char *provenance;   /* where the clause comes from; NULL if the rules do not say */
} ap_clause_text;

/* Returns the text of a clause; NULL if the game has no such clause. */
AP_API const ap_clause_text *ap_clause(const ap_game *game, ap_language language, int clause);

/* A table of the rules: what a player looks up, made of the game's data. */
typedef struct ap_rules_table {
	const char *name; /* the same in each language */
	const char *title;
	const char *about; /* how to read it, or "" */
	int clause;        /* the clause that it belongs to */
	int columns, rows;
	const char *const *cells; /* the headings, then row by row */
} ap_rules_table;

/* Returns the tables of the rules, numbered from 0; NULL if there is no such table. */
AP_API const ap_rules_table *ap_rules_table_at(const ap_game *game, ap_language language, int n);

#ifdef __cplusplus
}
#endif
#endif
