/* greedy.c: Atomic Business by hand-written judgement, a turn ahead, from a view.
 *
 * Every legal action is judged by the street it leads to, less what the Secret card it takes would
 * be worth in hand; the best is taken. */
#include "bots/choice.h"
#include "bots/bots.h"
#include "plan.h"

enum {
	PERCENT = WON / 100,

	FRESH_CARD = 9 * PERCENT / 10, /* the card drawn in place of the one I discard */
	IN_DEMAND = 2,                 /* a card is worth so many times more when it may decide soon */
	AFOOT = 4500,                  /* a chance from which I take a bearer seriously */

	COURAGE = PERCENT / 10,    /* a pressure must bring more than this */
	STEALING = 2 * PERCENT,    /* a Leak while somebody is near his goal */
	NEAR_GOAL = 3000,          /* a prospect that is */
	CURIOSITY = 3500,          /* of what a look could save: I may not get to use it */
	JOINS_AS_WELL = 4500,      /* each other power that could join a pressure */
	HURT_ANYWAY = 3 * PERCENT, /* my Counter-espionage is about to be taken from me */
};

/* What each card is worth in hand: drawing is free, so not very much. */
static const int keeping[AB_EFFECT_COUNT] = {
	[AB_EFFECT_BODYGUARDS] = PERCENT,
	[AB_EFFECT_PRESS_PACK] = 3 * PERCENT / 2,
	[AB_EFFECT_GAFFE] = PERCENT,
	[AB_EFFECT_INCIDENT] = 3 * PERCENT / 2,
	[AB_EFFECT_MOTORCADE] = PERCENT / 2,
	[AB_EFFECT_LIMOUSINE] = PERCENT,
	[AB_EFFECT_HELICOPTER] = 3 * PERCENT / 2,
	[AB_EFFECT_ROADBLOCK] = PERCENT,
	[AB_EFFECT_TRAFFIC_JAM] = 3 * PERCENT / 2,
	[AB_EFFECT_X_RAY] = PERCENT / 2,
	[AB_EFFECT_MIX_UP] = 3 * PERCENT / 2,
	[AB_EFFECT_CUSTOMS_CHECK] = PERCENT / 4,
	[AB_EFFECT_WRONG_LUGGAGE] = 3 * PERCENT / 2,
	[AB_EFFECT_IMMUNITY] = 3 * PERCENT / 2,
	[AB_EFFECT_COUNTER] = PERCENT,
	[AB_EFFECT_BALLOT] = 2 * PERCENT,
	[AB_EFFECT_LEAK] = PERCENT / 2,
	[AB_EFFECT_PLATES] = PERCENT / 2,
};

/* ---- Pressures ----------------------------------------------------------------------------- */

static int judge_press(const outlook *o, ap_action a)
{
	if (ap_verb_of(a) == V_PASS)
		return ab_worth(o) + COURAGE;
	return ab_worth_of_pressing(o, (int)ap_x(a));
}

/* The count as it stands: more than 0 opens. */
static int lead_of(const outlook *o, int bearer, ap_seats attackers)
{
	const ab_state *s = o->s;
	int space = o->place[bearer], lead = s->bonus[ATTACK] - s->malus[ATTACK];
	lead -= s->bonus[DEFENCE] - s->malus[DEFENCE] + ab_count_in(o, owner_of(bearer), space);
	for (int seat = 0; seat < o->players; seat++)
		if (attackers & AP_SEAT(seat))
			lead += ab_count_in(o, seat, space);
	return lead;
}

/* The others who are asked with me have not told what they answer. */
static int chance_with(const outlook *o, const ap_frame *f, ap_seats attackers)
{
	int bearer = f->v[BEARER], lead = lead_of(o, bearer, attackers), others = 0;
	if (lead > 0)
		return SURE;
	for (int seat = 0; seat < o->players; seat++)
		if (seat != o->me && (ab_possible_allies(o->s, f) & AP_SEAT(seat)))
			others += ab_count_in(o, seat, o->place[bearer]);
	return lead + others > 0 ? JOINS_AS_WELL : 0;
}

/* Who is not needed does not risk anything. */
static int judge_joining(const outlook *o, ap_action a)
{
	const ap_frame *f = ap_peek(o->s);
	ap_seats attackers = o->s->attackers;
	bool joins = ap_x(a) == JOINS;
	if (joins)
		attackers |= AP_SEAT(o->me);
	int chance = chance_with(o, f, attackers), now = ab_worth(o);
	int worth = now + part(ab_worth_opened(o, f->v[BEARER], attackers) - now, chance);
	return joins ? worth - COURAGE : worth;
}

static int judge_loss(const outlook *o, int pawn)
{
	outlook then = *o;
	ab_unload(&then, pawn);
	then.place[pawn] = REMOVED;
	return ab_worth(&then);
}

/* First those whose briefcase I should like to see opened. */
static int judge_order(const outlook *o, int bearer)
{
	return ab_worth_opened(o, bearer, 0) - ab_worth(o);
}

/* ---- Secret cards in a pressure ------------------------------------------------------------ */

static int change_of_lead(const outlook *o, int by, int effect, int side)
{
	int amount = ab_amount_of(effect);
	if (effect <= AB_EFFECT_PRESS_PACK)
		return o->s->attackers & AP_SEAT(by) ? amount : -amount;
	return side == ATTACK ? -amount : amount;
}

/* Only a card that decides the count is worth anything. */
static int gain_in_pressure(const outlook *o, int by, int effect, int side)
{
	const ap_frame *f = ab_pressure_frame(o->s);
	if (f == NULL)
		return 0;
	int bearer = f->v[BEARER], lead = lead_of(o, bearer, o->s->attackers);
	int then = lead + change_of_lead(o, by, effect, side);
	if ((lead > 0) == (then > 0))
		return 0;
	int opened = ab_worth_opened(o, bearer, o->s->attackers) - ab_worth(o);
	return then > 0 ? opened : -opened;
}

static int gain_by_immunity(const outlook *o)
{
	const ap_frame *f = ab_pressure_frame(o->s);
	if (f == NULL)
		return 0;
	int bearer = f->v[BEARER], chance = ab_chance_to_open(o, bearer, f->v[PRESSER], 0);
	return part(ab_worth(o) - ab_worth_opened(o, bearer, o->s->attackers), chance);
}

/* ---- Other Secret cards -------------------------------------------------------------------- */

static void swap_cases(outlook *o, int pawn, int other)
{
	int16_t chance = o->nuclear[pawn];
	uint8_t known_to = o->known_to[pawn];
	o->nuclear[pawn] = o->nuclear[other];
	o->known_to[pawn] = o->known_to[other];
	o->nuclear[other] = chance;
	o->known_to[other] = known_to;
}

/* What a card that changes the street does to me. */
static int gain_on_street(const outlook *o, int by, int effect, int x, int y)
{
	outlook then = *o;
	switch (effect) {
	case AB_EFFECT_MIX_UP:
		swap_cases(&then, x, y);
		break;
	case AB_EFFECT_WRONG_LUGGAGE:
		then.nuclear[x] = (int16_t)o->hope;
		then.known_to[x] = 0;
		break;
	case AB_EFFECT_BALLOT:
		then.ballot_by = by;
		break;
	case AB_EFFECT_PLATES:
		then.plates_of = by;
		break;
	default:
		ab_arrive(&then, x, ab_card_destination(o->s, x, effect, y));
	}
	return ab_worth(&then) - ab_worth(o);
}

/* What I could save by pressing him if I knew, as long as I do not. */
static int gain_by_look(const outlook *o, int pawn)
{
	int chance = o->nuclear[pawn], space = o->place[pawn];
	bool near = ab_count_in(o, o->me, space) + ab_within_reach(o, o->me, space) > 0;
	if (chance <= 0 || chance == SURE || owner_of(pawn) == o->me || !near)
		return 0;
	int saved = ab_worth_opened(o, pawn, 0) - ab_worth(o);
	return part(part(saved, SURE - chance), CURIOSITY);
}

static int gain_by_customs(const outlook *o, int space)
{
	int gain = 0;
	for (int pawn = 0; pawn < o->players * EACH; pawn++)
		if (o->place[pawn] == space)
			gain += gain_by_look(o, pawn);
	return gain;
}

/* The one with the best prospects has the most to lose; near the end any surprise does harm. */
static int gain_by_leak(const outlook *o, int from)
{
	int most = 0, his = ab_prospect(o, from);
	for (int seat = 0; seat < o->players; seat++) {
		int prospect = ab_prospect(o, seat);
		most = prospect > most ? prospect : most;
	}
	return most >= NEAR_GOAL ? STEALING + his * (PERCENT / 100) / most : 0;
}

static int gain_by_card(const outlook *o, int by, int effect, int x, int y)
{
	switch (effect) {
	case AB_EFFECT_BODYGUARDS:
	case AB_EFFECT_PRESS_PACK:
	case AB_EFFECT_GAFFE:
	case AB_EFFECT_INCIDENT:
		return gain_in_pressure(o, by, effect, x);
	case AB_EFFECT_X_RAY:
		return by == o->me ? gain_by_look(o, x) : 0;
	case AB_EFFECT_CUSTOMS_CHECK:
		return by == o->me ? gain_by_customs(o, x) : 0;
	case AB_EFFECT_IMMUNITY:
		return gain_by_immunity(o);
	case AB_EFFECT_LEAK:
		return by == o->me ? gain_by_leak(o, x) : x == o->me ? -HURT_ANYWAY : 0;
	case AB_EFFECT_COUNTER:
		return 0;
	default:
		return gain_on_street(o, by, effect, x, y);
	}
}

/* AB-SC-15: as much as the card just played would cost me. */
static int gain_by_counter(const outlook *o)
{
	const ap_frame *played = ap_peek(o->s) - 1;
	return -gain_by_card(o, played->v[BY], played->v[CARD], played->v[TARGET], played->v[OTHER]);
}

static int judge_card(const outlook *o, ap_action a)
{
	if (ap_verb_of(a) == V_PASS)
		return 0;
	int effect = (int)ap_verb_of(a) - V_BODYGUARDS;
	int gain = effect == AB_EFFECT_COUNTER
		? gain_by_counter(o)
		: gain_by_card(o, o->me, effect, (int)ap_x(a), (int)ap_y(a));
	return gain - keeping[effect];
}

/* ---- Keeping ------------------------------------------------------------------------------- */

/* Does somebody carry what is worth a card? */
static bool bearer_afoot(const outlook *o, bool mine)
{
	for (int pawn = 0; pawn < o->players * EACH; pawn++)
		if ((owner_of(pawn) == o->me) == mine && o->nuclear[pawn] >= AFOOT &&
			o->place[pawn] != HOME)
			return true;
	return false;
}

static bool serves_my_bearer(int effect)
{
	return effect == AB_EFFECT_BODYGUARDS || effect == AB_EFFECT_PRESS_PACK ||
		(effect >= AB_EFFECT_MOTORCADE && effect <= AB_EFFECT_HELICOPTER) ||
		effect == AB_EFFECT_IMMUNITY || effect == AB_EFFECT_COUNTER || effect == AB_EFFECT_PLATES;
}

static int judge_keeping(const outlook *o, ap_action a)
{
	int card = o->s->hand[o->me];
	if (ap_verb_of(a) == V_DISCARD)
		return FRESH_CARD;
	bool wanted = bearer_afoot(o, serves_my_bearer(card));
	return wanted ? keeping[card] * IN_DEMAND : keeping[card];
}

/* ---- Choosing ------------------------------------------------------------------------------ */

static int judge(const outlook *o, ap_action a)
{
	switch (ap_step_of(o->s)) {
	case SECRET:
		return judge_keeping(o, a);
	case STOP_PICK:
		return judge_order(o, (int)ap_x(a));
	case STOP_ASK:
		return judge_press(o, a);
	case PRESSURE_ALLIES:
		return judge_joining(o, a);
	case PRESSURE_LOSSES:
		return judge_loss(o, (int)ap_x(a));
	case WINDOW:
	case COUNTER_WINDOW:
	case PRESSURE_IMMUNITY:
	case PRESSURE_CARDS:
		return judge_card(o, a);
	default:
		return 0;
	}
}

/* AB-MO-7: is there somebody here I should press before I go on? */
static bool should_stop(const outlook *o)
{
	int now = ab_worth(o), space = o->place[o->s->mover];
	for (int pawn = 0; pawn < o->players * EACH; pawn++)
		if (o->place[pawn] == space && ab_mine_to_press(o, pawn) &&
			ab_worth_of_pressing(o, pawn) > now + COURAGE)
			return true;
	return false;
}

static bool listed(const ap_action *legal, int count, ap_action a)
{
	for (int i = 0; i < count; i++)
		if (legal[i] == a)
			return true;
	return false;
}

/* The plan's first step. Should the rules know better, whatever they allow. */
static ap_action move(const outlook *o, const ap_action *legal, int count, ap_rng *rng)
{
	ap_action stop = ap_act(V_STOP, 0, 0), plates = ap_act(V_PLATES, 0, 0);
	ap_action step = ap_act(V_END, 0, 0);
	if (listed(legal, count, stop) && should_stop(o))
		return stop;
	plan best = ab_best_plan(o, false, rng);
	if (listed(legal, count, plates)) {
		plan faster = ab_best_plan(o, true, rng);
		if (faster.worth > best.worth + keeping[AB_EFFECT_PLATES])
			return plates;
	}
	ab_first_step(o, &best, &step);
	return listed(legal, count, step) ? step : legal[0];
}

/* The best of them; equals are drawn by lot. */
static ap_action choose_greedily(const ap_game *game, const void *view, int seat, ap_rng *rng)
{
	ap_action legal[AP_MAX_LEGAL];
	ap_best found = {0};
	int count = ap_legal(game, view, seat, legal);
	assert(count > 0);
	if (count == 1)
		return legal[0];
	outlook o = ab_look(view, seat);
	if (ap_step_of(view) == MOVEMENT)
		return move(&o, legal, count, rng);
	for (int i = 0; i < count; i++)
		ap_weigh(&found, legal[i], judge(&o, legal[i]), rng);
	return found.best;
}

const ap_bot atomic_business_bots[] = {{"greedy", choose_greedily}, {NULL, NULL}};
