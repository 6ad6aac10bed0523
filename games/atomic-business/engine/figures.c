/* figures.c: what follows from a view of Atomic Business by the rules, and how the seats stand. All
 * of it is public: every viewer gets the same figures. */
#include "chapters.h"

/* ---- Figures of diplomats -------------------------------------------------------------------- */

int ab_figure_owner(const void *view, int key)
{
	return key < ab_pawn_count(view) ? ab_owner_of(key) : AP_NONE;
}

int ab_figure_in_game(const void *view, int key)
{
	return ab_in_game(view, key);
}

int ab_figure_pressable(const void *view, int key)
{
	return ab_pressable(view, key);
}

int ab_figure_step_cost(const void *view, int key)
{
	const ab_state *s = view;
	return s->place[key] == AB_SPACE_REMOVED ? AP_NONE : ab_step_cost(s, key);
}

/* ---- Figures of powers ----------------------------------------------------------------------- */

int ab_figure_diplomats_left(const void *view, int key)
{
	return ab_diplomats_left(view, key);
}

int ab_figure_cases_carried(const void *view, int key)
{
	int count = 0;
	for (int pawn = ab_first_pawn(key); pawn < ab_first_pawn(key + 1); pawn++)
		count += ab_is_loaded(view, pawn);
	return count;
}

int ab_figure_out(const void *view, int key)
{
	return ab_is_out(view, key);
}

/* ---- Figures of the street and the briefcases ------------------------------------------------ */

int ab_figure_distance(const void *view, int key)
{
	(void)view;
	return key == AB_SPACE_REMOVED ? AP_NONE : key - AB_SPACE_HOME;
}

int ab_figure_movement_points(const void *view, int key)
{
	(void)view;
	(void)key;
	return AB_POINTS;
}

int ab_figure_surcharge(const void *view, int key)
{
	(void)view;
	(void)key;
	return AB_SURCHARGE;
}

int ab_figure_reserve(const void *view, int key)
{
	(void)key;
	return ab_reserve_size(view);
}

int ab_figure_cases_in_all(const void *view, int key)
{
	return ab_cases_in_all(view, key);
}

int ab_figure_cases_left(const void *view, int key)
{
	return ab_cases_left(view, key);
}

/* ---- Figures of Secret cards ----------------------------------------------------------------- */

int ab_figure_family(const void *view, int key)
{
	(void)view;
	return ab_family_of(key);
}

int ab_figure_strength_change(const void *view, int key)
{
	(void)view;
	if (ab_family_of(key) != AB_FAMILY_PRESSURE)
		return AP_NONE;
	return ab_is_bonus(key) ? ab_amount_of(key) : -ab_amount_of(key);
}

int ab_figure_ride(const void *view, int key)
{
	(void)view;
	return ab_family_of(key) == AB_FAMILY_MOVEMENT ? ab_amount_of(key) : AP_NONE;
}

int ab_figure_copies(const void *view, int key)
{
	(void)view;
	return ab_copies[key];
}

int ab_figure_still_out(const void *view, int key)
{
	return ab_copies[key] - ((const ab_state *)view)->discard[key];
}

int ab_figure_deck(const void *view, int key)
{
	(void)key;
	return ab_secrets_left(view);
}

/* ---- Figures of a pressure, the game and the series ------------------------------------------ */

int ab_figure_strength(const void *view, int key)
{
	const ab_state *s = view;
	int bearer = s->head.over ? AB_NONE : ab_pressed(s);
	return bearer == AB_NONE ? AP_NONE : ab_strength(s, key, bearer, ab_attackers(s));
}

int ab_figure_idle_limit(const void *view, int key)
{
	(void)view;
	(void)key;
	return AB_IDLE_ROUNDS;
}

int ab_figure_games_left(const void *view, int key)
{
	const ab_state *s = view;
	(void)key;
	return ab_is_series(s) ? s->games_left + 1 : AP_NONE;
}

int ab_figure_points_contract(const void *view, int key)
{
	const ab_state *s = view;
	return s->head.over && !ab_is_series(s) && s->winner == key ? s->score[key] : 0;
}

int ab_figure_points_diplomats(const void *view, int key)
{
	const ab_state *s = view;
	if (!s->head.over)
		return ab_diplomats_left(s, key);
	return ab_is_series(s) || s->winner == key ? 0 : s->score[key];
}

int ab_figure_points_series(const void *view, int key)
{
	const ab_state *s = view;
	return ab_is_series(s) ? s->score[key] : 0;
}

/* Returns what a seat would score if the game ended now and nobody won it, AB-SR-2. */
int ab_standing(const void *view, int seat)
{
	const ab_state *s = view;
	return s->head.over ? s->score[seat] : s->score[seat] + ab_diplomats_left(s, seat);
}
