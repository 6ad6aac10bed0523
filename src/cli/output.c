/* output.c: see output.h. */
#include "cli/output.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/memory.h"

void ap_cli_print_json(ap_cli_writer *write, const void *what)
{
	assert(write);
	ap_json measured = ap_json_into(NULL, 0);
	write(&measured, what);
	size_t size = ap_json_done(&measured) + 1;
	char *text = ap_allocate(size, 1);
	ap_json j = ap_json_into(text, size);
	write(&j, what);
	ap_json_done(&j);
	puts(text);
	free(text);
}

void ap_cli_print_state(const ap_game *game, const void *state)
{
	assert(game && state);
	size_t size = ap_write_state(game, state, NULL, 0) + 1;
	char *text = ap_allocate(size, 1);
	ap_write_state(game, state, text, size);
	puts(text);
	free(text);
}

void ap_cli_json_number(ap_json *j, const char *format, ...)
{
	assert(j && format);
	char digits[64];
	va_list values;
	va_start(values, format);
	vsnprintf(digits, sizeof digits, format, values);
	va_end(values);
	ap_json_number(j, digits);
}
