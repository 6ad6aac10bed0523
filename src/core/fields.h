/* fields.h: reading and writing the parts of a state by their description. */
#ifndef APPARAT_CORE_FIELDS_H
#define APPARAT_CORE_FIELDS_H

#include "core/game.h"
#include "core/json_writer.h"

/* How many elements a field has at this table: seats beyond the players have none. */
int ap_field_count(const ap_game *game, const ap_field *field, int players);

uint64_t ap_field_get(const ap_field *field, const void *state, int index);
void ap_field_set(const ap_field *field, void *state, int index, uint64_t value);

/* Sets may be wider than 64 bits. */
bool ap_field_has(const ap_field *field, const void *state, int index, int member);
void ap_field_put(const ap_field *field, void *state, int index, int member);
void ap_field_clear(const ap_field *field, void *state, int index);

void ap_write_element(ap_json *j, const ap_field *field, const void *state, int index);
void ap_write_clockwork(ap_json *j, const ap_game *game, const ap_head *h);

#endif
