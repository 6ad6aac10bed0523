/* play.c: apparat play, a game in the terminal for people and bots. */
#include "cli/command.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "terminal/session.h"
#include "terminal/words.h"
#include "cli/records.h"
#include "cli/setup.h"

static const char usage[] =
	"apparat play GAME [--players N] [--seats you,greedy,..] [--option NAME=VALUE].. [OPTION]..\n"
	"       apparat play --resume RECORD [OPTION]..\n"
	"\n"
	"Plays a game in the terminal. h shows the commands, ? the rule that asks.\n"
	"\n"
	"  --players N          how many play; without it as many as --seats, or as few as can\n"
	"  --seats WHO,..       who sits where: a level of bots (random, greedy) or anybody's name;\n"
	"                       without it you and the strongest bots there are\n"
	"  --option NAME=VALUE  an option of the game, see apparat games\n"
	"  --lang CODE          en or fr\n"
	"  --seed N             dice, draws and bots that can be had again\n"
	"  --record FILE        writes the game to FILE after every action\n"
	"  --resume FILE        goes on with a recorded game, and with its record\n"
	"  --ask-all            asks even where hardly anybody would do anything but pass; with one\n"
	"                       person at the table such questions are passed for him\n"
	"  --generic-board      sentences and tables, as every game has them, instead of its own board\n"
	"  --plain              no colours, no symbols, one line after another\n";

typedef struct wishes {
	const char *players, *seats, *lang, *seed, *record, *resume;
	ap_cli_words options;
	bool plain, ask_all, generic_board;
} wishes;

/* ---- Who plays ----------------------------------------------------------------------------- */

static bool seat_person(const char *command, table *t, int seat, const char *name)
{
	if (!name[0] || strlen(name) >= AP_WHO || strncmp(name, "bot ", 4) == 0) {
		ap_cli_misuse(command, "--seats needs a name or a bot for each seat, not '%s'", name);
		return false;
	}
	for (const char *c = name; *c; c++)
		if ((unsigned char)*c < 0x20 || *c == 0x7f) {
			ap_cli_misuse(command, "--seats needs names without control characters");
			return false;
		}
	snprintf(t->record.who[seat], AP_WHO, "%s", name);
	t->people++;
	return true;
}

static void seat_bot(table *t, int seat, const ap_bot *bot)
{
	t->bot[seat] = bot;
	snprintf(t->record.who[seat], AP_WHO, "bot %s", bot->level);
}

/* "you,greedy,random" */
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

static bool sit_down(const char *command, table *t, const wishes *w, ap_setup *setup)
{
	char count[12] = "";
	if (w->seats)
		snprintf(count, sizeof count, "%d", count_seats(w->seats));
	const char *players = w->players ? w->players : w->seats ? count : NULL;
	if (!ap_cli_setup(command, t->game, players, &w->options, setup))
		return false;
	if (w->seats && count_seats(w->seats) != setup->players) {
		ap_cli_misuse(command, "--seats names %s, but %d play", count, setup->players);
		return false;
	}
	if (w->seats)
		return seat_all(command, t, w->seats, setup->players);
	seat_person(command, t, 0, "you");
	for (int seat = 1; seat < setup->players; seat++)
		seat_bot(t, seat, ap_strongest_bot(t->game));
	return true;
}

/* ---- A new game, or an old one ------------------------------------------------------------- */

/* From --seed, or from the record, or from the system. */
static int choose_seed(const char *command, table *t, const char *given)
{
	if (given && !ap_cli_number(given, UINT64_MAX, &t->seed))
		return ap_cli_misuse(
			command, "--seed must be a number from 0 to %" PRIu64 ", not '%s'", UINT64_MAX, given);
	if (given || sscanf(t->record.dice, "seed %" SCNu64, &t->seed) == 1)
		return AP_CLI_GO_ON;
	FILE *source = fopen("/dev/urandom", "rb");
	bool good = source && fread(&t->seed, sizeof t->seed, 1, source) == 1;
	if (source)
		fclose(source);
	return good ? AP_CLI_GO_ON : ap_cli_failure(command, "cannot read /dev/urandom; give --seed");
}

static int recorded(const char *command, const table *t)
{
	return t->save_error
		? ap_cli_failure(command, "cannot write %s: %s", t->record_path, t->save_error)
		: AP_CLI_GO_ON;
}

static int begin(const char *command, table *t, const wishes *w, const char *name)
{
	ap_setup setup;
	if (!name)
		return ap_cli_misuse(
			command, "GAME is missing; usage: %.*s", (int)strcspn(usage, "\n"), usage);
	t->game = ap_cli_game(command, name);
	if (!t->game || !sit_down(command, t, w, &setup))
		return AP_MISUSED;
	if (w->record && access(w->record, F_OK) == 0)
		return ap_cli_misuse(
			command, "%s exists; go on with it by --resume, or name another file", w->record);
	int status = choose_seed(command, t, w->seed);
	if (status != AP_CLI_GO_ON)
		return status;
	snprintf(t->record.dice, AP_WHO, "seed %" PRIu64, t->seed);
	t->record_path = w->record;
	table_begin(t, &setup);
	return recorded(command, t);
}

/* Who sat there sits there still; a seat nobody is known for is a person's. */
static bool same_seats(const char *command, table *t)
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

static int resume(const char *command, table *t, const wishes *w, const char *name)
{
	if (w->players || w->seats || w->options.count)
		return ap_cli_misuse(
			command, "--players, --seats and --option are in the record; leave them out");
	if (w->record && strcmp(w->record, w->resume) != 0 && access(w->record, F_OK) == 0)
		return ap_cli_misuse(command, "%s exists; name another file", w->record);
	if (!ap_cli_read_record(w->resume, &t->record))
		return AP_FAILED;
	t->game = t->record.history.game;
	if (name && strcmp(name, ap_game_name(t->game)) != 0)
		return ap_cli_misuse(
			command, "%s is a game of %s, not of %s", w->resume, ap_game_name(t->game), name);
	if (t->record.fair.players)
		return ap_cli_misuse(
			command, "%s has fair dice, which only its server can roll", w->resume);
	if (!same_seats(command, t))
		return AP_MISUSED;
	if (t->people == 0)
		return ap_cli_misuse(command, "%s has only bots; see it with apparat replay", w->resume);
	int status = choose_seed(command, t, w->seed);
	if (status != AP_CLI_GO_ON)
		return status;
	t->record_path = w->record ? w->record : w->resume;
	table_continue(t, w->record != NULL);
	return recorded(command, t);
}

/* ---- The game ------------------------------------------------------------------------------ */

/* Nothing of a person's view is shown before that person sits at the keyboard. */
static bool at_keyboard(session *s, int seat)
{
	if (s->table.people > 1 && s->at_keyboard != seat)
		return dialogue_hand_over(s, seat) == DIALOGUE_CONTINUE;
	return true;
}

/* Has the person left word to pass here? Whoever has, has said so whatever there was to choose. */
static bool left_word(session *s, int seat, ap_action *pass)
{
	const table *t = &s->table;
	int step = ap_step_of(table_state(t));
	if (board_standing(t->game, step) == WORD_ENDS)
		memset(s->passes_at[seat], 0, sizeof s->passes_at[seat]);
	return s->passes_at[seat][step] && table_find_pass(t, seat, pass);
}

/* Where hardly anybody would do anything but pass, one person alone is not troubled; with several
 * at the table, who is passed for would tell the others something. */
static bool not_worth_asking(session *s, int seat, ap_action *pass)
{
	const table *t = &s->table;
	ap_any view;
	if (t->people > 1 || s->ask_all)
		return false;
	ap_view(t->game, table_state(t), seat, &view);
	return !ap_worth_asking(t->game, &view, seat) && table_find_pass(t, seat, pass);
}

/* A pass where one is asked again and again needs no second thought. */
static bool last_was_calm(const table *t)
{
	const ap_history *h = &t->record.history;
	ap_any before;
	if (h->moves == 0 || !board_calm(t->game, h->move[h->moves - 1].value))
		return false;
	ap_history_at(h, h->moves - 1, &before);
	return board_standing(t->game, ap_step_of(&before)) == WORD_HOLDS;
}

/* A person is asked, unless there is nothing to choose and nobody to notice. */
static dialogue_outcome person(session *s, int seat, int *unconfirmed)
{
	ap_action only;
	if (table_only_action(&s->table, seat, &only) || left_word(s, seat, &only) ||
		not_worth_asking(s, seat, &only)) {
		table_apply(&s->table, seat, only);
		return DIALOGUE_CONTINUE;
	}
	if (!at_keyboard(s, seat))
		return DIALOGUE_QUIT;
	dialogue_outcome result = dialogue_ask_question(s, seat);
	if (result == DIALOGUE_CONTINUE && !last_was_calm(&s->table))
		*unconfirmed = seat;
	return result;
}

/* Whose choice could still be taken back when the game was left: a confirmed one is followed by
 * what others do. */
static int unconfirmed_seat(const table *t)
{
	const ap_history *h = &t->record.history;
	int seat = h->moves > 0 ? h->move[h->moves - 1].seat : AP_CHANCE, moves;
	bool open =
		ap_actors(&h->state) != 0 && table_is_person(t, seat) && table_can_undo(t, seat, &moves);
	return open ? seat : AP_NOBODY;
}

/* Until the end, or until somebody leaves: false. Before anybody else acts, whoever has just
 * chosen may take it back. */
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
				result = at_keyboard(s, unconfirmed) ? dialogue_confirm_move(s, unconfirmed)
													 : DIALOGUE_QUIT;
			unconfirmed = AP_NOBODY;
		} else if (!actors) {
			return true;
		} else if (table_is_person(&s->table, seat)) {
			result = person(s, seat, &unconfirmed);
		} else if (table_answer_automatically(&s->table, seat).code != AP_OK) {
			s->bot_broke_rules = true;
			return false;
		}
		if (result == DIALOGUE_QUIT)
			return false;
	}
}

static int only_person(const table *t)
{
	for (int seat = 0; seat < table_players(t); seat++)
		if (t->people == 1 && table_is_person(t, seat))
			return seat;
	return AP_NOBODY;
}

/* What stays on the screen when the game's own is gone. */
static int say_goodbye(const char *command, session *s, bool over)
{
	const table *t = &s->table;
	char line[TEXT_LINE];
	bool screen = s->terminal.full_screen;
	terminal_close(&s->terminal);
	if (over && screen)
		dialogue_show_result(s);
	if (s->bot_broke_rules)
		return ap_cli_failure(command, "a bot has chosen what the rules forbid; please report it");
	int status = recorded(command, t);
	if (status != AP_CLI_GO_ON)
		return status;
	if (t->record_path && !over)
		puts(play_say(line, sizeof line, s->language, "cli.goodbye.resume", t->record_path, NULL));
	return terminal_stop_signal() ? 128 + terminal_stop_signal() : AP_DONE;
}

static int run(const char *command, session *s, const wishes *w)
{
	for (int seat = 0; seat < AP_MAX_SEATS; seat++)
		s->events_seen[seat] = w->resume ? s->table.log_length : 0;
	s->at_keyboard = only_person(&s->table);
	s->ask_all = w->ask_all;
	s->generic_board = w->generic_board;
	terminal_open(&s->terminal, w->plain);
	bool over = play(s);
	if (over)
		dialogue_end_game(s);
	return say_goodbye(command, s, over);
}

int ap_cmd_play(int argc, char **argv)
{
	static session s;
	wishes w = {0};
	const ap_cli_option options[] = {
		{"players", AP_CLI_TEXT, &w.players, "a number of players, such as 4", 0, 0},
		{"seats", AP_CLI_TEXT, &w.seats, "who sits where, such as you,greedy,random", 0, 0},
		{"option", AP_CLI_WORDS, &w.options, "an option, such as fall=faction", 0, 0},
		{"lang", AP_CLI_TEXT, &w.lang, "a language, en or fr", 0, 0},
		{"seed", AP_CLI_TEXT, &w.seed, "a number such as 1", 0, 0},
		{"record", AP_CLI_TEXT, &w.record, "a file", 0, 0},
		{"resume", AP_CLI_TEXT, &w.resume, "a file", 0, 0},
		{"ask-all", AP_CLI_FLAG, &w.ask_all, NULL, 0, 0},
		{"generic-board", AP_CLI_FLAG, &w.generic_board, NULL, 0, 0},
		{"plain", AP_CLI_FLAG, &w.plain, NULL, 0, 0},
		{0},
	};
	ap_cli_arguments a = {
		.usage = usage, .options = options, .least = 0, .most = 1, .missing = "GAME"};
	int status = ap_cli_read(&a, argc, argv);
	if (status != AP_CLI_GO_ON)
		return status;
	if (!ap_cli_language(argv[0], w.lang, &s.language))
		return AP_MISUSED;
	const char *name = a.operands ? a.operand[0] : NULL;
	status = w.resume ? resume(argv[0], &s.table, &w, name) : begin(argv[0], &s.table, &w, name);
	if (status == AP_CLI_GO_ON)
		status = run(argv[0], &s, &w);
	table_free(&s.table);
	return status;
}
