/* database.c: see database.h. */
#include "cli/database.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool ap_cli_default_database(char url[AP_CLI_DATABASE])
{
	assert(url);
	const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
	int n = -1;
	if (state && state[0] == '/') /* its specification says to ignore a relative path */
		n = snprintf(url, AP_CLI_DATABASE, "sqlite:%s/apparat/apparat.db", state);
	else if (home && home[0])
		n = snprintf(url, AP_CLI_DATABASE, "sqlite:%s/.local/state/apparat/apparat.db", home);
	return n > 0 && n < AP_CLI_DATABASE;
}

/* Only the user himself may enter the folders that are created. */
bool ap_cli_make_database_folder(const char *url)
{
	assert(url && strchr(url, ':'));
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
