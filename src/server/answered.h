/* answered.h: the messages of a seat that were answered with "done" last, and those of all tables
 * that were refused last. The same message is not applied twice, nor after it was refused. For the
 * files of the hub only. */
#ifndef APPARAT_SERVER_ANSWERED_H
#define APPARAT_SERVER_ANSWERED_H

#include "server/table.h"

typedef struct sv_answered_message {
	char id[SV_MESSAGE_ID_SIZE];
	int question;
	ap_line line;
} sv_answered_message;

enum { SV_REFUSED_MESSAGES = 256 /* refused messages that are remembered */ };

typedef struct sv_refused_message {
	int64_t table; /* 0: there is none */
	sv_answered_message message;
} sv_refused_message;

/* Adds a message; the oldest of too many is forgotten. */
void sv_add_answered(sv_answered *list, const sv_answered_message *m);

/* Copies the next message, the oldest first, and moves `at` on, which begins with 0. Returns false
 * after the last. */
bool sv_next_answered(const sv_answered *list, size_t *at, sv_answered_message *out);

void sv_forget_answered(sv_answered *list);

#endif
