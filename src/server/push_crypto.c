/* push_crypto.c: see push_crypto.h. */
#include "server/push_crypto.h"

#include <assert.h>
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum {
	HASH_SIZE = crypto_auth_hmacsha256_BYTES,
	SHARED_SIZE = 32, /* bytes of what both sides derive from their keys */
	KEY_SIZE = 16,    /* bytes of a key of AES-128 */
	NONCE_SIZE = 12,
	TAG_SIZE = 16,
	SIGNATURE_SIZE = 64,
	RECORD_SIZE = 4096, /* the greatest size of a record: a message is one record */
	LAST_RECORD = 2     /* the byte between a text and its padding, in the last record */
};

/* ---- Keys ------------------------------------------------------------------------------------ */

bool sv_push_make_pair(sv_push_pair *out)
{
	assert(out);
	size_t length = 0;
	BIGNUM *secret = NULL;
	EVP_PKEY *key = EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256");
	bool made = key && EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &secret) == 1 &&
		BN_bn2binpad(secret, out->secret, sizeof out->secret) == (int)sizeof out->secret &&
		EVP_PKEY_get_octet_string_param(
			key, OSSL_PKEY_PARAM_PUB_KEY, out->point, sizeof out->point, &length) == 1 &&
		length == SV_POINT_SIZE;
	BN_clear_free(secret);
	EVP_PKEY_free(key);
	return made;
}

/* Returns the parameters of a key; without its secret if that is NULL. */
static OSSL_PARAM *key_parameters(const uint8_t *point, const BIGNUM *secret)
{
	OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
	OSSL_PARAM *made = NULL;
	if (build &&
		OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) == 1 &&
		OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point, SV_POINT_SIZE) ==
			1 &&
		(!secret || OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, secret) == 1))
		made = OSSL_PARAM_BLD_to_param(build);
	OSSL_PARAM_BLD_free(build);
	return made;
}

/* Returns OpenSSL's form of a key; NULL if the point is not on the curve. */
static EVP_PKEY *key_of(const uint8_t *point, const uint8_t *secret)
{
	EVP_PKEY *key = NULL;
	BIGNUM *number = secret ? BN_secure_new() : NULL;
	if (number)
		BN_bin2bn(secret, sizeof((sv_push_pair *)0)->secret, number);
	OSSL_PARAM *parameters = key_parameters(point, number);
	EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
	if (parameters && context && EVP_PKEY_fromdata_init(context) == 1)
		EVP_PKEY_fromdata(
			context, &key, secret ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, parameters);
	EVP_PKEY_CTX_free(context);
	OSSL_PARAM_free(parameters);
	BN_clear_free(number);
	return key;
}

bool sv_push_is_point(const uint8_t point[SV_POINT_SIZE])
{
	assert(point);
	if (point[0] != POINT_CONVERSION_UNCOMPRESSED)
		return false;
	EVP_PKEY *key = key_of(point, NULL);
	EVP_PKEY_CTX *context = key ? EVP_PKEY_CTX_new_from_pkey(NULL, key, NULL) : NULL;
	bool is_point = context && EVP_PKEY_public_check(context) == 1;
	EVP_PKEY_CTX_free(context);
	EVP_PKEY_free(key);
	return is_point;
}

/* Derives what only the two owners of the keys can know. */
static bool derive_shared(
	const sv_push_pair *own, const uint8_t *point, uint8_t shared[SHARED_SIZE])
{
	size_t length = SHARED_SIZE;
	EVP_PKEY *mine = key_of(own->point, own->secret), *theirs = key_of(point, NULL);
	EVP_PKEY_CTX *context = mine ? EVP_PKEY_CTX_new_from_pkey(NULL, mine, NULL) : NULL;
	bool derived = context && theirs && EVP_PKEY_derive_init(context) == 1 &&
		EVP_PKEY_derive_set_peer(context, theirs) == 1 &&
		EVP_PKEY_derive(context, shared, &length) == 1 && length == SHARED_SIZE;
	EVP_PKEY_CTX_free(context);
	EVP_PKEY_free(mine);
	EVP_PKEY_free(theirs);
	return derived;
}

/* ---- Messages -------------------------------------------------------------------------------- */

/* HMAC-SHA256 of two pieces, either of which may be empty. */
static void authenticate(const uint8_t *key, size_t key_size, const void *first, size_t first_size,
	const void *second, size_t second_size, uint8_t out[HASH_SIZE])
{
	crypto_auth_hmacsha256_state state;
	crypto_auth_hmacsha256_init(&state, key, key_size);
	crypto_auth_hmacsha256_update(&state, first, first_size);
	crypto_auth_hmacsha256_update(&state, second, second_size);
	crypto_auth_hmacsha256_final(&state, out);
}

/* HKDF (RFC 5869) with SHA-256, for at most one block: extracts from `material` and expands with
 * `purpose`. */
static void derive_key(const uint8_t *salt, size_t salt_size, const uint8_t *material,
	size_t material_size, const void *purpose, size_t purpose_size, uint8_t out[HASH_SIZE])
{
	static const uint8_t block = 1;
	uint8_t extracted[HASH_SIZE];
	authenticate(salt, salt_size, material, material_size, NULL, 0, extracted);
	authenticate(extracted, HASH_SIZE, purpose, purpose_size, &block, 1, out);
	sodium_memzero(extracted, sizeof extracted);
}

/* RFC 8291, 3.4: combines what was derived with the secret of the subscription. */
static void combine(const sv_push_pair *own, const sv_push_receiver *to,
	const uint8_t shared[SHARED_SIZE], uint8_t out[HASH_SIZE])
{
	static const char words[] = "WebPush: info"; /* with its zero */
	uint8_t purpose[sizeof words + 2 * SV_POINT_SIZE];
	memcpy(purpose, words, sizeof words);
	memcpy(purpose + sizeof words, to->point, SV_POINT_SIZE);
	memcpy(purpose + sizeof words + SV_POINT_SIZE, own->point, SV_POINT_SIZE);
	derive_key(to->auth, sizeof to->auth, shared, SHARED_SIZE, purpose, sizeof purpose, out);
}

/* RFC 8188, 2.1: the header of a message. Returns its length. */
static size_t write_header(const uint8_t *salt, const uint8_t *point, uint8_t *out)
{
	memcpy(out, salt, SV_PUSH_SALT_SIZE);
	out += SV_PUSH_SALT_SIZE;
	*out++ = 0;
	*out++ = 0;
	*out++ = RECORD_SIZE >> 8;
	*out++ = RECORD_SIZE & 255;
	*out++ = SV_POINT_SIZE;
	memcpy(out, point, SV_POINT_SIZE);
	return SV_PUSH_OVERHEAD - 1 - TAG_SIZE;
}

/* Encrypts `length` bytes in their place, and writes a tag after them. */
static bool seal(const uint8_t *key, const uint8_t *nonce, uint8_t *bytes, size_t length)
{
	int written = 0, rest = 0;
	EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
	bool sealed = context &&
		EVP_EncryptInit_ex2(context, EVP_aes_128_gcm(), key, nonce, NULL) == 1 &&
		EVP_EncryptUpdate(context, bytes, &written, bytes, (int)length) == 1 &&
		written == (int)length && EVP_EncryptFinal_ex(context, bytes + written, &rest) == 1 &&
		EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, TAG_SIZE, bytes + length) == 1;
	EVP_CIPHER_CTX_free(context);
	return sealed;
}

static bool seal_for(const sv_push_pair *own, const sv_push_receiver *to, const uint8_t *salt,
	uint8_t *bytes, size_t length)
{
	static const char key_words[] = "Content-Encoding: aes128gcm", /* both with their zero */
		nonce_words[] = "Content-Encoding: nonce";
	uint8_t shared[SHARED_SIZE], combined[HASH_SIZE], key[HASH_SIZE], nonce[HASH_SIZE];
	if (!derive_shared(own, to->point, shared))
		return false;
	combine(own, to, shared, combined);
	derive_key(salt, SV_PUSH_SALT_SIZE, combined, HASH_SIZE, key_words, sizeof key_words, key);
	derive_key(
		salt, SV_PUSH_SALT_SIZE, combined, HASH_SIZE, nonce_words, sizeof nonce_words, nonce);
	static_assert(KEY_SIZE <= HASH_SIZE && NONCE_SIZE <= HASH_SIZE, "their first bytes are used");
	bool sealed = seal(key, nonce, bytes, length);
	sodium_memzero(shared, sizeof shared);
	sodium_memzero(combined, sizeof combined);
	sodium_memzero(key, sizeof key);
	return sealed;
}

size_t sv_push_encrypt(const sv_push_pair *own, const sv_push_receiver *to,
	const uint8_t salt[SV_PUSH_SALT_SIZE], const char *text, size_t length, size_t padded,
	uint8_t *out, size_t size)
{
	assert(own && to && salt && text && out);
	size_t inside = (length < padded ? padded : length) + 1, whole = inside - 1 + SV_PUSH_OVERHEAD;
	if (whole > size || whole > RECORD_SIZE)
		return 0;
	uint8_t *record = out + write_header(salt, own->point, out);
	memcpy(record, text, length);
	record[length] = LAST_RECORD;
	memset(record + length + 1, 0, inside - length - 1);
	return seal_for(own, to, salt, record, inside) ? whole : 0;
}

/* ---- Tokens ---------------------------------------------------------------------------------- */

static size_t encode(const void *bytes, size_t length, char *out, size_t size)
{
	sodium_bin2base64(out, size, bytes, length, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
	return strlen(out);
}

void sv_push_write_point(const uint8_t point[SV_POINT_SIZE], char out[SV_POINT_TEXT_SIZE])
{
	assert(point && out);
	encode(point, SV_POINT_SIZE, out, SV_POINT_TEXT_SIZE);
}

/* OpenSSL writes the two numbers of a signature as ASN.1, a token has them one after the other. */
static bool unwrap_signature(const uint8_t *wrapped, size_t length, uint8_t out[SIGNATURE_SIZE])
{
	ECDSA_SIG *pair = d2i_ECDSA_SIG(NULL, &wrapped, (long)length);
	bool done = pair && BN_bn2binpad(ECDSA_SIG_get0_r(pair), out, SIGNATURE_SIZE / 2) > 0 &&
		BN_bn2binpad(ECDSA_SIG_get0_s(pair), out + SIGNATURE_SIZE / 2, SIGNATURE_SIZE / 2) > 0;
	ECDSA_SIG_free(pair);
	return done;
}

static bool sign(const sv_push_pair *own, const char *text, uint8_t out[SIGNATURE_SIZE])
{
	uint8_t wrapped[SIGNATURE_SIZE + 16];
	size_t length = sizeof wrapped;
	EVP_PKEY *key = key_of(own->point, own->secret);
	EVP_MD_CTX *context = EVP_MD_CTX_new();
	bool is_signed = key && context &&
		EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
		EVP_DigestSign(context, wrapped, &length, (const uint8_t *)text, strlen(text)) == 1 &&
		unwrap_signature(wrapped, length, out);
	EVP_MD_CTX_free(context);
	EVP_PKEY_free(key);
	return is_signed;
}

bool sv_push_write_token(const sv_push_pair *own, const char *audience, int64_t expires,
	const char *contact, char out[SV_TOKEN_TEXT_SIZE])
{
	assert(own && audience && out);
	static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
	char claims[SV_TOKEN_TEXT_SIZE * 5 / 8];
	uint8_t signature[SIGNATURE_SIZE];
	int length = snprintf(claims, sizeof claims, "{\"aud\":\"%s\",\"exp\":%lld%s%s%s}", audience,
		(long long)expires, contact ? ",\"sub\":\"" : "", contact ? contact : "",
		contact ? "\"" : "");
	if (length < 0 || (size_t)length >= sizeof claims)
		return false;
	size_t at = encode(head, sizeof head - 1, out, SV_TOKEN_TEXT_SIZE);
	out[at++] = '.';
	at += encode(claims, (size_t)length, out + at, SV_TOKEN_TEXT_SIZE - at);
	if (!sign(own, out, signature))
		return false;
	out[at++] = '.';
	encode(signature, sizeof signature, out + at, SV_TOKEN_TEXT_SIZE - at);
	return true;
}
