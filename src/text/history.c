/* history.c: see history.h. */
#include "text/history.h"

#include <stdio.h>
#include <stdlib.h>

/* Room for one more of these; the program stops where there is no memory left. */
static void *grown(void *list, int count, int *room, size_t size)
{
	if (count < *room)
		return list;
	*room = *room ? *room * 2 : 64;
	list = realloc(list, (size_t)*room * size);
	if (!list) {
		fputs("apparat: out of memory\n", stderr);
		abort();
	}
	return list;
}

static void write_line(ap_history *h, ap_line line)
{
	h->line = grown(h->line, h->lines, &h->line_room, sizeof *h->line);
	h->line[h->lines++] = line;
	h->outcomes += line.kind == AP_LINE_ACTION && line.seat == AP_CHANCE;
}

/* Keeps the state before each AP_SNAPSHOT_EVERY-th move. */
static void write_move(ap_history *h, ap_line line, const void *before)
{
	size_t size = ap_state_size(h->game);
	if (h->moves % AP_SNAPSHOT_EVERY == 0) {
		int n = h->moves / AP_SNAPSHOT_EVERY;
		h->snapshot = grown(h->snapshot, n, &h->snapshot_room, size);
		memcpy(h->snapshot + (size_t)n * size, before, size);
	}
	h->move = grown(h->move, h->moves, &h->move_room, sizeof *h->move);
	h->move[h->moves++] = line;
	write_line(h, line);
}

void ap_history_start(ap_history *h, const ap_game *game, const ap_setup *setup, ap_events *events)
{
	memset(h, 0, sizeof *h);
	h->game = game;
	h->setup = *setup;
	ap_start(game, setup, &h->state, events);
}

void ap_history_free(ap_history *h)
{
	free(h->line);
	free(h->move);
	free(h->snapshot);
	h->line = h->move = NULL;
	h->snapshot = NULL;
}

ap_result ap_history_apply(ap_history *h, int seat, ap_action action, ap_events *events)
{
	ap_any before;
	memcpy(&before, &h->state, ap_state_size(h->game));
	ap_result result = ap_apply(h->game, &h->state, seat, action, events);
	if (result.code == AP_OK)
		write_move(h, (ap_line){AP_LINE_ACTION, (uint8_t)seat, action}, &before);
	return result;
}

ap_result ap_history_unseal(ap_history *h, int seat)
{
	ap_any before;
	memcpy(&before, &h->state, ap_state_size(h->game));
	ap_result result = ap_unseal(h->game, &h->state, seat);
	if (result.code == AP_OK)
		write_move(h, (ap_line){AP_LINE_UNSEAL, (uint8_t)seat, 0}, &before);
	return result;
}

static void replay(const ap_game *game, void *state, const ap_line *move)
{
	if (move->kind == AP_LINE_UNSEAL)
		ap_unseal(game, state, move->seat);
	else
		ap_play(game, state, move->seat, move->value, NULL);
}

void ap_history_at(const ap_history *h, int moves, void *state)
{
	size_t size = ap_state_size(h->game);
	assert(moves >= 0 && moves <= h->moves);
	if (moves == h->moves) {
		memcpy(state, &h->state, size);
		return;
	}
	int n = moves / AP_SNAPSHOT_EVERY;
	memcpy(state, h->snapshot + (size_t)n * size, size);
	for (int i = n * AP_SNAPSHOT_EVERY; i < moves; i++)
		replay(h->game, state, &h->move[i]);
}

bool ap_history_undo(ap_history *h, int moves)
{
	ap_any then;
	if (moves < 0 || moves > h->moves)
		return false;
	ap_history_at(h, moves, &then);
	memcpy(&h->state, &then, ap_state_size(h->game));
	h->moves = moves;
	write_line(h, (ap_line){AP_LINE_UNDO, 0, (uint32_t)moves});
	return true;
}
