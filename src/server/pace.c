/* pace.c: see pace.h. */
#include "server/pace.h"

#include <assert.h>

#include "server/choices.h"
#include "server/hub_internal.h"

enum {
	ENOUGH = 2,      /* notes that are alike enough to draw from them alone */
	USUAL = 4,       /* draws are from at least so many times: notes, and usual ones */
	PARTS = 1 << 16, /* into which the upper half of a random number divides a whole */
	LEAST = 600,     /* ms after the question in which nobody answers who has read it */
	SPREAD = 30      /* percent around a noted time within which one is drawn */
};

/* How long people usually take, in ms, before the table knows better: between any two of these, and
 * below the first, as many of them as between any others. */
static const int usual[] = {900, 1200, 1500, 1800, 2100, 2500, 2900, 3400, 4000, 4700, 5500, 7000,
	9000, 13000, 20000, 35000};

int64_t sv_longest_wait(const sv_table *t)
{
	assert(t);
	if (t->poker_face)
		return 0;
	return t->slow ? t->hub->limits.slow_delay : t->hub->limits.live_delay;
}

/* Returns the longest time that can be drawn: what the clock of the question leaves, too. */
static int64_t most_of(const sv_table *t)
{
	int64_t most = sv_longest_wait(t), clock = t->move_time / 4 * 3;
	if (most == 0)
		most = t->slow ? t->hub->limits.slow_delay : 60 * 1000;
	return clock > 0 && clock < most ? clock : most;
}

/* ---- Noting ---------------------------------------------------------------------------------- */

sv_pace sv_pace_of(const sv_table *t, int seat)
{
	assert(t && t->history);
	int step = ap_step_of(&t->history->state);
	if (seat >= t->setup.players || sv_is_sealed(t) || sv_acts_as_bot(t, seat) ||
		ap_step_open(t->game, step) || sv_count_people(t) < 2)
		return (sv_pace){.seat = AP_NOBODY};
	int64_t took = sv_now(t->hub) - sv_clock_start(t);
	return (sv_pace){.ms = (int32_t)(took < INT32_MAX ? took : INT32_MAX),
		.step = (uint16_t)step,
		.seat = (uint8_t)seat};
}

void sv_note_pace(sv_table *t, const sv_pace *pace)
{
	assert(t && pace);
	if (pace->seat != AP_NOBODY)
		sv_add_pace(t, pace);
}

/* ---- Drawing --------------------------------------------------------------------------------- */

typedef struct drawing {
	int64_t ms[AP_MAX_SEATS * SV_PACES];
	int count;
} drawing;

/* Adds the notes of this seat that could be drawn; of any step if it is -1. */
static void add_notes(drawing *d, const sv_table *t, int seat, int step)
{
	int known = t->paces[seat] < SV_PACES ? t->paces[seat] : SV_PACES;
	int64_t most = most_of(t);
	for (int i = 0; i < known; i++) {
		const sv_pace *p = &t->pace[seat][i];
		if ((step < 0 || p->step == step) && p->ms <= most)
			d->ms[d->count++] = p->ms;
	}
}

/* Takes the notes of this seat and step or, if they are too few, of the seat, or of all seats. */
static drawing notes_like(const sv_table *t, int seat, int step)
{
	drawing of_step = {.count = 0}, of_seat = {.count = 0}, all = {.count = 0};
	add_notes(&of_step, t, seat, step);
	if (of_step.count >= ENOUGH)
		return of_step;
	add_notes(&of_seat, t, seat, -1);
	if (of_seat.count >= ENOUGH)
		return of_seat;
	for (int other = 0; other < t->setup.players; other++)
		add_notes(&all, t, other, -1);
	return all;
}

/* Returns a usual time: at a slow table any up to the longest. */
static int64_t usual_time(const sv_table *t, uint32_t part)
{
	int64_t most = most_of(t);
	int last = AP_COUNT(usual) - 1;
	if (t->slow)
		return most * part / PARTS;
	while (last > 0 && usual[last] > most)
		last--;
	int64_t at = (int64_t)part * (last + 1);
	int n = (int)(at / PARTS), below = n > 0 ? usual[n - 1] : usual[0] / 2;
	int64_t time = below + (usual[n] - below) * (at % PARTS) / PARTS;
	return time < most ? time : most;
}

static int64_t draw_wait(const sv_table *t, int seat, uint32_t chance)
{
	drawing d = notes_like(t, seat, ap_step_of(&t->history->state));
	uint32_t part = chance >> 16;
	int others = d.count < USUAL ? USUAL - d.count : 1;
	int which = (int)(chance % (uint32_t)(d.count + others));
	if (which >= d.count)
		return usual_time(t, part);
	int64_t time = d.ms[which], most = most_of(t);
	time += time * SPREAD * (2 * (int64_t)part - PARTS) / PARTS / 200;
	return time < most ? time : most;
}

/* The wait is counted from the start of the clock. It may be less than 0, where people answer
 * before they can have seen everything; but nobody answers at once. */
int64_t sv_draw_answer_time(const sv_table *t, int seat, uint32_t chance)
{
	assert(t && t->history && seat >= 0 && seat < t->setup.players);
	int64_t at = sv_clock_start(t) + draw_wait(t, seat, chance);
	int64_t least = LEAST + (int64_t)(chance >> 16) * LEAST / PARTS, most = most_of(t);
	least = t->asked_at + (least < most ? least : most);
	return at > least ? at : least;
}
