/* outlook.c: the street as a bot of Atomic Business sees it. */
#include "outlook.h"

enum {
	/* Time is counted in sixths of a round. LONGEST is the last index of the table below. */
	ROUND = 6,
	STRIDE = AB_POINTS - 1, /* the steps that a bearer takes in a turn */
	WAY_HOME = 20,          /* the time that a bearer needs from the Palace to home */
	LONGEST = 71,

	DIPLOMAT = 60,    /* the worth of any diplomat, even without a briefcase */
	RESTLESS = 10500, /* more than SURE, because even a bearer who can fly next may be stopped */

	/* The chance that an outnumbered bearer is pressed before he moves on. */
	RISK_ALONE = 7000,  /* one power alone outnumbers him */
	RISK_ALLIED = 2500, /* only several powers together outnumber him */
	RISK_KNOWN = 8500,  /* a power that could press him knows what he carries */
	PATIENCE = 12,      /* idle rounds after which this chance is counted as 0 */

	/* The factors, in tenths, by which the odds of a nuclear briefcase change if its bearer has
	 * left the Palace, and if he has not. */
	HURRIES = 16,
	LINGERS = 2,

	/* The chance that a pressure opens a briefcase. */
	OPENS_ALONE = 8500,
	OPENS_ALLIED = 4500,
};

/* The chance that a nuclear briefcase wins, by the time that its bearer needs to get home. It is
 * multiplied by nine tenths for each sixth of a round. */
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

/* Returns the chance that a briefcase of which I know nothing is nuclear. */
static int hope_of(const ab_state *s)
{
	int left[AB_KIND_COUNT] = {
		ab_cases_left(s, AB_KIND_NUCLEAR), ab_cases_left(s, AB_KIND_TOURIST)};
	for (int pawn = 0; pawn < ab_pawn_count(s); pawn++)
		if (ab_is_loaded(s, pawn) && s->load[pawn] != AP_UNSEEN)
			left[s->load[pawn]]--;
	int all = left[AB_KIND_NUCLEAR] + left[AB_KIND_TOURIST];
	return all > 0 ? SURE * left[AB_KIND_NUCLEAR] / all : 0;
}

/* Returns the chance that a briefcase that I have not seen is nuclear. A power that knows that
 * its own briefcase is a tourist one has less reason to leave the Palace with it. */
static int suspicion(const outlook *o, int pawn)
{
	bool aware = o->s->known_to[pawn] & AP_SEAT(ab_owner_of(pawn));
	if (!aware)
		return o->hope;
	int odds = ab_on_street(o->s, pawn) ? HURRIES : LINGERS;
	int64_t suspected = (int64_t)o->hope * odds;
	return (int)(SURE * suspected / (suspected + (SURE - o->hope) * 10));
}

static int chance_of_load(const outlook *o, int pawn)
{
	switch (o->s->load[pawn]) {
	case AB_NONE:
		return EMPTY;
	case AP_UNSEEN:
		return suspicion(o, pawn);
	default:
		return o->s->load[pawn] == AB_KIND_NUCLEAR ? SURE : 0;
	}
}

/* Returns whether the turn has begun but its movement has not. */
static bool about_to_move(const ab_state *s)
{
	int step = ab_turn_step(s);
	return step == AB_STEP_SECRET || step == AB_STEP_DRAW || step == AB_STEP_TURN_START;
}

outlook ab_look(const ab_state *s, int me)
{
	outlook o = {
		.s = s, .me = me, .players = s->head.players, .moving = AB_NONE, .plates_of = AB_NONE};
	bool moving = ab_turn_step(s) == AB_STEP_MOVEMENT;
	o.next = about_to_move(s) ? ab_turn_of(s) : ab_clockwise(s, ab_turn_of(s), 1);
	o.moving = moving ? ab_turn_of(s) : AB_NONE;
	o.points = moving ? s->points : 0;
	o.reserve = ab_reserve_size(s);
	o.hope = hope_of(s);
	o.ballot_by = s->ballot_by;
	o.plates_of = s->plates ? ab_turn_of(s) : AB_NONE;
	memcpy(o.place, s->place, sizeof o.place);
	memcpy(o.known_to, s->known_to, sizeof o.known_to);
	for (int pawn = 0; pawn < AB_DIPLOMATS; pawn++) {
		o.barred[pawn] = (uint8_t)ab_barred(s, pawn);
		o.nuclear[pawn] = (int16_t)chance_of_load(&o, pawn);
	}
	return o;
}

void ab_unload(outlook *o, int pawn)
{
	o->nuclear[pawn] = EMPTY;
	o->known_to[pawn] = o->barred[pawn] = 0;
}

/* In the Palace he takes a briefcase if the reserve has one. */
void ab_arrive(outlook *o, int pawn, int space)
{
	o->place[pawn] = (uint8_t)space;
	o->barred[pawn] = o->s->spared[ab_owner_of(pawn)][space];
	if (space == AB_SPACE_PALACE && o->nuclear[pawn] == EMPTY && o->reserve > 0) {
		o->nuclear[pawn] = (int16_t)o->hope;
		o->known_to[pawn] = (uint8_t)AP_SEAT(ab_owner_of(pawn));
	}
}

int ab_count_in(const outlook *o, int seat, int space)
{
	int count = 0;
	for (int pawn = ab_first_pawn(seat); pawn < ab_first_pawn(seat + 1); pawn++)
		count += o->place[pawn] == space;
	return count;
}

/* Returns what it costs a pawn to go to a space in a turn of his own; more than AB_POINTS if he
 * cannot. */
static int cost_to(const outlook *o, int pawn, int space)
{
	int steps = space - o->place[pawn];
	if (o->place[pawn] == AB_SPACE_REMOVED)
		return AB_POINTS + 1;
	if (o->nuclear[pawn] != EMPTY)
		return steps < 0 ? 1 - steps : AB_POINTS + 1;
	if (o->reserve == 0 && steps < 0)
		return -steps;
	return steps > 0 ? steps : AB_POINTS + 1;
}

int ab_within_reach(const outlook *o, int seat, int space)
{
	int with_cost[AB_POINTS + 1] = {0}, count = 0, points = AB_POINTS;
	for (int pawn = ab_first_pawn(seat); pawn < ab_first_pawn(seat + 1); pawn++) {
		int cost = cost_to(o, pawn, space);
		if (cost >= 1 && cost <= AB_POINTS)
			with_cost[cost]++;
	}
	for (int cost = 1; cost <= points; cost++)
		for (; cost <= points && with_cost[cost] > 0; points -= cost, with_cost[cost]--)
			count++;
	return count;
}

/* ---- Bearers ------------------------------------------------------------------------------- */

/* Returns how many turns begin up to this seat's next turn, that turn included; 1 for the next
 * seat. */
static int turns_until(const outlook *o, int seat)
{
	return (seat - o->next + o->players) % o->players + 1;
}

/* Returns whether the ballot will still last in this seat's next turn, AB-SC-16. */
static bool grounded(const outlook *o, int seat)
{
	return o->ballot_by != AB_NONE && o->ballot_by != seat &&
		turns_until(o, seat) < turns_until(o, o->ballot_by);
}

static bool flies_this_turn(const outlook *o, int pawn)
{
	bool plates = o->plates_of == ab_owner_of(pawn) && o->place[pawn] != AB_SPACE_PALACE;
	bool paid = plates || (o->s->surcharged >> pawn & 1);
	int cost = o->place[pawn] + (paid ? 0 : 1);
	return ab_owner_of(pawn) == o->moving && o->ballot_by == AB_NONE && cost <= o->points;
}

static int time_to_home(const outlook *o, int pawn)
{
	int seat = ab_owner_of(pawn), steps = o->place[pawn];
	if (flies_this_turn(o, pawn))
		return 0;
	int turns = (steps + STRIDE - 1) / STRIDE;
	if (o->plates_of == seat && o->next == seat && steps <= AB_POINTS)
		turns = 1;
	if (turns <= 1)
		turns = grounded(o, seat) ? 2 : 1;
	return ROUND * (turns - 1) + ROUND * turns_until(o, seat) / o->players;
}

/* Returns the chance that a bearer is pressed before he moves on. */
static int risk_of(const outlook *o, int pawn)
{
	int owner = ab_owner_of(pawn), space = o->place[pawn], all = 0, most = 0;
	int guard = ab_count_in(o, owner, space);
	bool known = false;
	if (space == AB_SPACE_PALACE || space == AB_SPACE_HOME)
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

/* Returns the worth of a diplomat who needs this many points to reach the Palace. */
static int worth_of_walk(const outlook *o, int points)
{
	if (o->reserve == 0)
		return DIPLOMAT;
	return DIPLOMAT + part(o->hope, faded(ROUND * points / AB_POINTS + WAY_HOME));
}

/* Returns the worth of a nuclear briefcase, as odds, so that a bearer who is nearly home counts
 * for more than everything else. */
static int worth_of_contract(const outlook *o, int pawn)
{
	int chance = part(faded(time_to_home(o, pawn)), SURE - risk_of(o, pawn));
	return DIPLOMAT + SURE * chance / (RESTLESS - chance);
}

static int worth_of_pawn(const outlook *o, int pawn)
{
	int place = o->place[pawn], chance = o->nuclear[pawn];
	if (place == AB_SPACE_REMOVED)
		return 0;
	if (chance == EMPTY)
		return worth_of_walk(o, AB_SPACE_PALACE - place);
	int back = place + (place + STRIDE - 1) / STRIDE, worth = 0;
	if (chance < SURE)
		worth = part(worth_of_walk(o, back + AB_SPACE_PALACE), SURE - chance);
	return chance > 0 ? worth + part(worth_of_contract(o, pawn), chance) : worth;
}

int ab_prospect(const outlook *o, int seat)
{
	int total = 0;
	for (int pawn = ab_first_pawn(seat); pawn < ab_first_pawn(seat + 1); pawn++)
		total += worth_of_pawn(o, pawn);
	return total;
}

/* Returns my share of the prospects of all seats. */
int ab_worth(const outlook *o)
{
	int all = 0, mine = ab_prospect(o, o->me);
	for (int seat = 0; seat < o->players; seat++)
		all += seat == o->me ? mine : ab_prospect(o, seat);
	return all > 0 ? (int)((int64_t)WON * mine / all) : 0;
}

/* ---- Pressures ----------------------------------------------------------------------------- */

/* A seat gives up the diplomat in the space that is worth least to it, AB-PR-7. */
static void lose_one(outlook *o, int seat, int space)
{
	int victim = AB_NONE, least = 0;
	for (int pawn = ab_first_pawn(seat); pawn < ab_first_pawn(seat + 1); pawn++) {
		if (o->place[pawn] != space)
			continue;
		int worth = worth_of_pawn(o, pawn);
		if (victim == AB_NONE || worth < least) {
			victim = pawn;
			least = worth;
		}
	}
	if (victim == AB_NONE)
		return;
	ab_unload(o, victim);
	o->place[victim] = AB_SPACE_REMOVED;
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

/* Returns how many diplomats those who may press a bearer have there, without this seat's,
 * AB-PR-1. */
static int possible_allies(const outlook *o, int bearer, int seat)
{
	int count = 0;
	for (int other = 0; other < o->players; other++)
		if (other != seat && other != ab_owner_of(bearer) && !(o->barred[bearer] & AP_SEAT(other)))
			count += ab_count_in(o, other, o->place[bearer]);
	return count;
}

int ab_chance_to_open(const outlook *o, int bearer, int seat, int help)
{
	int space = o->place[bearer], guard = ab_count_in(o, ab_owner_of(bearer), space);
	int alone = ab_count_in(o, seat, space) + help;
	if (alone > guard)
		return OPENS_ALONE;
	return alone + possible_allies(o, bearer, seat) > guard ? OPENS_ALLIED : 0;
}

bool ab_outnumber_alone(const outlook *o, int bearer)
{
	int space = o->place[bearer];
	return ab_count_in(o, o->me, space) > ab_count_in(o, ab_owner_of(bearer), space);
}

bool ab_mine_to_press(const outlook *o, int bearer)
{
	int space = o->place[bearer], owner = ab_owner_of(bearer);
	if (owner == o->me || o->nuclear[bearer] == EMPTY || space < AB_SPACE_AIRPORT ||
		space >= AB_SPACE_PALACE)
		return false;
	int mine = ab_count_in(o, o->me, space);
	if (mine == 0 || (o->barred[bearer] & AP_SEAT(o->me)))
		return false;
	return mine + possible_allies(o, bearer, o->me) > ab_count_in(o, owner, space);
}

int ab_worth_of_pressing(const outlook *o, int bearer)
{
	int card = o->s->hand[o->me], now = ab_worth(o);
	bool helps = card < AB_EFFECT_COUNT && ab_family_of(card) == AB_FAMILY_PRESSURE;
	int help = helps ? ab_amount_of(card) : 0;
	int chance = ab_chance_to_open(o, bearer, o->me, help);
	int worth = ab_worth_opened(o, bearer, AP_SEAT(o->me));
	return chance > 0 && worth > now ? now + part(worth - now, chance) : now;
}
