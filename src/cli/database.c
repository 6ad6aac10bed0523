/* database.c: see database.h. */
#include "cli/database.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool ap_cli_usual_database(char url[AP_CLI_DATABASE])
{
	const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
	int n = -1;
	if (state && state[0] == '/') /* anything else is to be ignored, says its specification */
		n = snprintf(url, AP_CLI_DATABASE, "sqlite:%s/apparat/apparat.db", state);
	else if (home && home[0])
		n = snprintf(url, AP_CLI_DATABASE, "sqlite:%s/.local/state/apparat/apparat.db", home);
	return n > 0 && n < AP_CLI_DATABASE;
}

/* One folder after the other; what it holds is nobody else's business. */
bool ap_cli_make_database_folder(const char *url)
{
	char path[AP_CLI_DATABASE];
	snprintf(path, sizeof path, "%s", strchr(url, ':') + 1);
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(path, 0700) != 0 && errno != EEXIST)
			return false;
		*slash = '/';
	}
	return true;
}
