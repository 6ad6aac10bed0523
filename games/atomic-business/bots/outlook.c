/* outlook.c: the street as a bot of Atomic Business sees it. */
#include "outlook.h"

enum {
	/* Time is counted in sixths of a round. */
	ROUND = 6,
	STRIDE = POINTS - 1, /* steps of a bearer in a turn */
	WAY_HOME = 20,       /* what a bearer needs from the Palace */
	LONGEST = 71,

	DIPLOMAT = 60,    /* a diplomat, whatever he is doing: escort, spy or threat */
	RESTLESS = 10500, /* SURE and a little: even who flies next may still be stopped */

	/* How likely a bearer is pressed before he moves on by those who could. */
	RISK_ALONE = 7000,  /* one power is enough */
	RISK_ALLIED = 2500, /* it takes several */
	RISK_KNOWN = 8500,  /* and somebody knows what he carries */
	PATIENCE = 12,      /* after so many idle rounds nobody fears anything */

	/* How the odds of a nuclear briefcase change with what its bearer does, in tenths. */
	HURRIES = 16,
	LINGERS = 2,

	/* How pressures end. */
	OPENS_ALONE = 8500,
	OPENS_ALLIED = 4500,
};

/* A nuclear briefcase that far from home still wins: nine tenths of it each sixth of a round. */
static const int16_t fading[LONGEST + 1] = {10000, 9000, 8100, 7290, 6561, 5905, 5314, 4783, 4305,
	3874, 3487, 3138, 2824, 2542, 2288, 2059, 1853, 1668, 1501, 1351, 1216, 1094, 985, 886, 798,
	718, 646, 581, 523, 471, 424, 382, 343, 309, 278, 250, 225, 203, 182, 164, 148, 133, 120, 108,
	97, 87, 79, 71, 64, 57, 52, 46, 42, 38, 34, 30, 27, 25, 22, 20, 18, 16, 15, 13, 12, 11, 10, 9,
	8, 7, 6, 6};

static int faded(int time)
{
	return fading[time > LONGEST ? LONGEST : time];
}

/* ---- Looking ------------------------------------------------------------------------------- */

/* The chance that a briefcase is nuclear of which nobody at the table has told me anything. */
static int hope_of(const ab_state *s)
{
	int left[KINDS] = {ab_cases_left(s, NUCLEAR), ab_cases_left(s, TOURIST)};
	for (int pawn = 0; pawn < s->head.players * EACH; pawn++)
		if (is_loaded(s, pawn) && s->load[pawn] != UNSEEN)
			left[s->load[pawn]]--;
	int all = left[NUCLEAR] + left[TOURIST];
	return all > 0 ? SURE * left[NUCLEAR] / all : 0;
}

/* Whoever knows that he carries a tourist briefcase has less reason to leave the Palace. */
static int suspicion(const outlook *o, int pawn)
{
	bool aware = o->s->known_to[pawn] & AP_SEAT(owner_of(pawn));
	if (!aware)
		return o->hope;
	int odds = on_street(o->s, pawn) ? HURRIES : LINGERS;
	int64_t suspected = (int64_t)o->hope * odds;
	return (int)(SURE * suspected / (suspected + (SURE - o->hope) * 10));
}

static int chance_of_load(const outlook *o, int pawn)
{
	switch (o->s->load[pawn]) {
	case NONE:
		return EMPTY;
	case UNSEEN:
		return suspicion(o, pawn);
	default:
		return o->s->load[pawn] == NUCLEAR ? SURE : 0;
	}
}

/* His turn has begun, but he has not moved yet. */
static bool about_to_move(const ab_state *s)
{
	int step = s->head.stack[0].step;
	return step == SECRET || step == DRAW || step == TURN_START;
}

outlook ab_look(const ab_state *s, int me)
{
	outlook o = {.s = s, .me = me, .players = s->head.players, .moving = NONE, .plates_of = NONE};
	bool moving = s->head.stack[0].step == MOVEMENT;
	o.next = about_to_move(s) ? turn_of(s) : clockwise(s, turn_of(s), 1);
	o.moving = moving ? turn_of(s) : NONE;
	o.points = moving ? s->points : 0;
	o.reserve = ab_reserve_size(s);
	o.hope = hope_of(s);
	o.ballot_by = s->ballot_by;
	o.plates_of = s->plates ? turn_of(s) : NONE;
	memcpy(o.place, s->place, sizeof o.place);
	memcpy(o.known_to, s->known_to, sizeof o.known_to);
	memcpy(o.barred, s->barred, sizeof o.barred);
	for (int pawn = 0; pawn < AB_DIPLOMATS; pawn++)
		o.nuclear[pawn] = (int16_t)chance_of_load(&o, pawn);
	return o;
}

void ab_unload(outlook *o, int pawn)
{
	o->nuclear[pawn] = EMPTY;
	o->known_to[pawn] = o->barred[pawn] = 0;
}

/* He stops there; in the Palace he takes what the reserve has. */
void ab_arrive(outlook *o, int pawn, int space)
{
	o->place[pawn] = (uint8_t)space;
	o->barred[pawn] = 0;
	if (space == PALACE && o->nuclear[pawn] == EMPTY && o->reserve > 0) {
		o->nuclear[pawn] = (int16_t)o->hope;
		o->known_to[pawn] = (uint8_t)AP_SEAT(owner_of(pawn));
	}
}

int ab_count_in(const outlook *o, int seat, int space)
{
	int count = 0;
	for (int pawn = seat * EACH; pawn < (seat + 1) * EACH; pawn++)
		count += o->place[pawn] == space;
	return count;
}

/* What it costs him to go there; more than POINTS if he cannot. */
static int cost_to(const outlook *o, int pawn, int space)
{
	int steps = space - o->place[pawn];
	if (o->place[pawn] == REMOVED)
		return POINTS + 1;
	if (o->nuclear[pawn] != EMPTY)
		return steps < 0 ? 1 - steps : POINTS + 1;
	if (o->reserve == 0 && steps < 0)
		return -steps;
	return steps > 0 ? steps : POINTS + 1;
}

int ab_within_reach(const outlook *o, int seat, int space)
{
	int with_cost[POINTS + 1] = {0}, count = 0, points = POINTS;
	for (int pawn = seat * EACH; pawn < (seat + 1) * EACH; pawn++) {
		int cost = cost_to(o, pawn, space);
		if (cost >= 1 && cost <= POINTS)
			with_cost[cost]++;
	}
	for (int cost = 1; cost <= points; cost++)
		for (; with_cost[cost] > 0 && cost <= points; points -= cost, with_cost[cost]--)
			count++;
	return count;
}

/* ---- Bearers ------------------------------------------------------------------------------- */

/* Turns that begin until his: 1 for the next player. */
static int turns_until(const outlook *o, int seat)
{
	return (seat - o->next + o->players) % o->players + 1;
}

/* AB-SC-16: the ballot ends with the turn of the one who held it. */
static bool grounded(const outlook *o, int seat)
{
	return o->ballot_by != NONE && o->ballot_by != seat &&
		turns_until(o, seat) < turns_until(o, o->ballot_by);
}

static bool flies_this_turn(const outlook *o, int pawn)
{
	bool paid = o->plates_of == owner_of(pawn) || (o->s->surcharged >> pawn & 1);
	int cost = o->place[pawn] + (paid ? 0 : 1);
	return owner_of(pawn) == o->moving && o->ballot_by == NONE && cost <= o->points;
}

static int time_to_home(const outlook *o, int pawn)
{
	int seat = owner_of(pawn), steps = o->place[pawn];
	if (flies_this_turn(o, pawn))
		return 0;
	int turns = (steps + STRIDE - 1) / STRIDE;
	if (o->plates_of == seat && o->next == seat && steps <= POINTS)
		turns = 1;
	if (turns <= 1)
		turns = grounded(o, seat) ? 2 : 1;
	return ROUND * (turns - 1) + ROUND * turns_until(o, seat) / o->players;
}

/* The chance that he is pressed before he moves on. */
static int risk_of(const outlook *o, int pawn)
{
	int owner = owner_of(pawn), space = o->place[pawn], all = 0, most = 0;
	int guard = ab_count_in(o, owner, space);
	bool known = false;
	if (space == PALACE || space == HOME)
		return 0;
	for (int seat = 0; seat < o->players; seat++) {
		if (seat == owner || (o->barred[pawn] & AP_SEAT(seat)))
			continue;
		int count = ab_count_in(o, seat, space);
		if (turns_until(o, seat) < turns_until(o, owner))
			count += ab_within_reach(o, seat, space);
		all += count;
		most = count > most ? count : most;
		known |= count > 0 && (o->known_to[pawn] & AP_SEAT(seat));
	}
	if (all <= guard)
		return 0;
	int calm = o->s->idle < PATIENCE ? PATIENCE - o->s->idle : 0;
	return (known ? RISK_KNOWN : most > guard ? RISK_ALONE : RISK_ALLIED) * calm / PATIENCE;
}

/* ---- Worths -------------------------------------------------------------------------------- */

/* A diplomat who still has to walk so many points before he can take a new briefcase. */
static int worth_of_walk(const outlook *o, int points)
{
	if (o->reserve == 0)
		return DIPLOMAT;
	return DIPLOMAT + part(o->hope, faded(ROUND * points / POINTS + WAY_HOME));
}

/* As odds, so that who is nearly home outweighs the table. */
static int worth_of_contract(const outlook *o, int pawn)
{
	int chance = part(faded(time_to_home(o, pawn)), SURE - risk_of(o, pawn));
	return DIPLOMAT + SURE * chance / (RESTLESS - chance);
}

static int worth_of_pawn(const outlook *o, int pawn)
{
	int place = o->place[pawn], chance = o->nuclear[pawn];
	if (place == REMOVED)
		return 0;
	if (chance == EMPTY)
		return worth_of_walk(o, PALACE - place);
	int back = place + (place + STRIDE - 1) / STRIDE, worth = 0;
	if (chance < SURE)
		worth = part(worth_of_walk(o, back + PALACE), SURE - chance);
	return chance > 0 ? worth + part(worth_of_contract(o, pawn), chance) : worth;
}

int ab_prospect(const outlook *o, int seat)
{
	int total = 0;
	for (int pawn = seat * EACH; pawn < (seat + 1) * EACH; pawn++)
		total += worth_of_pawn(o, pawn);
	return total;
}

/* My share of all that is hoped for. */
int ab_worth(const outlook *o)
{
	int all = 0, mine = ab_prospect(o, o->me);
	for (int seat = 0; seat < o->players; seat++)
		all += seat == o->me ? mine : ab_prospect(o, seat);
	return all > 0 ? (int)((int64_t)WON * mine / all) : 0;
}

/* ---- Pressures ----------------------------------------------------------------------------- */

/* AB-PR-7: each gives up the one he needs least. */
static void lose_one(outlook *o, int seat, int space)
{
	int victim = NONE, least = 0;
	for (int pawn = seat * EACH; pawn < (seat + 1) * EACH; pawn++) {
		if (o->place[pawn] != space)
			continue;
		int worth = worth_of_pawn(o, pawn);
		if (victim == NONE || worth < least) {
			victim = pawn;
			least = worth;
		}
	}
	if (victim == NONE)
		return;
	ab_unload(o, victim);
	o->place[victim] = REMOVED;
}

int ab_worth_opened(const outlook *o, int bearer, ap_seats attackers)
{
	outlook then = *o;
	int chance = o->nuclear[bearer];
	ab_unload(&then, bearer);
	int worth = chance > 0 ? part(ab_worth(&then), chance) : 0;
	if (chance == SURE)
		return worth;
	for (int seat = 0; seat < o->players; seat++)
		if (attackers & AP_SEAT(seat))
			lose_one(&then, seat, o->place[bearer]);
	return worth + part(ab_worth(&then), SURE - chance);
}

/* AB-PR-1: those who may still press him, apart from this seat. */
static int possible_allies(const outlook *o, int bearer, int seat)
{
	int count = 0;
	for (int other = 0; other < o->players; other++)
		if (other != seat && other != owner_of(bearer) && !(o->barred[bearer] & AP_SEAT(other)))
			count += ab_count_in(o, other, o->place[bearer]);
	return count;
}

int ab_chance_to_open(const outlook *o, int bearer, int seat, int help)
{
	int space = o->place[bearer], guard = ab_count_in(o, owner_of(bearer), space);
	int alone = ab_count_in(o, seat, space) + help;
	if (alone > guard)
		return OPENS_ALONE;
	return alone + possible_allies(o, bearer, seat) > guard ? OPENS_ALLIED : 0;
}

bool ab_mine_to_press(const outlook *o, int bearer)
{
	int space = o->place[bearer], owner = owner_of(bearer);
	if (owner == o->me || o->nuclear[bearer] == EMPTY || space < AIRPORT || space >= PALACE)
		return false;
	int mine = ab_count_in(o, o->me, space);
	if (mine == 0 || (o->barred[bearer] & AP_SEAT(o->me)))
		return false;
	return mine + possible_allies(o, bearer, o->me) > ab_count_in(o, owner, space);
}

int ab_worth_of_pressing(const outlook *o, int bearer)
{
	int card = o->s->hand[o->me], now = ab_worth(o);
	int help = card <= AB_EFFECT_INCIDENT ? ab_amount_of(card) : 0;
	int chance = ab_chance_to_open(o, bearer, o->me, help);
	int worth = ab_worth_opened(o, bearer, AP_SEAT(o->me));
	return chance > 0 && worth > now ? now + part(worth - now, chance) : now;
}
