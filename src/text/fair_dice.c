/* fair_dice.c: see fair_dice.h. */
#include "text/fair_dice.h"

#include <stdio.h>
#include <stdlib.h>

#include <sodium.h>

static_assert(crypto_stream_chacha20_KEYBYTES == AP_FAIR_BYTES, "a key is a hash");
static_assert(crypto_stream_chacha20_NONCEBYTES == sizeof(uint64_t), "an outcome is a nonce");

/* ---- Commitments ----------------------------------------------------------------------------- */

void ap_fair_random(unsigned char out[AP_FAIR_BYTES])
{
	assert(out);
	if (sodium_init() < 0) {
		fputs("apparat: the system has no randomness to give\n", stderr);
		abort();
	}
	randombytes_buf(out, AP_FAIR_BYTES);
}

/* Each kind of hash begins with a name of its own, so that one kind cannot be used as another. */
static void begin_hash(crypto_generichash_state *hash, const char *name)
{
	crypto_generichash_init(hash, NULL, 0, AP_FAIR_BYTES);
	crypto_generichash_update(hash, (const unsigned char *)name, strlen(name));
}

static void add_byte(crypto_generichash_state *hash, int byte)
{
	unsigned char value = (unsigned char)byte;
	crypto_generichash_update(hash, &value, 1);
}

static void add_bytes(crypto_generichash_state *hash, const unsigned char bytes[AP_FAIR_BYTES])
{
	crypto_generichash_update(hash, bytes, AP_FAIR_BYTES);
}

static void end_hash(crypto_generichash_state *hash, unsigned char out[AP_FAIR_BYTES])
{
	crypto_generichash_final(hash, out, AP_FAIR_BYTES);
	sodium_memzero(hash, sizeof *hash);
}

void ap_fair_commit_secret(
	const unsigned char secret[AP_FAIR_BYTES], unsigned char out[AP_FAIR_BYTES])
{
	assert(secret && out);
	crypto_generichash_state hash;
	begin_hash(&hash, "apparat secret 1");
	add_bytes(&hash, secret);
	end_hash(&hash, out);
}

/* The hash includes the seat, so that nobody can copy another seat's commitment. */
void ap_fair_commit_nonce(
	int seat, const unsigned char nonce[AP_FAIR_BYTES], unsigned char out[AP_FAIR_BYTES])
{
	assert(seat >= 0 && seat < AP_MAX_SEATS && nonce && out);
	crypto_generichash_state hash;
	begin_hash(&hash, "apparat nonce 1");
	add_byte(&hash, seat);
	add_bytes(&hash, nonce);
	end_hash(&hash, out);
}

void ap_fair_digest(const void *text, size_t length, unsigned char out[AP_FAIR_BYTES])
{
	assert((text || length == 0) && out);
	crypto_generichash(out, AP_FAIR_BYTES, text, length, NULL, 0);
}

bool ap_fair_same(const unsigned char a[AP_FAIR_BYTES], const unsigned char b[AP_FAIR_BYTES])
{
	assert(a && b);
	return sodium_memcmp(a, b, AP_FAIR_BYTES) == 0;
}

void ap_fair_write_hex(const unsigned char bytes[AP_FAIR_BYTES], char out[AP_FAIR_HEX + 1])
{
	assert(bytes && out);
	sodium_bin2hex(out, AP_FAIR_HEX + 1, bytes, AP_FAIR_BYTES);
}

/* libsodium would accept capital letters, too; but a hash has only one form in a record. */
bool ap_fair_read_hex(const char *text, unsigned char out[AP_FAIR_BYTES])
{
	assert(text && out);
	return strspn(text, "0123456789abcdef") >= AP_FAIR_HEX &&
		sodium_hex2bin(out, AP_FAIR_BYTES, text, AP_FAIR_HEX, NULL, NULL, NULL) == 0;
}

/* ---- Preparing the dice of a table ----------------------------------------------------------- */

void ap_fair_start(ap_fair *fair, int players)
{
	assert(fair && players > 0 && players <= AP_MAX_SEATS);
	memset(fair, 0, sizeof *fair);
	fair->players = (uint8_t)players;
}

void ap_fair_wipe(ap_fair *fair)
{
	assert(fair);
	sodium_memzero(fair, sizeof *fair);
}

void ap_fair_wipe_key(ap_fair_key *key)
{
	assert(key);
	sodium_memzero(key, sizeof *key);
}

static ap_seats all_seats(const ap_fair *fair)
{
	return (ap_seats)(AP_SEAT(fair->players) - 1);
}

static bool has_seat(const ap_fair *fair, int seat)
{
	return seat >= 0 && seat < fair->players;
}

ap_fair_code ap_fair_pledge(ap_fair *fair, int seat, const unsigned char commitment[AP_FAIR_BYTES])
{
	assert(fair && commitment);
	if (!has_seat(fair, seat) || (fair->pledged & AP_SEAT(seat)))
		return AP_FAIR_NOT_NOW;
	memcpy(fair->pledge[seat], commitment, AP_FAIR_BYTES);
	fair->pledged |= AP_SEAT(seat);
	return AP_FAIR_OK;
}

ap_fair_code ap_fair_publish(ap_fair *fair, const unsigned char commitment[AP_FAIR_BYTES])
{
	assert(fair && commitment);
	if (!fair->players || fair->pledged != all_seats(fair) || fair->published)
		return AP_FAIR_NOT_NOW;
	memcpy(fair->commitment, commitment, AP_FAIR_BYTES);
	fair->published = true;
	return AP_FAIR_OK;
}

ap_fair_code ap_fair_open_nonce(ap_fair *fair, int seat, const unsigned char nonce[AP_FAIR_BYTES])
{
	assert(fair && nonce);
	unsigned char promised[AP_FAIR_BYTES];
	if (!fair->published || !has_seat(fair, seat) || (fair->opened & AP_SEAT(seat)))
		return AP_FAIR_NOT_NOW;
	ap_fair_commit_nonce(seat, nonce, promised);
	if (!ap_fair_same(promised, fair->pledge[seat]))
		return AP_FAIR_BROKEN;
	memcpy(fair->nonce[seat], nonce, AP_FAIR_BYTES);
	fair->opened |= AP_SEAT(seat);
	return AP_FAIR_OK;
}

ap_fair_code ap_fair_open_secret(ap_fair *fair, const unsigned char secret[AP_FAIR_BYTES])
{
	assert(fair && secret);
	unsigned char promised[AP_FAIR_BYTES];
	if (!fair->published || fair->secret_known)
		return AP_FAIR_NOT_NOW;
	ap_fair_commit_secret(secret, promised);
	if (!ap_fair_same(promised, fair->commitment))
		return AP_FAIR_BROKEN;
	memcpy(fair->secret, secret, AP_FAIR_BYTES);
	fair->secret_known = true;
	return AP_FAIR_OK;
}

void ap_fair_do_all_steps(ap_fair *fair, int players, const unsigned char secret[AP_FAIR_BYTES],
	unsigned char nonce[][AP_FAIR_BYTES])
{
	assert(secret && nonce);
	unsigned char commitment[AP_FAIR_BYTES];
	ap_fair_start(fair, players);
	for (int seat = 0; seat < players; seat++) {
		ap_fair_commit_nonce(seat, nonce[seat], commitment);
		ap_fair_pledge(fair, seat, commitment);
	}
	ap_fair_commit_secret(secret, commitment);
	ap_fair_publish(fair, commitment);
	ap_fair_open_secret(fair, secret);
	for (int seat = 0; seat < players; seat++)
		ap_fair_open_nonce(fair, seat, nonce[seat]);
	assert(fair->secret_known && ap_fair_all_open(fair));
}

bool ap_fair_all_open(const ap_fair *fair)
{
	assert(fair);
	return fair->players && fair->opened == all_seats(fair);
}

bool ap_fair_key_of(const ap_fair *fair, ap_fair_key *key)
{
	assert(fair && key);
	crypto_generichash_state hash;
	if (!ap_fair_all_open(fair) || !fair->secret_known)
		return false;
	begin_hash(&hash, "apparat key 1");
	add_byte(&hash, fair->players);
	add_bytes(&hash, fair->secret);
	for (int seat = 0; seat < fair->players; seat++)
		add_bytes(&hash, fair->nonce[seat]);
	end_hash(&hash, key->byte);
	return true;
}

/* ---- Rolling --------------------------------------------------------------------------------- */

enum { WORD = sizeof(uint64_t), BLOCK = 64, WORDS = BLOCK / WORD };

/* The least significant byte comes first, on every machine. */
static void write_word(uint64_t word, unsigned char out[WORD])
{
	for (int i = 0; i < WORD; i++)
		out[i] = (unsigned char)(word >> 8 * i);
}

static uint64_t read_word(const unsigned char in[WORD])
{
	uint64_t word = 0;
	for (int i = 0; i < WORD; i++)
		word |= (uint64_t)in[i] << 8 * i;
	return word;
}

/* Computes a whole block for one word; a second word is hardly ever needed. */
uint64_t ap_fair_word(const ap_fair_key *key, uint64_t i, uint64_t k)
{
	assert(key);
	unsigned char nonce[WORD], block[BLOCK] = {0};
	write_word(i, nonce);
	crypto_stream_chacha20_xor_ic(block, block, BLOCK, nonce, k / WORDS, key->byte);
	uint64_t word = read_word(block + k % WORDS * WORD);
	sodium_memzero(block, sizeof block);
	return word;
}

bool ap_fair_accepts(uint64_t word, uint32_t n)
{
	assert(n > 0);
	uint64_t surplus = -(uint64_t)n % n; /* 2^64 mod n */
	return word <= UINT64_MAX - surplus;
}

uint32_t ap_fair_draw(const ap_fair_key *key, uint64_t i, uint32_t n)
{
	assert(key && n > 0);
	uint64_t k = 0;
	while (!ap_fair_accepts(ap_fair_word(key, i, k), n))
		k++;
	return (uint32_t)(ap_fair_word(key, i, k) % n);
}

ap_action ap_fair_outcome(const ap_fair_key *key, const ap_history *h)
{
	assert(key && h);
	ap_action legal[AP_MAX_LEGAL];
	int n = ap_legal(h->game, &h->state, AP_CHANCE, legal);
	assert(n > 0);
	return legal[ap_fair_draw(key, (uint64_t)h->outcomes, (uint32_t)n)];
}
