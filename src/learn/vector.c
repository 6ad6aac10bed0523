/* vector.c: many games at once: see apparat/vector.h. */
#include "apparat/vector.h"

#include <stdlib.h>

#include "learn/layout.h"
#include "learn/workers.h"
#include "text/memory.h"

/* A game and all that belongs to it. Only the thread that has its number touches it. */
typedef struct table {
	ap_setup setup, next_setup;
	const ap_bot *bot[AP_MAX_SEATS], *next_bot[AP_MAX_SEATS];
	ap_rng rng, advice; /* of chance and the bots at the table; of bots that are asked */
	void *state;
	uint8_t *memory; /* of each seat, one after another */
	int seat, count; /* who decides, between how many actions */
	int length;      /* the actions of this game */
	int32_t decisions[AP_MAX_SEATS];
	uint64_t decided, actions, games, lost; /* sums of all games at this table */
	ap_action action[AP_MAX_LEGAL];
	int32_t index[AP_MAX_LEGAL];
} table;

struct ap_vector {
	const ap_layout *layout;
	const ap_game *game;
	ap_vector_spec spec;
	ap_vector_buffers buffers;
	size_t memory_size, width;
	bool remembers;
	table *tables;
	void *states;
	uint8_t *memories;
	ln_workers *workers;
	const int32_t *choice; /* NULL: the games begin */
};

/* ---- Playing --------------------------------------------------------------------------------- */

static void *memory_of(const ap_vector *v, const table *t, int seat)
{
	return t->memory + (size_t)seat * v->memory_size;
}

/* Lets the seats that the caller decides for witness what has happened. */
static void tell(const ap_vector *v, const table *t, const ap_events *events)
{
	void *memories[AP_MAX_SEATS];
	int count = 0;
	if (!v->remembers || events->count == 0)
		return;
	for (int seat = 0; seat < t->setup.players; seat++)
		if (!t->bot[seat])
			memories[count++] = memory_of(v, t, seat);
	ln_witness(v->layout, memories, count, t->state, events);
}

static void play(const ap_vector *v, table *t, int seat, ap_action action, ap_events *events)
{
	events->count = events->lost = 0;
	ap_play(v->game, t->state, seat, action, v->remembers ? events : NULL);
	tell(v, t, events);
	t->length++;
	t->actions++;
}

static void begin(const ap_vector *v, table *t, ap_events *events)
{
	t->setup = t->next_setup;
	memcpy(t->bot, t->next_bot, sizeof t->bot);
	memset(t->decisions, 0, sizeof t->decisions);
	t->length = 0;
	events->count = events->lost = 0;
	ap_start(v->game, &t->setup, t->state, v->remembers ? events : NULL);
	for (int seat = 0; v->remembers && seat < t->setup.players; seat++)
		ap_memory_begin(v->layout, memory_of(v, t, seat), t->setup.players, seat);
	tell(v, t, events);
}

/* Tells how a game has ended. If several end in one step, the last one is told. */
static void note_end(const ap_vector *v, table *t, int n, bool cut)
{
	ap_outcome outcome = {0};
	float *reward = v->buffers.reward + (size_t)n * AP_MAX_SEATS;
	int winners = 0;
	memset(reward, 0, AP_MAX_SEATS * sizeof *reward);
	if (!cut)
		ap_outcome_of(v->game, t->state, &outcome);
	for (int seat = 0; seat < t->setup.players; seat++)
		winners += outcome.result[seat] != AP_LOST;
	for (int seat = 0; seat < t->setup.players; seat++)
		if (outcome.result[seat] != AP_LOST)
			reward[seat] = 1.0f / (float)winners;
	if (v->buffers.outcome)
		v->buffers.outcome[n] = outcome;
	v->buffers.done[n] = cut ? AP_CUT : AP_ENDED;
	t->games++;
}

static bool is_callers(const table *t, int seat)
{
	return seat != AP_CHANCE && !t->bot[seat];
}

static ap_action answer_of_others(const ap_vector *v, table *t, int seat)
{
	if (seat != AP_CHANCE) {
		ap_any view;
		ap_view(v->game, t->state, seat, &view);
		return ap_bot_action(t->bot[seat], v->game, &view, seat, &t->rng);
	}
	int n = ap_legal(v->game, t->state, seat, t->action);
	return t->action[n > 1 ? ap_below(&t->rng, (uint32_t)n) : 0];
}

static void count_decision(const ap_vector *v, table *t, int seat)
{
	t->seat = seat;
	t->decisions[seat]++;
	t->decided++;
	if (t->count > v->spec.longest)
		t->lost += (uint64_t)(t->count - v->spec.longest);
}

/* Writes what the caller needs for a decision. */
static void show(const ap_vector *v, table *t, int n)
{
	const ap_vector_buffers *b = &v->buffers;
	int kept = t->count < v->spec.longest ? t->count : v->spec.longest, seat = t->seat;
	t->count = kept;
	memcpy(
		b->legal + (size_t)n * (size_t)v->spec.longest, t->index, (size_t)kept * sizeof *t->index);
	b->count[n] = kept;
	b->seat[n] = (uint8_t)seat;
	if (b->decision)
		b->decision[n] = t->decisions[seat] - 1;
	if (b->mask) {
		size_t size = (size_t)ap_index_count(v->layout);
		memset(b->mask + (size_t)n * size, 0, size);
		for (int i = 0; i < kept; i++)
			b->mask[(size_t)n * size + (size_t)t->index[i]] = 1;
	}
	ap_any view;
	ap_view(v->game, t->state, seat, &view);
	const void *memory = v->remembers ? memory_of(v, t, seat) : NULL;
	if (b->observation)
		ap_observe(v->layout, &view, memory, b->observation + (size_t)n * v->width);
	if (b->floats)
		ap_observe_floats(v->layout, &view, memory, b->floats + (size_t)n * v->width);
}

/* Plays on to the next decision of the caller. */
static void advance(const ap_vector *v, table *t, int n, ap_events *events)
{
	for (;;) {
		ap_seats actors = ap_actors(t->state);
		bool cut = v->spec.limit > 0 && t->length > v->spec.limit;
		if (actors == 0 || cut) {
			note_end(v, t, n, actors != 0);
			begin(v, t, events);
			continue;
		}
		int seat = ap_first_seat(actors);
		if (!is_callers(t, seat)) {
			play(v, t, seat, answer_of_others(v, t, seat), events);
			continue;
		}
		t->count = ap_encode_legal(v->layout, t->state, seat, t->index, t->action, NULL);
		if (t->count > 1) {
			count_decision(v, t, seat);
			show(v, t, n);
			return;
		}
		play(v, t, seat, t->action[0], events);
	}
}

/* No game has ended yet in this step. */
static void forget_end(const ap_vector *v, int n)
{
	v->buffers.done[n] = AP_GOES_ON;
	memset(v->buffers.reward + (size_t)n * AP_MAX_SEATS, 0, AP_MAX_SEATS * sizeof(float));
	if (v->buffers.outcome)
		memset(&v->buffers.outcome[n], 0, sizeof *v->buffers.outcome);
}

static void go_on(void *context, int n)
{
	const ap_vector *v = context;
	table *t = &v->tables[n];
	ap_events events;
	events.count = events.lost = 0;
	forget_end(v, n);
	if (v->choice)
		play(v, t, t->seat, t->action[v->choice[n]], &events);
	else {
		ap_seed(&t->rng, v->spec.seed, (uint64_t)n);
		ap_seed(&t->advice, v->spec.seed, ~(uint64_t)n);
		begin(v, t, &events);
	}
	advance(v, t, n, &events);
}

/* ---- Making ---------------------------------------------------------------------------------- */

static bool setup_fits(const ap_vector *v, const ap_setup *setup)
{
	return ap_setup_sound(v->game, setup) && setup->players <= ap_layout_players(v->layout);
}

static void make_tables(ap_vector *v)
{
	size_t games = (size_t)v->spec.games, size = (ap_state_size(v->game) + 63) / 64 * 64;
	size_t seats = (size_t)ap_layout_players(v->layout);
	v->tables = ap_allocate(games, sizeof *v->tables);
	v->states = ap_allocate(games, size);
	v->memories = ap_allocate(games * seats, v->memory_size);
	for (size_t i = 0; i < games; i++) {
		v->tables[i].next_setup = v->tables[i].setup = v->spec.setup;
		v->tables[i].state = (char *)v->states + i * size;
		v->tables[i].memory = v->memories + i * seats * v->memory_size;
	}
}

ap_vector *ap_vector_new(const ap_vector_spec *spec, const ap_vector_buffers *buffers)
{
	assert(spec && spec->layout && buffers && spec->games >= 1 && spec->threads >= 1);
	assert(buffers->legal && buffers->count && buffers->seat && buffers->done && buffers->reward);
	assert(spec->longest == 0 || (spec->longest >= 2 && spec->longest <= AP_MAX_LEGAL));
	ap_vector *v = ap_allocate(1, sizeof *v);
	v->layout = spec->layout;
	v->game = ap_layout_game(spec->layout);
	v->spec = *spec;
	v->spec.longest = spec->longest ? spec->longest : AP_MAX_LEGAL;
	v->buffers = *buffers;
	v->memory_size = ap_memory_size(spec->layout);
	v->width = (size_t)ap_layout_width(spec->layout);
	v->remembers = ap_layout_parts(spec->layout) & AP_MEMORY_COLUMNS;
	if (!setup_fits(v, &spec->setup) || !(v->workers = ln_start_workers(spec->threads))) {
		free(v);
		return NULL;
	}
	make_tables(v);
	return v;
}

void ap_vector_free(ap_vector *v)
{
	if (!v)
		return;
	ln_end_workers(v->workers);
	free(v->memories);
	free(v->states);
	free(v->tables);
	free(v);
}

bool ap_vector_table(
	ap_vector *v, int game, const ap_setup *setup, const ap_bot *const bots[AP_MAX_SEATS])
{
	assert(v && bots && game >= 0 && game < v->spec.games);
	table *t = &v->tables[game];
	const ap_setup *next = setup ? setup : &t->next_setup;
	bool decides = false;
	if (!setup_fits(v, next))
		return false;
	for (int seat = 0; seat < next->players; seat++)
		decides |= !bots[seat];
	if (!decides)
		return false;
	t->next_setup = *next;
	memcpy(t->next_bot, bots, sizeof t->next_bot);
	return true;
}

/* ---- Steps ----------------------------------------------------------------------------------- */

void ap_vector_reset(ap_vector *v)
{
	assert(v);
	v->choice = NULL;
	ln_work(v->workers, v->spec.games, go_on, v);
}

bool ap_vector_step(ap_vector *v, const int32_t *choice)
{
	assert(v && choice);
	for (int i = 0; i < v->spec.games; i++)
		if (choice[i] < 0 || choice[i] >= v->tables[i].count)
			return false;
	v->choice = choice;
	ln_work(v->workers, v->spec.games, go_on, v);
	return true;
}

/* ---- Advice ---------------------------------------------------------------------------------- */

typedef struct advice {
	const ap_vector *vector;
	const ap_bot *bot;
	int32_t *choice;
} advice;

static void advise(void *context, int n)
{
	const advice *a = context;
	const ap_vector *v = a->vector;
	table *t = &v->tables[n];
	ap_any view;
	ap_view(v->game, t->state, t->seat, &view);
	ap_action action = ap_bot_action(a->bot, v->game, &view, t->seat, &t->advice);
	int32_t index = ap_encode(v->layout, t->setup.players, t->seat, action);
	a->choice[n] = -1;
	for (int i = 0; i < t->count; i++)
		if (t->index[i] == index)
			a->choice[n] = i;
}

void ap_vector_advice(ap_vector *v, const ap_bot *bot, int32_t *choice)
{
	assert(v && bot && choice);
	advice context = {v, bot, choice};
	ln_work(v->workers, v->spec.games, advise, &context);
}

/* ---- Keeping games --------------------------------------------------------------------------- */

/* What stands before the tables; a vector takes only games that agree with its own. */
typedef struct saved_head {
	uint64_t layout, data, rules, games, state_size, memory_size, tables;
} saved_head;

/* A table, before its state and its memories. */
typedef struct saved_table {
	ap_setup setup, next_setup;
	ap_rng rng, advice;
	uint64_t decided, actions, games, lost;
	int32_t bot[AP_MAX_SEATS], next_bot[AP_MAX_SEATS]; /* their numbers; -1: the caller decides */
	int32_t decisions[AP_MAX_SEATS];
	int32_t seat, length;
} saved_table;

static size_t memories_size(const ap_vector *v)
{
	return (size_t)ap_layout_players(v->layout) * v->memory_size;
}

static size_t saved_table_size(const ap_vector *v)
{
	return sizeof(saved_table) + ap_state_size(v->game) + memories_size(v);
}

static saved_head head_of(const ap_vector *v)
{
	return (saved_head){.layout = ap_layout_hash(v->layout),
		.data = ap_data_hash(v->game),
		.rules = (uint64_t)ap_rules_version(v->game),
		.games = (uint64_t)v->spec.games,
		.state_size = ap_state_size(v->game),
		.memory_size = memories_size(v),
		.tables = sizeof(saved_table)};
}

static int32_t number_of_bot(const ap_game *game, const ap_bot *bot)
{
	const ap_bot *found;
	for (int n = 0; bot && (found = ap_bot_at(game, n)); n++)
		if (found == bot)
			return n;
	return -1;
}

size_t ap_vector_size(const ap_vector *v)
{
	assert(v);
	return sizeof(saved_head) + (size_t)v->spec.games * saved_table_size(v);
}

void ap_vector_save(const ap_vector *v, void *out)
{
	assert(v && out);
	const saved_head head = head_of(v);
	uint8_t *to = memcpy(out, &head, sizeof head);
	to += sizeof head;
	for (int i = 0; i < v->spec.games; i++) {
		const table *t = &v->tables[i];
		saved_table saved;
		memset(&saved, 0, sizeof saved);
		saved.setup = t->setup;
		saved.next_setup = t->next_setup;
		saved.rng = t->rng;
		saved.advice = t->advice;
		saved.decided = t->decided;
		saved.actions = t->actions;
		saved.games = t->games;
		saved.lost = t->lost;
		for (int seat = 0; seat < AP_MAX_SEATS; seat++) {
			saved.bot[seat] = number_of_bot(v->game, t->bot[seat]);
			saved.next_bot[seat] = number_of_bot(v->game, t->next_bot[seat]);
			saved.decisions[seat] = t->decisions[seat];
		}
		saved.seat = t->seat;
		saved.length = t->length;
		memcpy(to, &saved, sizeof saved);
		memcpy(to + sizeof saved, t->state, ap_state_size(v->game));
		memcpy(to + sizeof saved + ap_state_size(v->game), t->memory, memories_size(v));
		to += saved_table_size(v);
	}
}

/* Returns whether a table can go on from here: its state waits for a decision of the caller. */
static bool goes_on(const ap_vector *v, const saved_table *saved, const ap_any *state)
{
	ap_setup setup;
	ap_setup_of(state, &setup);
	return setup_fits(v, &saved->setup) && setup_fits(v, &saved->next_setup) &&
		memcmp(&setup, &saved->setup, sizeof setup) == 0 && !ap_unsound(v->game, state) &&
		saved->seat >= 0 && saved->seat < setup.players && saved->bot[saved->seat] < 0 &&
		ap_first_seat(ap_actors(state)) == saved->seat;
}

static bool all_go_on(const ap_vector *v, const uint8_t *from)
{
	for (int i = 0; i < v->spec.games; i++, from += saved_table_size(v)) {
		saved_table saved;
		ap_any state;
		memcpy(&saved, from, sizeof saved);
		memcpy(&state, from + sizeof saved, ap_state_size(v->game));
		if (!goes_on(v, &saved, &state))
			return false;
	}
	return true;
}

static void restore_table(const ap_vector *v, int n, const uint8_t *from)
{
	saved_table saved;
	table *t = &v->tables[n];
	memcpy(&saved, from, sizeof saved);
	t->setup = saved.setup;
	t->next_setup = saved.next_setup;
	t->rng = saved.rng;
	t->advice = saved.advice;
	t->decided = saved.decided;
	t->actions = saved.actions;
	t->games = saved.games;
	t->lost = saved.lost;
	for (int seat = 0; seat < AP_MAX_SEATS; seat++) {
		t->bot[seat] = saved.bot[seat] < 0 ? NULL : ap_bot_at(v->game, saved.bot[seat]);
		t->next_bot[seat] =
			saved.next_bot[seat] < 0 ? NULL : ap_bot_at(v->game, saved.next_bot[seat]);
		t->decisions[seat] = saved.decisions[seat];
	}
	t->seat = saved.seat;
	t->length = saved.length;
	memcpy(t->state, from + sizeof saved, ap_state_size(v->game));
	memcpy(t->memory, from + sizeof saved + ap_state_size(v->game), memories_size(v));
	t->count = ap_encode_legal(v->layout, t->state, t->seat, t->index, t->action, NULL);
	forget_end(v, n);
	show(v, t, n);
}

bool ap_vector_restore(ap_vector *v, const void *saved)
{
	assert(v && saved);
	const saved_head head = head_of(v);
	const uint8_t *from = (const uint8_t *)saved + sizeof head;
	if (memcmp(saved, &head, sizeof head) != 0 || !all_go_on(v, from))
		return false;
	for (int i = 0; i < v->spec.games; i++)
		restore_table(v, i, from + (size_t)i * saved_table_size(v));
	return true;
}

/* ---- Sums ------------------------------------------------------------------------------------ */

#define SUM(v, what)                                                                               \
	uint64_t sum = 0;                                                                              \
	assert(v);                                                                                     \
	for (int i = 0; i < (v)->spec.games; i++)                                                      \
		sum += (v)->tables[i].what;                                                                \
	return sum;

uint64_t ap_vector_decisions(const ap_vector *v){SUM(v, decided)}

uint64_t ap_vector_actions(const ap_vector *v){SUM(v, actions)}

uint64_t ap_vector_games(const ap_vector *v){SUM(v, games)}

uint64_t ap_vector_lost(const ap_vector *v)
{
	SUM(v, lost)
}

void ap_vector_state(const ap_vector *v, int game, void *out)
{
	assert(v && out && game >= 0 && game < v->spec.games);
	memcpy(out, v->tables[game].state, ap_state_size(v->game));
}
