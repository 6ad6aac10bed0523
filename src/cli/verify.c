/* verify.c: the command `apparat verify`, which checks records action by action. */
#include "cli/command.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>

#include "cli/complete.h"
#include "cli/records.h"

static const char usage[] =
	"apparat verify RECORD...\n"
	"\n"
	"Replays each record and checks every action by the rules, and the end it claims. Prints for\n"
	"each RECORD: ok, its number of actions, why it ended (open: it has not) and the hash of its\n"
	"last state; or on stderr RECORD:LINE: what is wrong. The status is 1 if any is wrong.\n"
	"\n"
	"Of a record with fair dice it checks the commitments, and every outcome of chance, those taken\n"
	"back too. That needs the server's secret, which a record holds once its game is over.\n";

/* Returns whether the secret of the dice is missing though the game is over. The server ought to
 * have told it then: without it nobody can check the dice. */
static bool is_secret_withheld(const ap_record *record, bool over)
{
	return over && record->fair.players && !record->fair.secret_known;
}

static void print_dice(const ap_record *record)
{
	if (record->fair.secret_known)
		printf(", dice verified: %d outcomes", record->history.outcomes);
	else if (record->fair.players)
		printf(", dice not open yet");
}

static int verify(const char *path)
{
	ap_record record;
	if (!ap_cli_read_record(path, &record))
		return AP_FAILED;
	const ap_history *h = &record.history;
	ap_outcome outcome;
	bool over = ap_outcome_of(h->game, &h->state, &outcome);
	bool good = !is_secret_withheld(&record, over);
	if (good) {
		printf("%s: ok, %d actions, %s, hash %016" PRIx64, path, h->moves,
			over ? ap_reason_name(h->game, outcome.reason) : "open", ap_hash(h->game, &h->state));
		if (record.format < AP_RECORD_FORMAT)
			printf(" (its own, of format %d, is not checked)", record.format);
		print_dice(&record);
		putchar('\n');
	} else {
		ap_error error;
		ap_fail(&error, 0, "the game is over: expected the secret of its dice in the header");
		ap_cli_bad_file(path, &error);
	}
	ap_record_free(&record);
	return good ? AP_DONE : AP_FAILED;
}

int ap_cmd_verify(int argc, char **argv)
{
	const ap_cli_option options[] = {{0}};
	ap_cli_arguments a = {.usage = usage,
		.options = options,
		.least = 1,
		.most = INT_MAX,
		.missing = "RECORD",
		.suggest = {ap_cli_suggest_records, ap_cli_suggest_records}};
	int status = ap_cli_read_arguments(&a, argc, argv);
	if (status != AP_CLI_CONTINUE)
		return status;
	status = AP_DONE;
	for (int i = 0; i < a.operands; i++)
		if (verify(a.operand[i]) != AP_DONE)
			status = AP_FAILED;
	return status;
}
