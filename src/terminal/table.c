/* table.c: see play_table.h. */
#include "terminal/table.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "terminal/board.h"
#include "terminal/words.h"
#include "terminal/text.h"
#include "text/memory.h"

/* ---- The log ------------------------------------------------------------------------------- */

static void add_to_log(table *t, const ap_events *events)
{
	for (int i = 0; i < events->count; i++) {
		if (t->events == t->event_room) {
			t->event_room = t->event_room ? t->event_room * 2 : 256;
			t->log = ap_reallocate(t->log, (size_t)t->event_room, sizeof *t->log);
		}
		t->log[t->events++] = (table_event){events->list[i], t->record.history.moves};
	}
}

static void forget_after(table *t, int moves)
{
	while (t->events > 0 && t->log[t->events - 1].move > moves)
		t->events--;
}

/* What goes wrong is told, and tried again with the next. */
static void keep_record(table *t)
{
	if (t->path)
		t->trouble = table_save(t, t->path) ? NULL : strerror(errno);
}

/* ---- Beginning and end --------------------------------------------------------------------- */

void table_begin(table *t, const ap_setup *setup)
{
	ap_events events = {0};
	ap_history_start(&t->record.history, t->game, setup, &events);
	add_to_log(t, &events);
	keep_record(t);
}

/* A record holds no events: the game is played once more, for its log. */
void table_continue(table *t, bool write)
{
	ap_history *h = &t->record.history;
	ap_any state;
	ap_events events = {0};
	int moves = h->moves;
	ap_start(h->game, &h->setup, &state, &events);
	for (h->moves = 0;; h->moves++) {
		add_to_log(t, &events);
		if (h->moves == moves)
			break;
		events.count = 0;
		const ap_line *move = &h->move[h->moves];
		if (move->kind == AP_LINE_UNSEAL)
			ap_unseal(h->game, &state, move->seat);
		else
			ap_play(h->game, &state, move->seat, move->value, &events);
	}
	t->kept = h->lines;
	if (write)
		keep_record(t);
}

void table_free(table *t)
{
	ap_record_free(&t->record);
	free(t->log);
	t->log = NULL;
}

/* ---- Playing ------------------------------------------------------------------------------- */

static ap_result do_it(table *t, int seat, ap_action action)
{
	ap_events events = {0};
	ap_result result = ap_history_apply(&t->record.history, seat, action, &events);
	if (result.code == AP_OK)
		add_to_log(t, &events);
	return result;
}

ap_result table_do(table *t, int seat, ap_action action)
{
	ap_result result = do_it(t, seat, action);
	if (result.code == AP_OK)
		keep_record(t);
	return result;
}

/* What chance and bots do follows from the seed and would be done again: it is written when a
 * person comes next, or nobody. */
static ap_result answered(table *t, ap_result result)
{
	ap_seats actors = ap_actors(table_state(t));
	if (result.code == AP_OK && (actors == 0 || table_is_person(t, ap_first_seat(actors))))
		keep_record(t);
	return result;
}

/* Each line of the record has its own piece of the stream, so a game that is resumed goes on as it
 * would have, and an undo never meets the same dice again. */
ap_result table_answer(table *t, int seat)
{
	ap_rng rng;
	ap_any view;
	ap_action legal[AP_MAX_LEGAL];
	ap_seed(&rng, t->seed, (uint64_t)t->record.history.lines);
	if (seat == AP_CHANCE) {
		int n = ap_legal(t->game, table_state(t), seat, legal);
		return answered(t, do_it(t, seat, legal[ap_below(&rng, (uint32_t)n)]));
	}
	ap_view(t->game, table_state(t), seat, &view);
	return answered(t, do_it(t, seat, t->bot[seat]->choose(t->game, &view, seat, &rng)));
}

bool table_forced(const table *t, int seat, ap_action *only)
{
	ap_action legal[AP_MAX_LEGAL];
	if (t->people > 1 || ap_legal(t->game, table_state(t), seat, legal) != 1)
		return false;
	*only = legal[0];
	return true;
}

bool table_pass(const table *t, int seat, ap_action *pass)
{
	return ap_pass(t->game, table_state(t), seat, pass);
}

/* Was the seat put a question before this move, or was it answered by itself? */
static bool was_chosen(const table *t, int move)
{
	ap_any state;
	ap_action legal[AP_MAX_LEGAL];
	if (t->people > 1)
		return true;
	ap_history_at(&t->record.history, move, &state);
	return ap_legal(t->game, &state, t->record.history.move[move].seat, legal) > 1;
}

/* Was a sealed round turned up by this move or one after it? Then its answers are known. */
static bool round_was_turned_up(const table *t, int move)
{
	const ap_history *h = &t->record.history;
	ap_any before, after;
	ap_history_at(h, move, &before);
	for (; move < h->moves; move++, before = after) {
		ap_history_at(h, move + 1, &after);
		if (ap_step_sealed(t->game, ap_step_of(&before)) &&
			ap_question(&before) != ap_question(&after))
			return true;
	}
	return false;
}

bool table_can_undo(const table *t, int seat, int *moves)
{
	const ap_history *h = &t->record.history;
	for (int move = h->moves - 1; move >= 0 && h->move[move].seat == seat; move--)
		if (was_chosen(t, move)) {
			*moves = move;
			return !round_was_turned_up(t, move);
		}
	return false;
}

bool table_undo(table *t, int seat)
{
	int moves;
	if (!table_can_undo(t, seat, &moves))
		return false;
	ap_history_undo(&t->record.history, moves);
	forget_after(t, moves);
	keep_record(t);
	return true;
}

/* ---- The record ---------------------------------------------------------------------------- */

static bool write_to(const table *t, const char *path)
{
	int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
	FILE *out = file < 0 ? NULL : fdopen(file, "w");
	if (!out)
		return false;
	bool good = ap_record_write(&t->record, AP_EVERYTHING, out);
	return fclose(out) == 0 && good;
}

/* Beside it first, then in its place: whoever pulls the plug finds the old one or the new one. */
bool table_save(table *t, const char *path)
{
	char beside[4096];
	int length = snprintf(beside, sizeof beside, "%s.%ld.tmp", path, (long)getpid());
	if (length >= (int)sizeof beside) {
		errno = ENAMETOOLONG;
		return false;
	}
	bool good = write_to(t, beside) && rename(beside, path) == 0;
	int error = errno;
	if (good)
		t->kept = t->record.history.lines;
	else
		unlink(beside);
	errno = error;
	return good;
}

/* ---- Names --------------------------------------------------------------------------------- */

const char *table_who(const table *t, ap_language language, int seat, char *out, size_t size)
{
	char key[80];
	const char *who = t->record.who[seat];
	if (t->bot[seat]) {
		snprintf(key, sizeof key, "level.%s", t->bot[seat]->level);
		who = ap_word(language, key) ? ap_word(language, key) : t->bot[seat]->level;
	} else if (strcmp(who, "you") == 0 || !who[0]) {
		who = play_word(language, "cli.you");
	}
	snprintf(out, size, "%s", who);
	text_clean(out);
	return out;
}
