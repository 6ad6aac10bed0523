/* outlook.c: the table as a bot of Red Empire sees it. */
#include "outlook.h"

enum {
	RIVALRY = 700,       /* the weights of all opponents together */
	CLOSE_RACE = 2,      /* this many points behind the first opponent halve a weight */
	KEPT_A_CARD = 985,   /* for each card in the deck: the President will still be there */
	CRISIS_CREDIT = 300, /* what each crisis to come is worth to the office */
};

int re_stake(const outlook *o, int seat, int gain)
{
	if (seat == RE_NONE)
		return 0;
	return seat == o->me ? gain : -part(gain, o->weight[seat]);
}

/* ---- Looking at the table ------------------------------------------------------------------ */

int re_value_of(uint64_t actions)
{
	int total = 0;
	for (; actions; actions &= actions - 1)
		total += re_cards[__builtin_ctzll(actions)].value;
	return total;
}

static int crises_in(const re_set *set)
{
	return re_size_of(re_both(*set, re_of_kind[RE_KIND_CRISIS]));
}

/* Ties are rare: the first will do. */
int re_heir_without(const re_state *s, re_leader_set gone)
{
	int heir = RE_NONE, most = -1;
	for (int seat = 0; seat < s->head.players; seat++) {
		bool able = s->faction[seat] & ~gone & re_leaders_of[RE_GROUP_PARTY];
		int total = able ? re_total_of(s, seat, ~gone) : -1;
		if (total > most) {
			most = total;
			heir = seat;
		}
	}
	return heir;
}

unsigned re_colours_of(const outlook *o, int seat)
{
	unsigned colours = o->president == seat ? 1u << RE_GROUP_GOVERNMENT : 0;
	for (int group = RE_GROUP_PARTY; group <= RE_GROUP_MILITARY; group++)
		if (re_has_group(o->s, seat, group))
			colours |= 1u << group;
	return colours;
}

unsigned re_colours_open(int leader, uint64_t laid)
{
	unsigned colours = 0;
	for (int group = 0; group < RE_GROUP_COUNT; group++)
		if (!(laid & re_actions_of[group]) && (laid || group != re_leaders[leader].group))
			colours |= 1u << group;
	return colours;
}

int re_hidden_of(const outlook *o, int kind)
{
	return re_size_of(re_both(o->unseen, re_of_kind[kind]));
}

int re_hidden_actions(const outlook *o, unsigned colours, int at_least)
{
	int count = 0;
	if (at_least > MOST_VALUE)
		return 0;
	for (int group = 0; group < RE_GROUP_COUNT; group++)
		if (colours >> group & 1)
			count += o->actions[group][at_least < 0 ? 0 : at_least];
	return count;
}

int re_chance_of(const outlook *o, int good, int cards)
{
	int none = SURE;
	for (int i = 0; i < cards && good > 0; i++) {
		int left = o->hidden - i;
		none = left > good ? none * (left - good) / left : 0;
	}
	return SURE - none;
}

/* ---- The outlook --------------------------------------------------------------------------- */

static void count_hidden(outlook *o)
{
	const re_set *mine = &o->s->hand[o->me];
	for (int w = 0; w < 2; w++)
		o->unseen.word[w] = o->s->unseen.word[w] & ~mine->word[w];
	o->hidden = re_size_of(o->unseen);
	uint64_t actions = o->unseen.word[0] & re_of_kind[RE_KIND_ACTION].word[0];
	for (; actions; actions &= actions - 1) {
		const re_card *card = &re_cards[__builtin_ctzll(actions)];
		for (int value = 0; value <= card->value; value++)
			o->actions[card->group][value]++;
	}
}

/* RE-VI-3 if it is kept to the end, RE-CR-6 until then. */
static int worth_of_office(const outlook *o)
{
	int kept = SURE;
	for (int card = 0; card < o->deck; card++)
		kept = part(kept, KEPT_A_CARD);
	return part(RE_PRESIDENT_POINTS * POINT, kept) + o->crises * CRISIS_CREDIT;
}

/* The nearer to the first of my opponents, the more his points matter. */
static void weigh_opponents(outlook *o)
{
	int score[AP_MAX_SEATS], first = 0, sum = 0;
	for (int seat = 0; seat < o->s->head.players; seat++) {
		re_points p = re_points_of(o->s, seat);
		score[seat] = (re_sum_of(p) - p.office) * POINT + (seat == o->president ? o->office : 0);
		if (seat != o->me && score[seat] > first)
			first = score[seat];
	}
	for (int seat = 0; seat < o->s->head.players; seat++) {
		int behind = first - score[seat];
		o->weight[seat] =
			SURE * CLOSE_RACE * POINT / (CLOSE_RACE * POINT + (behind > 0 ? behind : 0));
		sum += seat == o->me ? 0 : o->weight[seat];
	}
	for (int seat = 0; seat < o->s->head.players; seat++)
		o->weight[seat] = o->weight[seat] * RIVALRY / sum;
}

/* Cards the others draw, if none of them plays another, until it is my turn again. */
static int draws_before_me(const re_state *s, int me)
{
	int draws = 0;
	for (int i = 1; re_clockwise(s, re_turn_of(s), i) != me; i++)
		draws += RE_HAND - s->hand_size[re_clockwise(s, re_turn_of(s), i)];
	return draws;
}

outlook re_look(const re_state *s, int me)
{
	outlook o = {.s = s, .me = me, .president = re_president_seat(s), .deck = re_deck_size(s)};
	bool chosen = re_turn_of(s) != me || ap_step_of(s) == RE_STEP_CHOICE;
	o.draws = draws_before_me(s, me);
	o.last = chosen && o.deck <= o.draws;
	o.crises = crises_in(&s->unseen);
	count_hidden(&o);
	o.office = worth_of_office(&o);
	weigh_opponents(&o);
	return o;
}
