/* dice_witness.h: what a player's program keeps of the dice of its table, so that it notices if the
 * server lies about them: its own nonce, the server's commitment, and every outcome. It compares
 * what it is told with what it was told before, at once, and the record with all of it at the end.
 * docs/records.md says which lies there are. */
#ifndef APPARAT_TEXT_DICE_WITNESS_H
#define APPARAT_TEXT_DICE_WITNESS_H

#include <stdio.h>

#include "text/record.h"

enum {
	AP_WITNESS_ACTION = 96, /* room for an action of chance in notation, with the zero byte */
	AP_WITNESS_TABLE = 32   /* room for the key of a table */
};

typedef enum ap_lie {
	AP_NO_LIE,
	AP_LIE_COMMITMENT, /* the commitment is another than before */
	AP_LIE_PLEDGE,     /* the pledge of a seat is another than when the commitment was published */
	AP_LIE_NONCE,      /* a nonce does not fit its pledge, or one's own was replaced */
	AP_LIE_ORDER,      /* an outcome was left out, or comes a second time */
	AP_LIE_SECRET,     /* the secret of an outcome and its path do not lead to the commitment */
	AP_LIE_NUMBER,     /* the outcome is another than the dice say */
	AP_LIE_ACTION,     /* what is shown is not what the outcome says */
	AP_LIE_SEALED,     /* an outcome that all may see was not opened */
	AP_LIE_ABORTED,    /* a start that came to nothing is not told any more */
	AP_LIE_RECORD,     /* the record is not sound by itself */
	AP_LIE_OUTCOME,    /* the record has another outcome than was shown */
	AP_LIE_KEY,        /* the record is not signed with the key that the server publishes */
	AP_LIE_COUNT
} ap_lie;

/* Returns the key of the sentence that says so, such as "dice.lie.order". */
const char *ap_lie_word(ap_lie lie);

/* An outcome as the server tells it. */
typedef struct ap_told_outcome {
	uint64_t index;
	char action[AP_WITNESS_ACTION]; /* as everybody may know it, without "chance" */
	bool opened;                    /* the fields below are set */
	uint32_t number, of;            /* it is this one, from 1, of so many */
	unsigned char secret[AP_FAIR_BYTES];
	ap_fair_path path;
} ap_told_outcome;

/* What is kept of an outcome. */
typedef struct ap_kept_outcome {
	uint32_t number, of; /* 0: it was not opened */
	char action[AP_WITNESS_ACTION];
} ap_kept_outcome;

/* What an event has shown as drawn by chance, such as the face of a die, and between which outcomes
 * that was. */
typedef struct ap_shown_draw {
	int from, until;
	char named[AP_WITNESS_ACTION]; /* as an argument in notation */
} ap_shown_draw;

typedef struct ap_witness {
	char table[AP_WITNESS_TABLE];
	int seat;       /* AP_OBSERVER: no nonce of ours went in */
	bool has_nonce; /* our program has drawn the nonce of the seat */
	bool deposited; /* and has given it to the server before the commitment */
	bool vouches;   /* and has seen the commitment before it opened the nonce */
	unsigned char nonce[AP_FAIR_BYTES];
	ap_fair fair;    /* commitment, pledges and nonces as they were first told */
	bool has_nonces; /* `nonces` is set: the game runs */
	unsigned char nonces[AP_FAIR_BYTES];
	bool has_key; /* `key` is the key with which the server signs records */
	unsigned char key[AP_FAIR_BYTES];
	unsigned char aborted[AP_FAIR_MOST_ABORTED][AP_FAIR_BYTES]; /* commitments that we have seen */
	int aborted_count;
	ap_kept_outcome *outcome;
	int outcomes, outcome_room;
	int checked;          /* how many of them were opened, and right */
	int told;             /* how many there were when the table, or a draw, was told last */
	ap_shown_draw *shown; /* draws whose outcomes are not known yet */
	int shown_count, shown_room;
} ap_witness;

void ap_witness_start(ap_witness *w, const char *table, int seat);
void ap_witness_free(ap_witness *w);

/* Draws a nonce for the seat, and computes its pledge. */
void ap_witness_draw(ap_witness *w, unsigned char pledge[AP_FAIR_BYTES]);

/* Compares the dice of the table, as the server tells them, with what is kept, and keeps what is
 * new. `aborted` are the commitments of starts that came to nothing. */
ap_lie ap_witness_see_table(
	ap_witness *w, const ap_fair *told, unsigned char aborted[][AP_FAIR_BYTES], int aborted_count);

/* Compares an outcome, the next one, with the dice, and keeps it. */
ap_lie ap_witness_see_outcome(ap_witness *w, const ap_game *game, const ap_told_outcome *told);

/* So many outcomes there are after these events: each draw that they show was made since a draw, or
 * the table, was told before; with the `whole` table, at any time. That is compared now, or when
 * the outcomes are known. */
ap_lie ap_witness_see_events(ap_witness *w, const ap_game *game, const ap_event *events, int count,
	int outcomes, bool whole);

/* Compares the record of the finished game with all that is kept. If the record is wrong by itself,
 * `error` says why. */
ap_lie ap_witness_check_record(const ap_witness *w, const char *text, size_t length,
	ap_find_game *find, ap_record_report *report, ap_error *error);

/* Writes what is kept as text, and reads it again. */
bool ap_witness_write(const ap_witness *w, FILE *out);
bool ap_witness_read(ap_witness *w, const char *text, size_t length, ap_error *error);

#endif
