/* serve_notices.h: the options of `apparat serve` for notices about slow games. */
#ifndef APPARAT_CLI_SERVE_NOTICES_H
#define APPARAT_CLI_SERVE_NOTICES_H

#include "server/notices.h"

typedef struct serve_notices {
	sv_notices_options options;
	const char *login; /* the file with a user and a password; NULL: the environment has them */
	char user[128], password[256];
} serve_notices;

/* Checks the options and reads user and password. Returns AP_CLI_CONTINUE, or, if something is
 * wrong and was reported, the exit status. */
int serve_check_notices(serve_notices *notices, const char *command);

#endif
