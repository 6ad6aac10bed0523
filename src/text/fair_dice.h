/* fair_dice.h: dice that neither a player nor the server can influence, and that anybody can check
 * once the game is over. docs/records.md describes the algorithm for those who check.
 *
 * The dice of a table are prepared in this order:
 *   1. Every seat chooses a random nonce and gives a commitment to it, which is a hash: its pledge.
 *   2. The server publishes a commitment to its own random secret.
 *   3. Every seat opens its nonce, that is, tells it.
 * The key of the dice is computed from the secret and all nonces. Since everybody is bound by a
 * commitment, whoever opens last can no longer change the key. The server tells its secret when the
 * game is over; until then it can foresee the dice, but not choose them. */
#ifndef APPARAT_TEXT_FAIR_DICE_H
#define APPARAT_TEXT_FAIR_DICE_H

#include "text/history.h"

/* The size of secrets, nonces, commitments and keys; and of their text in hexadecimal digits. */
enum { AP_FAIR_BYTES = 32, AP_FAIR_HEX = 2 * AP_FAIR_BYTES };

typedef struct ap_fair {
	uint8_t players;   /* 0: this table has no fair dice */
	bool published;    /* `commitment` is set */
	bool secret_known; /* `secret` is set; whether a viewer may see it is decided elsewhere */
	ap_seats pledged;  /* the seats whose `pledge` is set */
	ap_seats opened;   /* the seats whose `nonce` is set */
	unsigned char commitment[AP_FAIR_BYTES], secret[AP_FAIR_BYTES];
	unsigned char pledge[AP_MAX_SEATS][AP_FAIR_BYTES], nonce[AP_MAX_SEATS][AP_FAIR_BYTES];
} ap_fair;

typedef struct ap_fair_key {
	unsigned char byte[AP_FAIR_BYTES];
} ap_fair_key;

/* ---- Commitments and their text -------------------------------------------------------------- */

/* Fills `out` with random bytes of the operating system. */
void ap_fair_random(unsigned char out[AP_FAIR_BYTES]);
/* Computes the commitment to a secret, and to the nonce of a seat. */
void ap_fair_commit_secret(
	const unsigned char secret[AP_FAIR_BYTES], unsigned char out[AP_FAIR_BYTES]);
void ap_fair_commit_nonce(
	int seat, const unsigned char nonce[AP_FAIR_BYTES], unsigned char out[AP_FAIR_BYTES]);
/* Computes the BLAKE2b-256 hash of a text, the same as `b2sum -l 256`. */
void ap_fair_digest(const void *text, size_t length, unsigned char out[AP_FAIR_BYTES]);
/* Returns whether the bytes are equal; takes the same time wherever they differ. */
bool ap_fair_same(const unsigned char a[AP_FAIR_BYTES], const unsigned char b[AP_FAIR_BYTES]);

/* Writes the bytes in hexadecimal with small letters, and a zero byte. */
void ap_fair_write_hex(const unsigned char bytes[AP_FAIR_BYTES], char out[AP_FAIR_HEX + 1]);
/* Reads exactly 64 digits 0-9, a-f; false if there are fewer. The caller checks what follows. */
bool ap_fair_read_hex(const char *text, unsigned char out[AP_FAIR_BYTES]);

/* ---- Preparing the dice of a table ----------------------------------------------------------- */

typedef enum ap_fair_code {
	AP_FAIR_OK,
	AP_FAIR_NOT_NOW, /* too early, too late, done before, or no such seat */
	AP_FAIR_BROKEN   /* it does not fit the commitment */
} ap_fair_code;

/* Begins with nothing but the number of players. */
void ap_fair_start(ap_fair *fair, int players);
/* Overwrite all that could be secret. */
void ap_fair_wipe(ap_fair *fair);
void ap_fair_wipe_key(ap_fair_key *key);

/* The steps, in order. A step that does not return AP_FAIR_OK has changed nothing. The server opens
 * its secret for itself as soon as the commitment is published. */
ap_fair_code ap_fair_pledge(ap_fair *fair, int seat, const unsigned char commitment[AP_FAIR_BYTES]);
ap_fair_code ap_fair_publish(ap_fair *fair, const unsigned char commitment[AP_FAIR_BYTES]);
ap_fair_code ap_fair_open_nonce(ap_fair *fair, int seat, const unsigned char nonce[AP_FAIR_BYTES]);
ap_fair_code ap_fair_open_secret(ap_fair *fair, const unsigned char secret[AP_FAIR_BYTES]);

/* Does all the steps at once, for simulations and tests. */
void ap_fair_do_all_steps(ap_fair *fair, int players, const unsigned char secret[AP_FAIR_BYTES],
	unsigned char nonce[][AP_FAIR_BYTES]);

/* Returns whether all nonces are open, so that the dice can be rolled. */
bool ap_fair_all_open(const ap_fair *fair);
/* Computes the key; false if the secret or a nonce is not known. */
bool ap_fair_key_of(const ap_fair *fair, ap_fair_key *key);

/* ---- Rolling --------------------------------------------------------------------------------- */

/* Returns a number from 0 to n - 1, each equally likely, for outcome number `i` of the table; n
 * must not be 0. */
uint32_t ap_fair_draw(const ap_fair_key *key, uint64_t i, uint32_t n);
/* The parts of ap_fair_draw(): it takes the first word (numbered by k) of the stream of outcome i
 * that is accepted. A word is not accepted if it is so large that some numbers below n would become
 * more likely than others. */
uint64_t ap_fair_word(const ap_fair_key *key, uint64_t i, uint64_t k);
bool ap_fair_accepts(uint64_t word, uint32_t n);

/* Returns what chance, which must be asked now, answers: outcome number `h->outcomes`. */
ap_action ap_fair_outcome(const ap_fair_key *key, const ap_history *h);

#endif
