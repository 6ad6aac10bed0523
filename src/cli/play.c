/* play.c: the command `apparat play`, a game in the terminal for people and bots. */
#include "cli/command.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/complete.h"
#include "cli/kept_games.h"
#include "terminal/session.h"
#include "terminal/words.h"
#include "cli/records.h"
#include "cli/setup.h"

static const char usage[] = AP_TEXT(
	"apparat play GAME [--players N] [--seats you,greedy,..] [--option NAME=VALUE].. [OPTION]..\n"
	"       apparat play [GAME] --resume [RECORD] [OPTION]..\n"
	"\n"
	"Plays a game in the terminal. h shows the commands, ? the rule that asks.\n"
	"\n"
	"  --players N          how many play; without it as many as --seats, or as few as can\n"
	"  --seats WHO,..       who sits where: a level of bots (random, greedy) or anybody's name;\n"
	"                       without it you and the strongest bots there are\n"
	"  --option NAME=VALUE  an option of the game, see apparat games\n"
	"  --lang CODE          the language, en or fr\n"
	"  --seed N             dice, draws and bots that can be had again\n"
	"  --record FILE        writes the game to FILE after every action\n"
	"  --resume FILE        goes on with a recorded game, and with its record; without FILE, with\n"
	"                       a game that was left: those without --record are kept by themselves\n"
	"  --ask-all            asks even where hardly anybody would do anything but pass; with one\n"
	"                       person at the table such questions are passed for him\n"
	"  --generic-board      sentences and tables, as every game has them, instead of its own board\n"
	"  --plain              no colours, no symbols, one line after another\n");

typedef struct play_settings {
	const char *players, *seats, *lang, *seed, *record, *resume;
	ap_cli_words options;
	bool plain, ask_all, generic_board;
} play_settings;

/* ---- Who plays ------------------------------------------------------------------------------- */

static bool seat_person(const char *command, table *t, int seat, const char *name)
{
	if (!name[0] || strlen(name) >= AP_WHO_SIZE || strncmp(name, "bot ", 4) == 0) {
		ap_cli_misuse(command, "--seats needs a name or a bot for each seat, not '%s'", name);
		return false;
	}
	for (const char *c = name; *c; c++)
		if ((unsigned char)*c < 0x20 || *c == 0x7f) {
			ap_cli_misuse(command, "--seats needs names without control characters");
			return false;
		}
	snprintf(t->record.who[seat], AP_WHO_SIZE, "%s", name);
	t->people++;
	return true;
}

static void seat_bot(table *t, int seat, const ap_bot *bot)
{
	t->bot[seat] = bot;
	snprintf(t->record.who[seat], AP_WHO_SIZE, "bot %s", bot->level);
}

/* Seats the players of a list such as "you,greedy,random". */
static bool seat_all(const char *command, table *t, const char *seats, int players)
{
	char name[256];
	for (int seat = 0; seat < players; seat++) {
		size_t length = strcspn(seats, ",");
		snprintf(name, sizeof name, "%.*s", (int)(length < 255 ? length : 255), seats);
		const ap_bot *bot = ap_bot_named(t->game, name);
		if (bot)
			seat_bot(t, seat, bot);
		else if (!seat_person(command, t, seat, name))
			return false;
		seats += length + (seats[length] == ',');
	}
	if (t->people == 0)
		ap_cli_misuse(
			command, "--seats has only bots; add a name, or let bots play with apparat simulate");
	return t->people > 0;
}

static int count_seats(const char *seats)
{
	int count = 1;
	for (; *seats; seats++)
		count += *seats == ',';
	return count;
}

/* Reads the set-up and seats the players. */
static bool seat_players(
	const char *command, table *t, const play_settings *settings, ap_setup *setup)
{
	char count[12] = "";
	if (settings->seats)
		snprintf(count, sizeof count, "%d", count_seats(settings->seats));
	const char *players = settings->players ? settings->players : settings->seats ? count : NULL;
	if (!ap_cli_setup(command, t->game, players, &settings->options, setup))
		return false;
	if (settings->seats && count_seats(settings->seats) != setup->players) {
		ap_cli_misuse(command, "--seats names %s, but %d play", count, setup->players);
		return false;
	}
	if (settings->seats)
		return seat_all(command, t, settings->seats, setup->players);
	seat_person(command, t, 0, "you");
	for (int seat = 1; seat < setup->players; seat++)
		seat_bot(t, seat, ap_strongest_bot(t->game));
	return true;
}

/* ---- A new game, or an old one --------------------------------------------------------------- */

/* The seed in "seed 1" or "seed 1 stream 7". */
static bool read_seed(const char *dice, uint64_t *seed)
{
	char *end;
	if (strncmp(dice, "seed ", 5) != 0 || dice[5] < '0' || dice[5] > '9')
		return false;
	errno = 0;
	*seed = strtoull(dice + 5, &end, 10);
	return errno == 0 && (*end == '\0' || *end == ' ');
}

/* Takes the seed from --seed, from the record or from the operating system. */
static int choose_seed(const char *command, table *t, const char *given)
{
	if (given && !ap_cli_read_number(given, UINT64_MAX, &t->seed))
		return ap_cli_misuse(command,
			"--%s must be a number from 0 to 18446744073709551615, not '%s'", "seed", given);
	if (given || read_seed(t->record.dice, &t->seed))
		return AP_CLI_CONTINUE;
	FILE *source = fopen("/dev/urandom", "rb");
	bool good = source && fread(&t->seed, sizeof t->seed, 1, source) == 1;
	if (source)
		fclose(source);
	return good ? AP_CLI_CONTINUE
				: ap_cli_failure(command, "cannot read /dev/urandom; give --seed");
}

static int check_record_written(const char *command, const table *t)
{
	return t->save_error
		? ap_cli_failure(command, "cannot write %s: %s", t->record_path, t->save_error)
		: AP_CLI_CONTINUE;
}

/* Lets the program keep the game by itself, so that leaving loses nothing. Only where somebody sits
 * at a keyboard; if it cannot be done, the game is played all the same. */
static void keep_game(table *t, ap_kept_game *kept)
{
	if (!isatty(STDIN_FILENO) || !ap_kept_begin(ap_game_name(t->game), kept))
		return;
	t->record_path = kept->path;
	t->is_kept = true;
}

static int start_game(const char *command, table *t, const play_settings *settings,
	const char *name, ap_kept_game *kept)
{
	ap_setup setup;
	if (!name)
		return ap_cli_misuse(command, "%s is missing; usage: %.*s", "GAME",
			(int)strcspn(ap_translated(usage), "\n"), ap_translated(usage));
	t->game = ap_cli_game(command, name);
	if (!t->game || !seat_players(command, t, settings, &setup))
		return AP_MISUSED;
	if (settings->record && access(settings->record, F_OK) == 0)
		return ap_cli_misuse(command, "%s exists; go on with it by --resume, or name another file",
			settings->record);
	int status = choose_seed(command, t, settings->seed);
	if (status != AP_CLI_CONTINUE)
		return status;
	snprintf(t->record.dice, AP_WHO_SIZE, "seed %" PRIu64, t->seed);
	t->record_path = settings->record;
	if (!settings->record)
		keep_game(t, kept);
	table_begin(t, &setup);
	if (t->is_kept && t->save_error) {
		t->record_path = t->save_error = NULL;
		t->is_kept = false;
	}
	return check_record_written(command, t);
}

/* Seats the players of the record. A seat without a name is a person's. */
static bool restore_seats(const char *command, table *t)
{
	for (int seat = 0; seat < table_players(t); seat++) {
		const char *who = t->record.who[seat];
		if (strncmp(who, "bot ", 4) == 0) {
			t->bot[seat] = ap_cli_bot(command, t->game, who + 4);
			if (!t->bot[seat])
				return false;
		} else {
			t->people++;
		}
	}
	return true;
}

/* Asks which of several kept games is meant. Returns -1 if none is. */
static int choose_kept(ap_language language, const ap_kept_entry *entry, int count)
{
	char line[256], number[12], title[80];
	for (int i = 0; i < count; i++) {
		struct tm when;
		char time[32];
		const char *dash = strrchr(entry[i].name, '-');
		ap_cli_copy_part(entry[i].name, (size_t)(dash - entry[i].name), title, sizeof title);
		const ap_game *game = ap_game_named(title);
		strftime(time, sizeof time, "%Y-%m-%d %H:%M", localtime_r(&entry[i].when.tv_sec, &when));
		printf("%2d  %s  %s\n", i + 1, time, game ? ap_game_title(game, language) : title);
	}
	snprintf(number, sizeof number, "%d", count);
	fputs(play_say(line, sizeof line, language, "cli.kept.which", number, NULL), stdout);
	fflush(stdout);
	if (!fgets(line, sizeof line, stdin))
		return -1;
	line[strcspn(line, "\n")] = '\0';
	uint64_t chosen = 1;
	if (line[0] && (!ap_cli_read_number(line, (uint64_t)count, &chosen) || chosen < 1))
		return -1;
	return (int)chosen - 1;
}

/* Finds the game that is meant by --resume without a file. */
static int take_kept_game(const char *command, ap_language language, const char *game,
	play_settings *settings, ap_kept_game *kept)
{
	ap_kept_entry entry[AP_KEPT_MOST];
	int count = ap_kept_list(game, entry), chosen = 0;
	if (count == 0)
		return ap_cli_failure(command, "no game was left; apparat play GAME begins one");
	if (count > 1)
		chosen = choose_kept(language, entry, count);
	if (chosen < 0)
		return ap_cli_misuse(command, "expected the number of a game, from 1 to %d", count);
	if (!ap_kept_take(entry[chosen].name, kept))
		return ap_cli_failure(command, "that game is played somewhere else");
	settings->resume = kept->path;
	return AP_CLI_CONTINUE;
}

static int resume_game(
	const char *command, table *t, const play_settings *settings, const char *name, bool is_kept)
{
	if (settings->players || settings->seats || settings->options.count)
		return ap_cli_misuse(
			command, "--players, --seats and --option are in the record; leave them out");
	if (settings->record && strcmp(settings->record, settings->resume) != 0 &&
		access(settings->record, F_OK) == 0)
		return ap_cli_misuse(command, "%s exists; name another file", settings->record);
	if (!ap_cli_read_record(settings->resume, &t->record))
		return AP_FAILED;
	t->game = t->record.history.game;
	if (name && strcmp(name, ap_game_name(t->game)) != 0)
		return ap_cli_misuse(command, "%s is a game of %s, not of %s", settings->resume,
			ap_game_name(t->game), name);
	if (t->record.fair.players)
		return ap_cli_misuse(
			command, "%s has fair dice, which only its server can roll", settings->resume);
	if (!restore_seats(command, t))
		return AP_MISUSED;
	if (t->people == 0)
		return ap_cli_misuse(
			command, "%s has only bots; see it with apparat replay", settings->resume);
	int status = choose_seed(command, t, settings->seed);
	if (status != AP_CLI_CONTINUE)
		return status;
	t->record_path = settings->record ? settings->record : settings->resume;
	t->is_kept = is_kept && !settings->record;
	table_continue(t, settings->record != NULL);
	return check_record_written(command, t);
}

/* ---- The game -------------------------------------------------------------------------------- */

/* Asks for the keyboard to be handed over to the person at a seat, before anything is shown that
 * only this person may see. False if somebody leaves the game. */
static bool hand_over_keyboard(session *s, int seat)
{
	if (s->table.people > 1 && s->at_keyboard != seat)
		return dialogue_hand_over(s, seat) == DIALOGUE_CONTINUE;
	return true;
}

/* Finds the pass for a person who has chosen to pass always at this step. */
static bool find_standing_pass(session *s, int seat, ap_action *pass)
{
	const table *t = &s->table;
	int step = ap_step_of(table_state(t));
	if (board_standing(t->game, step) == WORD_ENDS)
		memset(s->passes_at[seat], 0, sizeof s->passes_at[seat]);
	return s->passes_at[seat][step] && table_find_pass(t, seat, pass);
}

/* Finds the pass where hardly anybody would do anything else, so that the person need not be asked.
 * With several people at the table everybody is asked: otherwise the others would learn something
 * from who is not asked. */
static bool find_default_pass(session *s, int seat, ap_action *pass)
{
	const table *t = &s->table;
	ap_any view;
	if (t->people > 1 || s->ask_all)
		return false;
	ap_view(t->game, table_state(t), seat, &view);
	return !ap_worth_asking(t->game, &view, seat) && table_find_pass(t, seat, pass);
}

/* Returns whether the last move was a pass at a step that is asked again and again. Such a move
 * need not be confirmed. */
static bool was_routine_pass(const table *t)
{
	const ap_history *h = &t->record.history;
	ap_any before;
	if (h->moves == 0 || !board_calm(t->game, h->move[h->moves - 1].value))
		return false;
	ap_history_at(h, h->moves - 1, &before);
	return board_standing(t->game, ap_step_of(&before)) == WORD_HOLDS;
}

/* Asks a person, unless the answer is clear. Sets `unconfirmed` if the person may still take the
 * answer back. */
static dialogue_outcome ask_person(session *s, int seat, int *unconfirmed)
{
	ap_action answer;
	if (table_only_action(&s->table, seat, &answer) || find_standing_pass(s, seat, &answer) ||
		find_default_pass(s, seat, &answer)) {
		table_apply(&s->table, seat, answer);
		return DIALOGUE_CONTINUE;
	}
	if (!hand_over_keyboard(s, seat))
		return DIALOGUE_QUIT;
	dialogue_outcome result = dialogue_ask_question(s, seat);
	s->has_decided |= result == DIALOGUE_CONTINUE;
	if (result == DIALOGUE_CONTINUE && !was_routine_pass(&s->table))
		*unconfirmed = seat;
	return result;
}

/* Returns the person whose last choice was not confirmed when the game was left; AP_NOBODY if there
 * is none. After a confirmed choice somebody else would have moved. */
static int unconfirmed_seat(const table *t)
{
	const ap_history *h = &t->record.history;
	int seat = h->moves > 0 ? h->move[h->moves - 1].seat : AP_CHANCE, moves;
	bool open =
		ap_actors(&h->state) != 0 && table_is_person(t, seat) && table_can_undo(t, seat, &moves);
	return open ? seat : AP_NOBODY;
}

/* Plays until the game is over, or returns false when somebody leaves. Before anybody else acts,
 * the person who has just chosen may take the choice back. */
static bool play(session *s)
{
	int unconfirmed = unconfirmed_seat(&s->table);
	for (;;) {
		ap_seats actors = ap_actors(table_state(&s->table));
		int seat = actors ? ap_first_seat(actors) : AP_NOBODY;
		dialogue_outcome result = DIALOGUE_CONTINUE;
		int moves;
		if (unconfirmed != AP_NOBODY && seat != unconfirmed) {
			if (table_can_undo(&s->table, unconfirmed, &moves))
				result = hand_over_keyboard(s, unconfirmed) ? dialogue_confirm_move(s, unconfirmed)
															: DIALOGUE_QUIT;
			unconfirmed = AP_NOBODY;
		} else if (!actors) {
			return true;
		} else if (table_is_person(&s->table, seat)) {
			result = ask_person(s, seat, &unconfirmed);
		} else if (table_answer_automatically(&s->table, seat).code != AP_OK) {
			s->bot_broke_rules = true;
			return false;
		}
		if (result == DIALOGUE_QUIT)
			return false;
	}
}

/* Returns the seat of the only person; AP_NOBODY if there are several. */
static int only_person(const table *t)
{
	for (int seat = 0; seat < table_players(t); seat++)
		if (t->people == 1 && table_is_person(t, seat))
			return seat;
	return AP_NOBODY;
}

/* Returns whether the game is worth keeping: somebody has decided something, and it is not over. */
static bool is_worth_keeping(const session *s)
{
	return s->has_decided && ap_actors(table_state(&s->table)) != 0;
}

/* Closes the game's screen and prints what is to stay on the terminal. */
static int close_game(const char *command, session *s, bool over)
{
	const table *t = &s->table;
	const char *goodbye = t->is_kept ? "cli.goodbye.kept" : "cli.goodbye.resume";
	char line[TEXT_LINE];
	bool screen = s->terminal.full_screen;
	terminal_close(&s->terminal);
	if (over && screen)
		dialogue_show_result(s);
	if (s->bot_broke_rules)
		return ap_cli_failure(command, "a bot has chosen what the rules forbid; please report it");
	int status = check_record_written(command, t);
	if (status != AP_CLI_CONTINUE)
		return status;
	if (t->record_path && (t->is_kept ? is_worth_keeping(s) : !over))
		puts(play_say(line, sizeof line, s->language, goodbye, t->record_path, NULL));
	return terminal_stop_signal() ? 128 + terminal_stop_signal() : AP_DONE;
}

static int run_game(
	const char *command, session *s, const play_settings *settings, bool others_kept)
{
	for (int seat = 0; seat < AP_MAX_SEATS; seat++)
		s->events_seen[seat] = settings->resume ? s->table.log_length : 0;
	s->has_decided = settings->resume != NULL;
	s->at_keyboard = only_person(&s->table);
	s->ask_all = settings->ask_all;
	s->generic_board = settings->generic_board;
	terminal_open(&s->terminal, settings->plain);
	if (others_kept)
		session_set_message(s, "cli.kept.others", "");
	bool over = play(s);
	if (over)
		dialogue_end_game(s);
	return close_game(command, s, over);
}

/* Begins a game or goes on with one, and plays it. */
static int play_game(const char *command, session *s, play_settings *settings, const char *name)
{
	ap_kept_game kept = {.lock = -1};
	ap_kept_entry others[AP_KEPT_MOST];
	bool others_kept = false;
	int status = AP_CLI_CONTINUE;
	if (settings->resume && !settings->resume[0])
		status = take_kept_game(command, s->language, name, settings, &kept);
	else if (!settings->resume && name && isatty(STDIN_FILENO))
		others_kept = ap_kept_list(name, others) > 0;
	if (status == AP_CLI_CONTINUE)
		status = settings->resume ? resume_game(command, &s->table, settings, name, kept.lock >= 0)
								  : start_game(command, &s->table, settings, name, &kept);
	if (status == AP_CLI_CONTINUE)
		status = run_game(command, s, settings, others_kept);
	bool has_moved = kept.lock >= 0 && !s->table.is_kept && settings->record && status == AP_DONE;
	ap_kept_end(&kept, has_moved || (s->table.is_kept && !is_worth_keeping(s)));
	table_free(&s->table);
	return status;
}

static void suggest_seats(const ap_cli_typed *typed)
{
	ap_cli_typed last = ap_cli_last_in_list(typed);
	ap_cli_offer(&last, "you");
	ap_cli_suggest_levels(typed);
}

int ap_cmd_play(int argc, char **argv)
{
	static session s;
	play_settings settings = {0};
	const ap_cli_option options[] = {
		{"players", AP_CLI_TEXT, &settings.players, AP_TEXT("a number of players, such as 4"), 0, 0,
			ap_cli_suggest_players},
		{"seats", AP_CLI_TEXT, &settings.seats,
			AP_TEXT("who sits where, such as you,greedy,random"), 0, 0, suggest_seats},
		{"option", AP_CLI_WORDS, &settings.options, AP_TEXT("an option, such as fall=faction"), 0,
			0, ap_cli_suggest_game_options},
		{"lang", AP_CLI_TEXT, &settings.lang, AP_TEXT("a language, en or fr"), 0, 0,
			ap_cli_suggest_languages},
		{"seed", AP_CLI_TEXT, &settings.seed, AP_TEXT("a number such as 1"), 0, 0, NULL},
		{"record", AP_CLI_TEXT, &settings.record, AP_TEXT("a file"), 0, 0, ap_cli_suggest_files},
		{"resume", AP_CLI_MAYBE, &settings.resume, AP_TEXT("a file"), 0, 0, ap_cli_suggest_records},
		{"ask-all", AP_CLI_FLAG, &settings.ask_all, NULL, 0, 0, NULL},
		{"generic-board", AP_CLI_FLAG, &settings.generic_board, NULL, 0, 0, NULL},
		{"plain", AP_CLI_FLAG, &settings.plain, NULL, 0, 0, NULL},
		{0},
	};
	ap_cli_arguments a = {.usage = usage,
		.options = options,
		.least = 0,
		.most = 1,
		.missing = "GAME",
		.suggest = {ap_cli_suggest_games}};
	int status = ap_cli_read_arguments(&a, argc, argv);
	if (status != AP_CLI_CONTINUE)
		return status;
	if (!ap_cli_language(argv[0], settings.lang, &s.language))
		return AP_MISUSED;
	return play_game(argv[0], &s, &settings, a.operands ? a.operand[0] : NULL);
}
