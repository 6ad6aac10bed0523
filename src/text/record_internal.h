/* record_internal.h: what the files that write records share. */
#ifndef APPARAT_TEXT_RECORD_INTERNAL_H
#define APPARAT_TEXT_RECORD_INTERNAL_H

#include <stdio.h>

#include "text/history.h"

enum { AP_RECORD_LINE = 256 }; /* with its zero */

/* The lines as a seat, or somebody who looks on, may know them. */
void ap_record_write_view(const ap_history *h, int viewer, FILE *out);

#endif
