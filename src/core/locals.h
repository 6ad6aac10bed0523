/* locals.h: reading and writing what a frame remembers, by its declaration. */
#ifndef APPARAT_CORE_LOCALS_H
#define APPARAT_CORE_LOCALS_H

#include "core/game.h"
#include "core/json_writer.h"

int ap_local_count(const ap_local *local); /* how many elements it has */

/* The value of an element: a number, the index of a name, a set's bits, an action. AP_NO_LOCAL: it
 * is missing. */
enum { AP_NO_LOCAL = -1 };
int64_t ap_local_get(const ap_local *local, const ap_frame *frame, int element);
/* Bits that do not fit are dropped: check first. */
void ap_local_set(const ap_local *local, ap_frame *frame, int element, int64_t value);

/* Nothing that would have to be told: missing, zero, an empty set. Where there is one element for
 * each key, JSON leaves these out. */
bool ap_local_is_blank(const ap_local *local, const ap_frame *frame, int element);

/* NULL, or what is wrong with the locals of a frame. */
const char *ap_locals_unsound(const ap_game *game, int players, const ap_frame *frame);

void ap_write_local(ap_json *j, const ap_game *game, const ap_local *local, const ap_frame *frame);

#endif
