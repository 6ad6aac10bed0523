/* state_folder.c: see state_folder.h. */
#include "cli/state_folder.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool ap_cli_state_path(const char *name, char path[AP_CLI_PATH])
{
	assert(name && path);
	const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
	int n = -1;
	if (state && state[0] == '/') /* its specification says to ignore a relative path */
		n = snprintf(path, AP_CLI_PATH, "%s/apparat/%s", state, name);
	else if (home && home[0])
		n = snprintf(path, AP_CLI_PATH, "%s/.local/state/apparat/%s", home, name);
	return n > 0 && n < AP_CLI_PATH;
}

bool ap_cli_make_folders(const char *path)
{
	assert(path);
	char part[AP_CLI_PATH];
	snprintf(part, sizeof part, "%s", path);
	for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (mkdir(part, 0700) != 0 && errno != EEXIST)
			return false;
		*slash = '/';
	}
	return true;
}
