/* test_moments.c: in which rounds of listening each Intrigue card may be played, asked of the
 * engine (kr_card_forbidden) on random games, for every card, whoever holds it. The answer must be
 * what docs/card-moments.md says; with APPARAT_RENEW=1 in the environment that page is written
 * again. */
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/chapters.h"

/* A sanitised program is slow: too few games are played to meet everything. */
#ifdef NDEBUG
enum { GAMES = 300, MEETS_ALL = true };
#else
enum { GAMES = 60, MEETS_ALL = false };
#endif

enum { PAGE = 16384, LINE = 160 };

/* ---- Moments --------------------------------------------------------------------------------- */

typedef struct moment {
	int step;   /* the step that is listened to */
	int verb;   /* what was announced; KR_NONE if that makes no difference */
	int anyway; /* in how many games at least it must have been met */
	const char *words;
} moment;

static const moment moments[] = {
	{KR_STEP_OPENING, KR_NONE, 30, "the sheets are in"},
	{KR_STEP_CURE_STAND, KR_NONE, 30, "1: a cure decision"},
	{KR_STEP_PURGE, KR_NONE, 30, "2 opens"},
	{KR_STEP_PURGE_STAND, KR_VERB_PURGE, 30, "2: a purge is announced"},
	{KR_STEP_PURGE_STAND, KR_VERB_NOTHING, 30, "2: no purge"},
	{KR_STEP_PURGE_RESULT, KR_NONE, 30, "2: the die has fallen"},
	{KR_STEP_SPY, KR_NONE, 30, "3 opens"},
	{KR_STEP_SPY_STAND, KR_VERB_TRIAL, 30, "3: a trial is called"},
	{KR_STEP_SPY_STAND, KR_VERB_CONDEMN, 30, "3: a condemnation"},
	{KR_STEP_SPY_STAND, KR_VERB_INVESTIGATE, 30, "3: a \"?\" is announced"},
	{KR_STEP_SPY_STAND, KR_VERB_CLOSE, 30, "3: a file is closed"},
	{KR_STEP_SPY_STAND, KR_VERB_NOTHING, 30, "3: nothing more"},
	{KR_STEP_HEALTH, KR_NONE, 30, "4 opens"},
	{KR_STEP_HEALTH_RESULT, KR_NONE, 30, "4: a die has fallen"},
	{KR_STEP_NOMINATE, KR_NONE, 30, "5 opens"},
	{KR_STEP_NOMINATED, KR_NONE, 30, "5: a nomination"},
	{KR_STEP_BALLOT_STAND, KR_NONE, 30, "5: a vote"},
	{KR_STEP_ELEVENTH, KR_NONE, 10, "5: year 11 ends"},
	{KR_STEP_REPLACEMENT, KR_NONE, 10, "6 opens, chief away"},
	{KR_STEP_DEMAND_STAND, KR_NONE, 10, "6: a demand (card 20)"},
	{KR_STEP_SHIFT_STAND, KR_NONE, 30, "6: the order of posts"},
	{KR_STEP_PROMOTE_STAND, KR_NONE, 30, "6: a promotion, or finished"},
	{KR_STEP_FEWER, KR_NONE, 10, "6: before the count of 6.4"},
	{KR_STEP_REHABILITATE, KR_NONE, 30, "7 opens"},
	{KR_STEP_REHABILITATE_STAND, KR_NONE, 30, "7: a release, or none"},
	{KR_STEP_PARADE, KR_NONE, 10, "8 opens, chief away"},
	{KR_STEP_PARADE_STAND, KR_NONE, 30, "8: on the rostrum"},
	{KR_STEP_PHASE_END, KR_NONE, 30, "a phase ends, somebody retires"},
	{KR_STEP_TRIAL, KR_NONE, 30, "a trial opens (card 4)"},
	{KR_STEP_TRIAL_STAND, KR_NONE, 30, "a vote at a trial"},
	{KR_STEP_REVEAL_NAME, KR_NONE, 30, "the KGB Head names (card 17)"},
};

static struct {
	uint64_t cards; /* the cards that may be played */
	int games;      /* the games in which the moment was met */
	int last;       /* the last of them */
} met[AP_COUNT(moments)];

static int moment_of(const kr_state *s)
{
	kr_matter m = kr_matter_heard(s);
	for (int i = 0; i < AP_COUNT(moments); i++)
		if (moments[i].step == m.step &&
			(moments[i].verb == KR_NONE || moments[i].verb == (int)ap_verb_of(m.said)))
			return i;
	print_message("step %s is not in the table\n", ap_step_name(&kremlin, m.step));
	fail();
	return 0;
}

static void look(const kr_state *s, int game)
{
	int i = moment_of(s);
	met[i].games += met[i].last != game;
	met[i].last = game;
	for (int card = 0; card < KR_INTRIGUES; card++)
		for (int seat = 0; seat < s->head.players; seat++)
			if (kr_card_forbidden(s, seat, card, kr_listened(s)) == 0)
				met[i].cards |= UINT64_C(1) << card;
}

/* ---- Games ----------------------------------------------------------------------------------- */

/* Every third game is a bloody one, so that it comes to a count of 6.4. */
static ap_action choose(const kr_state *s, int seat, int game, ap_rng *rng)
{
	ap_action legal[AP_MAX_LEGAL];
	int n = ap_legal(&kremlin, s, seat, legal);
	ap_action a = legal[ap_below(rng, (uint32_t)n)];
	unsigned verb = ap_verb_of(a);
	if (ap_step_of(s) == KR_STEP_LISTEN && ap_below(rng, 3))
		return legal[0];
	bool kind = verb == KR_VERB_REHABILITATE || verb == KR_VERB_NOTHING;
	if (game % 3 == 0 && kind && ap_step_of(s) != KR_STEP_SHIFT)
		return verb == KR_VERB_REHABILITATE ? legal[0] : legal[n - 1];
	if (game % 3 == 0 && seat == AP_CHANCE && verb == KR_VERB_DIE && s->phase == KR_PHASE_PURGE)
		return legal[n - 1];
	return a;
}

static void play(int game)
{
	ap_setup setup = {.players = (uint8_t)(3 + game % 4), .option = {KR_RULES_ADVANCED}};
	kr_state s;
	ap_rng rng;
	ap_seed(&rng, 1, (uint64_t)game);
	ap_start(&kremlin, &setup, &s, NULL);
	for (ap_seats actors; (actors = ap_actors(&s)) != 0;) {
		int seat = ap_first_seat(actors);
		if (ap_step_of(&s) == KR_STEP_LISTEN)
			look(&s, game);
		ap_play(&kremlin, &s, seat, choose(&s, seat, game, &rng), NULL);
	}
}

/* ---- The page -------------------------------------------------------------------------------- */

static char page[PAGE];

static void add(const char *line)
{
	assert_true(strlen(page) + strlen(line) + 2 < sizeof page);
	strcat(page, line);
	strcat(page, "\n");
}

static void add_ruler(void)
{
	char tens[LINE], ones[LINE];
	int at = snprintf(tens, sizeof tens, "%-30s ", "");
	snprintf(ones, sizeof ones, "%-30s ", "phase and round");
	for (int card = 0; card < KR_INTRIGUES; card++, at++) {
		tens[at] = (char)(card + 1 < 10 ? ' ' : '0' + (card + 1) / 10);
		ones[at] = (char)('0' + (card + 1) % 10);
	}
	tens[at] = ones[at] = '\0';
	add(tens);
	add(ones);
}

static void add_moment(int i)
{
	char line[LINE];
	int at = snprintf(line, sizeof line, "%-30s ", moments[i].words);
	for (int card = 0; card < KR_INTRIGUES; card++)
		line[at++] = met[i].cards >> card & 1 ? 'x' : '.';
	line[at] = '\0';
	add(line);
}

static void write_page(void)
{
	add("# When each Intrigue card may be played");
	add("");
	add("The columns are the 34 cards by their numbers (KR-IC-1 to KR-IC-34), the rows the rounds of listening.");
	add("`x`: there are boards on which the card may be played then; `.`: there are none. The engine says so itself:");
	add("`tests/test_moments.c` asks it on random games, and fails if this page is out of date.");
	add("");
	add("```text");
	add_ruler();
	for (int i = 0; i < AP_COUNT(moments); i++)
		add_moment(i);
	add("```");
}

/* Writes the path of the page, which lies in the folder of the game. */
static void find_page(char *path, size_t size)
{
	const char *end = strstr(__FILE__, "tests/test_moments.c");
	assert_non_null(end);
	snprintf(path, size, "%.*sdocs/card-moments.md", (int)(end - __FILE__), __FILE__);
}

static void the_page_is_right(void **unused)
{
	char path[512], kept[PAGE] = "";
	(void)unused;
	memset(met, 0, sizeof met);
	for (int game = 1; game <= GAMES; game++)
		play(game);
	for (int i = 0; i < AP_COUNT(moments); i++) {
		print_message("%-30s in %d games\n", moments[i].words, met[i].games);
		assert_true(!MEETS_ALL || met[i].games >= moments[i].anyway);
	}
	if (!MEETS_ALL)
		return;
	write_page();
	find_page(path, sizeof path);
	if (getenv("APPARAT_RENEW")) {
		FILE *out = fopen(path, "w");
		assert_non_null(out);
		fputs(page, out);
		fclose(out);
	}
	FILE *file = fopen(path, "r");
	assert_non_null(file);
	size_t length = fread(kept, 1, sizeof kept - 1, file);
	fclose(file);
	kept[length] = '\0';
	assert_string_equal(kept, page);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(the_page_is_right)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
