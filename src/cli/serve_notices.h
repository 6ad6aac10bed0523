/* serve_notices.h: the options of serve that say how people are told of slow games. */
#ifndef APPARAT_CLI_SERVE_NOTICES_H
#define APPARAT_CLI_SERVE_NOTICES_H

#include "server/notices.h"

typedef struct serve_notices {
	sv_notices_options options;
	const char *login; /* a file with a name and a password; NULL: the environment has them */
	char user[128], password[256];
} serve_notices;

/* AP_CLI_GO_ON: all is well. Otherwise what is wrong was said. */
int serve_check_notices(serve_notices *notices, const char *command);

#endif
