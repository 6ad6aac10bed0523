/* report_war.c: plays many games between bots and prints what kind of war they wage: how the games
 * end, how long they last, how many decisions a player makes, which events are played, and what the
 * greedy bot does well or badly. Nothing passes or fails here: the figures are for people who tune
 * the bot or the reconstructed rows of the data.
 *
 *     report_war SCENARIO RED WHITE GAMES [SEED] [past] [tempers] [presses]
 *
 * SCENARIO is 1918, 1919 or campaign, or mixed, which is 1919 and campaigns in turn; RED and WHITE
 * are levels of bots. With `past` the games go on past an early victory, so that cards that come
 * late are met. With `presses` the decisions of full games are told by step and verb.
 *
 * With `tempers` random players differ in how warlike they are: for each of them a lot says, when
 * the game begins, how often he declares war, as often as he chooses any other answer or down to
 * 1/4096 as often. All that is legal stays possible, and all else is chosen by equal chances.
 *
 *     report_war mixed random random 2000 1 past tempers
 *
 * meets all events at least 20 times. Without `tempers` two events are rarer: WHITE 44 and WHITE 46
 * need a Poland that is not at war, RED may declare that war at any moment of its rounds, and who
 * chooses among all answers by equal chances declares it in nearly every campaign by turn 6. */
/* link: --wrap=tc_check_victory */
/* link: --wrap=tc_note_victory */
#include <stdio.h>
#include <stdlib.h>

#include "bots/bots.h"
#include "engine/chapters.h"

enum {
	MOST_GAMES = 10000,
	REASONS = 32,
	MANY = 600, /* decisions of a player who makes many */
	NEAR = 4,   /* links within which an enemy army threatens a capital */
	TEMPERS = 7 /* how warlike players are: as others, 1/4 as much, 1/16 .. */
};

static bool past_victory, tempers, presses;

/* The linker lets every call of tc_check_victory() and of tc_note_victory() come here: victory in
 * the campaign, and WHITE's in 1919. */
bool __real_tc_check_victory(tc_state *s, ap_events *ev);
bool __wrap_tc_check_victory(tc_state *s, ap_events *ev);
void __real_tc_note_victory(tc_state *s, ap_events *ev);
void __wrap_tc_note_victory(tc_state *s, ap_events *ev);

bool __wrap_tc_check_victory(tc_state *s, ap_events *ev)
{
	return past_victory ? false : __real_tc_check_victory(s, ev);
}

void __wrap_tc_note_victory(tc_state *s, ap_events *ev)
{
	if (!past_victory)
		__real_tc_note_victory(s, ev);
}

/* ---- What is counted ------------------------------------------------------------------------- */

typedef struct place {
	uint16_t from, to; /* the last march of a unit */
	int round;         /* when it was, in rounds since the game began */
} place;

typedef struct report {
	long games, unfinished, wins[TC_SIDE_COUNT], shared;
	long ends[REASONS], turns[TC_TURNS + 1];
	int decisions[2 * MOST_GAMES]; /* of each player in games of full length */
	int decision_count;
	long uses[TC_SIDE_COUNT][TC_USE_COUNT], wars, marches, circular, empty_capitals;
	long events[TC_CARDS];
	long counted, met[TC_OBJECTIVES]; /* games of 1919 that were counted, objectives met in these */
	long largest;                     /* the longest list of legal actions */
	/* What the decisions of full games were: of all players, and of those who made many. */
	long presses[TC_STEP_COUNT][TC_VERB_COUNT], many[TC_STEP_COUNT][TC_VERB_COUNT];
	int busy; /* players who made many */
} report;

typedef struct match {
	tc_state s;
	place last[TC_UNITS];
	/* The march of each unit in this round; TC_NOWHERE if it has not marched. */
	uint16_t began[TC_UNITS], ended[TC_UNITS];
	int rounds, decisions[2];
	int temper[2]; /* of each player: how often he declares war is 1/4 to the power of this */
	uint16_t presses[2][TC_STEP_COUNT][TC_VERB_COUNT];
	const ap_bot *bot[TC_SIDE_COUNT];
	ap_rng dice, thought;
} match;

static report total;

static const ap_bot *bot_of(const match *m, int seat)
{
	int side = m->s.side_of[seat];
	return m->bot[side == TC_NONE ? seat : side];
}

/* ---- Marches --------------------------------------------------------------------------------- */

static void round_begins(match *m)
{
	memset(m->began, 0xff, sizeof m->began);
	m->rounds++;
}

/* A march is circular if it takes a unit back to where its last march began. */
static void count_marches(match *m)
{
	for (int u = 0; u < TC_UNITS; u++) {
		place *p = &m->last[u];
		int from = m->began[u], to = m->ended[u];
		if (from == TC_NOWHERE || from == to)
			continue;
		total.marches++;
		total.circular += p->round && p->from == to && p->to == from && m->rounds - p->round <= 6;
		*p = (place){.from = (uint16_t)from, .to = (uint16_t)to, .round = m->rounds};
	}
}

/* ---- Capitals -------------------------------------------------------------------------------- */

static bool army_within(const tc_state *s, int side, int from)
{
	uint8_t far[TC_SPACES];
	uint16_t queue[TC_SPACES];
	int head = 0, tail = 0;
	memset(far, 0xff, sizeof far);
	far[from] = 0;
	queue[tail++] = (uint16_t)from;
	while (head < tail) {
		int space = queue[head++];
		for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u))
			if (tc_is_army(u) && tc_user(s, u) == side)
				return true;
		for (int i = tc_link_from[space]; far[space] < NEAR && i < tc_link_from[space + 1]; i++) {
			const tc_link *link = &tc_links[tc_link_of[i]];
			int next = link->a == space ? link->b : link->a;
			if (far[next] != 0xff)
				continue;
			far[next] = (uint8_t)(far[space] + 1);
			queue[tail++] = (uint16_t)next;
		}
	}
	return false;
}

/* Counts capitals that RED has left without a unit although an enemy army is near. It looks when
 * RED's round is over and the phase goes on: after the last one, attrition has already struck. */
static void count_capitals(const tc_state *s)
{
	static const int capitals[] = {TC_SPACE_MOSKVA, TC_SPACE_PETROGRAD};
	for (int i = 0; i < 2; i++)
		if (s->owner[capitals[i]] == TC_SIDE_RED && tc_first(s, capitals[i]) >= TC_UNITS)
			total.empty_capitals += army_within(s, TC_SIDE_WHITE, capitals[i]);
}

/* ---- A game ---------------------------------------------------------------------------------- */

static void follow(match *m, const ap_events *events)
{
	for (int i = 0; i < events->count; i++) {
		const ap_event *e = &events->list[i];
		switch (e->kind) {
		case TC_EVENT_ROUND:
			round_begins(m);
			break;
		case TC_EVENT_ROUND_OVER:
			count_marches(m);
			if (e->arg[0] == TC_SIDE_RED && m->s.phase == TC_PHASE_ACTION)
				count_capitals(&m->s);
			break;
		case TC_EVENT_MOVES:
			if (m->began[e->arg[0]] == TC_NOWHERE)
				m->began[e->arg[0]] = (uint16_t)e->arg[1];
			m->ended[e->arg[0]] = (uint16_t)e->arg[2];
			break;
		case TC_EVENT_PLAYS:
			total.uses[e->arg[0]][e->arg[2]]++;
			break;
		case TC_EVENT_EVENT:
			total.events[e->arg[1]]++;
			break;
		case TC_EVENT_WAR:
		case TC_EVENT_AT_WAR:
			total.wars++;
			break;
		default:
			break;
		}
	}
}

/* The answer of a random player who declares war as often as his temper says. */
static ap_action choose_by_temper(match *m, int seat, const ap_action *legal, int count)
{
	uint32_t war = 1u << 2 * (TEMPERS - 1 - m->temper[seat]), other = 1u << 2 * (TEMPERS - 1),
			 all = 0;
	for (int i = 0; i < count; i++)
		all += ap_verb_of(legal[i]) == TC_VERB_DECLARE ? war : other;
	uint32_t lot = ap_below(&m->thought, all);
	for (int i = 0; i < count; i++) {
		uint32_t part = ap_verb_of(legal[i]) == TC_VERB_DECLARE ? war : other;
		if (lot < part)
			return legal[i];
		lot -= part;
	}
	return legal[0];
}

static ap_action choose(match *m, int seat)
{
	ap_action legal[AP_MAX_LEGAL];
	tc_state view;
	int count = ap_legal(&triumph_of_chaos, &m->s, seat, legal);
	if (seat == AP_CHANCE)
		return legal[ap_below(&m->dice, (uint32_t)count)];
	if (count > total.largest)
		total.largest = count;
	if (tempers)
		return choose_by_temper(m, seat, legal, count);
	ap_view(&triumph_of_chaos, &m->s, seat, &view);
	return bot_of(m, seat)->choose(&triumph_of_chaos, &view, seat, &m->thought);
}

static void count_presses(const match *m, int seat)
{
	bool busy = m->decisions[seat] >= MANY;
	total.busy += busy;
	for (int step = 0; step < TC_STEP_COUNT; step++)
		for (int verb = 0; verb < TC_VERB_COUNT; verb++) {
			total.presses[step][verb] += m->presses[seat][step][verb];
			total.many[step][verb] += busy ? m->presses[seat][step][verb] : 0;
		}
}

static void count_objectives(const match *m, int reason)
{
	if (reason != TC_REASON_RED_GOAL && reason != TC_REASON_RED_SHORT)
		return;
	total.counted++;
	for (int i = 0; i < TC_OBJECTIVES; i++)
		total.met[i] += tc_objective_holds(&m->s, i);
}

static void count_end(const match *m)
{
	ap_outcome out = {0};
	if (ap_actors(&m->s) != 0) {
		total.unfinished++;
		return;
	}
	ap_outcome_of(&triumph_of_chaos, &m->s, &out);
	total.ends[out.reason % REASONS]++;
	total.turns[m->s.turn]++;
	count_objectives(m, out.reason);
	if (tc_is_side(m->s.winner))
		total.wins[m->s.winner]++;
	else
		total.shared++;
	if (m->s.turn == tc_final_turn(&m->s) && total.decision_count < 2 * MOST_GAMES - 1)
		for (int seat = 0; seat < 2; seat++) {
			total.decisions[total.decision_count++] = m->decisions[seat];
			count_presses(m, seat);
		}
}

static void play(int scenario, const ap_bot *red, const ap_bot *white, uint64_t seed, long number)
{
	static ap_events events;
	static match m;
	ap_setup setup = {.players = 2};
	m = (match){.bot = {red, white}};
	setup.option[TC_OPTION_SCENARIO] = (uint8_t)scenario;
	setup.option[TC_OPTION_SIDES] = TC_SIDES_FIXED;
	ap_seed(&m.dice, seed, (uint64_t)(2 * number));
	ap_seed(&m.thought, seed, (uint64_t)(2 * number + 1));
	for (int seat = 0; seat < 2 && tempers; seat++)
		m.temper[seat] = (int)ap_below(&m.thought, TEMPERS);
	ap_start(&triumph_of_chaos, &setup, &m.s, NULL);
	for (int steps = 0; ap_actors(&m.s) != 0 && steps < 100000; steps++) {
		int seat = ap_first_seat(ap_actors(&m.s));
		ap_action a = choose(&m, seat);
		events.count = events.lost = 0;
		if (seat != AP_CHANCE) {
			m.decisions[seat]++;
			m.presses[seat][ap_step_of(&m.s)][ap_verb_of(a)]++;
		}
		ap_play(&triumph_of_chaos, &m.s, seat, a, &events);
		follow(&m, &events);
	}
	total.games++;
	count_end(&m);
}

/* ---- The report ------------------------------------------------------------------------------ */

static int by_size(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

static void print_ends(void)
{
	printf("games %ld, unfinished %ld, RED wins %ld (%.1f %%), WHITE %ld (%.1f %%), shared %ld\n",
		total.games, total.unfinished, total.wins[TC_SIDE_RED],
		100.0 * (double)total.wins[TC_SIDE_RED] / (double)total.games, total.wins[TC_SIDE_WHITE],
		100.0 * (double)total.wins[TC_SIDE_WHITE] / (double)total.games, total.shared);
	for (int i = 0; i < REASONS; i++)
		if (total.ends[i])
			printf("  %-24s %6.1f %%\n", ap_reason_name(&triumph_of_chaos, i),
				100.0 * (double)total.ends[i] / (double)total.games);
	printf("ends in turn");
	for (int t = 1; t <= TC_TURNS; t++)
		if (total.turns[t])
			printf(" %d:%.1f%%", t, 100.0 * (double)total.turns[t] / (double)total.games);
	printf("\n");
	for (int i = 0; i < TC_OBJECTIVES && total.counted; i++)
		printf("  %-24s met in %ld of %ld games that were counted\n", tc_objective_list.name[i],
			total.met[i], total.counted);
}

static void print_decisions(void)
{
	int n = total.decision_count;
	if (n == 0)
		return;
	qsort(total.decisions, (size_t)n, sizeof total.decisions[0], by_size);
	printf(
		"decisions a player in full games: median %d, 95 %% at most %d, most %d; longest list %ld\n",
		total.decisions[n / 2], total.decisions[n * 95 / 100], total.decisions[n - 1],
		total.largest);
}

/* What the decisions are: by step and verb, on average for a player. */
static void print_presses(void)
{
	for (int step = 0; step < TC_STEP_COUNT; step++)
		for (int verb = 0; verb < TC_VERB_COUNT; verb++)
			if (total.presses[step][verb])
				printf("  %-16s %-16s %7.2f, of those who make %d and more %7.2f\n",
					ap_step_name(&triumph_of_chaos, step), ap_verb_name(&triumph_of_chaos, verb),
					(double)total.presses[step][verb] / (double)total.decision_count, MANY,
					total.busy ? (double)total.many[step][verb] / (double)total.busy : 0.0);
}

static void print_cards(void)
{
	long plays = 0, steps = 0;
	int never = 0, rare = 0;
	for (int side = 0; side < TC_SIDE_COUNT; side++)
		for (int use = 0; use < TC_USE_COUNT; use++) {
			plays += total.uses[side][use];
			steps += use == TC_USE_REPLACEMENTS ? total.uses[side][use] : 0;
		}
	printf("cards for replacements %.1f %%\n", plays ? 100.0 * (double)steps / (double)plays : 0.0);
	for (int side = 0; side < TC_SIDE_COUNT; side++)
		printf("  %s: operations %ld, redeployment %ld, replacements %ld, events %ld\n",
			side == TC_SIDE_RED ? "RED" : "WHITE", total.uses[side][TC_USE_OPERATIONS],
			total.uses[side][TC_USE_REDEPLOYMENT], total.uses[side][TC_USE_REPLACEMENTS],
			total.uses[side][TC_USE_EVENT]);
	printf("events never played:");
	for (int card = 0; card < TC_CARDS; card++)
		if (tc_cards[card].year && total.events[card] == 0) {
			printf(" %s", tc_card_names[card]);
			never++;
		}
	printf(" (%d)\nevents played fewer than 20 times:", never);
	for (int card = 0; card < TC_CARDS; card++)
		if (tc_cards[card].year && total.events[card] > 0 && total.events[card] < 20) {
			printf(" %s:%ld", tc_card_names[card], total.events[card]);
			rare++;
		}
	int rarest = -1;
	for (int card = 0; card < TC_CARDS; card++)
		if (tc_cards[card].year && (rarest < 0 || total.events[card] < total.events[rarest]))
			rarest = card;
	printf(" (%d)\nrarest event: %s, played %ld times\n", rare, tc_card_names[rarest],
		total.events[rarest]);
}

static void print_war(void)
{
	printf("wars a game %.2f\n", (double)total.wars / (double)total.games);
	printf("marches %ld, circular %.2f %%\n", total.marches,
		total.marches ? 100.0 * (double)total.circular / (double)total.marches : 0.0);
	printf("rounds with an empty capital near an enemy army %ld\n", total.empty_capitals);
}

static int scenario_named(const char *name)
{
	static const char *const names[] = {[TC_SCENARIO_1918] = "1918",
		[TC_SCENARIO_CAMPAIGN] = "campaign",
		[TC_SCENARIO_1919] = "1919"};
	for (int i = 0; i < 3; i++)
		if (strcmp(names[i], name) == 0)
			return i;
	return -1;
}

int main(int count, char **words)
{
	bool mixed = count > 1 && strcmp(words[1], "mixed") == 0;
	int scenario = count > 1 ? scenario_named(words[1]) : -1;
	if (count < 5 || (!mixed && scenario < 0)) {
		fprintf(stderr,
			"usage: report_war 1918|1919|campaign|mixed RED WHITE GAMES [SEED] [past] [tempers] "
			"[presses]\n");
		return 2;
	}
	const ap_bot *red = ap_bot_named(&triumph_of_chaos, words[2]);
	const ap_bot *white = ap_bot_named(&triumph_of_chaos, words[3]);
	uint64_t seed = count > 5 ? strtoull(words[5], NULL, 10) : 1;
	for (int i = 6; i < count; i++) {
		past_victory |= strcmp(words[i], "past") == 0;
		tempers |= strcmp(words[i], "tempers") == 0;
		presses |= strcmp(words[i], "presses") == 0;
	}
	if (!red || !white)
		return 2;
	if (tempers && (strcmp(words[2], "random") != 0 || strcmp(words[3], "random") != 0)) {
		fprintf(stderr, "report_war: only random players have tempers\n");
		return 2;
	}
	for (long i = 0; i < atol(words[4]) && i < MOST_GAMES; i++) {
		if (mixed)
			scenario = i % 2 ? TC_SCENARIO_1919 : TC_SCENARIO_CAMPAIGN;
		play(scenario, red, white, seed, i);
	}
	print_ends();
	print_decisions();
	if (presses)
		print_presses();
	print_cards();
	print_war();
	return 0;
}
