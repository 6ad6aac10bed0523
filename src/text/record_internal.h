/* record_internal.h: what record.c and record_view.c share. */
#ifndef APPARAT_TEXT_RECORD_INTERNAL_H
#define APPARAT_TEXT_RECORD_INTERNAL_H

#include <stdio.h>

#include "text/history.h"

/* Room for a line of a record, with the zero byte. */
enum { AP_RECORD_LINE = 256 };

/* Writes the lines of a game as a seat or AP_OBSERVER may know them. */
void ap_record_write_view(const ap_history *h, int viewer, FILE *out);

#endif
