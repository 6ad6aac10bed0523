/* examiner.h: a thread that reads records which clients send, and plays their games again by the
 * rules of this program. That takes far longer than the loop may wait. For the files of the front
 * only. */
#ifndef APPARAT_SERVER_EXAMINER_H
#define APPARAT_SERVER_EXAMINER_H

#include "text/record.h"

typedef struct sv_examiner sv_examiner;

/* What was found. */
typedef struct sv_examined {
	ap_record *record;                   /* allocated; NULL: it cannot be read */
	ap_error error;                      /* why not */
	unsigned char digest[AP_FAIR_BYTES]; /* of the text that was sent */
} sv_examined;

/* Is called by sv_examiner_tick() with what `owner` waits for, and has to free it with
 * sv_free_examined(). */
typedef void sv_on_examined(void *owner, sv_examined *found);

/* The thread is started with the first record. */
sv_examiner *sv_examiner_open(sv_on_examined *on_examined);
/* Waits for the record at hand. */
void sv_examiner_close(sv_examiner *e);

/* Gives the thread a text, which it frees. Returns false, and frees nothing, if there is another
 * one or there can be no thread. */
bool sv_examiner_submit(sv_examiner *e, char *text, size_t length, void *owner);

/* The owner does not wait any longer. */
void sv_examiner_cancel(sv_examiner *e, const void *owner);

/* Hands over what was found. Returns true while there is something at hand. */
bool sv_examiner_tick(sv_examiner *e);

/* Does nothing if `found` is NULL. */
void sv_free_examined(sv_examined *found);

#endif
