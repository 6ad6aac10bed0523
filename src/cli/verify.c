/* verify.c: the command `apparat verify`, which checks records action by action. */
#include "cli/command.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/complete.h"
#include "cli/messages.h"
#include "cli/setup.h"
#include "text/dice_witness.h"
#include "text/catalogue.h"
#include "text/record.h"

static const char usage[] = AP_TEXT(
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
	"actions, and says so. If a record has what every seat saw, that is checked, too.\n"
	"\n"
	"  --key HEX    the record must be signed with this key, which a server publishes at\n"
	"               /.well-known/apparat\n"
	"  --kept FILE  what your own program has kept of the dice of the table (apparat join keeps it,\n"
	"               and the page of a finished game offers it): the record must fit it\n");

/* What the command line says. Texts may be NULL. */
typedef struct settings {
	const char *key, *kept;
	ap_language language; /* for what is wrong */
} settings;

/* Returns whether the secret of the dice is missing though the game is over. The server ought to
 * have told it then: without it nobody can check the dice. */
static bool is_secret_withheld(const ap_record_report *report)
{
	return strcmp(report->reason, "open") != 0 && report->has_fair_dice && !report->secret_known;
}

/* Prints the seats whose nonces are of this kind, after a word. */
static void print_seats(const ap_record_report *report, ap_fair_whose whose, const char *word)
{
	bool is_first = true;
	for (int seat = 0; seat < report->players; seat++) {
		if (report->whose[seat] != whose)
			continue;
		printf("%s%s", is_first ? word : " ", report->seat[seat]);
		is_first = false;
	}
}

static bool has_pledges(const ap_record_report *report)
{
	for (int seat = 0; seat < report->players; seat++)
		if (report->whose[seat] == AP_FAIR_OWN)
			return true;
	return false;
}

/* Says whose nonces went into the dice: without any, the server alone has chosen them. */
static void print_nonces(const ap_record_report *report)
{
	if (report->dice_version < 2) {
		printf(", whose nonces went in is not told");
		return;
	}
	print_seats(report, AP_FAIR_OWN, ", own nonces of ");
	print_seats(report, AP_FAIR_DEPOSITED, ", nonces the server knew of ");
	if (!has_pledges(report))
		printf(", nobody pledged: the server could choose the dice");
	if (report->aborted > 0)
		printf(", %d starts aborted", report->aborted);
}

static void print_dice(const ap_record_report *report)
{
	if (report->dice_checked)
		printf(", dice verified: %d outcomes", report->outcomes);
	else if (report->has_fair_dice)
		printf(report->secret_known ? ", dice not verified" : ", dice not open yet");
	if (report->has_fair_dice)
		print_nonces(report);
}

static void print_signature(const ap_record_report *report, const settings *given)
{
	char hex[AP_FAIR_HEX + 1];
	if (!report->is_signed)
		return;
	ap_fair_write_hex(report->signer, hex);
	printf(", signed %s %s", given->key ? "as demanded by" : "by", hex);
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

static void print_report(
	const char *path, const ap_record_report *report, const settings *given, const ap_witness *w)
{
	bool is_played = ap_rules_are_known(report->game, &report->rules);
	printf("%s: ok, %d actions, %s", path, report->moves, report->reason);
	if (is_played)
		printf(", hash %016" PRIx64, report->hash);
	if (is_played && report->format == 1)
		printf(" (its own, of format %d, is not checked)", report->format);
	print_rules(report);
	print_dice(report);
	if (report->digest_checked && report->unchecked_moves > 0)
		printf(", digest verified");
	if (report->views_checked)
		printf(", views verified");
	print_signature(report, given);
	if (w && w->has_nonce && w->vouches)
		printf(", your own program vouches for %s", report->seat[w->seat]);
	else if (w)
		printf(", fits what was kept, but no nonce of yours went in unseen");
	putchar('\n');
}

static bool has_right_key(const ap_record_report *report, const char *key)
{
	char hex[AP_FAIR_HEX + 1];
	ap_fair_write_hex(report->signer, hex);
	return report->is_signed && strcmp(hex, key) == 0;
}

/* Compares the record with what a program has kept. */
static bool check_kept(const ap_witness *w, ap_language language, const char *text, size_t length,
	ap_record_report *report, ap_error *error)
{
	ap_lie lie = ap_witness_check_record(w, text, length, ap_game_named, report, error);
	return !lie || lie == AP_LIE_RECORD
		? !lie
		: ap_fail(error, 0, "%s", ap_word(language, ap_lie_word(lie)));
}

static int verify(const char *path, const settings *given, const ap_witness *w)
{
	ap_error error;
	ap_record_report report;
	long length;
	char *text = ap_read_file(path, AP_MAX_RECORD, &length, &error);
	bool good = text && ap_record_examine(text, (size_t)length, ap_game_named, &report, &error);
	if (good && is_secret_withheld(&report))
		good =
			ap_fail(&error, 0, "the game is over: expected the secret of its dice in the header");
	if (good && given->key && !has_right_key(&report, given->key))
		good = ap_fail(&error, 0, "it is not signed with the key that --key demands");
	good = good && (!w || check_kept(w, given->language, text, (size_t)length, &report, &error));
	free(text);
	if (good)
		print_report(path, &report, given, w);
	else
		ap_cli_bad_file(path, &error);
	return good ? AP_DONE : AP_FAILED;
}

static int verify_all(const ap_cli_arguments *a, const settings *given, const ap_witness *w)
{
	int status = AP_DONE;
	for (int i = 0; i < a->operands; i++)
		if (verify(a->operand[i], given, w) != AP_DONE)
			status = AP_FAILED;
	return status;
}

static int verify_with_kept(const ap_cli_arguments *a, const settings *given)
{
	ap_witness w;
	ap_error error;
	long length;
	char *text = ap_read_file(given->kept, AP_MAX_RECORD, &length, &error);
	bool good = text && ap_witness_read(&w, text, (size_t)length, &error);
	free(text);
	if (!good) {
		ap_cli_bad_file(given->kept, &error);
		return AP_FAILED;
	}
	int status = verify_all(a, given, &w);
	ap_witness_free(&w);
	return status;
}

int ap_cmd_verify(int argc, char **argv)
{
	settings given = {0};
	unsigned char key[AP_FAIR_BYTES];
	const ap_cli_option options[] = {
		{"key", AP_CLI_TEXT, &given.key, AP_TEXT("a key of 64 hexadecimal digits"), 0, 0, NULL},
		{"kept", AP_CLI_TEXT, &given.kept, AP_TEXT("a file"), 0, 0, ap_cli_suggest_files},
		{0},
	};
	ap_cli_arguments a = {.usage = usage,
		.options = options,
		.least = 1,
		.most = INT_MAX,
		.missing = "RECORD",
		.suggest = {ap_cli_suggest_records, ap_cli_suggest_records}};
	int status = ap_cli_read_arguments(&a, argc, argv);
	if (status != AP_CLI_CONTINUE)
		return status;
	if (!ap_cli_language(argv[0], NULL, &given.language))
		return AP_MISUSED;
	if (given.key && (strlen(given.key) != AP_FAIR_HEX || !ap_fair_read_hex(given.key, key)))
		return ap_cli_misuse(argv[0], "--key must be 64 hexadecimal digits");
	if (given.kept && a.operands > 1)
		return ap_cli_misuse(argv[0], "--kept FILE goes with one record");
	return given.kept ? verify_with_kept(&a, &given) : verify_all(&a, &given, NULL);
}
