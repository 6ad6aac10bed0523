/* database.h: the place where a server keeps its games if the user names none. */
#ifndef APPARAT_CLI_DATABASE_H
#define APPARAT_CLI_DATABASE_H

#include <stdbool.h>
#include <stddef.h>

/* Room for the URL of a database. */
enum { AP_CLI_DATABASE = 4096 };

#define AP_CLI_DATABASE_HELP                                                                       \
	"                      (default: apparat/apparat.db in XDG_STATE_HOME or ~/.local/state)\n"

/* Writes the URL "sqlite:PATH" of the default place. False if there is none, because neither
 * XDG_STATE_HOME nor HOME is set. */
bool ap_cli_default_database(char url[AP_CLI_DATABASE]);
/* Returns whether the file of a database exists; true as well if the URL is not of a file. Opening
 * a database that does not exist would create it. */
bool ap_cli_database_exists(const char *url);
/* Writes the path at which a server with this database listens for apparat admin. False if there is
 * none, because the database is in no file. */
bool ap_cli_admin_socket(const char *url, char *out, size_t size);
/* Creates the folder of a database "sqlite:PATH"; false, with errno, if that fails. */
bool ap_cli_make_database_folder(const char *url);

#endif
