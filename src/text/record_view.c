/* record_view.c: writes the lines of a record as one viewer may know them. What of an action he may
 * know depends on the state before it; therefore the game is played again while it is written.
 *
 * Nobody may know in which order the seats answered a sealed question, nor what they took back.
 * Therefore the answers are written when the question closes: seat by seat, as they were in the
 * end. While it is open, the viewer's own answer is written at the end of the record. A "round" is
 * the time in which a sealed question is open. */
#include "text/record_internal.h"

#include <inttypes.h>
#include <stdlib.h>

#include "text/memory.h"

/* What must be known of a move if everything from it on is undone. */
typedef struct mark {
	int round_start; /* the first move of its round; the move itself if it is in no round */
	int written;     /* the number of moves that had been written before `round_start` */
} mark;

typedef struct writer {
	ap_history now; /* the game as far as it has been played again */
	int viewer;
	FILE *out;
	mark *mark;      /* one for each move */
	int written;     /* the number of written moves that are in force */
	int round_start; /* the first move of the open round; -1: no round, or nobody has answered */
} writer;

static bool is_in_round(const ap_history *h)
{
	return ap_actors(&h->state) && ap_step_sealed(h->game, ap_step_of(&h->state));
}

/* Writes an action as the viewer may know it; `before` is the state before it. */
static void write_masked(writer *w, const void *before, const ap_line *line)
{
	char text[AP_RECORD_LINE];
	const ap_game *game = w->now.game;
	ap_action shown = ap_masked(game, before, line->seat, line->value, w->viewer);
	ap_write_action(game, line->seat, shown, text, sizeof text);
	fprintf(w->out, "%s\n", text);
	w->written++;
}

/* Writes what a seat has answered in the round since it last took its answer back. */
static void write_answer(writer *w, int seat)
{
	ap_any state;
	const ap_history *h = &w->now;
	int from = w->round_start;
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
	bool in_round = is_in_round(h);
	int question = ap_question(&h->state);
	if (in_round && w->round_start < 0)
		w->round_start = h->moves;
	w->mark[h->moves] = (mark){in_round ? w->round_start : h->moves, w->written};
	if (!in_round)
		write_masked(w, &before, line);
	if (line->kind == AP_LINE_UNSEAL)
		ap_history_unseal(h, line->seat);
	else
		ap_history_apply(h, line->seat, line->value, NULL);
	if (!in_round || (is_in_round(h) && ap_question(&h->state) == question))
		return; /* not in a round, or the round is still open */
	for (int seat = 0; seat < h->setup.players; seat++)
		write_answer(w, seat);
	w->round_start = -1;
}

/* Writes an undo. Its number counts the moves that this record has: a round that would be open
 * again has none of its moves written. */
static void write_undo(writer *w, int moves)
{
	if (moves < w->now.moves) {
		const mark *to = &w->mark[moves];
		w->round_start = to->round_start < moves ? to->round_start : -1;
		w->written = to->written;
	}
	fprintf(w->out, "undo %d\n", w->written);
	ap_history_undo(&w->now, moves);
}

void ap_record_write_view(const ap_history *h, int viewer, FILE *out)
{
	assert(h && h->game && out);
	assert((viewer >= 0 && viewer < h->setup.players) || viewer == AP_OBSERVER);
	writer w = {.viewer = viewer, .out = out, .round_start = -1};
	w.mark = ap_allocate((size_t)h->lines + 1, sizeof *w.mark);
	ap_history_start_again(&w.now, h);
	for (int i = 0; i < h->lines; i++)
		if (h->line[i].kind == AP_LINE_UNDO)
			write_undo(&w, (int)h->line[i].value);
		else
			write_move(&w, &h->line[i]);
	if (w.round_start >= 0 && viewer < h->setup.players)
		write_answer(&w, viewer);
	ap_history_free(&w.now);
	free(w.mark);
}
