/* knowledge.c: views, masked actions, outcomes, and the soundness of the head. Each game says what
 * it hides; the head is public. */
#include "core/locals.h"

void ap_view(const ap_game *game, const void *state, int viewer, void *out)
{
	assert(game && state && out);
	assert((viewer >= 0 && viewer < ap_players(state)) || viewer == AP_OBSERVER);
	if (out != state)
		memcpy(out, state, game->state_size);
	((ap_head *)out)->viewer = (uint8_t)viewer;
	game->hide(out, viewer);
}

int ap_viewer(const void *state)
{
	assert(state);
	return ((const ap_head *)state)->viewer;
}

void ap_determinize(const ap_game *game, const void *view, ap_rng *rng, void *out)
{
	assert(game && view && rng && out);
	int viewer = ap_viewer(view);
	assert(viewer != AP_EVERYTHING);
	if (out != view)
		memcpy(out, view, game->state_size);
	((ap_head *)out)->viewer = AP_EVERYTHING;
	game->fill(out, viewer, rng);
	assert(ap_unsound(game, out) == NULL);
}

ap_action ap_masked(const ap_game *game, const void *state, int seat, ap_action a, int viewer)
{
	assert(game && state);
	assert(seat >= 0 && seat <= AP_CHANCE && viewer >= 0 && viewer <= AP_EVERYTHING);
	return viewer == seat || viewer == AP_EVERYTHING ? a : game->mask(state, seat, a, viewer);
}

bool ap_outcome_of(const ap_game *game, const void *state, ap_outcome *out)
{
	assert(game && state && out);
	const ap_head *h = state;
	if (!h->over)
		return false;
	assert(h->over <= game->reasons->count);
	memset(out, 0, sizeof *out);
	out->reason = (uint8_t)(h->over - 1);
	game->outcome(state, out);
	return true;
}

int ap_players(const void *state)
{
	assert(state);
	return ((const ap_head *)state)->players;
}

void ap_setup_of(const void *state, ap_setup *out)
{
	assert(state && out);
	const ap_head *h = state;
	out->players = h->players;
	memcpy(out->option, h->option, sizeof out->option);
}

static const char *stack_unsound(const ap_game *game, const ap_head *h)
{
	ap_seats seats = (ap_seats)((1u << h->players) - 1) | AP_SEAT(AP_CHANCE);
	if (h->depth < 1 || h->depth > AP_MAX_DEPTH)
		return "the stack is empty or too deep";
	for (int i = 0; i < h->depth; i++) {
		if (h->stack[i].step >= game->step_count)
			return "a frame has no such step";
		if (h->stack[i].asked & ~seats)
			return "a frame asks a seat that is not at the table";
		if (h->stack[i].asked && (h->over || i != h->depth - 1))
			return "a frame asks while it is not its turn";
		const char *wrong = h->over ? NULL : ap_locals_unsound(game, h->players, &h->stack[i]);
		if (wrong)
			return wrong;
	}
	if (h->over && (h->depth > 1 || memcmp(&h->stack[0], &(ap_frame){0}, sizeof(ap_frame)) != 0))
		return "the game is over, but its stack is not empty";
	for (const unsigned char *b = (const unsigned char *)&h->stack[h->depth];
		 b < (const unsigned char *)&h->stack[AP_MAX_DEPTH]; b++)
		if (*b != 0)
			return "there is something above the stack";
	return NULL;
}

const char *ap_unsound(const ap_game *game, const void *state)
{
	assert(game && state);
	const ap_head *h = state;
	ap_setup setup;
	ap_setup_of(state, &setup);
	if (!ap_setup_sound(game, &setup))
		return "players or options are out of range";
	if (h->spare)
		return "unused bytes are not zero";
	if (h->over > game->reasons->count)
		return "the game is over for no known reason";
	if (h->viewer >= h->players && h->viewer != AP_OBSERVER && h->viewer != AP_EVERYTHING)
		return "the viewer is not at the table";
	const char *wrong = stack_unsound(game, h);
	return wrong ? wrong : game->unsound(state);
}
