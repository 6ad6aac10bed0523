/* locals.h: reads, writes and checks the locals of a frame, as the game has declared them. */
#ifndef APPARAT_CORE_LOCALS_H
#define APPARAT_CORE_LOCALS_H

#include "core/game.h"
#include "core/json_writer.h"

/* The value of an optional local that is missing. */
enum { AP_NO_LOCAL = -1 };

/* Returns the number of elements of a local. */
int ap_local_count(const ap_local *local);

/* Returns an element: a number, the index of a name, the bits of a set or an action; AP_NO_LOCAL if
 * it is missing. */
int64_t ap_local_get(const ap_local *local, const ap_frame *frame, int element);
/* Sets an element. Bits that do not fit are dropped, so the caller must check the value before. */
void ap_local_set(const ap_local *local, ap_frame *frame, int element, int64_t value);

/* Returns whether an element is missing, zero or an empty set. JSON leaves such elements out where
 * there is one for each key. */
bool ap_local_is_blank(const ap_local *local, const ap_frame *frame, int element);

/* Returns NULL, or what is wrong with the locals of a frame. The frame's step must exist. */
const char *ap_locals_unsound(const ap_game *game, int players, const ap_frame *frame);

/* Writes the name of a local as a key, and its value or values. */
void ap_write_local(ap_json *j, const ap_game *game, const ap_local *local, const ap_frame *frame);

#endif
