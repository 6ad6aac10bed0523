/* fair_dice.h: dice that neither a player nor the server can influence, and that anybody can check.
 * docs/records.md describes the algorithm for those who check.
 *
 * The dice of a table are prepared in this order:
 *   1. Every seat chooses a random nonce and gives a commitment to it, which is a hash: its pledge.
 *   2. The server publishes a commitment to its own random secret.
 *   3. Every seat opens its nonce, that is, tells it.
 * Since everybody is bound by a commitment, whoever opens last can no longer change the dice. The
 * server can foresee them, but not choose them.
 *
 * Each outcome has a secret of its own, which follows from the server's secret. The commitment is
 * the root of a Merkle tree over these secrets. So the server can open the secret of one outcome
 * when it falls, with its path in the tree, and tells nothing of the others by that. It opens its
 * own secret, and with it all of them, when the game is over.
 *
 * Dice of version 1 have one key for all outcomes, which can be checked only at the end. */
#ifndef APPARAT_TEXT_FAIR_DICE_H
#define APPARAT_TEXT_FAIR_DICE_H

#include "text/history.h"

/* The size of secrets, nonces, commitments and keys; and of their text in hexadecimal digits. */
enum { AP_FAIR_BYTES = 32, AP_FAIR_HEX = 2 * AP_FAIR_BYTES };

enum {
	AP_FAIR_VERSION = 2,                 /* of the dice of new tables */
	AP_FAIR_DEPTH = 11,                  /* of the tree: the length of a path */
	AP_FAIR_LEAVES = 1 << AP_FAIR_DEPTH, /* outcomes that can be opened when they fall */
	AP_FAIR_MOST_ABORTED = 16            /* starts of one table that can be aborted */
};

/* Who has drawn the nonce of a seat: the server; the seat's own program, which opened it after the
 * commitment; or that program, but the server was given it before. */
typedef enum ap_fair_whose {
	AP_FAIR_SERVER,
	AP_FAIR_OWN,
	AP_FAIR_DEPOSITED,
	AP_FAIR_WHOSE_COUNT
} ap_fair_whose;

/* Returns the word for it in records and messages. */
const char *ap_fair_whose_word(ap_fair_whose whose);
/* Returns AP_FAIR_WHOSE_COUNT if there is no such word. */
ap_fair_whose ap_fair_whose_named(const char *word);

typedef struct ap_fair {
	uint8_t players;   /* 0: this table has no fair dice */
	uint8_t version;   /* 1 or 2 */
	bool published;    /* `commitment` is set */
	bool secret_known; /* `secret` is set; whether a viewer may see it is decided elsewhere */
	ap_seats pledged;  /* the seats whose `pledge` is set */
	ap_seats opened;   /* the seats whose `nonce` is set */
	unsigned char commitment[AP_FAIR_BYTES], secret[AP_FAIR_BYTES];
	uint8_t whose[AP_MAX_SEATS]; /* ap_fair_whose of each seat that has pledged */
	unsigned char pledge[AP_MAX_SEATS][AP_FAIR_BYTES], nonce[AP_MAX_SEATS][AP_FAIR_BYTES];
} ap_fair;

/* A start of the game that came to nothing after the server had published its commitment, since
 * somebody did not open his nonce or left. It stands in the record, so that nobody can try one
 * start after the other until he likes the dice. */
typedef struct ap_fair_aborted {
	unsigned char commitment[AP_FAIR_BYTES], secret[AP_FAIR_BYTES];
	bool secret_known;
	ap_seats withheld; /* the seats that did not open their nonces */
} ap_fair_aborted;

/* With which outcomes are drawn. */
typedef struct ap_fair_key {
	uint8_t version;
	unsigned char byte[AP_FAIR_BYTES];   /* the key; of version 2 the server's secret */
	unsigned char nonces[AP_FAIR_BYTES]; /* of version 2: the hash of all nonces */
} ap_fair_key;

/* The upper part of the tree over the secrets of the outcomes; 1 is the root, 2 n and 2 n + 1 are
 * below n. What is below the last row is computed again when it is needed. */
enum { AP_FAIR_KEPT_NODES = 64 };

typedef struct ap_fair_tree {
	unsigned char node[AP_FAIR_KEPT_NODES][AP_FAIR_BYTES];
} ap_fair_tree;

typedef unsigned char ap_fair_path[AP_FAIR_DEPTH][AP_FAIR_BYTES];

/* ---- Commitments and their text -------------------------------------------------------------- */

/* Fills `out` with random bytes of the operating system. */
void ap_fair_random(unsigned char out[AP_FAIR_BYTES]);
/* Computes the commitment to a secret, by this version of the dice, and to the nonce of a seat. */
void ap_fair_commit_secret(
	int version, const unsigned char secret[AP_FAIR_BYTES], unsigned char out[AP_FAIR_BYTES]);
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

/* Begins dice of the newest version with nothing but the number of players. */
void ap_fair_start(ap_fair *fair, int players);
/* Overwrite all that could be secret. */
void ap_fair_wipe(ap_fair *fair);
void ap_fair_wipe_key(ap_fair_key *key);

/* The steps, in order. A step that does not return AP_FAIR_OK has changed nothing. The server opens
 * its secret for itself as soon as the commitment is published. */
ap_fair_code ap_fair_pledge(
	ap_fair *fair, int seat, ap_fair_whose whose, const unsigned char commitment[AP_FAIR_BYTES]);
ap_fair_code ap_fair_publish(ap_fair *fair, const unsigned char commitment[AP_FAIR_BYTES]);
ap_fair_code ap_fair_open_nonce(ap_fair *fair, int seat, const unsigned char nonce[AP_FAIR_BYTES]);
ap_fair_code ap_fair_open_secret(ap_fair *fair, const unsigned char secret[AP_FAIR_BYTES]);
/* The server publishes the commitment and opens its secret for itself, in one. */
ap_fair_code ap_fair_publish_secret(ap_fair *fair, const unsigned char secret[AP_FAIR_BYTES]);

/* Does all the steps at once, for simulations and tests. */
void ap_fair_do_all_steps(ap_fair *fair, int players, const unsigned char secret[AP_FAIR_BYTES],
	unsigned char nonce[][AP_FAIR_BYTES]);

/* Returns whether all nonces are open, so that the dice can be rolled. */
bool ap_fair_all_open(const ap_fair *fair);
/* Computes the key; false if the secret or a nonce is not known. */
bool ap_fair_key_of(const ap_fair *fair, ap_fair_key *key);

/* ---- Opening single outcomes ----------------------------------------------------------------- */

/* Computes the secret of outcome number `i`. */
void ap_fair_outcome_secret(
	const unsigned char secret[AP_FAIR_BYTES], uint64_t i, unsigned char out[AP_FAIR_BYTES]);
/* Computes the upper part of the tree, whose root is the commitment. */
void ap_fair_grow_tree(const unsigned char secret[AP_FAIR_BYTES], ap_fair_tree *out);
/* Computes the path of outcome number `i`, less than AP_FAIR_LEAVES: the nodes beside it on the way
 * up, from the bottom. */
void ap_fair_prove(const ap_fair_tree *tree, const unsigned char secret[AP_FAIR_BYTES], uint64_t i,
	ap_fair_path out);
/* Returns whether this is the secret of outcome number `i` under this commitment. */
bool ap_fair_path_fits(const unsigned char commitment[AP_FAIR_BYTES], uint64_t i,
	const unsigned char outcome_secret[AP_FAIR_BYTES], ap_fair_path path);
/* Computes the hash of all nonces, with which outcomes are drawn. */
void ap_fair_hash_nonces(
	int players, unsigned char nonce[][AP_FAIR_BYTES], unsigned char out[AP_FAIR_BYTES]);
/* Does what ap_fair_draw() does, for whoever knows the secret of this outcome alone. */
uint32_t ap_fair_draw_opened(const unsigned char outcome_secret[AP_FAIR_BYTES],
	const unsigned char nonces[AP_FAIR_BYTES], uint64_t i, uint32_t n);

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
