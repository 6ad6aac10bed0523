/* steps.c: the steps of a game: who is asked, which answers are legal, and what the rules do
 * between two questions. */
#include "core/chance.h"

int ap_first_seat(ap_seats set)
{
	assert(set != 0);
	return __builtin_ctz(set);
}

ap_frame *ap_call(void *state, int step)
{
	ap_head *h = state;
	assert(h->depth < AP_MAX_DEPTH && step >= 0 && step <= UINT16_MAX);
	h->depth++;
	ap_top(h)->step = (uint16_t)step;
	return ap_top(h);
}

void ap_end(void *state)
{
	ap_head *h = state;
	assert(h->depth > 1);
	memset(ap_top(h), 0, sizeof(ap_frame)); /* unused frames are always zero */
	h->depth--;
}

void ap_finish(void *state, int reason)
{
	ap_head *h = state;
	assert(reason >= 0 && reason < UINT8_MAX);
	memset(h->stack, 0, sizeof h->stack);
	h->depth = 1;
	h->over = (uint8_t)(reason + 1);
}

static inline void settle(const ap_game *game, void *state, ap_events *events)
{
	const ap_head *h = state;
	while (!h->over && ap_peek(h)->asked == 0) {
		assert(ap_peek(h)->step < game->step_count && game->steps[ap_peek(h)->step].run);
		game->steps[ap_peek(h)->step].run(state, events);
	}
	assert(ap_unsound(game, state) == NULL);
}

void ap_settle(const ap_game *game, void *state, ap_events *events)
{
	assert(game && state);
	settle(game, state, events);
}

void ap_blank(const ap_game *game, const ap_setup *setup, void *state)
{
	assert(game && setup && state);
	ap_head *h = state;
	memset(state, 0, game->state_size);
	h->players = setup->players;
	memcpy(h->option, setup->option, sizeof h->option);
	h->viewer = AP_EVERYTHING;
	h->depth = 1;
	if (game->steps[0].frame)
		memcpy(h->stack[0].local, game->steps[0].frame->blank, AP_LOCAL_BYTES);
	game->blank(state);
}

bool ap_setup_sound(const ap_game *game, const ap_setup *setup)
{
	assert(game && setup);
	if (setup->players < game->min_players || setup->players > game->max_players)
		return false;
	for (int i = 0; i < AP_MAX_OPTIONS; i++)
		if (setup->option[i] != 0 && !ap_option_value(game, i, setup->option[i]))
			return false;
	return !game->setup_sound || game->setup_sound(setup);
}

const char *ap_setup_refused_by(const ap_game *game, const ap_setup *setup)
{
	assert(game && setup);
	bool refused = game->setup_sound && !game->setup_sound(setup);
	return refused && game->setup_clause ? ap_clause_id(game, game->setup_clause) : "";
}

void ap_start(const ap_game *game, const ap_setup *setup, void *state, ap_events *events)
{
	assert(state && ap_setup_sound(game, setup));
	ap_blank(game, setup, state);
	ap_settle(game, state, events);
}

ap_seats ap_actors(const void *state)
{
	assert(state);
	return ap_peek(state)->asked;
}

int ap_step_of(const void *state)
{
	assert(state);
	return ap_peek(state)->step;
}

int ap_question(const void *state)
{
	assert(state);
	return ((const ap_head *)state)->question;
}

static inline bool is_asked(const void *state, int seat)
{
	return seat >= 0 && seat <= AP_CHANCE && (ap_actors(state) & AP_SEAT(seat));
}

/* Writes an action for each of up to four members of a set, and returns the place behind them.
 * There is room for four. */
static inline ap_action *write_four(ap_action *out, ap_action first, unsigned set, int shift)
{
	static const ap_action member[16][4] = {{0}, {0}, {1}, {0, 1}, {2}, {0, 2}, {1, 2}, {0, 1, 2},
		{3}, {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3}};
	static const uint8_t count[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
	for (int i = 0; i < 4; i++)
		out[i] = first + (member[set][i] << shift);
	return out + count[set];
}

/* The number of a member is added at bit `shift` of the action. */
static inline void add_many(ap_list *list, ap_action first, uint64_t set, int shift)
{
	ap_action *out = list->item + list->count;
	for (; set != 0; set >>= 8, first += (ap_action)8 << shift) {
		out = write_four(out, first, set & 15, shift);
		out = write_four(out, first + ((ap_action)4 << shift), set >> 4 & 15, shift);
	}
	list->count = (int)(out - list->item);
}

/* Whether there is room for four at once, however many members the set has. */
static inline bool has_room(const ap_list *list)
{
	return list->count <= AP_MAX_LEGAL - 64;
}

void ap_add_many_x(ap_list *list, ap_action first, uint64_t set)
{
	if (has_room(list))
		add_many(list, first, set, 12);
	else
		ap_add_each_x(list, first, set);
}

void ap_add_many_y(ap_list *list, ap_action first, uint64_t set)
{
	if (has_room(list))
		add_many(list, first, set, 0);
	else
		ap_add_each_y(list, first, set);
}

/* Lists what a seat that is asked may answer. */
static inline int list_legal(
	const ap_game *game, const void *state, int seat, ap_action out[AP_MAX_LEGAL])
{
	ap_list list = {out, 0};
	game->steps[ap_peek(state)->step].legal(state, seat, &list);
	return list.count;
}

int ap_legal(const ap_game *game, const void *state, int seat, ap_action out[AP_MAX_LEGAL])
{
	assert(game && state && out);
	return is_asked(state, seat) ? list_legal(game, state, seat, out) : 0;
}

bool ap_worth_asking(const ap_game *game, const void *view, int seat)
{
	ap_action legal[AP_MAX_LEGAL];
	return ap_legal(game, view, seat, legal) > 1 &&
		!(game->hardly_matters && game->hardly_matters(view, seat));
}

ap_occasion ap_occasion_of(const ap_game *game, const void *view, int seat)
{
	assert(game && view);
	uint32_t question = (uint32_t)ap_question(view);
	if (game->occasion && !((const ap_head *)view)->over)
		return game->occasion(view, seat);
	return (ap_occasion){question, question, question, AP_OWN};
}

static inline void play(
	const ap_game *game, void *state, int seat, ap_action action, ap_events *events)
{
	ap_frame *frame = ap_top(state);
	const ap_step *step = &game->steps[frame->step];
	frame->asked &= (ap_seats)~AP_SEAT(seat);
	step->apply(state, seat, action, events);
	if (step->close && frame->asked == 0)
		step->close(state, events);
	settle(game, state, events);
}

void ap_play(const ap_game *game, void *state, int seat, ap_action action, ap_events *events)
{
	assert(game && is_asked(state, seat) && ap_action_sound(game, action));
	play(game, state, seat, action, events);
}

static bool is_over(const void *state)
{
	return ((const ap_head *)state)->over != 0;
}

static ap_result refuse_after_end(const ap_game *game, const void *state)
{
	assert(((const ap_head *)state)->over <= game->reasons->count);
	return (ap_result){AP_GAME_OVER, game->over_clause[((const ap_head *)state)->over - 1]};
}

ap_result ap_apply(const ap_game *game, void *state, int seat, ap_action action, ap_events *events)
{
	assert(game && state);
	if (is_over(state))
		return refuse_after_end(game, state);
	const ap_step *step = &game->steps[ap_step_of(state)];
	if (!is_asked(state, seat))
		return (ap_result){AP_NOT_ASKED, game->turn_clause};
	uint16_t clause =
		ap_action_sound(game, action) ? step->refuse(state, seat, action) : step->clause;
	if (clause != 0)
		return (ap_result){AP_FORBIDDEN, clause};
	ap_play(game, state, seat, action, events);
	return (ap_result){AP_OK, 0};
}

ap_result ap_unseal(const ap_game *game, void *state, int seat)
{
	assert(game && state);
	if (is_over(state))
		return refuse_after_end(game, state);
	const ap_step *step = &game->steps[ap_step_of(state)];
	bool is_player = seat >= 0 && seat < ap_players(state);
	if (!is_player || !step->unseal || !step->unseal(state, seat))
		return (ap_result){AP_NOT_SEALED, step->clause};
	ap_top(state)->asked |= AP_SEAT(seat);
	return (ap_result){AP_OK, 0};
}

void ap_record_event(
	ap_events *events, ap_seats seen_by, int kind, int clause, const int16_t arg[AP_EVENT_ARGS])
{
	assert(events && arg && seen_by != 0);
	assert(kind >= 0 && kind <= UINT16_MAX && clause > 0 && clause <= UINT16_MAX);
	if (events->count == AP_MAX_EVENTS) {
		events->lost++;
		return;
	}
	ap_event *e = &events->list[events->count++];
	e->kind = (uint16_t)kind;
	e->clause = (uint16_t)clause;
	e->seen_by = seen_by;
	memcpy(e->arg, arg, sizeof e->arg);
}

int ap_playout(const ap_game *game, void *state, ap_rng *rng, int limit)
{
	assert(game && state && rng && limit >= 0);
	ap_action legal[AP_MAX_LEGAL];
	ap_seats actors;
	int actions = 0;
	for (; (actors = ap_peek(state)->asked) != 0; actions++) {
		if (actions == limit)
			return -1;
		int seat = __builtin_ctz(actors);
		int n = list_legal(game, state, seat, legal);
		play(game, state, seat, legal[ap_draw_below(rng, (uint32_t)n)], NULL);
	}
	return actions;
}
