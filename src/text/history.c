/* history.c: see history.h. */
#include "text/history.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "text/memory.h"

/* Returns the list with room for at least one more element of this size; `first` is the room that
 * a new list gets. */
static void *with_room(void *list, int count, int *room, int first, size_t size)
{
	if (count < *room)
		return list;
	*room = *room ? *room * 2 : first;
	return ap_reallocate(list, (size_t)*room, size);
}

static void append_line(ap_history *h, ap_line line)
{
	h->line = with_room(h->line, h->lines, &h->line_room, 16, sizeof *h->line);
	h->line[h->lines++] = line;
	h->outcomes += line.kind == AP_LINE_ACTION && line.seat == AP_CHANCE;
}

/* Returns whether nothing was undone, so that the moves are the lines. */
static bool moves_are_lines(const ap_history *h)
{
	return h->move_room == 0;
}

/* Makes the moves an array of their own, because they will differ from the lines. */
static void separate_moves(ap_history *h)
{
	if (!moves_are_lines(h))
		return;
	ap_line *own = with_room(NULL, 0, &h->move_room, h->moves + 64, sizeof *own);
	assert(own);
	if (h->moves > 0)
		memcpy(own, h->line, (size_t)h->moves * sizeof *own);
	h->move = own;
}

static void append_move(ap_history *h, ap_line line)
{
	if (h->moves != h->lines)
		separate_moves(h);
	append_line(h, line);
	if (moves_are_lines(h)) {
		h->move = h->line;
		h->moves = h->lines;
		return;
	}
	h->move = with_room(h->move, h->moves, &h->move_room, 64, sizeof *h->move);
	h->move[h->moves++] = line;
}

/* The number of states that need not be kept: the first one of a whole game. */
static int kept_nowhere(const ap_history *h)
{
	return h->begins_within ? 0 : 1;
}

/* Stores the state before this move if it is the next snapshot. */
static void store_snapshot(ap_history *h, int move, const void *before)
{
	size_t size = ap_state_size(h->game);
	if (move != h->snapshots * AP_SNAPSHOT_EVERY)
		return;
	int kept = h->snapshots++ - kept_nowhere(h);
	h->snapshot = ap_reallocate(h->snapshot, (size_t)kept + 1, size);
	memcpy(h->snapshot + (size_t)kept * size, before, size);
}

static void append_played_move(ap_history *h, ap_line line, const void *before)
{
	store_snapshot(h, h->moves, before);
	append_move(h, line);
}

/* Leaves only the first moves in force, and drops the snapshots of later ones. */
static void cut_moves(ap_history *h, int moves)
{
	int valid = moves / AP_SNAPSHOT_EVERY + 1;
	separate_moves(h);
	h->moves = moves;
	h->snapshots = h->snapshots < valid ? h->snapshots : valid;
}

size_t ap_history_size(const ap_game *game)
{
	return offsetof(ap_history, state) + ap_state_size(game);
}

void ap_history_start(ap_history *h, const ap_game *game, const ap_setup *setup, ap_events *events)
{
	assert(h && game && setup);
	memset(h, 0, ap_history_size(game));
	h->game = game;
	h->setup = *setup;
	h->snapshots = 1;
	ap_start(game, setup, &h->state, events);
}

void ap_history_start_at(
	ap_history *h, const ap_game *game, const void *state, const ap_earlier *earlier)
{
	assert(h && game && state && earlier);
	memset(h, 0, ap_history_size(game));
	h->game = game;
	ap_setup_of(state, &h->setup);
	memcpy(&h->state, state, ap_state_size(game));
	h->earlier = *earlier;
	h->outcomes = earlier->outcomes;
	h->begins_within = true;
	store_snapshot(h, 0, state); /* nothing else has this state */
}

void ap_history_free(ap_history *h)
{
	assert(h);
	if (!moves_are_lines(h))
		free(h->move);
	free(h->line);
	free(h->snapshot);
	h->line = h->move = NULL;
	h->snapshot = NULL;
}

/* Returns whether a line can follow the present lines of a history. */
static bool can_follow(const ap_history *h, const ap_line *line)
{
	switch (line->kind) {
	case AP_LINE_ACTION:
		return line->seat <= AP_CHANCE && ap_action_sound(h->game, line->value);
	case AP_LINE_UNSEAL:
		return line->seat < h->setup.players;
	case AP_LINE_UNDO:
		return line->value <= (uint32_t)h->moves;
	default:
		return false;
	}
}

bool ap_history_resume(ap_history *h, const ap_line *line, int lines, const void *state)
{
	assert(h && h->game && h->lines == 0 && state && lines >= 0 && (line || lines == 0));
	memcpy(&h->state, state, ap_state_size(h->game));
	for (int i = 0; i < lines; i++) {
		if (!can_follow(h, &line[i])) {
			ap_history_free(h);
			return false;
		}
		if (line[i].kind == AP_LINE_UNDO) {
			cut_moves(h, (int)line[i].value);
			append_line(h, line[i]);
		} else {
			append_move(h, line[i]);
		}
	}
	return true;
}

ap_result ap_history_apply(ap_history *h, int seat, ap_action action, ap_events *events)
{
	assert(h && h->game);
	ap_any before;
	memcpy(&before, &h->state, ap_state_size(h->game));
	ap_result result = ap_apply(h->game, &h->state, seat, action, events);
	if (result.code == AP_OK)
		append_played_move(h, (ap_line){AP_LINE_ACTION, (uint8_t)seat, action}, &before);
	return result;
}

ap_result ap_history_unseal(ap_history *h, int seat)
{
	assert(h && h->game);
	ap_any before;
	memcpy(&before, &h->state, ap_state_size(h->game));
	ap_result result = ap_unseal(h->game, &h->state, seat);
	if (result.code == AP_OK)
		append_played_move(h, (ap_line){AP_LINE_UNSEAL, (uint8_t)seat, 0}, &before);
	return result;
}

void ap_history_replay(const ap_game *game, void *state, const ap_line *move, ap_events *events)
{
	assert(game && state && move && move->kind != AP_LINE_UNDO);
	if (move->kind == AP_LINE_UNSEAL)
		ap_unseal(game, state, move->seat);
	else
		ap_play(game, state, move->seat, move->value, events);
}

/* Writes the last stored state that is not after the first `moves` moves; returns the number of
 * moves that lead to it. */
static int nearest_snapshot(const ap_history *h, int moves, void *state)
{
	size_t size = ap_state_size(h->game);
	int n = moves / AP_SNAPSHOT_EVERY;
	n = n < h->snapshots ? n : h->snapshots - 1;
	if (n < kept_nowhere(h))
		ap_start(h->game, &h->setup, state, NULL);
	else
		memcpy(state, h->snapshot + (size_t)(n - kept_nowhere(h)) * size, size);
	return n * AP_SNAPSHOT_EVERY;
}

void ap_history_at(const ap_history *h, int moves, void *state)
{
	assert(h && h->game && state && moves >= 0 && moves <= h->moves);
	if (moves == h->moves) {
		memcpy(state, &h->state, ap_state_size(h->game));
		return;
	}
	for (int i = nearest_snapshot(h, moves, state); i < moves; i++)
		ap_history_replay(h->game, state, &h->move[i], NULL);
}

void ap_history_fill_snapshots(ap_history *h)
{
	assert(h && h->game);
	ap_any state;
	for (int i = nearest_snapshot(h, h->moves, &state); i < h->moves; i++) {
		store_snapshot(h, i, &state);
		ap_history_replay(h->game, &state, &h->move[i], NULL);
	}
}

bool ap_history_undo(ap_history *h, int moves)
{
	assert(h && h->game);
	ap_any earlier;
	if (moves < 0 || moves > h->moves)
		return false;
	ap_history_at(h, moves, &earlier);
	memcpy(&h->state, &earlier, ap_state_size(h->game));
	cut_moves(h, moves);
	append_line(h, (ap_line){AP_LINE_UNDO, 0, (uint32_t)moves});
	return true;
}
