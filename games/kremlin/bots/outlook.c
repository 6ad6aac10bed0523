/* outlook.c: how a bot of Kremlin values what it sees of the table. */
#include "outlook.h"

enum {
	/* What other factions may have written. */
	ON_MEMBERS = 600, /* the chance that a faction has written on a member of the Politburo */
	ON_CANDIDATES = 450,
	ON_PEOPLE = 300,
	IN_HAND = 500,     /* the least chance that I keep a politician whom I control */
	OUT_OF_HAND = 850, /* the part of my chance that counts while another seat controls him */

	/* The weight of rivals. */
	UNCONTROLLED = 600, /* the part of a rival's weight for a politician whom nobody controls */

	/* The chief's chair. */
	CHAIR = 1200,          /* the worth of the chair without its next wave */
	DECISIVE = 4 * WAVE,   /* the worth of the wave that wins */
	UNCERTAIN = 500,       /* the part of the next chief's worth that counts */
	INHERITS = 500,        /* the chance that a given minister of the 1st level becomes chief */
	LAST_WORD = 2 * WAVE,  /* the additional worth of the chair when year 11 is near, KR-WI-2 */
	YEARS_BEFORE_LAST = 2, /* how many years before year 11 that begins */

	/* Age and health. */
	YOUNG = 50,
	PER_YEAR = 20,
	HARDLY_ALIVE = 40,
	SUITS = 1100, /* the factor for a post that suits him */
	GALLS = 850,
};

static const int vigour_by_crosses[KR_DEADLY_CROSSES] = {SURE, 700, 400};

/* The worth of the powers of a post to the seat that controls its holder. */
static const int power[KR_PLACE_COUNT] = {[KR_PLACE_KGB] = 340,
	[KR_PLACE_FOREIGN] = 230,
	[KR_PLACE_DEFENSE] = 210,
	[KR_PLACE_IDEOLOGY] = 120,
	[KR_PLACE_INDUSTRY] = 100,
	[KR_PLACE_ECONOMY] = 85,
	[KR_PLACE_SPORT] = 80,
	[KR_PLACE_CANDIDATES] = 40,
	[KR_PLACE_PEOPLE] = 18};

/* ---- Influence ------------------------------------------------------------------------------- */

int kr_my_total(const outlook *o, int p)
{
	return o->s->declared[o->me][p] + kr_pending(o->s, o->me, p);
}

int kr_my_reserve(const outlook *o, int p)
{
	if (kr_written(o->s, o->me, p) == KR_UNWRITTEN)
		return 0;
	return kr_undeclared(o->s, o->me, p) - kr_pending(o->s, o->me, p);
}

int kr_their_total(const outlook *o, int p)
{
	int most = 0;
	for (int seat = 0; seat < o->s->head.players; seat++)
		if (seat != o->me)
			most = greater(most, o->s->declared[seat][p]);
	return most;
}

static int owner_of(const kr_state *s, int me, int p)
{
	int most = 0, owner = kr_controller(s, p);
	for (int seat = 0; seat < s->head.players; seat++)
		if (seat != me)
			most = greater(most, s->declared[seat][p]);
	bool raised = kr_pending(s, me, p) && s->declared[me][p] + kr_pending(s, me, p) > most;
	return raised ? me : owner;
}

static int chance_written_on(const kr_state *s, int p)
{
	return kr_is_member(s, p)                ? ON_MEMBERS
		: s->place[p] == KR_PLACE_CANDIDATES ? ON_CANDIDATES
											 : ON_PEOPLE;
}

/* Returns the chance that this rival can declare so many points more on a politician. */
static int chance_to_raise(const kr_state *s, int seat, int p, int points)
{
	int shown = kr_shown(s, seat, p), written = kr_written(s, seat, p);
	if (points <= 0)
		return SURE;
	if (points > s->left[seat] || shown + points > KR_NUMBERS)
		return 0;
	if (written != KR_UNWRITTEN)
		return written - shown >= points ? SURE : 0;
	if (shown > 0)
		return SURE * (KR_NUMBERS + 1 - shown - points) / (KR_NUMBERS + 1 - shown);
	return chance_written_on(s, p) * (KR_NUMBERS + 1 - points) / KR_NUMBERS;
}

static int chance_mine(const outlook *o, int p)
{
	int total = kr_my_total(o, p) + kr_my_reserve(o, p), chance = SURE;
	if (total == 0)
		return 0;
	for (int seat = 0; seat < o->s->head.players; seat++)
		if (seat != o->me) {
			int beats = total + 1 - o->s->declared[seat][p];
			chance = part(chance, SURE - chance_to_raise(o->s, seat, p, beats));
		}
	if (o->owner[p] == o->me)
		return IN_HAND + part(chance, SURE - IN_HAND);
	return o->owner[p] == KR_NONE ? chance : part(chance, OUT_OF_HAND);
}

/* ---- Politicians ----------------------------------------------------------------------------- */

/* Returns the number of waves to which this politician's next one would be added. */
static int waves_before(const outlook *o, int p, int seat)
{
	if (kr_version(o->s) == KR_RULES_SWISS)
		return kr_waves_of(o->s, p);
	return seat == KR_NONE ? 0 : kr_waves_for(o->s, seat);
}

static int wave(const outlook *o, int p, int seat)
{
	static const int worth[KR_WAVES_TO_WIN] = {WAVE, WAVE * 3 / 2, DECISIVE};
	return worth[lesser(waves_before(o, p, seat), KR_WAVES_TO_WIN - 1)];
}

/* KR-WI-2: the seat that controls the chief in year 11 wins. */
static int chair(const outlook *o, int p, int seat)
{
	int late = o->s->year - (KR_LAST_YEAR - YEARS_BEFORE_LAST);
	int worth = CHAIR / 2 + wave(o, p, seat) / 2;
	if (o->s->year == KR_LAST_YEAR)
		return DECISIVE;
	return late > 0 ? worth + late * LAST_WORD : worth;
}

static int by_suitability(const kr_state *s, int p, int place)
{
	int suits = kr_suits(s, p, place);
	return suits > 0 ? SUITS : suits < 0 ? GALLS : SURE;
}

/* Returns what this place is worth to a seat if it controls the politician there. */
static int worth_to(const outlook *o, int p, int place, int seat)
{
	int worth = power[place];
	if (place == KR_PLACE_CHIEF)
		return chair(o, p, seat);
	if (kr_level_of(place) == KR_LEVEL_FIRST)
		worth += part(part(chair(o, p, seat), o->frailty), INHERITS);
	return part(worth, by_suitability(o->s, p, place));
}

/* Returns what a politician at his best age in this place is worth to me, weighing the chances
 * that he is mine and that he is not. */
static int stake(const outlook *o, int p, int place)
{
	int owner = o->owner[p], mine = o->mine[p];
	int worth = part(worth_to(o, p, place, o->me), mine);
	if (owner == KR_NONE || owner == o->me) {
		int theirs = part(worth_to(o, p, place, KR_NONE), part(o->anybody, SURE - mine));
		return worth - (owner == KR_NONE ? part(theirs, UNCONTROLLED) : theirs);
	}
	return worth - part(worth_to(o, p, place, owner), part(o->weight[owner], SURE - mine));
}

static int vigour(int age, int crosses)
{
	if (age >= KR_RETIREMENT_AGE || crosses >= KR_DEADLY_CROSSES)
		return 0;
	int by_age = age <= YOUNG ? SURE : greater(SURE - (age - YOUNG) * PER_YEAR, HARDLY_ALIVE);
	return part(by_age, vigour_by_crosses[crosses]);
}

int kr_worth_as(const outlook *o, int p, int place, int age, int crosses)
{
	return place > KR_PLACE_PEOPLE ? 0 : part(stake(o, p, place), vigour(age, crosses));
}

int kr_worth_in(const outlook *o, int p, int place)
{
	return kr_worth_as(o, p, place, kr_age(o->s, p), kr_crosses(o->s, p));
}

int kr_worth(const outlook *o, int p)
{
	return kr_worth_in(o, p, o->s->place[p]);
}

int kr_cost_of_years(const outlook *o, int p, int years)
{
	int age = kr_age(o->s, p) + years;
	return kr_worth(o, p) - kr_worth_as(o, p, o->s->place[p], age, kr_crosses(o->s, p));
}

int kr_worth_rolled(const outlook *o, int p, bool in_cure, int die)
{
	int age = kr_age(o->s, p);
	int crosses = kr_crosses(o->s, p) + kr_health_change(age, in_cure, die);
	return kr_worth_as(o, p, o->s->place[p], age, greater(crosses, 0));
}

int kr_worth_after_roll(const outlook *o, int p, bool in_cure, int added)
{
	int sum = 0;
	for (int die = 1; die <= KR_FACES; die++)
		sum += kr_worth_rolled(o, p, in_cure, die + added);
	return sum / KR_FACES;
}

int kr_worth_of_wave(const outlook *o, int p, int seat)
{
	int worth = wave(o, p, seat);
	if (kr_version(o->s) == KR_RULES_SWISS)
		return part(worth, o->mine[p]) - part(part(worth, o->anybody), SURE - o->mine[p]);
	if (seat == KR_NONE)
		return 0;
	return seat == o->me ? worth : -part(worth, o->weight[seat]);
}

/* ---- Expectations ---------------------------------------------------------------------------- */

int kr_die_chance(int needs)
{
	return SURE * kr_faces_reaching(needs) / KR_FACES;
}

int kr_wave_chance(const kr_state *s, int p)
{
	return kr_die_chance(kr_wave_needs(s, p));
}

int kr_purge_chance(const kr_state *s, int victim)
{
	if (s->place[victim] > KR_PLACE_CANDIDATES)
		return 0;
	return kr_die_chance(kr_purge_terms_of(s, victim).needs);
}

static int best_successor(const outlook *o, kr_politician_set nominees)
{
	int best = -DECISIVE;
	for (; nominees; nominees &= nominees - 1)
		best = greater(best, kr_worth_in(o, __builtin_ctz(nominees), KR_PLACE_CHIEF));
	return best;
}

static int mean_successor(const outlook *o, kr_politician_set nominees)
{
	int sum = 0, count = __builtin_popcount(nominees);
	for (; nominees; nominees &= nominees - 1)
		sum += kr_worth_in(o, __builtin_ctz(nominees), KR_PLACE_CHIEF);
	return sum / count;
}

/* KR-5: if I control the nominator, my choice counts, otherwise any minister may become chief. */
int kr_worth_of_succession(const outlook *o)
{
	int nominator = kr_first_nominator(o->s);
	if (nominator == KR_NONE)
		return 0;
	kr_politician_set nominees = kr_first_nominees(o->s, nominator);
	if (nominees == 0)
		return part(kr_worth_in(o, nominator, KR_PLACE_CHIEF), UNCERTAIN);
	bool mine = o->owner[nominator] == o->me;
	return part(mine ? best_successor(o, nominees) : mean_successor(o, nominees), UNCERTAIN);
}

/* A guess how a member will vote. He votes for himself and for the politicians of his own
 * faction; my members vote by my interest; all others vote against, but at a nomination the
 * faction of the nominator agrees. */
typedef enum guess { ABSTAINS, AGREES, OPPOSES } guess;

static guess guess_vote(const outlook *o, ballot b, int post)
{
	int p = o->s->holder[post];
	if (p == KR_NONE || !kr_active(o->s, post))
		return ABSTAINS;
	if (p == b.subject || (!b.trial && p == b.caller))
		return AGREES;
	int seat = o->owner[p], place = b.trial ? o->s->place[b.subject] : KR_PLACE_CHIEF;
	if (seat == KR_NONE)
		return ABSTAINS;
	if (seat == o->me)
		return kr_worth_in(o, b.subject, place) >= 0 ? AGREES : OPPOSES;
	if (seat == o->owner[b.subject])
		return AGREES;
	bool callers = b.caller != KR_NONE && seat == o->owner[b.caller];
	return callers && !b.trial ? AGREES : OPPOSES;
}

int kr_expected_ayes(const outlook *o, ballot b, int from)
{
	int count = 0;
	for (int post = from; post < KR_POSTS; post++)
		count += guess_vote(o, b, post) == AGREES;
	return count;
}

int kr_expected_nays(const outlook *o, ballot b, int from)
{
	int count = 0;
	for (int post = from; post < KR_POSTS; post++)
		count += guess_vote(o, b, post) == OPPOSES;
	return count;
}

int kr_guilty_chance(const outlook *o, int accused, int accuser)
{
	static const int chance[] = {850, 800, 150, 50}; /* by the number of expected votes for him */
	ballot b = {true, accused, accuser};
	return chance[lesser(kr_expected_ayes(o, b, KR_PLACE_CHIEF), AP_COUNT(chance) - 1)];
}

/* ---- The outlook of a seat ------------------------------------------------------------------- */

static int frailty_of_chief(const kr_state *s)
{
	static const int by_crosses[KR_DEADLY_CROSSES] = {100, 350, 650};
	int chief = s->holder[KR_PLACE_CHIEF];
	if (chief == KR_NONE)
		return SURE;
	int chance = by_crosses[kr_crosses(s, chief)] + greater(0, kr_age(s, chief) - 72) * 10;
	return s->cure >> chief & 1 ? chance / 2 : lesser(chance, SURE);
}

/* In the Swiss version waves belong to politicians, so all rivals weigh the same. */
static int weight_of(const kr_state *s, int seat)
{
	static const int weight[KR_WAVES_TO_WIN] = {400, 600, SURE};
	int waves = kr_version(s) == KR_RULES_SWISS ? 0 : kr_waves_for(s, seat);
	return weight[lesser(waves, KR_WAVES_TO_WIN - 1)];
}

outlook kr_look(const kr_state *s, int me)
{
	outlook o = {.s = s, .me = me, .frailty = frailty_of_chief(s)};
	for (int seat = 0; seat < s->head.players; seat++) {
		o.weight[seat] = weight_of(s, seat);
		o.anybody += seat == me ? 0 : o.weight[seat];
	}
	o.anybody /= s->head.players - 1;
	for (int p = 0; p < KR_POLITICIANS; p++)
		o.owner[p] = (uint8_t)owner_of(s, me, p);
	for (int p = 0; p < KR_POLITICIANS; p++)
		o.mine[p] = chance_mine(&o, p);
	return o;
}
