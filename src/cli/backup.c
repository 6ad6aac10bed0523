/* backup.c: the command `apparat backup`, which copies the games of a server while it runs. */
#include "cli/command.h"

#include <errno.h>
#include <string.h>

#include "cli/complete.h"
#include "cli/database.h"
#include "server/store.h"

static const char usage[] = AP_TEXT(
	"apparat backup [--db URL] FILE\n"
	"\n"
	"Copies all games and people of a server to a new FILE, while it serves or not. FILE is whole,\n"
	"or it is not there; apparat serve --db sqlite:FILE goes on from it. The server's own file is\n"
	"only read.\n"
	"\n"
	"  --db URL            where the games are kept: sqlite:PATH\n" AP_CLI_DATABASE_HELP);

static int copy(const char *command, const char *url, const char *path)
{
	ap_error error;
	if (!ap_cli_database_exists(url))
		return ap_cli_failure(command, "cannot read %s: %s", url, strerror(errno));
	if (!sv_store_copy(url, path, &error))
		return ap_cli_failure(command, "%s", error.message);
	return AP_DONE;
}

int ap_cmd_backup(int argc, char **argv)
{
	const char *command = argv[0], *url = NULL;
	char default_url[AP_CLI_DATABASE];
	const ap_cli_option options[] = {
		{"db", AP_CLI_TEXT, &url, AP_TEXT("where the games are kept, such as sqlite:apparat.db"), 0,
			0, NULL},
		{0},
	};
	ap_cli_arguments a = {.usage = usage,
		.options = options,
		.least = 1,
		.most = 1,
		.missing = "FILE",
		.suggest = {ap_cli_suggest_files}};
	int status = ap_cli_read_arguments(&a, argc, argv);
	if (status != AP_CLI_CONTINUE)
		return status;
	if (!url && !ap_cli_default_database(default_url))
		return ap_cli_misuse(command, "where are the games kept? Give --db sqlite:PATH");
	return copy(command, url ? url : default_url, a.operand[0]);
}
