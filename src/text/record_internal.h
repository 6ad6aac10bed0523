/* record_internal.h: what the files about records share. */
#ifndef APPARAT_TEXT_RECORD_INTERNAL_H
#define APPARAT_TEXT_RECORD_INTERNAL_H

#include <stdio.h>

#include "text/record.h"

/* Room for a line of a record, with the zero byte. Lines with JSON may be longer. */
enum { AP_RECORD_LINE = 256 };

/* Writes the lines of a game as a seat or AP_OBSERVER may know them. */
void ap_record_write_view(const ap_history *h, int viewer, FILE *out);

/* Begins another history with the first state of this one, to play its lines again. */
void ap_history_start_again(ap_history *again, const ap_history *h);

/* Writes what follows the word `end`: the reason for the end and the hash of the state; with fair
 * dice also the digest of all lines before, since a move that was undone leaves no trace in the
 * state. */
void ap_record_describe_end(
	const ap_record *record, const unsigned char digest[AP_FAIR_BYTES], char out[AP_RECORD_LINE]);

#endif
