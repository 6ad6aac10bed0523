/* database.h: the place where a server keeps its games if the user names none. */
#ifndef APPARAT_CLI_DATABASE_H
#define APPARAT_CLI_DATABASE_H

#include <stdbool.h>

/* Room for the URL of a database. */
enum { AP_CLI_DATABASE = 4096 };

#define AP_CLI_DATABASE_HELP                                                                       \
	"                      (default: apparat/apparat.db in XDG_STATE_HOME or ~/.local/state)\n"

/* Writes the URL "sqlite:PATH" of the default place. False if there is none, because neither
 * XDG_STATE_HOME nor HOME is set. */
bool ap_cli_default_database(char url[AP_CLI_DATABASE]);
/* Creates the folder of a database "sqlite:PATH"; false, with errno, if that fails. */
bool ap_cli_make_database_folder(const char *url);

#endif
