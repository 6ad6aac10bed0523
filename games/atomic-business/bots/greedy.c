/* greedy.c: a bot for Atomic Business that judges by rules written by hand and looks one turn
 * ahead.
 *
 * Each legal action is judged by the street to which it leads, less the worth in hand of the
 * Secret card that it uses. The bot takes the best action. */
#include "bots/choice.h"
#include "bots/bots.h"
#include "plan.h"

enum {
	PERCENT = WON / 100,

	FRESH_CARD = 9 * PERCENT / 10, /* worth of the card that replaces a discarded one */
	IN_DEMAND = 2,                 /* factor for the worth of a card that may soon be decisive */
	SERIOUS = 4500, /* the least chance of a nuclear briefcase that matters for keeping a card */

	COURAGE = PERCENT / 10,     /* the least gain for which a pressure is tried */
	STEALING = 2 * PERCENT,     /* worth of a Leak while somebody is near victory */
	NEAR_GOAL = 3000,           /* the least prospect of a seat that is near victory */
	CURIOSITY = 3500,           /* the part that counts of what a look could save */
	JOINS_AS_WELL = 4500,       /* the chance that others who could join do join */
	LOSS_BY_LEAK = 3 * PERCENT, /* the cost of losing my card by a Leak */
};

/* The worth of each card in hand. It is low, because drawing is free. */
static const int worth_in_hand[AB_EFFECT_COUNT] = {
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
	if (ap_x(a) == AB_ANSWER_QUIET)
		return ab_worth(o) + COURAGE;
	return ab_worth_of_pressing(o, ab_stop_peek(o->s)->bearer);
}

/* Returns by how much the attackers would lead if these seats pressed. */
static int lead_of(const outlook *o, int bearer, ap_seats attackers)
{
	return ab_strength(o->s, AB_SIDE_ATTACK, bearer, attackers) -
		ab_strength(o->s, AB_SIDE_DEFENCE, bearer, attackers);
}

/* Returns the chance that these attackers open the briefcase. The answers of the other seats
 * that are asked to join are not known. */
static int chance_with(const outlook *o, int bearer, ap_seats attackers)
{
	int lead = lead_of(o, bearer, attackers);
	ap_seats others =
		ab_possible_allies(o->s, bearer, ab_presser(o->s)) & (ap_seats)~AP_SEAT(o->me);
	if (lead > 0)
		return SURE;
	return lead + ab_pawns_of(o->s, others, o->place[bearer]) > 0 ? JOINS_AS_WELL : 0;
}

/* If a power is not needed for the attack, it is safer for it to stay neutral. */
static int judge_joining(const outlook *o, ap_action a)
{
	int bearer = ab_pressed(o->s);
	ap_seats attackers = ab_attackers(o->s);
	bool joins = ap_x(a) == AB_ANSWER_JOIN;
	if (joins)
		attackers |= AP_SEAT(o->me);
	int chance = chance_with(o, bearer, attackers), now = ab_worth(o);
	int worth = now + part(ab_worth_opened(o, bearer, attackers) - now, chance);
	return joins ? worth - COURAGE : worth;
}

static int judge_loss(const outlook *o, int pawn)
{
	outlook then = *o;
	ab_unload(&then, pawn);
	then.place[pawn] = AB_SPACE_REMOVED;
	return ab_worth(&then);
}

/* Prefers the bearers whose opened briefcase would be worth most to me. */
static int judge_order(const outlook *o, int bearer)
{
	return ab_worth_opened(o, bearer, 0) - ab_worth(o);
}

/* ---- Secret cards in a pressure ------------------------------------------------------------ */

static int change_of_lead(const outlook *o, int by, ap_action play)
{
	return ab_change_of_strength(o->s, by, play, AB_SIDE_ATTACK) -
		ab_change_of_strength(o->s, by, play, AB_SIDE_DEFENCE);
}

/* Returns the gain by a card in a pressure. A card gains something only if it changes the
 * result. */
static int gain_in_pressure(const outlook *o, int by, ap_action play)
{
	int bearer = ab_pressed(o->s);
	if (bearer == AB_NONE)
		return 0;
	int lead = lead_of(o, bearer, ab_attackers(o->s)), then = lead + change_of_lead(o, by, play);
	if ((lead > 0) == (then > 0))
		return 0;
	int opened = ab_worth_opened(o, bearer, ab_attackers(o->s)) - ab_worth(o);
	return then > 0 ? opened : -opened;
}

static int gain_by_immunity(const outlook *o)
{
	int bearer = ab_pressed(o->s);
	if (bearer == AB_NONE)
		return 0;
	int chance = ab_chance_to_open(o, bearer, ab_presser(o->s), 0);
	return part(ab_worth(o) - ab_worth_opened(o, bearer, ab_attackers(o->s)), chance);
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

/* Returns what a card that changes the street is worth to me. */
static int gain_on_street(const outlook *o, int by, ap_action play)
{
	int effect = ab_effect_of(play), x = (int)ap_x(play), y = (int)ap_y(play);
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

/* Returns what I could save by knowing his briefcase before I press him; 0 if I know it already. */
static int gain_by_look(const outlook *o, int pawn)
{
	int chance = o->nuclear[pawn], space = o->place[pawn];
	bool near = ab_count_in(o, o->me, space) + ab_within_reach(o, o->me, space) > 0;
	if (chance <= 0 || chance == SURE || ab_owner_of(pawn) == o->me || !near)
		return 0;
	int saved = ab_worth_opened(o, pawn, 0) - ab_worth(o);
	return part(part(saved, SURE - chance), CURIOSITY);
}

static int gain_by_customs(const outlook *o, int space)
{
	int gain = 0;
	for (int pawn = 0; pawn < ab_pawn_count(o->s); pawn++)
		if (o->place[pawn] == space)
			gain += gain_by_look(o, pawn);
	return gain;
}

/* Returns the gain by taking a seat's card. It is greatest for the seat with the best prospects,
 * and greater while somebody is near victory. */
static int gain_by_leak(const outlook *o, int from)
{
	int most = 0, his = ab_prospect(o, from);
	for (int seat = 0; seat < o->players; seat++) {
		int prospect = ab_prospect(o, seat);
		most = prospect > most ? prospect : most;
	}
	return most >= NEAR_GOAL ? STEALING + his * (PERCENT / 100) / most : 0;
}

static int gain_by_card(const outlook *o, int by, ap_action play)
{
	int x = (int)ap_x(play);
	switch (ab_effect_of(play)) {
	case AB_EFFECT_BODYGUARDS:
	case AB_EFFECT_PRESS_PACK:
	case AB_EFFECT_GAFFE:
	case AB_EFFECT_INCIDENT:
		return gain_in_pressure(o, by, play);
	case AB_EFFECT_X_RAY:
		return by == o->me ? gain_by_look(o, x) : 0;
	case AB_EFFECT_CUSTOMS_CHECK:
		return by == o->me ? gain_by_customs(o, x) : 0;
	case AB_EFFECT_IMMUNITY:
		return gain_by_immunity(o);
	case AB_EFFECT_LEAK:
		return by == o->me ? gain_by_leak(o, x) : x == o->me ? -LOSS_BY_LEAK : 0;
	case AB_EFFECT_COUNTER:
		return 0;
	default:
		return gain_on_street(o, by, play);
	}
}

/* Returns the gain by cancelling the card that was just played, which is what that card would
 * cost me, AB-SC-15. */
static int gain_by_counter(const outlook *o)
{
	int by;
	ap_action play = ab_card_played(o->s, &by);
	return -gain_by_card(o, by, play);
}

static int judge_card(const outlook *o, ap_action a)
{
	if (ap_verb_of(a) == AB_VERB_PASS)
		return 0;
	int effect = ab_effect_of(a);
	int gain = effect == AB_EFFECT_COUNTER ? gain_by_counter(o) : gain_by_card(o, o->me, a);
	return gain - worth_in_hand[effect];
}

/* ---- Keeping a card -------------------------------------------------------------------------- */

/* Returns whether one of my diplomats, or one of the others', probably carries a nuclear
 * briefcase on the board. */
static bool has_bearer(const outlook *o, bool mine)
{
	for (int pawn = 0; pawn < ab_pawn_count(o->s); pawn++)
		if ((ab_owner_of(pawn) == o->me) == mine && o->nuclear[pawn] >= SERIOUS &&
			o->place[pawn] != AB_SPACE_HOME)
			return true;
	return false;
}

static bool serves_my_bearer(int effect)
{
	return effect == AB_EFFECT_BODYGUARDS || effect == AB_EFFECT_PRESS_PACK ||
		(effect >= AB_EFFECT_MOTORCADE && effect <= AB_EFFECT_HELICOPTER) ||
		effect == AB_EFFECT_IMMUNITY || effect == AB_EFFECT_COUNTER || effect == AB_EFFECT_PLATES;
}

static bool is_worth_keeping(const outlook *o)
{
	int card = o->s->hand[o->me];
	bool wanted = has_bearer(o, serves_my_bearer(card));
	return (wanted ? worth_in_hand[card] * IN_DEMAND : worth_in_hand[card]) >= FRESH_CARD;
}

/* ---- Choosing ------------------------------------------------------------------------------ */

static int judge(const outlook *o, ap_action a)
{
	switch (ap_step_of(o->s)) {
	case AB_STEP_STOP_PICK:
		return judge_order(o, (int)ap_x(a));
	case AB_STEP_STOP_ASK:
		return judge_press(o, a);
	case AB_STEP_PRESSURE_LOSSES:
		return judge_loss(o, (int)ap_x(a));
	case AB_STEP_WINDOW:
	case AB_STEP_COUNTER_WINDOW:
	case AB_STEP_PRESSURE_IMMUNITY:
	case AB_STEP_PRESSURE_CARDS:
		return judge_card(o, a);
	default:
		return 0;
	}
}

/* Returns whom I should press between two displacements, AB-PR-11; AB_NONE if nobody. Where I need
 * others, I press only while a diplomat of mine is there on his way; elsewhere they were asked
 * when the balance turned. */
static int whom_to_press(const outlook *o)
{
	int here = o->s->mover == AB_NONE ? AB_NONE : o->place[o->s->mover];
	int best = ab_worth(o) + COURAGE, whom = AB_NONE;
	for (int pawn = 0; pawn < ab_pawn_count(o->s); pawn++) {
		if (!ab_mine_to_press(o, pawn) || (o->place[pawn] != here && !ab_outnumber_alone(o, pawn)))
			continue;
		int worth = ab_worth_of_pressing(o, pawn);
		if (worth > best) {
			best = worth;
			whom = pawn;
		}
	}
	return whom;
}

/* Returns the best play of my Secret card that is worth it, Diplomatic Plates apart; AP_NO_ACTION
 * if there is none. */
static ap_action card_to_play(const outlook *o, const ap_action *legal, int count, ap_rng *rng)
{
	ap_best found = {0};
	for (int i = 0; i < count; i++)
		if (ab_is_card(legal[i]) && ap_verb_of(legal[i]) != AB_VERB_PLATES &&
			judge_card(o, legal[i]) > 0)
			ap_weigh(&found, legal[i], judge_card(o, legal[i]), rng);
	return found.equals ? found.best : AP_NO_ACTION;
}

static bool listed(const ap_action *legal, int count, ap_action a)
{
	for (int i = 0; i < count; i++)
		if (legal[i] == a)
			return true;
	return false;
}

/* Returns the first step of the best plan; if it is not legal, the first legal action. */
static ap_action move(const outlook *o, const ap_action *legal, int count, ap_rng *rng)
{
	ap_action plates = ap_act(AB_VERB_PLATES, 0, 0), step = ap_act(AB_VERB_END, 0, 0);
	ap_action card = card_to_play(o, legal, count, rng);
	int whom = whom_to_press(o);
	if (whom != AB_NONE)
		return ap_act(AB_VERB_PRESS, (unsigned)whom, 0);
	if (card != AP_NO_ACTION)
		return card;
	plan best = ab_best_plan(o, false, rng);
	if (listed(legal, count, plates)) {
		plan faster = ab_best_plan(o, true, rng);
		if (faster.worth > best.worth + worth_in_hand[AB_EFFECT_PLATES])
			return plates;
	}
	ab_first_step(o, &best, &step);
	return listed(legal, count, step) ? step : legal[0];
}

/* Makes one walk of the steps that I would take one after the other, as long as nobody else has
 * anything to do between them. */
static ap_action step_or_walk(const ap_game *game, const outlook *o, ap_action step, ap_rng *rng)
{
	ap_action legal[AP_MAX_LEGAL], found = step;
	unsigned pawn = ap_x(step);
	ab_state then = *o->s;
	while (ap_verb_of(step) == AB_VERB_MOVE && ap_x(step) == pawn) {
		ap_play(game, &then, o->me, step, NULL);
		unsigned place = then.place[pawn];
		if (!ab_walk_forbidden(o->s, o->me, (int)pawn, (int)place))
			found = ap_act(AB_VERB_WALK, pawn, place);
		if (ap_step_of(&then) != AB_STEP_MOVEMENT || ap_actors(&then) != AP_SEAT(o->me))
			return found;
		outlook moved = ab_look(&then, o->me);
		step = move(&moved, legal, ap_legal(game, &then, o->me, legal), rng);
	}
	return found;
}

/* Discards my Secret card, or moves at once if a step comes first after it is kept. */
static ap_action discard_or_move(const ap_game *game, const outlook *o, ap_rng *rng)
{
	ap_action legal[AP_MAX_LEGAL], keep = ap_act(AB_VERB_KEEP, 0, 0);
	ab_state kept = *o->s;
	if (!is_worth_keeping(o))
		return ap_act(AB_VERB_DISCARD, o->s->hand[o->me], 0);
	ap_play(game, &kept, o->me, keep, NULL);
	outlook moving = ab_look(&kept, o->me);
	ap_action first = move(&moving, legal, ap_legal(game, &kept, o->me, legal), rng);
	return ap_verb_of(first) == AB_VERB_MOVE ? step_or_walk(game, &moving, first, rng) : keep;
}

/* Says how I begin my turn, which comes next. */
static ap_action begin_turn(const ap_game *game, const outlook *o, ap_rng *rng)
{
	ab_state then = ab_at_next_turn(o->s);
	outlook beginning = ab_look(&then, o->me);
	return discard_or_move(game, &beginning, rng);
}

/* Wants to play my Secret card if that is worth it in one of the windows to come. */
static ap_action wish_or_pass(const ap_game *game, const outlook *o, ap_rng *rng)
{
	ap_action legal[AP_MAX_LEGAL], pass = ap_act(AB_VERB_PASS, 0, 0);
	int first = ab_window_peek(o->s)->window;
	bool between = first != AB_WINDOW_AIRPORT;
	if (o->s->answer[o->me] != AB_ANSWER_NONE)
		return pass;
	for (int window = first; window <= (between ? AB_WINDOW_QUIET : AB_WINDOW_AIRPORT); window++) {
		ab_state then = ab_asked_in_window(o->s, window, o->me);
		outlook asked = ab_look(&then, o->me);
		if (card_to_play(&asked, legal, ap_legal(game, &then, o->me, legal), rng) != AP_NO_ACTION)
			return ap_act(AB_VERB_WISH, 0, 0);
	}
	return ab_may_begin(o->s, o->me) ? begin_turn(game, o, rng) : pass;
}

/* Wants to play my Secret card before a pressure goes on if that is worth it; whoever wants to is
 * asked again after it. Otherwise joins, stays neutral or passes. */
static ap_action join_or_wish(
	const ap_game *game, const outlook *o, const ap_action *legal, int count, ap_rng *rng)
{
	ap_action plays[AP_MAX_LEGAL];
	ap_best found = {0};
	if (ab_may_call_for_immunity(o->s, o->me)) {
		ab_state then = ab_asked_for_immunity(o->s, o->me);
		outlook asked = ab_look(&then, o->me);
		if (card_to_play(&asked, plays, ap_legal(game, &then, o->me, plays), rng) != AP_NO_ACTION)
			return ap_act(AB_VERB_ANSWER, AB_ANSWER_CARD, 0);
	}
	for (int i = 0; i < count; i++)
		if (ap_x(legal[i]) != AB_ANSWER_CARD)
			ap_weigh(&found, legal[i],
				ap_x(legal[i]) == AB_ANSWER_QUIET ? 0 : judge_joining(o, legal[i]), rng);
	return found.best;
}

/* Returns the best action; chance decides between equal ones. */
static ap_action choose_greedily(const ap_game *game, const void *view, int seat, ap_rng *rng)
{
	ap_action legal[AP_MAX_LEGAL];
	ap_best found = {0};
	int count = ap_legal(game, view, seat, legal);
	assert(count > 0);
	if (count == 1)
		return legal[0];
	outlook o = ab_look(view, seat);
	if (ap_step_of(view) == AB_STEP_SECRET)
		return discard_or_move(game, &o, rng);
	if (ap_step_of(view) == AB_STEP_MOVEMENT)
		return step_or_walk(game, &o, move(&o, legal, count, rng), rng);
	if (ap_step_of(view) == AB_STEP_WINDOW_CALL)
		return wish_or_pass(game, &o, rng);
	if (ap_step_of(view) == AB_STEP_PRESSURE_ALLIES)
		return join_or_wish(game, &o, legal, count, rng);
	for (int i = 0; i < count; i++)
		ap_weigh(&found, legal[i], judge(&o, legal[i]), rng);
	return found.best;
}

const ap_bot atomic_business_bots[] = {{"greedy", choose_greedily}, {NULL, NULL}};
