/* database.h: where a server keeps its games. */
#ifndef APPARAT_CLI_DATABASE_H
#define APPARAT_CLI_DATABASE_H

#include <stdbool.h>

enum { AP_CLI_DATABASE = 4096 }; /* room for its address */

#define AP_CLI_DATABASE_HELP                                                                       \
	"                      (default: apparat/apparat.db in XDG_STATE_HOME or ~/.local/state)\n"

/* "sqlite:PATH" of the usual place; false: there is none, for nobody says where home is. */
bool ap_cli_usual_database(char url[AP_CLI_DATABASE]);
/* Makes the folder that the usual place is in. */
bool ap_cli_make_database_folder(const char *url);

#endif
