/* figures.c: the figures that follow from a view of Kremlin by the rules, for displays, bots and
 * lessons. */
#include "chapters.h"

static int name_or_none(int index)
{
	return index == KR_NONE ? AP_NONE : index;
}

static int percent_of_faces(int faces)
{
	return faces * 100 / KR_FACES;
}

int kr_chance(int needs)
{
	return percent_of_faces(kr_faces_reaching(needs));
}

/* Returns how many faces of the die, with what is added to it, are not above this place in the
 * Health Table. */
static int faces_up_to(int place, int added)
{
	int last = place < 1 ? 0 : place >= KR_FACES ? KR_FACES : place - added;
	return last < 0 ? 0 : last > KR_FACES ? KR_FACES : last;
}

kr_health_odds kr_health_odds_of(const kr_state *s, int p, bool in_cure)
{
	assert(kr_is_politician(p) && kr_is_member(s, p));
	kr_health_odds odds = {0};
	int crosses = kr_crosses(s, p), added = kr_health_modifiers(s, p, in_cure).sum, before = 0;
	const kr_roll *row = kr_health_row(kr_age(s, p), in_cure);
	const struct {
		int until, change;
	} column[] = {{row->dies, KR_DEADLY_CROSSES}, {row->two, 2}, {row->one, 1}, {row->same, 0},
		{KR_FACES, -1}};
	for (int i = 0; i < AP_COUNT(column); i++) {
		int until = faces_up_to(column[i].until, added),
			faces = until > before ? until - before : 0;
		int after = kr_crosses_with(crosses, column[i].change);
		before += faces;
		odds.dies += after == KR_DEADLY_CROSSES ? faces : 0;
		odds.worse += after > crosses ? faces : 0;
		odds.better += after < crosses ? faces : 0;
	}
	return (kr_health_odds){.better = percent_of_faces(odds.better),
		.worse = percent_of_faces(odds.worse),
		.dies = percent_of_faces(odds.dies)};
}

/* ---- Politicians ----------------------------------------------------------------------------- */

int kr_figure_age(const void *view, int key)
{
	return kr_age(view, key);
}

int kr_figure_seniority(const void *view, int key)
{
	const kr_state *s = view;
	int rank = 1, age = kr_age(s, key), place = s->place[key];
	for (int p = 0; p < KR_POLITICIANS; p++)
		if (s->place[p] == place)
			rank += kr_age(s, p) > age || (kr_age(s, p) == age && p < key);
	return rank;
}

int kr_figure_controller(const void *view, int key)
{
	return name_or_none(kr_controller(view, key));
}

int kr_figure_crosses(const void *view, int key)
{
	return kr_crosses(view, key);
}

int kr_figure_away(const void *view, int key)
{
	return kr_is_away(view, key);
}

int kr_figure_suits(const void *view, int key)
{
	return kr_suits(view, key, ((const kr_state *)view)->place[key]);
}

int kr_figure_holder(const void *view, int key)
{
	return name_or_none(((const kr_state *)view)->holder[key]);
}

int kr_figure_waves_of(const void *view, int key)
{
	return kr_waves_of(view, key);
}

int kr_figure_wave_needs(const void *view, int key)
{
	return kr_wave_needs(view, key);
}

/* ---- Purges and health ----------------------------------------------------------------------- */

static bool can_be_purged(const kr_state *s, int p)
{
	return s->place[p] <= KR_PLACE_CANDIDATES;
}

/* Returns the terms of a purge of this politician. While a card directs the purge at another
 * politician, these are the terms that apply after that purge. */
static kr_purge_terms purge_terms_now(const kr_state *s, int p)
{
	if (s->stage == KR_STAGE_FREE || kr_imposed_target(s) == p)
		return kr_purge_terms_of(s, p);
	kr_state undirected = *s;
	undirected.stage = KR_STAGE_FREE;
	return kr_purge_terms_of(&undirected, p);
}

int kr_figure_purge_number(const void *view, int key)
{
	return can_be_purged(view, key) ? kr_purge_terms_of(view, key).number : AP_NONE;
}

int kr_figure_purge_needs(const void *view, int key)
{
	return can_be_purged(view, key) ? purge_terms_now(view, key).needs : AP_NONE;
}

int kr_figure_purge_chance(const void *view, int key)
{
	return can_be_purged(view, key) ? kr_chance(purge_terms_now(view, key).needs) : AP_NONE;
}

int kr_figure_protection(const void *view, int key)
{
	return -kr_protections_of(view, key, 0).sum;
}

/* Only members of the Politburo make Health rolls. */
int kr_figure_cure_better(const void *view, int key)
{
	return kr_is_member(view, key) ? kr_health_odds_of(view, key, true).better : AP_NONE;
}

int kr_figure_cure_worse(const void *view, int key)
{
	return kr_is_member(view, key) ? kr_health_odds_of(view, key, true).worse : AP_NONE;
}

int kr_figure_cure_dies(const void *view, int key)
{
	return kr_is_member(view, key) ? kr_health_odds_of(view, key, true).dies : AP_NONE;
}

int kr_figure_work_better(const void *view, int key)
{
	return kr_is_member(view, key) ? kr_health_odds_of(view, key, false).better : AP_NONE;
}

int kr_figure_work_worse(const void *view, int key)
{
	return kr_is_member(view, key) ? kr_health_odds_of(view, key, false).worse : AP_NONE;
}

int kr_figure_work_dies(const void *view, int key)
{
	return kr_is_member(view, key) ? kr_health_odds_of(view, key, false).dies : AP_NONE;
}

/* ---- Factions -------------------------------------------------------------------------------- */

int kr_figure_waves_for(const void *view, int key)
{
	return kr_waves_for(view, key);
}

int kr_figure_points_left(const void *view, int key)
{
	return ((const kr_state *)view)->left[key];
}

int kr_figure_points_shown(const void *view, int key)
{
	return KR_ALL_POINTS - ((const kr_state *)view)->left[key];
}

/* In the Swiss version waves belong to politicians: the standing of a faction is that of the
 * best politician whom it controls. */
int kr_standing(const void *view, int seat)
{
	const kr_state *s = view;
	int most = 0;
	if (kr_version(s) != KR_RULES_SWISS)
		return kr_waves_for(s, seat);
	for (int p = 0; p < KR_POLITICIANS; p++)
		if (kr_controller(s, p) == seat && kr_waves_of(s, p) > most)
			most = kr_waves_of(s, p);
	return most;
}

int kr_figure_waves_that_count(const void *view, int key)
{
	return kr_standing(view, key);
}

/* ---- The table ------------------------------------------------------------------------------- */

int kr_figure_highest_active(const void *view, int key)
{
	(void)key;
	return name_or_none(kr_highest_active(view));
}

int kr_figure_imposed_target(const void *view, int key)
{
	(void)key;
	return name_or_none(kr_imposed_target(view));
}

int kr_figure_charge_needs(const void *view, int key)
{
	(void)view;
	(void)key;
	return kr_charge_needs();
}

int kr_figure_living(const void *view, int key)
{
	(void)key;
	return kr_living(view);
}

int kr_figure_deck_size(const void *view, int key)
{
	(void)key;
	return kr_deck_size(view);
}

int kr_figure_waves_to_win(const void *view, int key)
{
	(void)view;
	(void)key;
	return KR_WAVES_TO_WIN;
}

int kr_figure_last_year(const void *view, int key)
{
	(void)view;
	(void)key;
	return KR_LAST_YEAR;
}

int kr_figure_candidate_places(const void *view, int key)
{
	(void)view;
	(void)key;
	return KR_CANDIDATE_PLACES;
}

int kr_figure_highest_number(const void *view, int key)
{
	(void)view;
	(void)key;
	return KR_NUMBERS;
}

/* ---- Numbers of the rules -------------------------------------------------------------------- */

int kr_figure_faces(const void *view, int key)
{
	(void)view;
	(void)key;
	return KR_FACES;
}

int kr_figure_level_number(const void *view, int key)
{
	(void)view;
	return key <= KR_PLACE_CANDIDATES ? kr_purge_number(key) : AP_NONE;
}

int kr_figure_away_modifier(const void *view, int key)
{
	(void)view;
	(void)key;
	return KR_AWAY_MODIFIER;
}

int kr_figure_wave_roll(const void *view, int key)
{
	(void)view;
	(void)key;
	return KR_WAVE_ROLL;
}

int kr_figure_years(const void *view, int key)
{
	static const uint8_t years[KR_DEED_COUNT] = {[KR_DEED_PURGE] = KR_PURGE_COST,
		[KR_DEED_FAILED_PURGE] = KR_FAILED_PURGE_COST,
		[KR_DEED_CONDEMNATION] = KR_CONDEMNATION_COST,
		[KR_DEED_INVESTIGATION] = KR_INVESTIGATION_COST,
		[KR_DEED_CLOSING] = KR_CLOSING_COST,
		[KR_DEED_LOST_TRIAL] = KR_ACQUITTAL_COST,
		[KR_DEED_LOST_NOMINATION] = KR_DEFEAT_COST,
		[KR_DEED_PROMOTION] = KR_STEP_COST,
		[KR_DEED_EXCHANGE] = KR_EXCHANGE_COST,
		[KR_DEED_RELEASE] = KR_RELEASE_COST};
	(void)view;
	return years[key];
}

int kr_figure_retirement_age(const void *view, int key)
{
	(void)view;
	(void)key;
	return KR_RETIREMENT_AGE;
}

int kr_figure_votes_to_acquit(const void *view, int key)
{
	(void)view;
	(void)key;
	return KR_ACQUITTAL_VOTES;
}

int kr_figure_votes_to_defeat(const void *view, int key)
{
	(void)view;
	(void)key;
	return KR_DEFEAT_VOTES;
}

int kr_figure_all_points(const void *view, int key)
{
	(void)view;
	(void)key;
	return KR_ALL_POINTS;
}
