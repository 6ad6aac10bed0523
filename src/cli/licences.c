/* licences.c: the command `apparat licences`, which prints the licences of all that is shipped. */
#include "cli/command.h"

#include <stdio.h>

#include "cli/arguments.h"

static const char usage[] = AP_TEXT(
	"apparat licences\n"
	"\n"
	"Prints the licence of the program, and the licences and notices of everything by others that\n"
	"is in it: typefaces and libraries of the browser client. Libraries of the system, which the\n"
	"program only uses, come with their own.\n");

/* tools/copyright.py writes the text when the program is built. */
extern const unsigned char ap_licences[];
extern const unsigned long ap_licences_size;

int ap_cmd_licences(int argc, char **argv)
{
	const ap_cli_option options[] = {{0}};
	ap_cli_arguments a = {.usage = usage, .options = options};
	int status = ap_cli_read_arguments(&a, argc, argv);
	if (status != AP_CLI_CONTINUE)
		return status;
	fwrite(ap_licences, 1, ap_licences_size, stdout);
	return AP_DONE;
}
