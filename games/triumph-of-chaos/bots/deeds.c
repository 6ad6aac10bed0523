/* deeds.c: the worth of the events of the cards, row by row of effects.csv, so that every card is
 * judged by what it does now. */
#include "greedy.h"
#include "engine/events.h"

enum {
	ARMY_COMES = 25, /* an army that an event brings, besides its combat factors */
	ARMY_FACTOR = 6, /* each combat factor of it */
	CORPS_COMES = 6, /* the same for a corps */
	CORPS_FACTOR = 3,
	LEADER_COMES = 20,
	RESTORED = 9,      /* an army that becomes full again */
	PREPARES = 3,      /* what may matter later only */
	INFIGHTING = 10,   /* an In-Fighting of the enemy, for each turn to come */
	PASSIVITY = 8,     /* passive factions, for each round left and army that stands still */
	UPRISING = 10,     /* Greens or partisans in the enemy's rear, each */
	SWITCHED = 25,     /* a corps that changes sides */
	BONUS = 8,         /* a modifier in an attack */
	UNPLANNED = 8,     /* a space that is activated, if the activations are not planned yet */
	STOLEN = 18,       /* a card that the enemy loses, or that I take back */
	SEEN = 5,          /* the enemy's hand */
	FEWER_STEPS = 15,  /* the enemy has fewer replacement steps */
	POLES_COME = 160,  /* Poland's war against RED, with its forces */
	POLES_AT_WAR = 60, /* the same if they are on the map already */
	POLES_LEAVE = 200, /* peace with Poland, to RED */
	LEVY = 30,         /* the Russian levy, to RED */
	ILL = 8,           /* a stack that typhoid may strike */
	LEGION = 60,       /* the Czech Legion, besides its box */
	BORROWED = 30      /* Makhno's men, for a turn */
};

/* ---- Units and leaders ----------------------------------------------------------------------- */

static bool can_come(const tc_state *s, int unit)
{
	return s->unit_where[unit] == TC_LOCATION_OUT || s->unit_where[unit] == TC_LOCATION_DEAD;
}

static int worth_of_units(const outlook *o, const tc_effect *e)
{
	int worth = 0, left = e->deed == TC_DEED_RESERVE_SOME ? e->amount : TC_UNITS;
	for (int i = 0; i < e->units_count && left > 0; i++) {
		int unit = e->units[i], combat = tc_units[unit].combat;
		if (!can_come(o->s, unit))
			continue;
		worth += tc_is_army(unit) ? ARMY_COMES + ARMY_FACTOR * combat
								  : CORPS_COMES + CORPS_FACTOR * combat;
		left--;
	}
	for (int i = 0; i < e->leaders_count; i++)
		if (o->s->leader_where[e->leaders[i]] == TC_LOCATION_OUT)
			worth += LEADER_COMES;
	return worth * o->weight;
}

static int worth_of_restoring(const outlook *o, const tc_effect *e)
{
	int worth = 0;
	for (int i = 0; i < e->units_count; i++)
		if (o->s->unit_at[e->units[i]] < TC_SPACES && tc_reduced(o->s, e->units[i]))
			worth += RESTORED;
	return worth;
}

/* The army changes sides every other time, and its space is lost with it. */
static int worth_of_mutiny(const outlook *o, const tc_effect *e)
{
	int at = o->s->unit_at[tc_mutineer(e)];
	return at < TC_SPACES ? -o->city[at] / 2 - 10 : 0;
}

/* ---- Factions -------------------------------------------------------------------------------- */

static int mine_or_theirs(const outlook *o, const tc_effect *e, int worth)
{
	return e->side == o->me ? worth : -worth;
}

static int worth_of_influence(const outlook *o, const tc_effect *e, int ip)
{
	int worth = 0;
	for (int i = 0; i < e->factions_count; i++)
		worth += tc_bot_influence_worth(o, e->factions[i], mine_or_theirs(o, e, ip));
	return e->until ? worth * e->until / TC_FACES : worth;
}

/* Of influence that is spread: the best factions get as much as one may have. */
static int worth_of_spreading(const outlook *o, const tc_effect *e)
{
	int best[TC_FACTIONS] = {0}, worth = 0, most = greater(1, e->most);
	for (int i = 0; i < e->factions_count; i++) {
		int one = tc_bot_influence_worth(o, e->factions[i], most), at = i;
		for (; at > 0 && best[at - 1] < one; at--)
			best[at] = best[at - 1];
		best[at] = one;
	}
	for (int i = 0; i < e->amount / most; i++)
		worth += best[i];
	return worth;
}

static int best_diplomacy(const outlook *o, int ip)
{
	int best = 0;
	for (int f = 0; f < TC_FACTIONS; f++)
		best = greater(best, tc_bot_influence_worth(o, f, ip));
	return best;
}

static int worth_of_doors(const outlook *o, const tc_effect *e, int side)
{
	int worth = 0;
	for (int i = 0; i < e->factions_count; i++)
		worth += tc_bot_permission_worth(o, e->factions[i], side);
	return worth;
}

static int worth_of_control(const outlook *o, const tc_effect *e)
{
	int legion = e->factions[0] == TC_FACTION_CZECH_LEGION ? LEGION : 0;
	return mine_or_theirs(o, e, legion + tc_bot_influence_worth(o, e->factions[0], 9));
}

static int idle_armies(const outlook *o)
{
	int count = 0;
	for (int u = 0; u < TC_UNITS; u++)
		count += tc_faction_of(o->s, u) < TC_FACTIONS && tc_is_army(u) &&
			o->s->unit_at[u] < TC_SPACES && tc_user(o->s, u) == o->foe;
	return count;
}

static int worth_of_polish_war(const outlook *o)
{
	bool placed = o->s->faction_flags[TC_FACTION_POLAND] & TC_FACTION_FLAG_PLACED;
	int worth = placed ? POLES_AT_WAR : POLES_COME;
	return o->me == TC_SIDE_WHITE ? worth : -worth;
}

/* ---- The map --------------------------------------------------------------------------------- */

int tc_bot_most_threatening(const outlook *o, int marker)
{
	int worst = 0;
	for (int space = 0; space < TC_SPACES; space++)
		if (o->theirs[space] > 0 && (!marker || (o->s->marker[space] & marker)))
			worst = greater(worst, tc_bot_threat_worth(o, space));
	return worst;
}

static int worth_of_activations(const outlook *o, int count)
{
	return o->planned ? o->sums[lesser(count, MOST_MARKS)] : UNPLANNED * count;
}

static int worth_of_lost_credit(const outlook *o, const tc_effect *e)
{
	int worth = 0;
	for (int i = 0; i < e->spaces_count; i++)
		worth -= o->s->owner[e->spaces[i]] == e->side ? VP / 2 : 0;
	return mine_or_theirs(o, e, worth);
}

/* ---- Rows ------------------------------------------------------------------------------------ */

static int worth_about_factions(const outlook *o, const tc_effect *e)
{
	switch (e->deed) {
	case TC_DEED_INFLUENCE:
		return worth_of_influence(o, e, e->amount);
	case TC_DEED_MOVE_MARKER:
		return worth_of_influence(o, e, tc_number_of(TC_NUMBER_MARKER_PRICE));
	case TC_DEED_SPREAD:
		return worth_of_spreading(o, e);
	case TC_DEED_INFLUENCE_ONE:
		return best_diplomacy(o, e->amount);
	case TC_DEED_PERMIT_CONTROL:
		return worth_of_doors(o, e, e->side);
	case TC_DEED_CANCEL:
		return worth_of_doors(o, e, o->foe);
	case TC_DEED_GAIN_CONTROL:
		return worth_of_control(o, e);
	case TC_DEED_IDLE_FACTIONS:
	case TC_DEED_IDLE_FACTIONS_BUT:
		return PASSIVITY * tc_bot_rounds_left(o->s) * idle_armies(o) / 2;
	case TC_DEED_POLISH_WAR:
		return worth_of_polish_war(o);
	case TC_DEED_POLISH_PEACE:
		return POLES_LEAVE;
	case TC_DEED_LEVY:
		return o->me == TC_SIDE_RED ? LEVY : -LEVY;
	case TC_DEED_BORROW_FACTION:
		return BORROWED;
	default:
		return PREPARES;
	}
}

static int worth_on_map(const outlook *o, const tc_effect *e)
{
	switch (e->deed) {
	case TC_DEED_PLACE:
	case TC_DEED_RESERVE:
	case TC_DEED_RESERVE_SOME:
		return worth_of_units(o, e);
	case TC_DEED_RESTORE:
		return worth_of_restoring(o, e);
	case TC_DEED_MUTINY:
		return worth_of_mutiny(o, e);
	case TC_DEED_GREEN:
	case TC_DEED_PARTISANS:
		return UPRISING * e->amount;
	case TC_DEED_SWITCH_CORPS:
		return SWITCHED;
	case TC_DEED_STOP_COMBAT:
		return tc_bot_most_threatening(o, TC_MARKER_FLAG_COMBAT);
	case TC_DEED_NO_ACT:
		return tc_bot_most_threatening(o, 0) * 3 / 4;
	case TC_DEED_FREEZE:
		return tc_bot_most_threatening(o, 0);
	case TC_DEED_ACTIVATE:
		return worth_of_activations(o, e->amount);
	case TC_DEED_ATTACK_BONUS:
	case TC_DEED_COLUMN_BONUS:
	case TC_DEED_LEND:
	case TC_DEED_MOVE_AGAIN:
		return BONUS * greater(1, e->most);
	case TC_DEED_FIRST_FIRE:
	case TC_DEED_ENTER_PORT:
	case TC_DEED_INVADE_PORT:
		return 2 * BONUS;
	case TC_DEED_TYPHOID:
		return ILL * e->amount * e->until / TC_FACES;
	case TC_DEED_NO_CREDIT:
		return worth_of_lost_credit(o, e);
	default:
		return worth_about_factions(o, e);
	}
}

static int worth_of_row(const outlook *o, const tc_effect *e)
{
	switch (e->deed) {
	case TC_DEED_STEPS:
	case TC_DEED_STEPS_NOW:
		return tc_bot_steps_worth(o, e->amount);
	case TC_DEED_LIFT_DUTY:
		return tc_bot_steps_worth(o, 1);
	case TC_DEED_FACTION_STEPS:
		return tc_bot_faction_steps_worth(o, e->amount);
	case TC_DEED_FREE_STEPS:
		return tc_bot_faction_steps_worth(o, e->amount) * o->counts;
	case TC_DEED_INFIGHTING:
		return mine_or_theirs(o, e, -INFIGHTING * (o->counts - 1));
	case TC_DEED_END_INFIGHTING:
		return INFIGHTING * o->counts * e->until / TC_FACES;
	case TC_DEED_DISCARD:
	case TC_DEED_TAKE_BACK:
		return STOLEN * e->amount;
	case TC_DEED_FREE_LEADERS:
		return LEADER_COMES * e->amount;
	case TC_DEED_LOOK:
		return SEEN;
	case TC_DEED_HALVE_STEPS:
	case TC_DEED_NO_REPLACEMENT_CARDS:
		return FEWER_STEPS;
	case TC_DEED_NOTHING_MORE:
	case TC_DEED_ENDED_BY:
	case TC_DEED_STEPS_NEED:
	case TC_DEED_NO_STEPS:
	case TC_DEED_LANDING_LIMIT:
		return 0;
	default:
		return worth_on_map(o, e);
	}
}

/* ---- Cards ----------------------------------------------------------------------------------- */

int tc_bot_choice_worth(const outlook *o, int card, int choice)
{
	int worth = 0;
	bool done = false; /* the row before was possible, and this one is instead of it */
	for (int row = tc_first_row(card); tc_row_of_card(row, card); row++) {
		const tc_effect *e = &tc_effects[row];
		if (e->choice < TC_CHOICES && e->choice != choice)
			continue;
		if (e->either && done)
			continue;
		done = tc_row_possible(o->s, o->me, row);
		worth += done ? worth_of_row(o, e) : 0;
	}
	return worth;
}

int tc_bot_deeds_worth(const outlook *o, int card)
{
	int best = NEVER;
	if (!tc_has_choices(card))
		return tc_bot_choice_worth(o, card, TC_CHOICES);
	for (int choice = 0; choice < TC_CHOICES; choice++)
		if (tc_choices[choice].card == card && tc_choice_forbidden(o->s, o->me, card, choice) == 0)
			best = greater(best, tc_bot_choice_worth(o, card, choice));
	return best == NEVER ? 0 : best;
}
