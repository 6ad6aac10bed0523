/* push_crypto.h: what Web Push needs of cryptography: a pair of keys on the curve P-256, messages
 * that only one browser can read (RFC 8291, which uses RFC 8188), and the tokens with which the
 * server shows a push service who it is (VAPID, RFC 8292). Only OpenSSL has this curve: libsodium
 * does the rest. */
#ifndef APPARAT_SERVER_PUSH_CRYPTO_H
#define APPARAT_SERVER_PUSH_CRYPTO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	SV_POINT_SIZE = 65, /* bytes of a public key: a point of the curve, uncompressed */
	SV_PUSH_AUTH_SIZE = 16,
	SV_PUSH_SALT_SIZE = 16,
	SV_PUSH_OVERHEAD = 16 + 4 + 1 + SV_POINT_SIZE + 1 + 16, /* bytes more than the text has */
	SV_POINT_TEXT_SIZE = 88,                                /* a point in base64url, with a zero */
	SV_TOKEN_TEXT_SIZE = 1024                               /* a token, with a zero */
};

/* A pair of keys. */
typedef struct sv_push_pair {
	uint8_t secret[32], point[SV_POINT_SIZE];
} sv_push_pair;

/* Whom a message is for: the keys of a browser's subscription. */
typedef struct sv_push_receiver {
	uint8_t point[SV_POINT_SIZE], auth[SV_PUSH_AUTH_SIZE];
} sv_push_receiver;

/* Makes a new pair. Returns false if OpenSSL fails. */
bool sv_push_make_pair(sv_push_pair *out);

/* True if these bytes are a point of the curve. */
bool sv_push_is_point(const uint8_t point[SV_POINT_SIZE]);

/* Encrypts the text for the receiver. `own` is a pair that was made for this message alone, `salt`
 * are random bytes. Zeros are added to texts shorter than `padded`, so that the push service cannot
 * tell them apart by their length. Returns the length of the message; 0 on failure, or if it is
 * longer than `size`. */
size_t sv_push_encrypt(const sv_push_pair *own, const sv_push_receiver *to,
	const uint8_t salt[SV_PUSH_SALT_SIZE], const char *text, size_t length, size_t padded,
	uint8_t *out, size_t size);

/* Writes a token (a JWT, signed with ES256) for the push service whose origin is `audience`, such
 * as "https://push.example.org". It is valid until `expires`, in seconds since 1970. `contact` is a
 * URL of whoever runs this server; NULL: none. Neither contains characters that JSON would have to
 * escape. Returns false on failure. */
bool sv_push_write_token(const sv_push_pair *own, const char *audience, int64_t expires,
	const char *contact, char out[SV_TOKEN_TEXT_SIZE]);

/* Writes the public key in base64url. */
void sv_push_write_point(const uint8_t point[SV_POINT_SIZE], char out[SV_POINT_TEXT_SIZE]);

#endif
