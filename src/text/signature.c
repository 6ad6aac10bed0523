/* signature.c: see signature.h. */
#include "text/signature.h"

#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "text/memory.h"

static_assert(crypto_sign_PUBLICKEYBYTES == AP_FAIR_BYTES, "a key has the size of a hash");
static_assert(crypto_sign_SECRETKEYBYTES == AP_SIGNATURE_SECRET, "Ed25519");
static_assert(crypto_sign_SEEDBYTES == AP_FAIR_BYTES, "Ed25519");

enum { SIGNATURE_HEX = 2 * crypto_sign_BYTES, TEXT = 128 };

void ap_signing_key_from(const unsigned char seed[AP_FAIR_BYTES], ap_signing_key *out)
{
	assert(seed && out);
	crypto_sign_seed_keypair(out->open, out->secret, seed);
}

/* Writes the text that is signed; returns its length. */
static size_t signed_text(const unsigned char digest[AP_FAIR_BYTES], char out[TEXT])
{
	char hex[AP_FAIR_HEX + 1];
	ap_fair_write_hex(digest, hex);
	return (size_t)snprintf(out, TEXT, "apparat signed %s", hex);
}

void ap_signature_write(const ap_signing_key *key, const unsigned char digest[AP_FAIR_BYTES],
	char out[AP_SIGNATURE_LINE])
{
	assert(key && digest && out);
	unsigned char signature[crypto_sign_BYTES];
	char text[TEXT], open[AP_FAIR_HEX + 1], hex[SIGNATURE_HEX + 1];
	size_t length = signed_text(digest, text);
	crypto_sign_detached(signature, NULL, (const unsigned char *)text, length, key->secret);
	ap_fair_write_hex(key->open, open);
	sodium_bin2hex(hex, sizeof hex, signature, sizeof signature);
	snprintf(out, AP_SIGNATURE_LINE, "signed %s %s\n", open, hex);
}

ap_signature ap_signature_check(const char *line, const unsigned char digest[AP_FAIR_BYTES],
	unsigned char signer[AP_FAIR_BYTES])
{
	assert(line && digest && signer);
	static const char word[] = "signed ";
	unsigned char signature[crypto_sign_BYTES];
	char text[TEXT];
	const char *key = line + sizeof word - 1, *hex = key + AP_FAIR_HEX + 1;
	if (strlen(line) != sizeof word - 1 + AP_FAIR_HEX + 1 + SIGNATURE_HEX ||
		strncmp(line, word, sizeof word - 1) != 0 || !ap_fair_read_hex(key, signer) ||
		hex[-1] != ' ' || strspn(hex, "0123456789abcdef") != SIGNATURE_HEX ||
		sodium_hex2bin(signature, sizeof signature, hex, SIGNATURE_HEX, NULL, NULL, NULL) != 0)
		return AP_SIGNATURE_MALFORMED;
	size_t length = signed_text(digest, text);
	return crypto_sign_verify_detached(signature, (const unsigned char *)text, length, signer) == 0
		? AP_SIGNATURE_RIGHT
		: AP_SIGNATURE_WRONG;
}

/* Computes the digest of all lines but what the viewers saw. */
static void digest_lines(const char *text, unsigned char out[AP_FAIR_BYTES])
{
	crypto_generichash_state sum;
	crypto_generichash_init(&sum, NULL, 0, AP_FAIR_BYTES);
	while (*text) {
		const char *end = strchr(text, '\n');
		size_t length = end ? (size_t)(end - text) + 1 : strlen(text);
		if (*text != '{')
			crypto_generichash_update(&sum, (const unsigned char *)text, length);
		text += length;
	}
	crypto_generichash_final(&sum, out, AP_FAIR_BYTES);
}

char *ap_sign_record(char *record, const ap_signing_key *key, size_t *length)
{
	assert(record && key && length && strlen(record) == *length);
	unsigned char digest[AP_FAIR_BYTES];
	char line[AP_SIGNATURE_LINE];
	digest_lines(record, digest);
	ap_signature_write(key, digest, line);
	record = ap_reallocate(record, *length + strlen(line) + 1, 1);
	memcpy(record + *length, line, strlen(line) + 1);
	*length += strlen(line);
	return record;
}
