/* fair_dice.h: dice that neither a player nor the server can steer, and that anybody can check
 * once the game is over. docs/records.md tells it to those who do.
 *
 * The life of a table: every seat pledges a nonce (gives its commitment), then the server
 * publishes the commitment to its secret, then the nonces are opened. Whoever speaks last can no
 * longer change the key without breaking his own word. The server opens its secret at the end; it
 * can foresee the dice, not choose them. */
#ifndef APPARAT_TEXT_FAIR_DICE_H
#define APPARAT_TEXT_FAIR_DICE_H

#include "text/history.h"

enum { AP_FAIR_BYTES = 32, AP_FAIR_HEX = 2 * AP_FAIR_BYTES };

typedef struct ap_fair {
	uint8_t players;          /* 0: this table has no fair dice */
	bool published;           /* `commitment` is known */
	bool secret_known;        /* here; whom it is shown to is another question */
	ap_seats pledged, opened; /* whose `pledge` and `nonce` are known */
	unsigned char commitment[AP_FAIR_BYTES], secret[AP_FAIR_BYTES];
	unsigned char pledge[AP_MAX_SEATS][AP_FAIR_BYTES], nonce[AP_MAX_SEATS][AP_FAIR_BYTES];
} ap_fair;

typedef struct ap_fair_key {
	unsigned char byte[AP_FAIR_BYTES];
} ap_fair_key;

/* ---- Commitments --------------------------------------------------------------------------- */

void ap_fair_random(unsigned char out[AP_FAIR_BYTES]); /* from the system */
void ap_fair_commit_secret(
	const unsigned char secret[AP_FAIR_BYTES], unsigned char out[AP_FAIR_BYTES]);
void ap_fair_commit_nonce(
	int seat, const unsigned char nonce[AP_FAIR_BYTES], unsigned char out[AP_FAIR_BYTES]);
/* BLAKE2b-256 of a text, as `b2sum -l 256` has it. */
void ap_fair_digest(const void *text, size_t length, unsigned char out[AP_FAIR_BYTES]);
/* Takes the same time wherever they differ. */
bool ap_fair_same(const unsigned char a[AP_FAIR_BYTES], const unsigned char b[AP_FAIR_BYTES]);

/* Small letters, with a zero byte. */
void ap_fair_write_hex(const unsigned char bytes[AP_FAIR_BYTES], char out[AP_FAIR_HEX + 1]);
/* Exactly 64 digits 0-9 and a-f; what follows them is the caller's affair. */
bool ap_fair_read_hex(const char *text, unsigned char out[AP_FAIR_BYTES]);

/* ---- A table's life ------------------------------------------------------------------------ */

typedef enum ap_fair_code {
	AP_FAIR_OK,
	AP_FAIR_NOT_NOW, /* too early, too late, done already, or no such seat */
	AP_FAIR_BROKEN   /* it does not fit the commitment */
} ap_fair_code;

void ap_fair_start(ap_fair *fair, int players);
void ap_fair_wipe(ap_fair *fair);
void ap_fair_wipe_key(ap_fair_key *key);

/* In this order; what is not AP_FAIR_OK changes nothing. The server opens its secret for itself as
 * soon as it is published. */
ap_fair_code ap_fair_pledge(ap_fair *fair, int seat, const unsigned char commitment[AP_FAIR_BYTES]);
ap_fair_code ap_fair_publish(ap_fair *fair, const unsigned char commitment[AP_FAIR_BYTES]);
ap_fair_code ap_fair_open_nonce(ap_fair *fair, int seat, const unsigned char nonce[AP_FAIR_BYTES]);
ap_fair_code ap_fair_open_secret(ap_fair *fair, const unsigned char secret[AP_FAIR_BYTES]);

/* The whole of it where one program speaks for everybody: simulations and tests. */
void ap_fair_settle(ap_fair *fair, int players, const unsigned char secret[AP_FAIR_BYTES],
	unsigned char nonce[][AP_FAIR_BYTES]);

bool ap_fair_all_open(const ap_fair *fair); /* every nonce is: the dice can roll */
/* False: the secret or a nonce is not known. */
bool ap_fair_key_of(const ap_fair *fair, ap_fair_key *key);

/* ---- Rolling ------------------------------------------------------------------------------- */

/* Outcome `i` of the table among n > 0 equally likely ones: 0 .. n-1, unbiased. */
uint32_t ap_fair_draw(const ap_fair_key *key, uint64_t i, uint32_t n);
/* Its parts. The k-th word of the stream of outcome i; and whether a word may decide among n, or
 * lies past the largest multiple of n and would favour some. */
uint64_t ap_fair_word(const ap_fair_key *key, uint64_t i, uint64_t k);
bool ap_fair_decides(uint64_t word, uint32_t n);

/* What chance, which must be asked now, answers: outcome number `h->outcomes`. */
ap_action ap_fair_outcome(const ap_fair_key *key, const ap_history *h);

#endif
