/* tempo.h: how fast a table plays: presets that are chosen by name when it is made, and single
 * times that override them. For the files of the hub only. */
#ifndef APPARAT_SERVER_TEMPO_H
#define APPARAT_SERVER_TEMPO_H

#include <stdbool.h>
#include <stdint.h>

#include "core/json_writer.h"
#include "server/world.h"

/* All times in ms. */
typedef struct sv_tempo {
	const char *name;
	bool slow;         /* it is played over days, not minutes */
	int64_t move_time; /* for a move; 0: there is no clock */
	int64_t countdown; /* for a reaction, which is a round of its own */
	int64_t hold_time; /* for which somebody can hold such a round at most */
	int64_t bot_delay; /* around which bots take their time; 0: they answer at once */
} sv_tempo;

enum { SV_TEMPOS = 4 };

/* Returns preset number n, with what the limits of this server change in it. */
sv_tempo sv_tempo_at(const sv_limits *limits, int n);

/* Returns the number of the preset with this name; -1 if there is none. */
int sv_tempo_named(const char *name);

/* Returns the preset of a table that was made without one, at this pace. */
int sv_default_tempo(bool slow);

/* Writes all presets as a list. */
void sv_write_tempos(ap_json *j, const sv_limits *limits);

#endif
