/* outside.c: a program that uses the library as programs outside this project do. It sees nothing
 * but what is installed.
 *
 * Usage: outside GAME READ.apr WRITTEN.apr. It checks the first record and walks through it. Then
 * it plays a game against bots, prints what happens as an observer sees it, and writes the second
 * record. */
#include <apparat/apparat.h>
#include <apparat/bots.h>
#include <apparat/records.h>
#include <apparat/text.h>
#include <apparat/version.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SENTENCE_SIZE = 1024 };

static void give_up(const char *what, const ap_error *error)
{
	fprintf(stderr, "%s:%d: %s\n", what, error->line, error->message);
	exit(1);
}

static void print_events(const ap_game *game, int move, ap_events *events)
{
	char sentence[SENTENCE_SIZE];
	for (int i = 0; i < events->count; i++) {
		const ap_event *event = &events->list[i];
		if (!(event->seen_by & AP_SEAT(AP_OBSERVER)))
			continue;
		ap_say_event(game, AP_ENGLISH, event, sentence, sizeof sentence);
		printf("%5d  %s (%s)\n", move, sentence, ap_clause_id(game, event->clause));
	}
	events->count = 0;
}

/* ---- Reading a record ------------------------------------------------------------------------ */

static int walk(const ap_record_file *file)
{
	ap_any state;
	ap_record_move move;
	int n = ap_record_file_first(file), of_chance = 0;
	ap_record_file_at(file, n, &state);
	for (; ap_record_file_move(file, n, &move); n++) {
		of_chance += move.seat == AP_CHANCE;
		ap_record_file_advance(file, n, &state, NULL);
	}
	if (memcmp(&state, ap_record_file_state(file), ap_state_size(ap_record_file_game(file))) != 0)
		exit(1);
	return of_chance;
}

static void check_record(const char *path)
{
	ap_error error;
	ap_record_check check;
	ap_record_file *file = ap_record_file_read(path, &error);
	if (!file || !ap_check_record_file(path, &check, &error))
		give_up(path, &error);
	printf("read %s: %d moves, %d outcomes, %d of them in force, rules %s, dice %s\n",
		ap_game_name(ap_record_file_game(file)), check.moves, check.outcomes, walk(file),
		check.rules_known ? "known" : "not known", check.dice_checked ? "checked" : "not checked");
	ap_record_file_free(file);
}

/* ---- Playing --------------------------------------------------------------------------------- */

static ap_action choose(const ap_record_file *file, int seat, ap_rng *rng)
{
	const ap_game *game = ap_record_file_game(file);
	ap_action legal[AP_MAX_LEGAL];
	ap_any view;
	if (seat == AP_CHANCE)
		return legal[ap_below(
			rng, (uint32_t)ap_legal(game, ap_record_file_state(file), seat, legal))];
	const ap_bot *bot = seat == 0 ? ap_bot_named(game, "random") : ap_strongest_bot(game);
	ap_view(game, ap_record_file_state(file), seat, &view);
	return ap_bot_action(bot, game, &view, seat, rng);
}

/* Prints what the first seat is asked and does, in French. */
static void print_decision(const ap_record_file *file, int seat, ap_action action)
{
	const ap_game *game = ap_record_file_game(file);
	char sentence[SENTENCE_SIZE];
	int step = ap_step_of(ap_record_file_state(file));
	ap_say_action(game, AP_FRENCH, action, sentence, sizeof sentence);
	printf("# %s: %s %s\n", ap_seat_word(game, AP_FRENCH, seat), ap_prompt(game, AP_FRENCH, step),
		sentence);
}

static void print_refusal(ap_record_file *file)
{
	const ap_game *game = ap_record_file_game(file);
	char sentence[SENTENCE_SIZE];
	ap_result result = ap_record_file_apply(file, 0, 0, NULL);
	if (result.code != AP_GAME_OVER)
		exit(1);
	ap_say_refusal(game, AP_ENGLISH, result, sentence, sizeof sentence);
	printf("# refused: %s\n", sentence);
}

static void name_players(ap_record_file *file)
{
	const ap_game *game = ap_record_file_game(file);
	char who[64];
	for (int seat = 1; seat < ap_players(ap_record_file_state(file)); seat++) {
		snprintf(who, sizeof who, "bot %s", ap_bot_level(ap_strongest_bot(game)));
		if (!ap_record_file_set_player(file, seat, who))
			exit(1);
	}
	if (!ap_record_file_set_player(file, 0, "somebody outside"))
		exit(1);
}

static ap_record_file *play(const ap_game *game)
{
	static ap_events events;
	ap_setup setup = {(uint8_t)ap_min_players(game), {0}};
	ap_record_file *file = ap_record_file_start(game, &setup, &events);
	ap_rng rng;
	ap_seats actors;
	int moves = 0;
	ap_seed(&rng, 1, 0);
	name_players(file);
	print_events(game, moves, &events);
	while ((actors = ap_actors(ap_record_file_state(file))) != 0) {
		int seat = ap_first_seat(actors);
		ap_action action = choose(file, seat, &rng);
		if (seat == 0)
			print_decision(file, seat, action);
		if (ap_record_file_apply(file, seat, action, &events).code != AP_OK)
			exit(1);
		print_events(game, ++moves, &events);
	}
	return file;
}

int main(int argc, char **argv)
{
	ap_error error;
	if (argc != 4 || strcmp(ap_version(), AP_VERSION_STRING) != 0)
		return 2;
	check_record(argv[2]);
	const ap_game *game = ap_game_named(argv[1]);
	printf("playing %s\n", ap_game_title(game, AP_ENGLISH));
	ap_record_file *file = play(game);
	print_refusal(file);
	if (!ap_record_file_write(file, AP_EVERYTHING, argv[3], &error))
		give_up(argv[3], &error);
	ap_record_file_free(file);
	return 0;
}
