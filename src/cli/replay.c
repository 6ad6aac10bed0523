/* replay.c: the command `apparat replay`, which prints the log of a recorded game, or its state
 * after any number of actions. */
#include "cli/command.h"

#include <limits.h>
#include <stdio.h>

#include "cli/complete.h"
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

enum { SENTENCE_SIZE = 1024 };

/* Returns whether an event is printed for a viewer. What is hidden from some seats is told by two
 * events: one for those who may know it, and one for all others. For a viewer who sees everything
 * the second is left out. */
static bool sees(int viewer, int players, const ap_event *event)
{
	if (viewer != AP_EVERYTHING)
		return event->seen_by & AP_SEAT(viewer);
	ap_seats seated = (ap_seats)(AP_SEAT(players) - 1);
	bool is_public = (event->seen_by & seated) == seated;
	return is_public || !(event->seen_by & AP_SEAT(AP_OBSERVER));
}

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
		if (!sees(r->viewer, r->history->setup.players, event))
			continue;
		ap_say_event(game, r->language, event, sentence, sizeof sentence);
		printf("%5d  %s (%s)\n", action, sentence, ap_clause_id(game, event->clause));
	}
}

/* Prints the events of the first moves. Actions that were undone have no line. */
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

typedef struct replay_settings {
	long at;
	const char *seat, *lang;
	ap_language language;
	bool json;
} replay_settings;

static int replay(
	const char *command, const char *path, const ap_history *h, const replay_settings *settings)
{
	reading r = {.history = h, .language = settings->language};
	int moves = settings->at < 0 ? h->moves : (int)settings->at;
	if (moves > h->moves)
		return ap_cli_misuse(command, "--at must be a number from 0 to %d for %s, not %ld",
			h->moves, path, settings->at);
	if (!ap_cli_viewer(command, h->game, h->setup.players, settings->seat, &r.viewer))
		return AP_MISUSED;
	if (settings->json)
		print_state(&r, moves);
	else
		print_log(&r, moves);
	return AP_DONE;
}

int ap_cmd_replay(int argc, char **argv)
{
	replay_settings settings = {.at = -1};
	const ap_cli_option options[] = {
		{"at", AP_CLI_NUMBER, &settings.at, NULL, 0, INT_MAX, NULL},
		{"seat", AP_CLI_TEXT, &settings.seat, "the name of a seat, or observer", 0, 0,
			ap_cli_suggest_seats},
		{"lang", AP_CLI_TEXT, &settings.lang, "a language, en or fr", 0, 0,
			ap_cli_suggest_languages},
		{"json", AP_CLI_FLAG, &settings.json, NULL, 0, 0, NULL},
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
	if (!ap_cli_language(argv[0], settings.lang, &settings.language))
		return AP_MISUSED;
	ap_record record;
	if (!ap_cli_read_record(a.operand[0], &record))
		return AP_FAILED;
	status = replay(argv[0], a.operand[0], &record.history, &settings);
	ap_record_free(&record);
	return status;
}
