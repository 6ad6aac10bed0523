/* database.c: see database.h. */
#include "cli/database.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/state_folder.h"

bool ap_cli_default_database(char url[AP_CLI_DATABASE])
{
	assert(url);
	char path[AP_CLI_PATH];
	if (!ap_cli_state_path("apparat.db", path))
		return false;
	int n = snprintf(url, AP_CLI_DATABASE, "sqlite:%s", path);
	return n > 0 && n < AP_CLI_DATABASE;
}

bool ap_cli_database_exists(const char *url)
{
	assert(url);
	static const char file[] = "sqlite:";
	if (strncmp(url, file, sizeof file - 1) != 0)
		return true; /* sv_store_open() will report what is wrong with the URL */
	return access(url + sizeof file - 1, R_OK) == 0;
}

bool ap_cli_admin_socket(const char *url, char *out, size_t size)
{
	assert(url && out);
	static const char file[] = "sqlite:";
	const char *path = url + sizeof file - 1;
	if (strncmp(url, file, sizeof file - 1) != 0 || !*path || strcmp(path, ":memory:") == 0)
		return false;
	int n = snprintf(out, size, "%s.admin", path);
	return n > 0 && (size_t)n < size;
}

bool ap_cli_make_database_folder(const char *url)
{
	assert(url && strchr(url, ':'));
	return ap_cli_make_folders(strchr(url, ':') + 1);
}
