/* record_view.c: the lines of a record as one viewer may know them. Each is masked by the state it
 * was done in, so the game is played along.
 *
 * Of a sealed round nobody may know who answered when, nor what was taken back: it is written when
 * it closes, by seats, as their answers stood then. Of one that is open a viewer has his own. */
#include "text/record_internal.h"

#include <inttypes.h>
#include <stdlib.h>

#include "text/memory.h"

typedef struct mark {
	int start; /* the move with which its round began; itself outside of rounds */
	int shown; /* lines in force that had been written before that */
} mark;

typedef struct writer {
	ap_history now;
	int viewer;
	FILE *out;
	mark *mark; /* of each move in force */
	int shown;
	int start; /* of the round that is open; -1: none, or nobody has answered */
} writer;

static bool is_sealed(const ap_history *h)
{
	return ap_actors(&h->state) && ap_step_sealed(h->game, ap_step_of(&h->state));
}

static void write_masked(writer *w, const void *before, const ap_line *line)
{
	char text[AP_RECORD_LINE];
	const ap_game *game = w->now.game;
	ap_action shown = ap_masked(game, before, line->seat, line->value, w->viewer);
	ap_write_action(game, line->seat, shown, text, sizeof text);
	fprintf(w->out, "%s\n", text);
	w->shown++;
}

/* What a seat has answered since it last took its answer back. */
static void write_answer(writer *w, int seat)
{
	ap_any state;
	const ap_history *h = &w->now;
	int from = w->start;
	for (int i = from; i < h->moves; i++)
		if (h->move[i].seat == seat && h->move[i].kind == AP_LINE_UNSEAL)
			from = i + 1;
	ap_history_at(h, from, &state);
	for (int i = from; i < h->moves; i++) {
		const ap_line *line = &h->move[i];
		if (line->seat == seat && line->kind == AP_LINE_ACTION)
			write_masked(w, &state, line);
		if (line->kind == AP_LINE_UNSEAL)
			ap_unseal(h->game, &state, line->seat);
		else
			ap_play(h->game, &state, line->seat, line->value, NULL);
	}
}

static void write_move(writer *w, const ap_line *line)
{
	ap_history *h = &w->now;
	ap_any before = h->state;
	bool sealed = is_sealed(h);
	int question = ap_question(&h->state);
	if (sealed && w->start < 0)
		w->start = h->moves;
	w->mark[h->moves] = (mark){sealed ? w->start : h->moves, w->shown};
	if (!sealed)
		write_masked(w, &before, line);
	if (line->kind == AP_LINE_UNSEAL)
		ap_history_unseal(h, line->seat);
	else
		ap_history_apply(h, line->seat, line->value, NULL);
	if (!sealed || (is_sealed(h) && ap_question(&h->state) == question))
		return;
	for (int seat = 0; seat < h->setup.players; seat++)
		write_answer(w, seat);
	w->start = -1;
}

/* "The first N moves stay": of those that are shown, and of a round that has begun, none. */
static void write_undo(writer *w, int moves)
{
	if (moves < w->now.moves) {
		const mark *to = &w->mark[moves];
		w->start = to->start < moves ? to->start : -1;
		w->shown = to->shown;
	}
	fprintf(w->out, "undo %d\n", w->shown);
	ap_history_undo(&w->now, moves);
}

void ap_record_write_view(const ap_history *h, int viewer, FILE *out)
{
	writer w = {.viewer = viewer, .out = out, .start = -1};
	w.mark = ap_allocate((size_t)h->lines + 1, sizeof *w.mark);
	ap_history_start(&w.now, h->game, &h->setup, NULL);
	for (int i = 0; i < h->lines; i++)
		if (h->line[i].kind == AP_LINE_UNDO)
			write_undo(&w, (int)h->line[i].value);
		else
			write_move(&w, &h->line[i]);
	if (w.start >= 0 && viewer < h->setup.players)
		write_answer(&w, viewer);
	ap_history_free(&w.now);
	free(w.mark);
}
