/* migrate.c: the command `apparat migrate`, which copies all that a server keeps to another
 * database. */
#include "cli/command.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/complete.h"
#include "cli/database.h"
#include "server/store_copy.h"
#include "server/store_lock.h"

static const char usage[] = AP_TEXT(
	"apparat migrate --from URL --to URL\n"
	"\n"
	"Copies all games and people of a server that is down to another database, which must be empty:\n"
	"sqlite:PATH, or postgresql://HOST/NAME. Then reads everything there again, compares it, and\n"
	"prints how many rows each table of the database has. The first database is only read.\n"
	"\n"
	"  --from URL          where the games are kept\n"
	"  --to URL            where they will be kept: apparat serve --db URL goes on from it\n");

/* A database that nobody else serves now. */
typedef struct database {
	sv_store_lock lock;
	sv_store *store;
} database;

static bool open_database(database *d, const char *url, ap_error *error)
{
	if (!sv_lock_store(&d->lock, url, error))
		return false;
	d->store = sv_store_open(url, error);
	return d->store && sv_store_claim(d->store, error);
}

static void close_database(database *d)
{
	sv_store_close(d->store);
	sv_unlock_store(&d->lock);
}

static void print_count(void *to, const char *table, int64_t rows)
{
	int64_t *all = to;
	*all += rows;
	printf("%-14s %12lld\n", table, (long long)rows);
}

static int migrate(const char *command, const char *from, const char *to)
{
	ap_error error;
	int64_t all = 0;
	database a = {.lock = {-1}}, b = {.lock = {-1}};
	if (!ap_cli_database_exists(from))
		return ap_cli_failure(command, "cannot read %s: %s", from, strerror(errno));
	bool good = open_database(&a, from, &error) && open_database(&b, to, &error) &&
		sv_store_copy_rows(a.store, b.store, print_count, &all, &error);
	if (good)
		printf(ap_translated(AP_TEXT("%lld rows, and all of them are the same\n")), (long long)all);
	close_database(&a);
	close_database(&b);
	return good ? AP_DONE : ap_cli_failure(command, "%s", error.message);
}

int ap_cmd_migrate(int argc, char **argv)
{
	const char *command = argv[0], *from = NULL, *to = NULL;
	const ap_cli_option options[] = {
		{"from", AP_CLI_TEXT, &from, AP_TEXT("a database, such as sqlite:apparat.db"), 0, 0, NULL},
		{"to", AP_CLI_TEXT, &to, AP_TEXT("a database, such as postgresql://HOST/NAME"), 0, 0, NULL},
		{0},
	};
	ap_cli_arguments a = {.usage = usage, .options = options};
	int status = ap_cli_read_arguments(&a, argc, argv);
	if (status != AP_CLI_CONTINUE)
		return status;
	if (!from || !to)
		return ap_cli_misuse(command, "from where, and to where? Give --from URL and --to URL");
	return migrate(command, from, to);
}
