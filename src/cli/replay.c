/* replay.c: the command `apparat replay`, which prints the log of a recorded game, or its state
 * after any number of actions. */
#include "cli/command.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/complete.h"
#include "cli/output.h"
#include "cli/replay_film.h"
#include "cli/replay_steps.h"
#include "cli/setup.h"
#include "text/event_stream.h"
#include "text/phrases.h"
#include "text/record.h"

static const char usage[] = AP_TEXT(
	"apparat replay RECORD [--at N] [--seat SEAT] [--lang en|fr] [OPTION]...\n"
	"\n"
	"Shows a recorded game. In a terminal one steps through it, board by board; elsewhere its log\n"
	"is printed: a line for each event, with the number of the action it follows and the clause\n"
	"it rests on.\n"
	"\n"
	"  --at N       stop after N actions; begin there when one steps through it\n"
	"  --seat SEAT  what a seat, or observer, may know; without it everything, and in the\n"
	"               terminal what the observer may know\n"
	"  --lang CODE  the language, en or fr\n"
	"  --step       step through the game: Enter goes on, - goes back, q leaves\n"
	"  --log        print the log, in a terminal too\n"
	"  --plain      no colours, no symbols, one line after another\n"
	"  --json       the last state reached, or the seat's view of it, instead of the log\n"
	"  --events     lines of JSON: the first state, every action with its events, the last state\n"
	"  --whole      the record, and after each action what every seat saw: it can be watched even\n"
	"               with other rules\n"
	"\n"
	"A game that was played by rules which this program does not have is shown as its record has\n"
	"it: with what every seat saw, if that was kept, otherwise as a list of its actions.\n");

enum { SENTENCE_SIZE = 1024 };

/* How a recorded game is to be shown. */
typedef struct reading {
	const ap_history *history;
	int viewer;
	ap_language language;
} reading;

static void print_events(const reading *r, int action, const ap_events *events)
{
	const ap_game *game = r->history->game;
	char sentence[SENTENCE_SIZE];
	for (int i = 0; i < events->count; i++) {
		const ap_event *event = &events->list[i];
		if (!ap_event_is_told(event, r->viewer, r->history->setup.players))
			continue;
		ap_say_event(game, r->language, event, sentence, sizeof sentence);
		printf("%5d  %s (%s)\n", action, sentence, ap_clause_id(game, event->clause));
	}
}

/* Writes the first state and its events; of a game whose rules have changed, the state at that
 * moment, without events. */
static void begin(const ap_history *h, ap_any *state, ap_events *events)
{
	events->count = events->lost = 0;
	ap_start(h->game, &h->setup, state, events);
	if (h->earlier.lines > 0)
		events->count = 0;
	ap_history_at(h, 0, state);
}

static void make_move(const ap_history *h, int n, ap_any *state, ap_events *events)
{
	const ap_line *move = &h->move[n];
	events->count = 0;
	if (move->kind == AP_LINE_UNSEAL)
		ap_unseal(h->game, state, move->seat);
	else
		ap_play(h->game, state, move->seat, move->value, events);
}

/* Prints the events of the first moves. Actions that were undone have no line. */
static void print_log(const reading *r, int moves)
{
	const ap_history *h = r->history;
	ap_any state;
	ap_events events;
	begin(h, &state, &events);
	print_events(r, 0, &events);
	for (int i = 0; i < moves; i++) {
		make_move(h, i, &state, &events);
		print_events(r, h->earlier.moves + i + 1, &events);
	}
}

/* Prints the first moves as lines of JSON. */
static void print_stream(const ap_history *h, int moves)
{
	ap_event_stream stream = {.out = stdout};
	ap_any state;
	ap_events events;
	begin(h, &state, &events);
	ap_stream_state(&stream, h->game, &state, &events);
	for (int i = 0; i < moves; i++) {
		const ap_line *move = &h->move[i];
		make_move(h, i, &state, &events);
		ap_stream_move(&stream, h->game, h->setup.players, move->seat,
			move->kind == AP_LINE_UNSEAL ? NULL : &move->value, &events);
	}
	ap_stream_end(&stream, h->game, &state);
}

static void print_state(const reading *r, int moves)
{
	ap_any state;
	ap_history_at(r->history, moves, &state);
	if (r->viewer != AP_EVERYTHING)
		ap_view(r->history->game, &state, r->viewer, &state);
	ap_cli_print_state(r->history->game, &state);
}

/* Shows a game by the rules of this program. */
static int replay_by_rules(const replay_request *q)
{
	ap_record record;
	ap_error error;
	if (!ap_record_read(&record, q->text, q->length, ap_game_named, &error))
		return ap_cli_bad_file(q->path, &error);
	const ap_history *h = &record.history;
	reading r = {.history = h, .language = q->language};
	int moves = q->from_start ? 0 : q->at - h->earlier.moves, status = AP_DONE;
	if (moves < 0 || (q->whole && record.earlier))
		status = ap_cli_failure(q->command,
			"%s does not have what was seen before other rules began, after %d actions", q->path,
			h->earlier.moves);
	else if (!ap_cli_viewer(q->command, h->game, h->setup.players, q->seat, &r.viewer))
		status = AP_MISUSED;
	else if (q->whole)
		status = ap_record_write_whole(&record, stdout) ? AP_DONE : AP_FAILED;
	else if (q->events)
		print_stream(h, moves);
	else if (q->json)
		print_state(&r, moves);
	else if (q->steps)
		status = ap_cli_step_through(
			&record, moves, q->seat ? r.viewer : AP_OBSERVER, q->language, q->plain);
	else
		print_log(&r, moves);
	ap_record_free(&record);
	return status;
}

static int replay(replay_request *q)
{
	ap_error error;
	ap_record_report report;
	if (!ap_record_examine(q->text, q->length, ap_game_named, &report, &error))
		return ap_cli_bad_file(q->path, &error);
	q->game = report.game;
	if (q->at > report.moves)
		return ap_cli_misuse(q->command, "--at must be a number from 0 to %d for %s, not %ld",
			report.moves, q->path, (long)q->at);
	q->from_start = q->steps && q->at < 0;
	q->at = q->at < 0 ? report.moves : q->at;
	bool known = ap_rules_are_known(report.game, &report.rules);
	if (q->events && !known)
		return ap_cli_failure(
			q->command, "%s was played by other rules: its events are not known", q->path);
	if (report.is_whole && !(known && report.parts == 1) && !q->events)
		return ap_cli_replay_film(q);
	return known ? replay_by_rules(q) : ap_cli_list_actions(q, &report);
}

int ap_cmd_replay(int argc, char **argv)
{
	replay_request q = {0};
	long at = -1;
	bool log = false;
	const char *lang = NULL;
	const ap_cli_option options[] = {
		{"at", AP_CLI_NUMBER, &at, NULL, 0, INT_MAX, NULL},
		{"seat", AP_CLI_TEXT, &q.seat, AP_TEXT("the name of a seat, or observer"), 0, 0,
			ap_cli_suggest_seats},
		{"lang", AP_CLI_TEXT, &lang, AP_TEXT("a language, en or fr"), 0, 0,
			ap_cli_suggest_languages},
		{"step", AP_CLI_FLAG, &q.steps, NULL, 0, 0, NULL},
		{"log", AP_CLI_FLAG, &log, NULL, 0, 0, NULL},
		{"plain", AP_CLI_FLAG, &q.plain, NULL, 0, 0, NULL},
		{"json", AP_CLI_FLAG, &q.json, NULL, 0, 0, NULL},
		{"events", AP_CLI_FLAG, &q.events, NULL, 0, 0, NULL},
		{"whole", AP_CLI_FLAG, &q.whole, NULL, 0, 0, NULL},
		{0},
	};
	ap_cli_arguments a = {.usage = usage,
		.options = options,
		.least = 1,
		.most = 1,
		.missing = "RECORD",
		.suggest = {ap_cli_suggest_records}};
	int status = ap_cli_read_arguments(&a, argc, argv);
	if (status != AP_CLI_CONTINUE)
		return status;
	if (!ap_cli_language(argv[0], lang, &q.language))
		return AP_MISUSED;
	if (q.steps + log + q.json + q.events + q.whole > 1)
		return ap_cli_misuse(argv[0], "--step, --log, --json, --events, --whole: only one of them");
	if (q.whole && (q.seat || at >= 0))
		return ap_cli_misuse(argv[0], "--whole is about all actions and all seats");
	if (q.events && q.seat)
		return ap_cli_misuse(
			argv[0], "--events shows all that happens, to one who sees everything");
	q.steps |=
		!log && !q.json && !q.events && !q.whole && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
	ap_error error;
	long length;
	char *text = ap_read_file(a.operand[0], AP_MAX_RECORD, &length, &error);
	if (!text)
		return ap_cli_bad_file(a.operand[0], &error);
	q.command = argv[0];
	q.path = a.operand[0];
	q.text = text;
	q.length = (size_t)length;
	q.at = (int)at;
	status = replay(&q);
	free(text);
	return status;
}
