/* backup.c: the command `apparat backup`, which copies the games of a server while it runs. */
#include "cli/command.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/complete.h"
#include "cli/database.h"
#include "server/store.h"

static const char usage[] =
	"apparat backup [--db URL] FILE\n"
	"\n"
	"Copies all games and people of a server to a new FILE, while it serves or not. FILE is whole,\n"
	"or it is not there; apparat serve --db sqlite:FILE goes on from it.\n"
	"\n"
	"  --db URL            where the games are kept: sqlite:PATH\n" AP_CLI_DATABASE_HELP;

/* Returns whether a store exists. Opening one that does not exist would create it, and the copy
 * would be empty. */
static bool store_exists(const char *url)
{
	static const char file[] = "sqlite:";
	if (strncmp(url, file, sizeof file - 1) != 0)
		return true; /* sv_store_open() will report what is wrong with the URL */
	return access(url + sizeof file - 1, R_OK) == 0;
}

static int copy(const char *command, const char *url, const char *path)
{
	ap_error error;
	if (!store_exists(url))
		return ap_cli_failure(command, "cannot read %s: %s", url, strerror(errno));
	sv_store *store = sv_store_open(url, &error);
	if (!store)
		return ap_cli_failure(command, "%s", error.message);
	int status = AP_DONE;
	if (!sv_store_backup(store, path))
		status = ap_cli_failure(command, "%s: %s", path, sv_store_error(store));
	sv_store_close(store);
	return status;
}

int ap_cmd_backup(int argc, char **argv)
{
	const char *command = argv[0], *url = NULL;
	char default_url[AP_CLI_DATABASE];
	const ap_cli_option options[] = {
		{"db", AP_CLI_TEXT, &url, "where the games are kept, such as sqlite:apparat.db", 0, 0,
			NULL},
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
