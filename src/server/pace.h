/* pace.h: how long people take to answer at a table, and how long the server therefore waits before
 * it answers for one of them. For the files of the hub only.
 *
 * Every answer is noted whose time all can see, whoever gave it: those of the server, too. So the
 * notes follow from what everybody may know, and the next answer of the server, which is drawn from
 * them, tells nothing of the one before. */
#ifndef APPARAT_SERVER_PACE_H
#define APPARAT_SERVER_PACE_H

#include "server/table.h"

/* Returns the longest time, in ms, that the server waits before it answers for somebody at this
 * table; 0: there is none, because the table plays with a poker face. */
int64_t sv_longest_wait(const sv_table *t);

/* Returns the note to make if the seat answers the open question now; its seat is AP_NOBODY if
 * there is nothing to note. */
sv_pace sv_pace_of(const sv_table *t, int seat);
void sv_note_pace(sv_table *t, const sv_pace *pace);

/* Returns when the server answers the open question for the seat. `chance` is any random number. */
int64_t sv_draw_answer_time(const sv_table *t, int seat, uint32_t chance);

#endif
