/* fields.h: reads and writes the parts of a state that a game describes as fields (ap_field), and
 * writes them as JSON. An index must be below ap_field_count(). */
#ifndef APPARAT_CORE_FIELDS_H
#define APPARAT_CORE_FIELDS_H

#include "core/game.h"
#include "core/json_writer.h"

/* Returns the number of elements that a field has at a table with this many players. A field with
 * an element for each seat has one for each player. */
int ap_field_count(const ap_game *game, const ap_field *field, int players);

/* ---- Numbers and names ----------------------------------------------------------------------- */

uint64_t ap_field_get(const ap_field *field, const void *state, int index);
void ap_field_set(const ap_field *field, void *state, int index, uint64_t value);

/* ---- Sets, which may have more than 64 members ----------------------------------------------- */

bool ap_field_has(const ap_field *field, const void *state, int index, int member);
void ap_field_add(const ap_field *field, void *state, int index, int member);
/* Removes all members. */
void ap_field_clear(const ap_field *field, void *state, int index);

/* ---- JSON ------------------------------------------------------------------------------------ */

/* Writes one element of a field. */
void ap_write_element(ap_json *j, const ap_field *field, const void *state, int index);
/* Writes the keys of the head that change during a game: "over", "question" and "stack". */
void ap_write_progress(ap_json *j, const ap_game *game, const ap_head *h);

#endif
