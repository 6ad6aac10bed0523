/* signature.h: records that a server has signed with its key (Ed25519). docs/records.md says what
 * is signed. */
#ifndef APPARAT_TEXT_SIGNATURE_H
#define APPARAT_TEXT_SIGNATURE_H

#include "text/fair_dice.h"

enum {
	AP_SIGNATURE_SECRET = 64, /* bytes of a key with which records are signed */
	AP_SIGNATURE_LINE = 256   /* room for the line, with its newline and the zero byte */
};

typedef struct ap_signing_key {
	unsigned char secret[AP_SIGNATURE_SECRET];
	unsigned char open[AP_FAIR_BYTES]; /* what everybody may know of it */
} ap_signing_key;

/* Makes a key from random bytes. */
void ap_signing_key_from(const unsigned char seed[AP_FAIR_BYTES], ap_signing_key *out);

/* Writes the line that signs the lines with this digest, all of the record, with its newline. */
void ap_signature_write(const ap_signing_key *key, const unsigned char digest[AP_FAIR_BYTES],
	char out[AP_SIGNATURE_LINE]);

typedef enum ap_signature {
	AP_SIGNATURE_RIGHT,
	AP_SIGNATURE_WRONG,    /* it is not one of these lines by this key */
	AP_SIGNATURE_MALFORMED /* it is none */
} ap_signature;

/* Checks such a line, without its newline, and sets `signer` to the key. */
ap_signature ap_signature_check(const char *line, const unsigned char digest[AP_FAIR_BYTES],
	unsigned char signer[AP_FAIR_BYTES]);

/* Returns a record with a line that signs it; frees the record, and sets `length`. */
char *ap_sign_record(char *record, const ap_signing_key *key, size_t *length);

#endif
