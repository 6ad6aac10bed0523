/* report_rounds.c: prints how many rounds of listening games of Kremlin have, after which
 * announcements, and how often a person who sits there with bots must pass in a year. A greedy bot
 * answers for the person what ap_worth_asking() lets through; the rest is passed for him, as the
 * server does it. The argument is the number of games at each kind of table. */
#include <stdio.h>
#include <stdlib.h>

#include "bots/bots.h"
#include "engine/chapters.h"

enum { MOST_STEPS = 128 };

typedef struct tally {
	long games, years, rounds, spoken;
	long asked, passes;      /* in rounds: how often the person was asked, and passed */
	long decisions;          /* what the person decided besides */
	double most_passes;      /* in one game, a year */
	long after[MOST_STEPS];  /* the rounds by what was listened to */
	long passed[MOST_STEPS]; /* the passes of the person, likewise */
} tally;

typedef struct table {
	kr_state s;
	ap_rng rng;
	int person;
	long passes;
} table;

static ap_action bot_choice(table *t, int seat)
{
	kr_state view;
	ap_view(&kremlin, &t->s, seat, &view);
	return ap_bot_named(&kremlin, "greedy")->choose(&kremlin, &view, seat, &t->rng);
}

static ap_action person_chooses(table *t, tally *sum)
{
	ap_action legal[AP_MAX_LEGAL], answer;
	kr_state view;
	bool listens = ap_step_of(&t->s) == KR_STEP_LISTEN;
	ap_view(&kremlin, &t->s, t->person, &view);
	if (!ap_worth_asking(&kremlin, &view, t->person)) {
		ap_legal(&kremlin, &t->s, t->person, legal);
		return legal[0];
	}
	answer = bot_choice(t, t->person);
	bool passes = listens && ap_verb_of(answer) == KR_VERB_PASS;
	sum->asked += listens;
	sum->decisions += !listens;
	sum->passes += passes;
	t->passes += passes;
	if (passes)
		sum->passed[kr_listened(&t->s)->step]++;
	return answer;
}

static ap_action choose(table *t, int seat, tally *sum)
{
	ap_action legal[AP_MAX_LEGAL];
	if (seat == t->person)
		return person_chooses(t, sum);
	if (seat != AP_CHANCE)
		return bot_choice(t, seat);
	int n = ap_legal(&kremlin, &t->s, seat, legal);
	return legal[ap_below(&t->rng, (uint32_t)n)];
}

static void play(int version, int players, uint64_t number, tally *sum)
{
	static ap_events events;
	ap_setup setup = {.players = (uint8_t)players, .option = {(uint8_t)version}};
	table t = {.person = (int)(number % (uint64_t)players)};
	ap_seed(&t.rng, (uint64_t)(version * 8 + players), number);
	ap_start(&kremlin, &setup, &t.s, NULL);
	while (ap_actors(&t.s)) {
		int seat = ap_first_seat(ap_actors(&t.s));
		bool listens = ap_step_of(&t.s) == KR_STEP_LISTEN;
		ap_seats asked = ap_actors(&t.s);
		int after = listens ? kr_listened(&t.s)->step : 0;
		ap_action a = choose(&t, seat, sum);
		events.count = 0;
		ap_play(&kremlin, &t.s, seat, a, &events);
		if (!listens || ap_verb_of(a) != KR_VERB_PASS || asked != AP_SEAT(seat))
			continue;
		bool silent = false;
		for (int i = 0; i < events.count; i++)
			silent = silent || events.list[i].kind == KR_EVENT_ALL_SILENT;
		sum->rounds++;
		sum->spoken += !silent;
		sum->after[after]++;
	}
	sum->games++;
	sum->years += t.s.year;
	if ((double)t.passes / t.s.year > sum->most_passes)
		sum->most_passes = (double)t.passes / t.s.year;
}

static void print(const char *version, int players, const tally *t)
{
	double games = (double)t->games, years = (double)t->years;
	printf("%-8s %d players: %4.1f years, %5.1f rounds a game (%4.1f spoken), %4.1f a year; person"
		   " a year: asked %4.1f in rounds, passes %4.1f (most %4.1f), decides %4.1f\n",
		version, players, years / games, t->rounds / games, t->spoken / games, t->rounds / years,
		t->asked / years, t->passes / years, t->most_passes, t->decisions / years);
	for (int step = 0; ap_step_name(&kremlin, step) && step < MOST_STEPS; step++)
		if (t->after[step])
			printf("    %-20s %6.2f rounds a game, %5.2f passes a year\n",
				ap_step_name(&kremlin, step), t->after[step] / games, t->passed[step] / years);
}

int main(int count, char **words)
{
	int games = count > 1 ? atoi(words[1]) : 200;
	for (int version = 0; version < 3; version++)
		for (int players = 3; players <= 6; players++) {
			tally t = {0};
			for (int number = 0; number < games; number++)
				play(version, players, (uint64_t)number, &t);
			print(ap_option_value(&kremlin, 0, version), players, &t);
		}
	return 0;
}
