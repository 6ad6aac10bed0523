/* history.c: see history.h. */
#include "text/history.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "text/memory.h"

/* Room for one more of these. */
static void *grown(void *list, int count, int *room, int first, size_t size)
{
	if (count < *room)
		return list;
	*room = *room ? *room * 2 : first;
	return ap_reallocate(list, (size_t)*room, size);
}

static void write_line(ap_history *h, ap_line line)
{
	h->line = grown(h->line, h->lines, &h->line_room, 64, sizeof *h->line);
	h->line[h->lines++] = line;
	h->outcomes += line.kind == AP_LINE_ACTION && line.seat == AP_CHANCE;
}

/* As long as nothing was taken back the moves in force are the lines themselves. */
static bool is_whole(const ap_history *h)
{
	return h->move_room == 0;
}

/* Something is taken back: from here on the moves are a list of their own. */
static void part_moves(ap_history *h)
{
	if (!is_whole(h))
		return;
	ap_line *own = grown(NULL, 0, &h->move_room, h->moves + 64, sizeof *own);
	if (h->moves > 0)
		memcpy(own, h->line, (size_t)h->moves * sizeof *own);
	h->move = own;
}

static void add_move(ap_history *h, ap_line line)
{
	if (h->moves != h->lines)
		part_moves(h);
	write_line(h, line);
	if (is_whole(h)) {
		h->move = h->line;
		h->moves = h->lines;
		return;
	}
	h->move = grown(h->move, h->moves, &h->move_room, 64, sizeof *h->move);
	h->move[h->moves++] = line;
}

/* Keeps the state before this move if it is the next that is to be kept. */
static void keep_snapshot(ap_history *h, int move, const void *before)
{
	size_t size = ap_state_size(h->game);
	if (move != h->snapshots * AP_SNAPSHOT_EVERY)
		return;
	h->snapshot = grown(h->snapshot, h->snapshots, &h->snapshot_room, 2, size);
	memcpy(h->snapshot + (size_t)h->snapshots++ * size, before, size);
}

static void write_move(ap_history *h, ap_line line, const void *before)
{
	keep_snapshot(h, h->moves, before);
	add_move(h, line);
}

/* Leaves the first moves in force. */
static void cut_moves(ap_history *h, int moves)
{
	int known = moves / AP_SNAPSHOT_EVERY + 1;
	part_moves(h);
	h->moves = moves;
	h->snapshots = h->snapshots < known ? h->snapshots : known;
}

size_t ap_history_size(const ap_game *game)
{
	return offsetof(ap_history, state) + ap_state_size(game);
}

void ap_history_start(ap_history *h, const ap_game *game, const ap_setup *setup, ap_events *events)
{
	memset(h, 0, ap_history_size(game));
	h->game = game;
	h->setup = *setup;
	ap_start(game, setup, &h->state, events);
}

void ap_history_free(ap_history *h)
{
	if (!is_whole(h))
		free(h->move);
	free(h->line);
	free(h->snapshot);
	h->line = h->move = NULL;
	h->snapshot = NULL;
}

bool ap_history_resume(ap_history *h, const ap_game *game, const ap_setup *setup,
	const ap_line *line, int lines, const void *state)
{
	memset(h, 0, ap_history_size(game));
	h->game = game;
	h->setup = *setup;
	memcpy(&h->state, state, ap_state_size(game));
	for (int i = 0; i < lines; i++) {
		if (line[i].kind > AP_LINE_UNDO ||
			(line[i].kind == AP_LINE_UNDO && line[i].value > (uint32_t)h->moves)) {
			ap_history_free(h);
			return false;
		}
		if (line[i].kind == AP_LINE_UNDO) {
			cut_moves(h, (int)line[i].value);
			write_line(h, line[i]);
		} else {
			add_move(h, line[i]);
		}
	}
	return true;
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

/* The last known state at or before a point: after how many moves it was. */
static int nearest(const ap_history *h, int moves, void *state)
{
	size_t size = ap_state_size(h->game);
	int n = moves / AP_SNAPSHOT_EVERY;
	if (h->snapshots == 0) {
		ap_start(h->game, &h->setup, state, NULL);
		return 0;
	}
	n = n < h->snapshots ? n : h->snapshots - 1;
	memcpy(state, h->snapshot + (size_t)n * size, size);
	return n * AP_SNAPSHOT_EVERY;
}

void ap_history_at(const ap_history *h, int moves, void *state)
{
	assert(moves >= 0 && moves <= h->moves);
	if (moves == h->moves) {
		memcpy(state, &h->state, ap_state_size(h->game));
		return;
	}
	for (int i = nearest(h, moves, state); i < moves; i++)
		replay(h->game, state, &h->move[i]);
}

void ap_history_recall(ap_history *h)
{
	ap_any state;
	for (int i = nearest(h, h->moves, &state); i < h->moves; i++) {
		keep_snapshot(h, i, &state);
		replay(h->game, &state, &h->move[i]);
	}
}

bool ap_history_undo(ap_history *h, int moves)
{
	ap_any then;
	if (moves < 0 || moves > h->moves)
		return false;
	ap_history_at(h, moves, &then);
	memcpy(&h->state, &then, ap_state_size(h->game));
	cut_moves(h, moves);
	write_line(h, (ap_line){AP_LINE_UNDO, 0, (uint32_t)moves});
	return true;
}
