/* table.c: see table.h. */
#include "terminal/table.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "terminal/board.h"
#include "terminal/words.h"
#include "terminal/text.h"
#include "text/memory.h"

/* ---- The log --------------------------------------------------------------------------------- */

static void add_to_log(table *t, const ap_events *events)
{
	for (int i = 0; i < events->count; i++) {
		if (t->log_length == t->log_capacity) {
			t->log_capacity = t->log_capacity ? t->log_capacity * 2 : 256;
			t->log = ap_reallocate(t->log, (size_t)t->log_capacity, sizeof *t->log);
		}
		t->log[t->log_length++] = (table_event){events->list[i], t->record.history.moves};
	}
}

static void shorten_log(table *t, int moves)
{
	while (t->log_length > 0 && t->log[t->log_length - 1].moves > moves)
		t->log_length--;
}

/* A failure is remembered, so that the player is told; the next call tries again. */
static void save_record(table *t)
{
	if (t->record_path)
		t->save_error = table_save(t, t->record_path) ? NULL : strerror(errno);
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

void table_begin(table *t, const ap_setup *setup)
{
	assert(t->game && setup);
	ap_events events = {0};
	ap_history_start(&t->record.history, t->game, setup, &events);
	add_to_log(t, &events);
	save_record(t);
}

/* A record holds no events: the moves are played again to fill the log. */
void table_continue(table *t, bool write)
{
	assert(t->game && t->game == t->record.history.game && t->log_length == 0);
	ap_history *h = &t->record.history;
	ap_any state;
	ap_events events = {0};
	int moves = h->moves;
	ap_start(h->game, &h->setup, &state, &events);
	if (h->earlier.lines > 0) /* the game began by other rules, and what was told is not known */
		events.count = 0;
	ap_history_at(h, 0, &state);
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
	t->saved_lines = t->is_kept ? 0 : h->lines;
	if (write)
		save_record(t);
}

void table_free(table *t)
{
	ap_record_free(&t->record);
	free(t->log);
	t->log = NULL;
}

/* ---- Playing --------------------------------------------------------------------------------- */

static ap_result apply_and_log(table *t, int seat, ap_action action)
{
	ap_events events = {0};
	ap_result result = ap_history_apply(&t->record.history, seat, action, &events);
	if (result.code == AP_OK)
		add_to_log(t, &events);
	return result;
}

ap_result table_apply(table *t, int seat, ap_action action)
{
	ap_result result = apply_and_log(t, seat, action);
	if (result.code == AP_OK)
		save_record(t);
	return result;
}

/* Applies an action of chance or of a bot. The record is written only if a person is asked next, or
 * nobody: until then the same actions would follow again from the seed. */
static ap_result apply_automatic(table *t, int seat, ap_action action)
{
	ap_result result = apply_and_log(t, seat, action);
	ap_seats actors = ap_actors(table_state(t));
	if (result.code == AP_OK && (actors == 0 || table_is_person(t, ap_first_seat(actors))))
		save_record(t);
	return result;
}

/* The random numbers follow from the seed and the number of lines of the record. So a game that is
 * resumed continues as it would have without the interruption, and dice that are rolled again after
 * an undo are other dice. */
ap_result table_answer_automatically(table *t, int seat)
{
	assert(seat == AP_CHANCE || (seat >= 0 && seat < table_players(t) && t->bot[seat]));
	ap_rng rng;
	ap_any view;
	ap_action legal[AP_MAX_LEGAL];
	ap_seed(&rng, t->seed, (uint64_t)t->record.history.lines);
	if (seat == AP_CHANCE) {
		int n = ap_legal(t->game, table_state(t), seat, legal);
		return apply_automatic(t, seat, legal[ap_below(&rng, (uint32_t)n)]);
	}
	ap_view(t->game, table_state(t), seat, &view);
	return apply_automatic(t, seat, t->bot[seat]->choose(t->game, &view, seat, &rng));
}

bool table_only_action(const table *t, int seat, ap_action *only)
{
	assert(table_is_person(t, seat) && only);
	ap_action legal[AP_MAX_LEGAL];
	if (t->people > 1 || ap_legal(t->game, table_state(t), seat, legal) != 1)
		return false;
	*only = legal[0];
	return true;
}

bool table_find_pass(const table *t, int seat, ap_action *pass)
{
	assert(table_is_person(t, seat) && pass);
	return ap_pass(t->game, table_state(t), seat, pass);
}

/* Returns whether a person chose this move, rather than table_only_action(). */
static bool was_chosen(const table *t, int move)
{
	ap_any state;
	ap_action legal[AP_MAX_LEGAL];
	if (t->people > 1)
		return true;
	ap_history_at(&t->record.history, move, &state);
	return ap_legal(t->game, &state, t->record.history.move[move].seat, legal) > 1;
}

/* Returns whether the answers of a sealed round were revealed by this move or one after it. */
static bool has_revealed_answers(const table *t, int move)
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
	assert(moves);
	const ap_history *h = &t->record.history;
	for (int move = h->moves - 1; move >= 0 && h->move[move].seat == seat; move--)
		if (was_chosen(t, move)) {
			*moves = move;
			return !has_revealed_answers(t, move);
		}
	return false;
}

bool table_undo(table *t, int seat)
{
	int moves;
	if (!table_can_undo(t, seat, &moves))
		return false;
	ap_history_undo(&t->record.history, moves);
	shorten_log(t, moves);
	save_record(t);
	return true;
}

/* ---- The record ------------------------------------------------------------------------------ */

static bool write_to(const table *t, const char *path)
{
	int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
	FILE *out = file < 0 ? NULL : fdopen(file, "w");
	if (!out)
		return false;
	bool good = ap_record_write(&t->record, AP_EVERYTHING, out);
	return fclose(out) == 0 && good;
}

/* The record is written to a second file, which then replaces the first: if the program or the
 * machine stops in between, one of the two is whole. */
bool table_save(table *t, const char *path)
{
	assert(t && path);
	char temporary[4096];
	int length = snprintf(temporary, sizeof temporary, "%s.%ld.tmp", path, (long)getpid());
	if (length >= (int)sizeof temporary) {
		errno = ENAMETOOLONG;
		return false;
	}
	bool good = write_to(t, temporary) && rename(temporary, path) == 0;
	int error = errno;
	bool named = !t->is_kept || path != t->record_path;
	if (good && named)
		t->saved_lines = t->record.history.lines;
	if (!good)
		unlink(temporary);
	errno = error;
	return good;
}

/* ---- Names ----------------------------------------------------------------------------------- */

const char *table_player_name(
	const table *t, ap_language language, int seat, char *out, size_t size)
{
	assert(seat >= 0 && seat < table_players(t) && size > 0);
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
