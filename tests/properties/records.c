/* records.c: a game in which moves are undone is written as a record and read again. */
#include "properties/laws.h"

#include <stdio.h>
#include <stdlib.h>

#include "text/record.h"

enum { UNDOS = 4, UNSEALS = 24, FILMS = 4 /* one game in so many has a film */ };

/* Now and then lets a seat take its sealed answer back, at most `left` times, so that long answers
 * come to an end. Returns how many times are left. */
static int maybe_unseal(run *r, ap_history *h, int left)
{
	int seat = (int)pick(r, r->setup.players);
	bool taken = left > 0 && pick(r, 4) == 0 && ap_history_unseal(h, seat).code == AP_OK;
	met.unseals += taken;
	return left - taken;
}

static void play_history(run *r, ap_history *h)
{
	ap_action legal[AP_MAX_LEGAL];
	int undos = 0, unseals = UNSEALS;
	while (ap_actors(&h->state)) {
		int seat = pick_seat(r, ap_actors(&h->state));
		int n = ap_legal(r->game, &h->state, seat, legal);
		ap_history_apply(h, seat, legal[pick(r, n)], NULL);
		unseals = maybe_unseal(r, h, unseals);
		if (undos < UNDOS && pick(r, 40) == 0) {
			ap_history_undo(h, (int)pick(r, h->moves + 1));
			undos++;
		}
	}
}

/* Returns the record as text, which the caller frees. */
static char *record_text(const run *r, const ap_record *record, int viewer, size_t *length)
{
	char *text = NULL;
	FILE *out = open_memstream(&text, length);
	LAW(r, "record-writes", out && ap_record_write(record, viewer, out), "for viewer %d", viewer);
	fclose(out);
	return text;
}

static void same_history_laws(const run *r, const ap_history *a, const ap_history *b)
{
	LAW(r, "record-exact", ap_hash(r->game, &a->state) == ap_hash(r->game, &b->state),
		"another end");
	LAW(r, "record-exact", same(r, &a->state, &b->state), "another state at the end");
	LAW(r, "record-exact", a->lines == b->lines && a->moves == b->moves,
		"%d lines and %d moves, not %d, %d", b->lines, b->moves, a->lines, a->moves);
	for (int i = 0; i < a->lines; i++)
		LAW(r, "record-exact",
			a->line[i].kind == b->line[i].kind && a->line[i].seat == b->line[i].seat &&
				a->line[i].value == b->line[i].value,
			"line %d differs", i);
}

/* The moves that are in force lead to the same state: what was undone leaves no trace. */
static void replay_law(const run *r, const ap_history *h)
{
	void *state = r->copy[2];
	ap_start(r->game, &r->setup, state, NULL);
	for (int i = 0; i < h->moves; i++) {
		const ap_line *m = &h->move[i];
		ap_result result = m->kind == AP_LINE_UNSEAL
			? ap_unseal(r->game, state, m->seat)
			: ap_apply(r->game, state, m->seat, m->value, NULL);
		LAW(r, "record-replays", result.code == AP_OK, "move %d is refused: %d", i, result.code);
	}
	LAW(r, "record-replays", same(r, state, &h->state), "the moves in force lead elsewhere");
}

/* If the hash at the end is changed, the record is refused. */
static void tampered_law(const run *r, char *text, size_t length)
{
	static ap_record back;
	ap_error error;
	char *digit = &text[length - 2];
	*digit = *digit == '0' ? '1' : '0';
	bool read = ap_record_read(&back, text, length, ap_game_named, &error);
	LAW(r, "record-tampered", !read && strstr(error.message, "end"), "%s",
		read ? "it is read" : error.message);
}

static void read_laws(const run *r, const ap_record *record)
{
	static ap_record back;
	ap_error error;
	size_t length, again_length;
	char *text = record_text(r, record, AP_EVERYTHING, &length);
	LAW(r, "record-reads", ap_record_read(&back, text, length, ap_game_named, &error),
		"line %d: %s", error.line, error.message);
	same_history_laws(r, &record->history, &back.history);
	char *again = record_text(r, &back, AP_EVERYTHING, &again_length);
	LAW(r, "record-rewrites", length == again_length && memcmp(text, again, length) == 0,
		"another text the second time");
	ap_record_free(&back);
	tampered_law(r, text, length);
	free(again);
	free(text);
}

/* The record of a viewer hides something, and therefore cannot be read as a record. */
static void masked_laws(run *r, const ap_record *record)
{
	static ap_record back;
	ap_error error;
	size_t length;
	int viewer = viewer_at(r, (int)pick(r, r->setup.players + 1));
	char *text = record_text(r, record, viewer, &length);
	LAW(r, "record-of-view", strstr(text, " ?\n") || strstr(text, " seal\n"),
		"nothing is hidden from viewer %d", viewer);
	LAW(r, "record-of-view-refused", !ap_record_read(&back, text, length, ap_game_named, &error),
		"that of viewer %d is read", viewer);
	free(text);
}

void record_laws(run *r)
{
	static ap_record record;
	memset(&record, 0, sizeof record);
	ap_history_start(&record.history, r->game, &r->setup, NULL);
	play_history(r, &record.history);
	replay_law(r, &record.history);
	read_laws(r, &record);
	masked_laws(r, &record);
	if (pick(r, FILMS) == 0)
		film_laws(r, &record);
	ap_record_free(&record);
}
