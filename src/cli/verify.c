/* verify.c: apparat verify, which checks records action by action. */
#include "cli/command.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>

#include "cli/arguments.h"
#include "cli/records.h"

static const char usage[] =
	"apparat verify RECORD...\n"
	"\n"
	"Replays each record and checks every action by the rules, and the end it claims. Prints for\n"
	"each RECORD: ok, its number of actions, why it ended (open: it has not) and the hash of its\n"
	"last state; or on stderr RECORD:LINE: what is wrong. The status is 1 if any is wrong.\n";

static int verify(const char *path)
{
	ap_record record;
	if (!ap_cli_read_record(path, &record))
		return AP_FAILED;
	const ap_history *h = &record.history;
	ap_outcome outcome;
	bool over = ap_outcome_of(h->game, &h->state, &outcome);
	printf("%s: ok, %d actions, %s, hash %016" PRIx64 "\n", path, h->moves,
		over ? ap_reason_name(h->game, outcome.reason) : "open", ap_hash(h->game, &h->state));
	ap_record_free(&record);
	return AP_DONE;
}

int ap_cmd_verify(int argc, char **argv)
{
	const ap_cli_option options[] = {{0}};
	ap_cli_arguments a = {
		.usage = usage, .options = options, .least = 1, .most = INT_MAX, .missing = "RECORD"};
	int status = ap_cli_read(&a, argc, argv);
	if (status != AP_CLI_GO_ON)
		return status;
	status = AP_DONE;
	for (int i = 0; i < a.operands; i++)
		if (verify(a.operand[i]) != AP_DONE)
			status = AP_FAILED;
	return status;
}
