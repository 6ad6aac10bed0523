/* outlook.c: the table as a bot of Kremlin sees it. */
#include "outlook.h"

enum {
	/* What others may have written. */
	ON_MEMBERS = 600, /* the chance that a faction has written on one of the Politburo */
	ON_CANDIDATES = 450,
	ON_PEOPLE = 300,
	IN_HAND = 500,     /* of my chance, while I control him: others may think of other things */
	OUT_OF_HAND = 850, /* and while another does */

	/* What rivals are to me. */
	UNCONTROLLED = 600, /* of a rival's weight, for a man nobody controls */

	/* The chair. */
	CHAIR = 1200,          /* apart from its next wave */
	DECISIVE = 4 * WAVE,   /* the wave that wins */
	UNCERTAIN = 500,       /* of what the next chief seems to promise */
	INHERITS = 500,        /* the chance that a given man of the 1st level succeeds */
	LAST_WORD = 2 * WAVE,  /* more for the chair when year 11 is near: KR-WI-2 */
	YEARS_BEFORE_LAST = 2, /* that is */

	/* Age and health. */
	YOUNG = 50,
	PER_YEAR = 20,
	HARDLY_ALIVE = 40,
	SUITS = 1100, /* a post of his strength */
	GALLS = 850,
};

static const int vigour_by_crosses[DEADLY] = {SURE, 700, 400};

/* What the powers of a post are worth to whoever controls its holder. */
static const int power[PLACES] = {[KGB] = 340,
	[FOREIGN] = 230,
	[DEFENSE] = 210,
	[IDEOLOGY] = 120,
	[INDUSTRY] = 100,
	[ECONOMY] = 85,
	[SPORT] = 80,
	[CANDIDATES] = 40,
	[PEOPLE] = 18};

/* ---- Influence ------------------------------------------------------------------------------- */

int kr_my_total(const outlook *o, int p)
{
	return o->s->declared[o->me][p] + kr_pending(o->s, o->me, p);
}

int kr_my_reserve(const outlook *o, int p)
{
	if (kr_written(o->s, o->me, p) == UNWRITTEN)
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
	return kr_member(s, p) ? ON_MEMBERS : s->place[p] == CANDIDATES ? ON_CANDIDATES : ON_PEOPLE;
}

/* The chance that this rival can declare so many points more on him. */
static int chance_to_raise(const kr_state *s, int seat, int p, int points)
{
	int shown = kr_shown(s, seat, p), written = kr_written(s, seat, p);
	if (points <= 0)
		return SURE;
	if (points > s->left[seat] || shown + points > NUMBERS)
		return 0;
	if (written != UNWRITTEN)
		return written - shown >= points ? SURE : 0;
	if (shown > 0)
		return SURE * (NUMBERS + 1 - shown - points) / (NUMBERS + 1 - shown);
	return chance_written_on(s, p) * (NUMBERS + 1 - points) / NUMBERS;
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
	return o->owner[p] == NONE ? chance : part(chance, OUT_OF_HAND);
}

/* ---- Politicians ----------------------------------------------------------------------------- */

/* Waves that this man's next one would add to. */
static int waves_before(const outlook *o, int p, int seat)
{
	if (kr_version(o->s) == SWISS)
		return kr_waves_of(o->s, p);
	return seat == NONE ? 0 : kr_waves_for(o->s, seat);
}

static int wave(const outlook *o, int p, int seat)
{
	static const int worth[WAVES_TO_WIN] = {WAVE, WAVE * 3 / 2, DECISIVE};
	return worth[lesser(waves_before(o, p, seat), WAVES_TO_WIN - 1)];
}

/* KR-WI-2: whoever has the chief in year 11 has won. */
static int chair(const outlook *o, int p, int seat)
{
	int late = o->s->year - (LAST_YEAR - YEARS_BEFORE_LAST);
	int worth = CHAIR / 2 + wave(o, p, seat) / 2;
	if (o->s->year == LAST_YEAR)
		return DECISIVE;
	return late > 0 ? worth + late * LAST_WORD : worth;
}

static int by_suitability(const kr_state *s, int p, int place)
{
	if (!kr_advanced(s) || place < KGB || place >= POSTS)
		return SURE;
	return kr_politicians[p].strength + KGB == place ? SUITS
		: kr_politicians[p].weakness + KGB == place  ? GALLS
													 : SURE;
}

/* What this place is worth to that seat if it controls him there. */
static int worth_to(const outlook *o, int p, int place, int seat)
{
	int worth = power[place];
	if (place == CHIEF)
		return chair(o, p, seat);
	if (kr_level(place) == FIRST_LEVEL)
		worth += part(part(chair(o, p, seat), o->frailty), INHERITS);
	return part(worth, by_suitability(o->s, p, place));
}

/* What he means to me there in his best years: if he is mine, and if he is not. */
static int stake(const outlook *o, int p, int place)
{
	int owner = o->owner[p], mine = o->mine[p];
	int worth = part(worth_to(o, p, place, o->me), mine);
	if (owner == NONE || owner == o->me) {
		int theirs = part(worth_to(o, p, place, NONE), part(o->anybody, SURE - mine));
		return worth - (owner == NONE ? part(theirs, UNCONTROLLED) : theirs);
	}
	return worth - part(worth_to(o, p, place, owner), part(o->weight[owner], SURE - mine));
}

static int vigour(int age, int crosses)
{
	if (age >= RETIREMENT || crosses >= DEADLY)
		return 0;
	int by_age = age <= YOUNG ? SURE : greater(SURE - (age - YOUNG) * PER_YEAR, HARDLY_ALIVE);
	return part(by_age, vigour_by_crosses[crosses]);
}

int kr_worth_as(const outlook *o, int p, int place, int age, int crosses)
{
	return place > PEOPLE ? 0 : part(stake(o, p, place), vigour(age, crosses));
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

int kr_worth_rolled(const outlook *o, int p, bool away, int die)
{
	int age = kr_age(o->s, p), roll = die < 1 ? 1 : lesser(die, FACES);
	int crosses = kr_crosses(o->s, p) + kr_health_change(age, away, roll);
	return kr_worth_as(o, p, o->s->place[p], age, greater(crosses, 0));
}

int kr_worth_after_roll(const outlook *o, int p, bool away, int added)
{
	int sum = 0;
	for (int die = 1; die <= FACES; die++)
		sum += kr_worth_rolled(o, p, away, die + added);
	return sum / FACES;
}

int kr_worth_of_wave(const outlook *o, int p, int seat)
{
	int worth = wave(o, p, seat);
	if (kr_version(o->s) == SWISS)
		return part(worth, o->mine[p]) - part(part(worth, o->anybody), SURE - o->mine[p]);
	if (seat == NONE)
		return 0;
	return seat == o->me ? worth : -part(worth, o->weight[seat]);
}

int kr_wave_chance(const kr_state *s, int p)
{
	int needed = 7 * kr_crosses(s, p);
	return needed == 0 ? SURE : SURE * (FACES + 1 - needed) / FACES;
}

/* ---- What is to be expected ------------------------------------------------------------------ */

static int protection_of(const kr_state *s, int victim)
{
	static const uint8_t cards[PROTECTIONS] = {
		KR_INTRIGUE_OIL_FIELD, KR_INTRIGUE_AIRLINER, KR_INTRIGUE_SPACE_SUCCESS, KR_INTRIGUE_MEDALS};
	int sum = 0;
	for (int i = 0; i < PROTECTIONS; i++)
		if (s->guarded[i] == victim)
			sum += kr_intrigues[cards[i]].amount;
	return sum;
}

/* KR-2, KR-AD-2, and cards. */
int kr_purge_modifiers(const kr_state *s, int victim)
{
	bool away = (s->cure & ~s->outing) >> victim & 1;
	int place = s->place[victim], sum = (away ? 3 : 0) - protection_of(s, victim);
	if (kr_advanced(s) && place >= KGB && place < POSTS) {
		if (kr_politicians[victim].weakness + KGB == place)
			sum += 2;
		if (kr_politicians[victim].strength + KGB == place)
			sum -= 2;
	}
	return s->stage != FREE ? sum + kr_intrigues[s->imposed].amount : sum;
}

int kr_purge_chance(const kr_state *s, int victim)
{
	if (s->place[victim] > CANDIDATES)
		return 0;
	int needed = kr_purge_number(s->place[victim]) - kr_purge_modifiers(s, victim);
	return SURE * greater(0, lesser(FACES, FACES + 1 - needed)) / FACES;
}

static int best_successor(const outlook *o, uint32_t nominees)
{
	int best = -DECISIVE;
	for (; nominees; nominees &= nominees - 1)
		best = greater(best, kr_worth_in(o, __builtin_ctz(nominees), CHIEF));
	return best;
}

static int mean_successor(const outlook *o, uint32_t nominees)
{
	int sum = 0, count = __builtin_popcount(nominees);
	for (; nominees; nominees &= nominees - 1)
		sum += kr_worth_in(o, __builtin_ctz(nominees), CHIEF);
	return sum / count;
}

/* KR-5: his choice if I have the minister, any man otherwise. */
int kr_worth_of_succession(const outlook *o)
{
	ap_frame fresh = {0};
	int nominator = kr_nominator(o->s, &fresh);
	if (nominator == NONE)
		return 0;
	uint32_t nominees = kr_nominees(o->s, &fresh, nominator);
	if (nominees == 0)
		return part(kr_worth_in(o, nominator, CHIEF), UNCERTAIN);
	bool mine = o->owner[nominator] == o->me;
	return part(mine ? best_successor(o, nominees) : mean_successor(o, nominees), UNCERTAIN);
}

/* How this member will vote, as far as one can guess: for his own man and for the caller's, me by
 * my interest, everybody else against. */
static int expected_vote(const outlook *o, const ap_frame *f, bool trial, int post)
{
	int p = o->s->holder[post], subject = kr_subject(f), caller = kr_caller(f);
	if (p == NONE || !kr_active(o->s, post))
		return NO_VOTE;
	if (p == subject || (!trial && p == caller))
		return FOR;
	int seat = o->owner[p], place = trial ? o->s->place[subject] : CHIEF;
	if (seat == NONE)
		return NO_VOTE;
	if (seat == o->me)
		return kr_worth_in(o, subject, place) >= 0 ? FOR : AGAINST;
	if (seat == o->owner[subject])
		return FOR;
	bool callers = caller != NONE && seat == o->owner[caller];
	return callers && !trial ? FOR : AGAINST;
}

int kr_expected_votes(const outlook *o, const ap_frame *f, bool trial, int from, int vote)
{
	int count = 0;
	for (int post = from; post < POSTS; post++)
		count += expected_vote(o, f, trial, post) == vote;
	return count;
}

int kr_guilty_chance(const outlook *o, int accused, int accuser)
{
	static const int chance[] = {850, 800, 150, 50};
	ap_frame f = {.v[SUBJECT] = (int16_t)(uint16_t)(accuser << 8 | accused)};
	return chance[lesser(kr_expected_votes(o, &f, true, CHIEF, FOR), 3)];
}

/* ---- Looking --------------------------------------------------------------------------------- */

static int frailty_of_chief(const kr_state *s)
{
	static const int by_crosses[DEADLY] = {100, 350, 650};
	int chief = s->holder[CHIEF];
	if (chief == NONE)
		return SURE;
	int chance = by_crosses[kr_crosses(s, chief)] + greater(0, kr_age(s, chief) - 72) * 10;
	return s->cure >> chief & 1 ? chance / 2 : lesser(chance, SURE);
}

/* Swiss waves belong to politicians, so all rivals weigh the same. */
static int weight_of(const kr_state *s, int seat)
{
	static const int weight[WAVES_TO_WIN] = {400, 600, SURE};
	int waves = kr_version(s) == SWISS ? 0 : kr_waves_for(s, seat);
	return weight[lesser(waves, WAVES_TO_WIN - 1)];
}

outlook kr_look(const kr_state *s, int me)
{
	outlook o = {.s = s, .me = me, .frailty = frailty_of_chief(s)};
	for (int seat = 0; seat < s->head.players; seat++) {
		o.weight[seat] = weight_of(s, seat);
		o.anybody += seat == me ? 0 : o.weight[seat];
	}
	o.anybody /= s->head.players - 1;
	for (int p = 0; p < POLITICIANS; p++)
		o.owner[p] = (uint8_t)owner_of(s, me, p);
	for (int p = 0; p < POLITICIANS; p++)
		o.mine[p] = chance_mine(&o, p);
	return o;
}
