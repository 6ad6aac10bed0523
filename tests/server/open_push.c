/* open_push.c: the other side of Web Push, for tests: what a browser and its push service do. It
 * shares no code with the server, and derives keys with OpenSSL's own HKDF. Bytes are written in
 * base64url.
 *
 *   open_push keys                      prints a new SECRET, its POINT, and an AUTH
 *   open_push message SECRET POINT AUTH prints the text of the message in the standard input
 *   open_push token POINT TOKEN         prints the claims of a token that POINT's owner has signed
 *
 * The status is 1, with a word about the cause, if something is wrong with a message or a token. */
#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/param_build.h>
#include <openssl/params.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SECRET = 32, POINT = 65, AUTH = 16, SALT = 16, TAG = 16, HEADER = SALT + 4 + 1 + POINT };

static void demand(int holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "open_push: wrong %s\n", what);
	exit(1);
}

static size_t decode(const char *text, size_t length, unsigned char *out, size_t size)
{
	size_t got = 0;
	demand(sodium_base642bin(out, size, text, length, NULL, &got, NULL,
			   sodium_base64_VARIANT_URLSAFE_NO_PADDING) == 0,
		"base64url");
	return got;
}

static void decode_all(const char *text, unsigned char *out, size_t size)
{
	demand(decode(text, strlen(text), out, size) == size, "size");
}

static void print_encoded(const unsigned char *bytes, size_t size)
{
	char text[256];
	puts(sodium_bin2base64(
		text, sizeof text, bytes, size, sodium_base64_VARIANT_URLSAFE_NO_PADDING));
}

/* ---- Keys ------------------------------------------------------------------------------------ */

static EVP_PKEY *make_key(const unsigned char *secret, const unsigned char *point)
{
	EVP_PKEY *key = NULL;
	BIGNUM *number = secret ? BN_bin2bn(secret, SECRET, NULL) : NULL;
	OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
	OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "P-256", 0);
	OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point, POINT);
	if (secret)
		OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number);
	OSSL_PARAM *parameters = OSSL_PARAM_BLD_to_param(build);
	EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
	demand(EVP_PKEY_fromdata_init(context) == 1 &&
			EVP_PKEY_fromdata(
				context, &key, secret ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, parameters) == 1,
		"key");
	EVP_PKEY_CTX_free(context);
	OSSL_PARAM_free(parameters);
	OSSL_PARAM_BLD_free(build);
	BN_free(number);
	return key;
}

static void print_new_keys(void)
{
	unsigned char secret[SECRET], point[POINT], auth[AUTH];
	size_t length;
	BIGNUM *number = NULL;
	EVP_PKEY *key = EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256");
	demand(key && EVP_PKEY_get_bn_param(key, OSSL_PKEY_PARAM_PRIV_KEY, &number) == 1, "key");
	BN_bn2binpad(number, secret, SECRET);
	EVP_PKEY_get_octet_string_param(key, OSSL_PKEY_PARAM_PUB_KEY, point, POINT, &length);
	randombytes_buf(auth, sizeof auth);
	print_encoded(secret, SECRET);
	print_encoded(point, POINT);
	print_encoded(auth, AUTH);
	BN_free(number);
	EVP_PKEY_free(key);
}

/* ---- Messages -------------------------------------------------------------------------------- */

static void hkdf(const unsigned char *salt, size_t salt_size, unsigned char *material,
	size_t material_size, const void *info, size_t info_size, unsigned char *out, size_t size)
{
	EVP_KDF *kind = EVP_KDF_fetch(NULL, "HKDF", NULL);
	EVP_KDF_CTX *context = EVP_KDF_CTX_new(kind);
	OSSL_PARAM parameters[] = {OSSL_PARAM_construct_utf8_string(OSSL_KDF_PARAM_DIGEST, "SHA256", 0),
		OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_SALT, (void *)salt, salt_size),
		OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_KEY, material, material_size),
		OSSL_PARAM_construct_octet_string(OSSL_KDF_PARAM_INFO, (void *)info, info_size),
		OSSL_PARAM_construct_end()};
	demand(EVP_KDF_derive(context, out, size, parameters) == 1, "derivation");
	EVP_KDF_CTX_free(context);
	EVP_KDF_free(kind);
}

/* Derives the key of the message, RFC 8291 section 3.4. */
static void derive(const unsigned char *secret, const unsigned char *point,
	const unsigned char *sender, const unsigned char *auth, unsigned char out[32])
{
	unsigned char shared[32], info[14 + 2 * POINT];
	size_t length = sizeof shared;
	EVP_PKEY *mine = make_key(secret, point), *theirs = make_key(NULL, sender);
	EVP_PKEY_CTX *context = EVP_PKEY_CTX_new(mine, NULL);
	demand(EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_derive_set_peer(context, theirs) == 1 &&
			EVP_PKEY_derive(context, shared, &length) == 1,
		"sender");
	memcpy(info, "WebPush: info", 14);
	memcpy(info + 14, point, POINT);
	memcpy(info + 14 + POINT, sender, POINT);
	hkdf(auth, AUTH, shared, sizeof shared, info, sizeof info, out, 32);
	EVP_PKEY_CTX_free(context);
	EVP_PKEY_free(mine);
	EVP_PKEY_free(theirs);
}

/* Decrypts a message of one record in its place; returns the length of its text. */
static size_t open_record(
	unsigned char *master, const unsigned char *salt, unsigned char *record, size_t length)
{
	unsigned char key[16], nonce[12];
	int got = 0;
	hkdf(salt, SALT, master, 32, "Content-Encoding: aes128gcm", 28, key, sizeof key);
	hkdf(salt, SALT, master, 32, "Content-Encoding: nonce", 24, nonce, sizeof nonce);
	EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
	length -= TAG;
	demand(EVP_DecryptInit_ex(context, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
			EVP_DecryptUpdate(context, record, &got, record, (int)length) == 1 &&
			EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_GCM_SET_TAG, TAG, record + length) == 1 &&
			EVP_DecryptFinal_ex(context, record + got, &got) == 1,
		"message");
	EVP_CIPHER_CTX_free(context);
	while (length > 0 && record[length - 1] == 0)
		length--;
	demand(length > 0 && record[length - 1] == 2, "padding");
	return length - 1;
}

static void print_message(char **words)
{
	unsigned char secret[SECRET], point[POINT], auth[AUTH], message[4097], master[32];
	decode_all(words[0], secret, SECRET);
	decode_all(words[1], point, POINT);
	decode_all(words[2], auth, AUTH);
	size_t length = fread(message, 1, sizeof message, stdin);
	demand(length > HEADER + TAG && length <= 4096, "length");
	demand(message[SALT + 4] == POINT, "length of the sender's key");
	derive(secret, point, message + SALT + 5, auth, master);
	length = open_record(master, message, message + HEADER, length - HEADER);
	fwrite(message + HEADER, 1, length, stdout);
}

/* ---- Tokens ---------------------------------------------------------------------------------- */

static void verify(
	const unsigned char *point, const char *text, size_t length, const unsigned char signature[64])
{
	unsigned char *wrapped = NULL;
	ECDSA_SIG *pair = ECDSA_SIG_new();
	ECDSA_SIG_set0(pair, BN_bin2bn(signature, 32, NULL), BN_bin2bn(signature + 32, 32, NULL));
	int size = i2d_ECDSA_SIG(pair, &wrapped);
	EVP_PKEY *key = make_key(NULL, point);
	EVP_MD_CTX *context = EVP_MD_CTX_new();
	demand(EVP_DigestVerifyInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
			EVP_DigestVerify(context, wrapped, (size_t)size, (const unsigned char *)text, length) ==
				1,
		"signature");
	EVP_MD_CTX_free(context);
	EVP_PKEY_free(key);
	OPENSSL_free(wrapped);
	ECDSA_SIG_free(pair);
}

static void print_claims(char **words)
{
	unsigned char point[POINT], signature[64], claims[1024];
	const char *first = strchr(words[1], '.'), *last = strrchr(words[1], '.');
	demand(first && first < last, "token");
	decode_all(words[0], point, POINT);
	decode_all(last + 1, signature, sizeof signature);
	verify(point, words[1], (size_t)(last - words[1]), signature);
	size_t length = decode(first + 1, (size_t)(last - first) - 1, claims, sizeof claims);
	fwrite(claims, 1, length, stdout);
}

int main(int count, char **words)
{
	if (sodium_init() < 0)
		return 1;
	if (count == 2 && strcmp(words[1], "keys") == 0)
		print_new_keys();
	else if (count == 5 && strcmp(words[1], "message") == 0)
		print_message(words + 2);
	else if (count == 4 && strcmp(words[1], "token") == 0)
		print_claims(words + 2);
	else
		return 2;
	return 0;
}
