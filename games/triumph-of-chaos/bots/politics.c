/* politics.c: the worth of factions and of influence on them; which cards the bot lays in the
 * Political Boxes, and which Political Cards it chooses. */
#include "greedy.h"

enum {
	ARMY = 25,        /* an army of a faction */
	CORPS = 6,        /* a corps of a faction */
	ASKED_FOR = 200,  /* a faction whose cities an objective of 1919 asks for, to RED */
	LEGION = 150,     /* the Czech Legion to WHITE, besides a city */
	LEANS = 40,       /* percent of control that the Influence box is worth before the last turn */
	EACH_IP = 2,      /* a point of influence that moves nothing, because more may follow */
	STEP = 10,        /* a replacement step that is announced */
	POINT = 11,       /* a point of a card in a box */
	OWN_BOX = 4,      /* more than that in the box of my colour */
	THEIR_BOX = -4,   /* less than that in the box of the enemy's colour */
	SPARE = 3,        /* a card for which there is no round costs one part in so many */
	SCARCE = 60,      /* what more a card costs if a round is left without one */
	FIVE_OF_RED = 40, /* what it costs RED to lay a 5, TC-8.111 */
	INFLUENCE = 2,    /* the value of an Influence card, whose die is not rolled yet */
	FANCY = 8         /* a random number below this makes bids hard to foresee */
};

/* ---- Factions -------------------------------------------------------------------------------- */

/* What a faction is worth to RED because an objective of 1919 asks for its cities. */
static int objective_worth(const outlook *o, int faction)
{
	int region = tc_factions[faction].region;
	for (int i = 0; i < TC_OBJECTIVES && tc_tournament(o->s); i++)
		for (int k = 0; k < tc_objectives[i].regions_count; k++)
			if (tc_objectives[i].aim == TC_AIM_CITIES_HELD && tc_objectives[i].regions[k] == region)
				return ASKED_FOR;
	return 0;
}

/* The worth of controlling a faction to a side. */
static int worth_to(const outlook *o, int faction, int side)
{
	const tc_faction *f = &tc_factions[faction];
	int city = VP + (o->counts - 1) * VP * 3 / 4;
	int worth = f->cities_count * city + (side == TC_SIDE_RED ? objective_worth(o, faction) : 0);
	if (faction == TC_FACTION_CZECH_LEGION)
		return side == TC_SIDE_WHITE ? LEGION + city : city;
	if (f->barred != side)
		worth += lesser(3, f->armies) * ARMY + lesser(4, f->corps) * CORPS;
	return worth;
}

/* The worth to me of the marker of a faction lying in this box. */
static int worth_in(const outlook *o, int faction, int box)
{
	int white = worth_to(o, faction, TC_SIDE_WHITE), red = worth_to(o, faction, TC_SIDE_RED),
		worth = 0;
	int leans = o->counts > 1 ? LEANS : 0;
	switch (box) {
	case TC_BOX_RED_CONTROL:
		worth = -red;
		break;
	case TC_BOX_RED_INFLUENCE:
		worth = -red * leans / 100;
		break;
	case TC_BOX_WHITE_INFLUENCE:
		worth = white * leans / 100;
		if (faction == TC_FACTION_CZECH_LEGION)
			worth += VP;
		break;
	case TC_BOX_WHITE_CONTROL:
		worth = white;
		break;
	default:
		break;
	}
	return o->me == TC_SIDE_WHITE ? worth : -worth;
}

int tc_bot_permission_worth(const outlook *o, int faction, int side)
{
	int leaning = side == TC_SIDE_RED ? TC_BOX_RED_INFLUENCE : TC_BOX_WHITE_INFLUENCE;
	int goal = side == TC_SIDE_RED ? TC_BOX_RED_CONTROL : TC_BOX_WHITE_CONTROL,
		box = o->s->box[faction];
	if (tc_last_turn(o->s) || box == TC_BOX_OUT || tc_shut(o->s, faction))
		return 0;
	int gain = worth_in(o, faction, goal) - worth_in(o, faction, leaning);
	gain = gain < 0 ? -gain : gain;
	return box == leaning ? gain / 2 : box == TC_BOX_NEUTRAL ? gain / 8 : 0;
}

/* The worth to me of a faction after its marker has moved by this sum of influence: WHITE's above
 * 0, RED's below. */
static int worth_after(const outlook *o, int faction, int sum)
{
	const tc_state *s = o->s;
	int side = sum > 0 ? TC_SIDE_WHITE : TC_SIDE_RED, towards = sum > 0 ? 1 : -1,
		left = sum > 0 ? sum : -sum;
	int box = s->box[faction], goal = sum > 0 ? TC_BOX_WHITE_CONTROL : TC_BOX_RED_CONTROL;
	if (tc_marker_held(s, faction))
		return worth_in(o, faction, box);
	while (left > 0 && box != goal) {
		int price = tc_price_out_of(box);
		int here = worth_in(o, faction, box), there = worth_in(o, faction, box + towards);
		if (box + towards == goal && tc_control_barred(s, faction, side))
			break;
		if (left < price) /* the rest may come yet */
			return here + (there - here) * left / (price * 2);
		left -= price;
		box += towards;
	}
	return worth_in(o, faction, box);
}

/* The influence on a faction as far as I know it: what counts now, and the cards that I have chosen
 * myself. */
static int known_sum(const outlook *o, int faction)
{
	const tc_state *s = o->s;
	int seat = s->seat_of[o->me], sum = tc_influence_sum(s, faction);
	for (int p = 0; p < TC_POLITICAL_CARDS; p++)
		if (s->pcard_at[p] == TC_POLITICAL_CARD_PLACE_CHOSEN && (s->pcard_known[p] >> seat & 1))
			sum += tc_political_cards[p].influence[faction];
	return sum;
}

int tc_bot_influence_worth(const outlook *o, int faction, int ip)
{
	if (o->s->box[faction] == TC_BOX_OUT)
		return 0;
	int white = o->me == TC_SIDE_WHITE ? ip : -ip, sum = known_sum(o, faction);
	return worth_after(o, faction, sum + white) - worth_after(o, faction, sum) + EACH_IP * ip;
}

/* ---- Political Cards ------------------------------------------------------------------------- */

static int judge_political_card(const outlook *o, ap_action a)
{
	const tc_political_card *card = &tc_political_cards[ap_x(a)];
	int worth = 0;
	for (int f = 0; f < TC_FACTIONS; f++)
		if (card->influence[f])
			worth += tc_bot_influence_worth(
				o, f, o->me == TC_SIDE_WHITE ? card->influence[f] : -card->influence[f]);
	return worth + (ap_verb_of(a) == TC_VERB_ANNOUNCE ? STEP * card->steps : 0);
}

/* The worth to me of the cards that lie open in a box, as long as they stay. */
static int worth_of_box(const outlook *o, int box)
{
	int worth = 0;
	for (int f = 0; f < TC_FACTIONS; f++) {
		int sum = 0;
		for (int p = 0; p < TC_POLITICAL_CARDS; p++)
			if (tc_political_cards[p].pile == box &&
				o->s->pcard_at[p] == TC_POLITICAL_CARD_PLACE_TURNED)
				sum += tc_political_cards[p].influence[f];
		if (sum)
			worth -= tc_bot_influence_worth(o, f, o->me == TC_SIDE_WHITE ? -sum : sum);
	}
	return worth;
}

/* ---- The boxes ------------------------------------------------------------------------------- */

static int box_of(int side)
{
	return side == TC_SIDE_RED ? TC_PILE_RED : TC_PILE_WHITE;
}

/* How many Action Cards I hold. The size of the hand does not tell, for it counts cards that lie in
 * the boxes until both sides have laid theirs. */
static int action_cards(const outlook *o)
{
	int count = 0;
	for (int card = 0; card < TC_CARDS; card++)
		count += tc_card_side(card) == o->me && o->s->card_at[card] == TC_CARD_PLACE_HAND &&
			tc_cards[card].kind != TC_KIND_BLUFF && tc_cards[card].kind != TC_KIND_INFLUENCE;
	return count;
}

static int judge_bid(const outlook *o, int card, int box, ap_rng *rng)
{
	const tc_state *s = o->s;
	int value = tc_cards[card].value, each = POINT, cost = 0;
	bool action = true;
	if (tc_cards[card].kind == TC_KIND_BLUFF || tc_cards[card].kind == TC_KIND_INFLUENCE) {
		action = false;
		value = tc_cards[card].kind == TC_KIND_BLUFF ? 1 : INFLUENCE;
	}
	each += box == box_of(o->me) ? OWN_BOX : box == box_of(o->foe) ? THEIR_BOX : 0;
	if (action) {
		int spare = action_cards(o) - tc_this_turn(s)->rounds;
		cost = tc_bot_card_worth(o, card);
		cost = spare > 0 ? cost / SPARE : cost + SCARCE;
		if (o->me == TC_SIDE_RED && value == tc_number_of(TC_NUMBER_BONUS_BID))
			cost += FIVE_OF_RED;
	}
	return value * each - cost + (int)ap_below(rng, FANCY);
}

/* ---- Sides ----------------------------------------------------------------------------------- */

/* I bid nothing or one Victory Point, and rather for RED, who wins ties (TC-5.36). */
static int judge_side(ap_action a, ap_rng *rng)
{
	return ap_y(a) > 1 ? NEVER : (int)ap_below(rng, FANCY) + (ap_x(a) == TC_SIDE_RED);
}

/* The marker of a faction may leave the Control box of the enemy, but not mine. */
static int judge_veto(const outlook *o, ap_action a)
{
	int faction = tc_vetoed_faction(o->s);
	bool theirs = tc_controller(o->s, faction) == o->foe;
	return (ap_verb_of(a) == TC_VERB_ALLOW) == theirs;
}

int tc_bot_judge_politics(const outlook *o, ap_action a, ap_rng *rng)
{
	switch (ap_step_of(o->s)) {
	case TC_STEP_BID:
		return judge_side(a, rng);
	case TC_STEP_POLITICS_PLACE:
		return judge_bid(o, (int)ap_x(a), (int)ap_y(a), rng);
	case TC_STEP_CHOOSE:
		return judge_political_card(o, a);
	case TC_STEP_SPY_BOX:
		return ap_verb_of(a) == TC_VERB_PASS ? 0 : -worth_of_box(o, (int)ap_x(a));
	default:
		return judge_veto(o, a);
	}
}
