/* replay.c: apparat replay, the log of a recorded game or its state at any point. */
#include "cli/command.h"

#include <limits.h>
#include <stdio.h>

#include "cli/output.h"
#include "cli/records.h"
#include "cli/setup.h"
#include "text/phrases.h"

static const char usage[] =
	"apparat replay RECORD [--at N] [--seat SEAT] [--lang en|fr] [--json]\n"
	"\n"
	"Prints the log of a recorded game: a line for each event, with the number of the action it\n"
	"follows and the clause it rests on.\n"
	"\n"
	"  --at N       stop after N actions\n"
	"  --seat SEAT  what a seat, or observer, may know; without it everything\n"
	"  --lang CODE  the language of the log, en or fr\n"
	"  --json       the last state reached, or the seat's view of it, instead of the log\n";

enum { SENTENCE = 1024 };

/* What is hidden is told twice: to those who know it, and without it to all others. Whoever sees
 * everything needs only the first. */
static bool sees(int viewer, int players, const ap_event *event)
{
	if (viewer != AP_EVERYTHING)
		return event->seen_by & AP_SEAT(viewer);
	ap_seats seated = (ap_seats)(AP_SEAT(players) - 1);
	bool open = (event->seen_by & seated) == seated;
	return open || !(event->seen_by & AP_SEAT(AP_OBSERVER));
}

typedef struct reading {
	const ap_history *history;
	int viewer;
	ap_language language;
} reading;

static void print_events(const reading *r, int action, const ap_events *events)
{
	const ap_game *game = r->history->game;
	char sentence[SENTENCE];
	for (int i = 0; i < events->count; i++) {
		const ap_event *event = &events->list[i];
		if (!sees(r->viewer, r->history->setup.players, event))
			continue;
		ap_say_event(game, r->language, event, sentence, sizeof sentence);
		printf("%5d  %s (%s)\n", action, sentence, ap_clause_id(game, event->clause));
	}
}

/* Undone actions are not part of the game and have no line. */
static void print_log(const reading *r, int moves)
{
	const ap_history *h = r->history;
	ap_any state;
	ap_events events = {0};
	ap_start(h->game, &h->setup, &state, &events);
	print_events(r, 0, &events);
	for (int i = 0; i < moves; i++) {
		events.count = 0;
		if (h->move[i].kind == AP_LINE_UNSEAL)
			ap_unseal(h->game, &state, h->move[i].seat);
		else
			ap_play(h->game, &state, h->move[i].seat, h->move[i].value, &events);
		print_events(r, i + 1, &events);
	}
}

static void print_state(const reading *r, int moves)
{
	ap_any state;
	ap_history_at(r->history, moves, &state);
	if (r->viewer != AP_EVERYTHING)
		ap_view(r->history->game, &state, r->viewer, &state);
	ap_cli_print_state(r->history->game, &state);
}

typedef struct wishes {
	long at;
	const char *seat, *lang;
	ap_language language;
	bool json;
} wishes;

static int replay(const char *command, const char *path, const ap_history *h, const wishes *w)
{
	reading r = {.history = h, .language = w->language};
	int moves = w->at < 0 ? h->moves : (int)w->at;
	if (moves > h->moves)
		return ap_cli_misuse(
			command, "--at must be a number from 0 to %d for %s, not %ld", h->moves, path, w->at);
	if (!ap_cli_viewer(command, h->game, h->setup.players, w->seat, &r.viewer))
		return AP_MISUSED;
	if (w->json)
		print_state(&r, moves);
	else
		print_log(&r, moves);
	return AP_DONE;
}

int ap_cmd_replay(int argc, char **argv)
{
	wishes w = {.at = -1};
	const ap_cli_option options[] = {
		{"at", AP_CLI_NUMBER, &w.at, NULL, 0, INT_MAX},
		{"seat", AP_CLI_TEXT, &w.seat, "the name of a seat, or observer", 0, 0},
		{"lang", AP_CLI_TEXT, &w.lang, "a language, en or fr", 0, 0},
		{"json", AP_CLI_FLAG, &w.json, NULL, 0, 0},
		{0},
	};
	ap_cli_arguments a = {
		.usage = usage, .options = options, .least = 1, .most = 1, .missing = "RECORD"};
	int status = ap_cli_read(&a, argc, argv);
	if (status != AP_CLI_GO_ON)
		return status;
	if (!ap_cli_language(argv[0], w.lang, &w.language))
		return AP_MISUSED;
	ap_record record;
	if (!ap_cli_read_record(a.operand[0], &record))
		return AP_FAILED;
	status = replay(argv[0], a.operand[0], &record.history, &w);
	ap_record_free(&record);
	return status;
}
