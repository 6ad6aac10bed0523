/* outlook.c: what a bot of Red Empire computes from its view before it judges actions. */
#include "outlook.h"

enum {
	RIVALRY = 700,       /* the sum of the weights of all opponents */
	CLOSE_RACE = 2,      /* an opponent so many points behind the first one has half his weight */
	KEPT_A_CARD = 985,   /* the chance that the President stays in office while a card is drawn */
	CRISIS_CREDIT = 300, /* what each crisis to come adds to the worth of the presidency */
};

int re_worth_to_me(const outlook *o, int seat, int gain)
{
	assert(seat == RE_NONE || re_is_seat(o->s, seat));
	if (seat == RE_NONE)
		return 0;
	return seat == o->me ? gain : -re_expected(gain, o->weight[seat]);
}

/* ---- Looking at the table ------------------------------------------------------------------ */

int re_total_value(uint64_t actions)
{
	int total = 0;
	for (; actions; actions &= actions - 1)
		total += re_cards[__builtin_ctzll(actions)].value;
	return total;
}

static int crises_in(const re_set *set)
{
	return re_count(re_intersection(*set, re_cards_of_kind[RE_KIND_CRISIS]));
}

/* Ties are rare, so the first of several seats is good enough. */
int re_heir_without(const re_state *s, re_leader_set gone)
{
	int heir = RE_NONE, most = -1;
	for (int seat = 0; seat < s->head.players; seat++) {
		bool able = s->faction[seat] & ~gone & re_leaders_of[RE_GROUP_PARTY];
		int total = able ? re_stature_total(s, seat, ~gone) : -1;
		if (total > most) {
			most = total;
			heir = seat;
		}
	}
	return heir;
}

unsigned re_playable_groups(const outlook *o, int seat)
{
	assert(re_is_seat(o->s, seat));
	unsigned groups = o->president == seat ? 1u << RE_GROUP_GOVERNMENT : 0;
	for (int group = RE_GROUP_PARTY; group <= RE_GROUP_MILITARY; group++)
		if (re_has_group(o->s, seat, group))
			groups |= 1u << group;
	return groups;
}

unsigned re_open_groups(int leader, uint64_t laid)
{
	assert(re_is_leader(leader));
	unsigned groups = 0;
	for (int group = 0; group < RE_GROUP_COUNT; group++)
		if (!(laid & re_action_cards_of[group]) && (laid || group != re_leaders[leader].group))
			groups |= 1u << group;
	return groups;
}

int re_hidden_of_kind(const outlook *o, int kind)
{
	assert(kind >= 0 && kind < RE_KIND_COUNT);
	return re_count(re_intersection(o->unseen, re_cards_of_kind[kind]));
}

int re_hidden_actions(const outlook *o, unsigned groups, int at_least)
{
	int count = 0;
	if (at_least > RE_MOST_VALUE)
		return 0;
	for (int group = 0; group < RE_GROUP_COUNT; group++)
		if (groups >> group & 1)
			count += o->actions[group][at_least < 0 ? 0 : at_least];
	return count;
}

int re_chance_of_any(const outlook *o, int good, int cards)
{
	assert(good >= 0 && cards >= 0);
	int none = RE_SURE; /* the chance that there is none */
	for (int i = 0; i < cards && good > 0; i++) {
		int left = o->hidden - i;
		none = left > good ? none * (left - good) / left : 0;
	}
	return RE_SURE - none;
}

/* ---- The outlook --------------------------------------------------------------------------- */

static void count_hidden(outlook *o)
{
	const re_set *mine = &o->s->hand[o->me];
	for (int w = 0; w < 2; w++)
		o->unseen.word[w] = o->s->unseen.word[w] & ~mine->word[w];
	o->hidden = re_count(o->unseen);
	uint64_t actions = o->unseen.word[0] & re_cards_of_kind[RE_KIND_ACTION].word[0];
	for (; actions; actions &= actions - 1) {
		const re_card *card = &re_cards[__builtin_ctzll(actions)];
		for (int value = 0; value <= card->value; value++)
			o->actions[card->group][value]++;
	}
}

/* Returns the expected points for the presidency at the end (RE-VI-3), and for crises that are
 * solved until then (RE-CR-6). */
static int worth_of_office(const outlook *o)
{
	int kept = RE_SURE;
	for (int card = 0; card < o->deck; card++)
		kept = re_expected(kept, KEPT_A_CARD);
	return re_expected(RE_PRESIDENT_POINTS * RE_POINT, kept) + o->crises * CRISIS_CREDIT;
}

/* Sets the weights. An opponent's weight is the greater, the nearer he is to the first of them. */
static void weigh_opponents(outlook *o)
{
	int score[AP_MAX_SEATS], first = 0, sum = 0;
	for (int seat = 0; seat < o->s->head.players; seat++) {
		re_points p = re_points_of(o->s, seat);
		score[seat] =
			(re_sum_of_points(p) - p.office) * RE_POINT + (seat == o->president ? o->office : 0);
		if (seat != o->me && score[seat] > first)
			first = score[seat];
	}
	for (int seat = 0; seat < o->s->head.players; seat++) {
		int behind = first - score[seat];
		o->weight[seat] =
			RE_SURE * CLOSE_RACE * RE_POINT / (CLOSE_RACE * RE_POINT + (behind > 0 ? behind : 0));
		sum += seat == o->me ? 0 : o->weight[seat];
	}
	for (int seat = 0; seat < o->s->head.players; seat++)
		o->weight[seat] = o->weight[seat] * RIVALRY / sum;
}

/* Returns the number of cards that the others draw before my next turn if they play none. */
static int draws_before_me(const re_state *s, int me)
{
	int draws = 0;
	for (int i = 1; re_clockwise(s, re_turn_of(s), i) != me; i++)
		draws += RE_HAND - s->hand_size[re_clockwise(s, re_turn_of(s), i)];
	return draws;
}

outlook re_outlook_of(const re_state *s, int me)
{
	assert(re_is_seat(s, me));
	outlook o = {.s = s, .me = me, .president = re_president_seat(s), .deck = re_deck_size(s)};
	bool had_choice = re_turn_of(s) != me || ap_step_of(s) == RE_STEP_CHOICE;
	o.draws = draws_before_me(s, me);
	o.last = had_choice && o.deck <= o.draws;
	o.crises = crises_in(&s->unseen);
	count_hidden(&o);
	o.office = worth_of_office(&o);
	weigh_opponents(&o);
	return o;
}
