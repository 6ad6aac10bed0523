/* event_json.h: reads events from the JSON that ap_write_event() has written. */
#ifndef APPARAT_TEXT_EVENT_JSON_H
#define APPARAT_TEXT_EVENT_JSON_H

#include <jansson.h>

#include "core/game.h"

/* Reads an event that everybody may see. False if the game has no such event, as when the JSON was
 * written by a program with other rules. */
bool ap_read_event(const ap_game *game, const json_t *from, ap_event *out);

#endif
