/* judge.c: what must hold, whatever has gone wrong:
 *
 *   stored    what was acknowledged is in the record, once, as it was said, and stays there
 *   seat      nobody acts for a seat that is not his
 *   record    the record can be played again, and leads to the state that the server has
 *   views     everybody is shown what he may see, and nothing else
 *   clock     the clock decides for nobody before his time is up
 *
 * It reads the record from the store after each commit, and everything that is sent. */
#include "simulation/simulation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/oracle.h"
#include "server/play.h"
#include "server/watch.h"
#include "text/memory.h"

static sim *judged; /* of whom check_failed() speaks */

/* What the checks of the fuzzer of messages call. */
void check_failed(const char *condition, const char *file, int line)
{
	fail_sim(judged, "views: %s:%d: does not hold: %s", file, line, condition);
}

act *find_act(sim *s, int who, const char *id)
{
	for (int i = s->acts - 1; i >= 0; i--)
		if (s->act[i].person == who && strcmp(s->act[i].id, id) == 0)
			return &s->act[i];
	return NULL;
}

/* ---- Lines ----------------------------------------------------------------------------------- */

static const sv_table *table_of(const server *v, const play *g)
{
	for (const sv_table *t = v->hub->tables; t; t = t->next)
		if (strcmp(t->key, g->key) == 0)
			return t;
	return NULL;
}

static person *person_at(sim *s, const play *g, int seat)
{
	for (int i = 0; i < s->people; i++)
		if (&s->play[s->person[i].play] == g && s->person[i].seat == seat)
			return &s->person[i];
	return NULL;
}

static void judge_decision(sim *s, const play *g, int seq, const sv_line *line)
{
	const person *p = person_at(s, g, line->seat);
	if (!p || p->id != line->person)
		fail_sim(s, "seat: line %d of %s, for seat %d, is by person %d", seq, ap_game_name(g->game),
			line->seat, (int)line->person);
	act *a = find_act(s, p->number, line->message_id);
	if (!a || a->is_unseal != (line->kind == AP_LINE_UNSEAL))
		fail_sim(s, "stored: line %d of %s has a decision, %s, that nobody has sent", seq,
			ap_game_name(g->game), line->message_id);
	char text[256];
	ap_write_action(g->game, line->seat, line->value, text, sizeof text);
	const char *action = strchr(text, ' ');
	if (!a->is_unseal && (!action || strcmp(action + 1, a->action) != 0))
		fail_sim(s, "stored: line %d of %s is %s, but %s was sent", seq, ap_game_name(g->game),
			text, a->action);
	if (a->stored++ > 0)
		fail_sim(s, "stored: %s is in the record twice", a->id);
	if (a->refused)
		fail_sim(s, "stored: %s was refused and is in the record", a->id);
}

/* All have asked to decide everything themselves: so only the clock decides for them where there is
 * a choice. `served`: the time served by the end of the pass. */
static void judge_clock(sim *s, const play *g, int seq, const sv_line *line, int64_t served)
{
	ap_action legal[AP_MAX_LEGAL];
	const ap_any *state = &g->history->state;
	if (line->kind != AP_LINE_ACTION || !person_at(s, g, line->seat) ||
		ap_legal(g->game, state, line->seat, legal) < 2)
		return;
	bool round = ap_step_sealed(g->game, ap_step_of(state));
	int64_t least = round && g->countdown < g->move ? g->countdown : g->move;
	s->tallies->by_the_clock++;
	if (served - g->opened_at < least)
		fail_sim(s, "clock: line %d of %s was decided by the clock after %d ms of %d", seq,
			ap_game_name(g->game), (int)(served - g->opened_at), (int)least);
}

static void apply_line(sim *s, play *g, int seq, const sv_line *line)
{
	static ap_events events;
	ap_result result = {.code = AP_OK};
	events.count = events.lost = 0;
	if (line->kind == AP_LINE_ACTION)
		result = ap_history_apply(g->history, line->seat, line->value, &events);
	else if (line->kind == AP_LINE_UNSEAL)
		result = ap_history_unseal(g->history, line->seat);
	else if (!ap_history_undo(g->history, (int)line->value))
		result.code = AP_FORBIDDEN;
	if (result.code != AP_OK)
		fail_sim(s, "record: line %d of %s cannot be played", seq, ap_game_name(g->game));
	note_told(s, g, &events);
}

static void keep_line(play *g, const sv_line *line)
{
	if (g->lines == g->line_room) {
		g->line_room = g->line_room ? 2 * g->line_room : 128;
		g->line = ap_reallocate(g->line, (size_t)g->line_room, sizeof *g->line);
	}
	g->line[g->lines++] = *line;
}

/* The play that is being read, for visitors. */
typedef struct reading {
	sim *s;
	play *g;
	server *v;
	int count;   /* lines that were read */
	bool is_old; /* what is read was decided before a crash: nobody knows when */
} reading;

static bool judge_line(void *to, int seq, const sv_line *line)
{
	reading *r = to;
	play *g = r->g;
	sim *s = r->s;
	if (seq != g->lines)
		fail_sim(s, "stored: line %d follows line %d", seq, g->lines - 1);
	if (line->person)
		judge_decision(s, g, seq, line);
	else if (line->message_id[0])
		fail_sim(s, "seat: line %d is by nobody, and has the id %s", seq, line->message_id);
	else if (!r->is_old && !s->disk.lost_synced)
		judge_clock(s, g, seq, line, g->served);
	apply_line(s, g, seq, line);
	keep_line(g, line);
	s->tallies->lines++;
	int question = ap_question(&g->history->state);
	if (question != g->question || line->kind == AP_LINE_UNDO)
		g->opened_at = g->woke;
	g->question = question;
	return true;
}

static void start_history(sim *s, play *g, const ap_setup *setup)
{
	static ap_events events;
	events.count = events.lost = 0;
	g->history = ap_allocate(1, ap_history_size(g->game));
	ap_history_start(g->history, g->game, setup, &events);
	note_told(s, g, &events);
	g->question = ap_question(&g->history->state);
}

/* Takes the record to be as long as it is known to be. `t` is NULL if the server does not have the
 * table. */
static void read_lines(sim *s, server *v, play *g, const sv_table *t, bool is_old)
{
	reading r = {.s = s, .g = g, .v = v, .is_old = is_old};
	if (!g->history && (!t || t->status != SV_RUNNING))
		return;
	if (!g->history) {
		g->id = t->id;
		g->opened_at = g->woke;
		start_history(s, g, &t->setup);
	}
	if (!sv_store_each_line(v->store, g->id, g->lines, judge_line, &r))
		fail_sim(s, "stored: the lines cannot be read: %s", sv_store_error(v->store));
}

void judge_lines(sim *s, server *v)
{
	if (v->hub->figures.lines == v->lines || sv_hub_is_troubled(v->hub))
		return;
	v->lines = v->hub->figures.lines;
	s->disk.is_judged = true;
	for (int i = 0; i < s->plays; i++)
		if (s->play[i].key[0] || s->play[i].history)
			read_lines(s, v, &s->play[i], table_of(v, &s->play[i]), false);
	s->disk.is_judged = false;
}

/* ---- After a start --------------------------------------------------------------------------- */

static bool is_same(const sv_line *a, const sv_line *b)
{
	return a->kind == b->kind && a->seat == b->seat && a->value == b->value &&
		a->person == b->person && a->at == b->at && strcmp(a->message_id, b->message_id) == 0;
}

static bool compare_line(void *to, int seq, const sv_line *line)
{
	reading *r = to;
	if (seq < r->g->lines && !is_same(line, &r->g->line[seq]))
		fail_sim(r->s, "stored: line %d has changed", seq);
	r->count = seq + 1;
	return true;
}

static void forget_history(play *g)
{
	if (g->history)
		ap_history_free(g->history);
	free(g->history);
	g->history = NULL;
	g->lines = 0;
	forget_told(g);
}

/* What a disk has lost that had said it was safe cannot be there: the record ends sooner. */
static void void_lines(sim *s, play *g, int count)
{
	s->tallies->lost_by_lies += g->lines - count;
	for (int i = count; i < g->lines; i++)
		if (g->line[i].person) {
			act *a = find_act(s, (int)g->line[i].person - 1, g->line[i].message_id);
			a->stored = 0;
			a->acknowledged = false;
		}
}

static void shorten(sim *s, play *g, int count)
{
	ap_setup setup = g->history->setup;
	void_lines(s, g, count);
	forget_history(g);
	start_history(s, g, &setup);
	for (int i = 0; i < count; i++)
		apply_line(s, g, i, &g->line[i]);
	g->lines = count;
	g->question = ap_question(&g->history->state);
}

/* People look anew at what there is. */
static void sit_down_again(sim *s, play *g, const sv_table *t)
{
	for (int i = 0; i < s->people; i++) {
		person *p = &s->person[i];
		if (&s->play[p->play] != g)
			continue;
		p->joined = p->seat != AP_OBSERVER && sv_seat_of(t, p->id) == p->seat;
		p->wished = p->joined && t->seat[p->seat].ask_all;
		p->started = t->status != SV_LOBBY;
		if (p->request.kind != ACT && p->request.kind != UNSEAL)
			p->request.kind = NOTHING;
	}
	if (t->status != SV_LOBBY || !g->history)
		return;
	void_lines(s, g, 0);
	forget_history(g);
}

static void judge_seats(sim *s, const play *g, const sv_table *t)
{
	for (int i = 0; i < s->people; i++) {
		const person *p = &s->person[i];
		if (&s->play[p->play] == g && p->joined && sv_seat_of(t, p->id) != p->seat)
			fail_sim(s, "stored: person %d has lost his seat", p->number);
	}
}

static void judge_damage(void *to, const char *text)
{
	fail_sim(to, "stored: the database is damaged: %s", text);
}

static void judge_table(sim *s, server *v, play *g, const sv_table *t)
{
	reading r = {.s = s, .g = g, .v = v};
	if (!t && s->disk.lost_synced)
		longjmp(s->failed, 2); /* the table itself is lost: there is nothing more to see */
	if (!t)
		fail_sim(s, "stored: a table is lost: %s", sv_store_error(v->store));
	if (s->disk.lost_synced)
		sit_down_again(s, g, t);
	else
		judge_seats(s, g, t);
	if (!g->history)
		return;
	if (!sv_store_each_line(v->store, g->id, 0, compare_line, &r))
		fail_sim(s, "stored: the lines cannot be read: %s", sv_store_error(v->store));
	if (r.count < g->lines && !s->disk.lost_synced)
		fail_sim(s, "stored: %d lines are left of %d that were committed", r.count, g->lines);
	if (r.count < g->lines)
		shorten(s, g, r.count);
}

/* Nobody leads a table because the judge looks at it. */
static void judge_play(sim *s, server *v, play *g)
{
	bool is_alone = s->servers == 1;
	sv_table *copy = is_alone ? NULL : sv_read_table_only(v->hub, g->key);
	const sv_table *t = is_alone ? sv_find_any_table(v->hub, g->key) : copy;
	judge_table(s, v, g, t);
	read_lines(s, v, g, t, true);
	if (copy)
		sv_free_table(copy);
}

void judge_start(sim *s, server *v)
{
	s->disk.is_judged = true;
	for (int i = 0; i < s->plays; i++) {
		play *g = &s->play[i];
		if (!g->key[0])
			continue;
		g->woke = g->served;
		judge_play(s, v, g);
		if (!g->slow)
			g->opened_at = g->served;
	}
	if (sim_below(&s->rng, 16) == 0)
		sv_store_check(v->store, judge_damage, s);
	s->disk.is_judged = false;
}

/* ---- What is sent ---------------------------------------------------------------------------- */

static void judge_done(sim *s, act *a)
{
	if (a->stored != 1)
		fail_sim(s, "stored: %s was acknowledged, and is %d times in the record", a->id, a->stored);
	s->tallies->acknowledged += !a->acknowledged;
	a->acknowledged = true;
}

static void judge_answer(sim *s, person *p, const char *text)
{
	char id[SV_MESSAGE_ID_SIZE], code[40];
	copy_field(text, "\"id\":\"", id, sizeof id);
	if (*id != 'a' + p->number)
		fail_sim(s, "views: person %d was sent the answer to %s", p->number, id);
	act *a = find_act(s, p->number, id);
	if (a && is_of_type(text, "done"))
		judge_done(s, a);
	if (!a || !is_of_type(text, "refused"))
		return;
	copy_field(text, "\"code\":\"", code, sizeof code);
	if (strcmp(code, "storage") == 0)
		return;
	if (a->stored > 0)
		fail_sim(s, "stored: %s is in the record, and was refused (%s)", id, code);
	a->refused = true;
}

static void judge_whole(sim *s, person *p, const char *text)
{
	const play *g = &s->play[p->play];
	char you[40], viewer[40];
	const char *own = p->seat == AP_OBSERVER ? "observer" : ap_seat_name(g->game, p->seat);
	copy_field(text, "\"you\":\"", you, sizeof you);
	copy_field(text, "\"viewer\":\"", viewer, sizeof viewer);
	if ((*you && strcmp(you, own) != 0) || (*viewer && strcmp(viewer, own) != 0))
		fail_sim(s, "views: person %d was sent the table as %s sees it", p->number,
			*viewer ? viewer : you);
	p->shown_length = 0;
}

static void keep_shown(person *p, const char *text)
{
	size_t length = strlen(text) + 1;
	if (p->shown_length + length > p->shown_room) {
		p->shown_room = 2 * (p->shown_length + length);
		p->shown = ap_reallocate(p->shown, p->shown_room, 1);
	}
	memcpy(p->shown + p->shown_length, text, length);
	p->shown_length += length;
}

/* An answer has its id after its type; other messages have none. */
void judge_message(sim *s, person *p, const char *text)
{
	const char *end = strchr(text, ',');
	judged = s;
	if (end && strncmp(end, ",\"id\":\"", 7) == 0)
		judge_answer(s, p, text);
	if (is_of_type(text, "table"))
		judge_whole(s, p, text);
	else if (!is_of_type(text, "change"))
		return;
	else if (p->shown_length == 0)
		fail_sim(s, "views: a change of nothing: %.200s", text);
	judge_events(s, p, text);
	keep_shown(p, text);
}

/* ---- Views ----------------------------------------------------------------------------------- */

/* Returns the view that results from all that he was sent; NULL if the game has not begun. */
static json_t *view_of(sim *s, const person *p)
{
	json_t *view = NULL;
	for (size_t at = 0; at < p->shown_length; at += strlen(p->shown + at) + 1) {
		json_t *message = json_loads(p->shown + at, JSON_REJECT_DUPLICATES, NULL);
		json_t *part = json_object_get(message, "view");
		if (!json_is_object(message))
			fail_sim(s, "views: what is sent is no JSON object: %.200s", p->shown + at);
		if (at == 0)
			view = json_incref(part);
		else if (!view || json_object_update_recursive(view, part) != 0)
			fail_sim(s, "views: a change of nothing: %.200s", p->shown + at);
		json_decref(message);
	}
	return view;
}

static void judge_shown(sim *s, person *p)
{
	sv_watcher *w = p->client->watchers;
	if (!w || p->shown_length == 0)
		return;
	json_t *view = view_of(s, p);
	if (view) {
		check_shown_view(w, view);
		s->tallies->views++;
	}
	json_decref(view);
}

/* True if the table in the memory of the server is what counts: it may have been put out. */
static bool is_leader(sim *s, server *v, const play *g)
{
	sv_table_row row;
	if (s->servers == 1)
		return true;
	s->disk.is_judged = true;
	bool leads = sv_store_find_table(v->store, g->key, &row) && row.node == sv_own_node(v->hub);
	s->disk.is_judged = false;
	return leads;
}

/* The record leads to the state that the server has. What it shows is compared for one person in so
 * many, because that takes long. */
static void judge_state(sim *s, server *v, int in)
{
	judged = s;
	if (sv_hub_is_troubled(v->hub))
		return;
	for (int i = 0; i < s->plays; i++) {
		const play *g = &s->play[i];
		const sv_table *t = g->history ? table_of(v, g) : NULL;
		if (t && t->history && is_leader(s, v, g) &&
			memcmp(&t->history->state, &g->history->state, ap_state_size(g->game)) != 0)
			fail_sim(s, "record: it does not lead to the state at the table of %s",
				ap_game_name(g->game));
	}
	for (int i = 0; i < s->people; i++)
		if (s->person[i].at == v && sim_below(&s->rng, in) == 0)
			judge_shown(s, &s->person[i]);
}

void judge_views(sim *s, server *v)
{
	judge_state(s, v, 250);
}

void judge_end(sim *s, server *v, bool last)
{
	judge_state(s, v, last ? 1 : 4);
	s->disk.is_judged = true;
	for (int i = 0; i < s->plays; i++) {
		const sv_table *t = s->play[i].key[0] ? table_of(v, &s->play[i]) : NULL;
		s->tallies->over += t && t->status == SV_OVER;
	}
	for (int i = 0; i < s->acts; i++)
		if (s->act[i].acknowledged && s->act[i].stored != 1)
			fail_sim(s, "stored: %s was acknowledged, and is not in the record", s->act[i].id);
	sv_store_check(v->store, judge_damage, s);
	s->disk.is_judged = false;
}

void forget_plays(sim *s)
{
	for (int i = 0; i < s->plays; i++) {
		forget_history(&s->play[i]);
		free(s->play[i].line);
		s->play[i].line = NULL;
	}
}
