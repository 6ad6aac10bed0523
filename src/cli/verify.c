/* verify.c: the command `apparat verify`, which checks records action by action. */
#include "cli/command.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/complete.h"
#include "cli/messages.h"
#include "text/record.h"

static const char usage[] =
	"apparat verify RECORD...\n"
	"\n"
	"Replays each record and checks every action by the rules, and the end it claims. Prints for\n"
	"each RECORD: ok, its number of actions, why it ended (open: it has not) and the hash of its\n"
	"last state; or on stderr RECORD:LINE: what is wrong. The status is 1 if any is wrong.\n"
	"\n"
	"Of a record with fair dice it checks the commitments, and every outcome of chance, those taken\n"
	"back too. That needs the server's secret, which a record holds once its game is over.\n"
	"\n"
	"Of a game that was played by rules which this program does not have, it checks all but the\n"
	"actions, and says so. If a record has what every seat saw, that is checked, too.\n";

/* Returns whether the secret of the dice is missing though the game is over. The server ought to
 * have told it then: without it nobody can check the dice. */
static bool is_secret_withheld(const ap_record_report *report)
{
	return strcmp(report->reason, "open") != 0 && report->has_fair_dice && !report->secret_known;
}

static void print_dice(const ap_record_report *report)
{
	if (report->dice_checked)
		printf(", dice verified: %d outcomes", report->outcomes);
	else if (report->has_fair_dice)
		printf(report->secret_known ? ", dice not verified" : ", dice not open yet");
}

/* Says which actions were not checked, because other rules were played. */
static void print_rules(const ap_record_report *report)
{
	int here = ap_rules_version(report->game);
	if (report->unchecked_moves == 0)
		return;
	printf(", %d actions not checked: ", report->unchecked_moves);
	if (report->parts > 1)
		printf("they were played by other rules");
	else
		printf("they were played by rules %d, this program has rules %d%s", report->rules.version,
			here, report->rules.version == here ? " with other data" : "");
}

static void print_report(const char *path, const ap_record_report *report)
{
	bool is_played = ap_rules_are_known(report->game, &report->rules);
	printf("%s: ok, %d actions, %s", path, report->moves, report->reason);
	if (is_played)
		printf(", hash %016" PRIx64, report->hash);
	if (is_played && report->format < AP_RECORD_FORMAT)
		printf(" (its own, of format %d, is not checked)", report->format);
	print_rules(report);
	print_dice(report);
	if (report->digest_checked && report->unchecked_moves > 0)
		printf(", digest verified");
	if (report->views_checked)
		printf(", views verified");
	putchar('\n');
}

static int verify(const char *path)
{
	ap_error error;
	ap_record_report report;
	long length;
	char *text = ap_read_file(path, AP_MAX_RECORD, &length, &error);
	bool good = text && ap_record_examine(text, (size_t)length, ap_game_named, &report, &error);
	free(text);
	if (good && is_secret_withheld(&report))
		good =
			ap_fail(&error, 0, "the game is over: expected the secret of its dice in the header");
	if (good)
		print_report(path, &report);
	else
		ap_cli_bad_file(path, &error);
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
