/* fair_dice.c: see fair_dice.h. */
#include "text/fair_dice.h"

#include <stdio.h>
#include <stdlib.h>

#include <sodium.h>

static_assert(crypto_stream_chacha20_KEYBYTES == AP_FAIR_BYTES, "a key is a hash");
static_assert(crypto_stream_chacha20_NONCEBYTES == sizeof(uint64_t), "an outcome is a nonce");

static const char *const whose_words[AP_FAIR_WHOSE_COUNT] = {"server", "own", "deposited"};

const char *ap_fair_whose_word(ap_fair_whose whose)
{
	assert(whose < AP_FAIR_WHOSE_COUNT);
	return whose_words[whose];
}

ap_fair_whose ap_fair_whose_named(const char *word)
{
	assert(word);
	int whose = 0;
	while (whose < AP_FAIR_WHOSE_COUNT && strcmp(whose_words[whose], word) != 0)
		whose++;
	return (ap_fair_whose)whose;
}

/* ---- Numbers as bytes ------------------------------------------------------------------------ */

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

static void add_number(crypto_generichash_state *hash, uint64_t number)
{
	unsigned char bytes[WORD];
	write_word(number, bytes);
	crypto_generichash_update(hash, bytes, sizeof bytes);
}

static void end_hash(crypto_generichash_state *hash, unsigned char out[AP_FAIR_BYTES])
{
	crypto_generichash_final(hash, out, AP_FAIR_BYTES);
	sodium_memzero(hash, sizeof *hash);
}

void ap_fair_commit_secret(
	int version, const unsigned char secret[AP_FAIR_BYTES], unsigned char out[AP_FAIR_BYTES])
{
	assert(version >= 1 && version <= AP_FAIR_VERSION && secret && out);
	crypto_generichash_state hash;
	ap_fair_tree tree;
	if (version > 1) {
		ap_fair_grow_tree(secret, &tree);
		memcpy(out, tree.node[1], AP_FAIR_BYTES);
		return;
	}
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
	fair->version = AP_FAIR_VERSION;
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

ap_fair_code ap_fair_pledge(
	ap_fair *fair, int seat, ap_fair_whose whose, const unsigned char commitment[AP_FAIR_BYTES])
{
	assert(fair && whose < AP_FAIR_WHOSE_COUNT && commitment);
	if (!has_seat(fair, seat) || fair->published || (fair->pledged & AP_SEAT(seat)))
		return AP_FAIR_NOT_NOW;
	fair->whose[seat] = (uint8_t)whose;
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
	ap_fair_commit_secret(fair->version, secret, promised);
	if (!ap_fair_same(promised, fair->commitment))
		return AP_FAIR_BROKEN;
	memcpy(fair->secret, secret, AP_FAIR_BYTES);
	fair->secret_known = true;
	return AP_FAIR_OK;
}

ap_fair_code ap_fair_publish_secret(ap_fair *fair, const unsigned char secret[AP_FAIR_BYTES])
{
	assert(fair && secret);
	unsigned char commitment[AP_FAIR_BYTES];
	if (!fair->players || fair->published)
		return AP_FAIR_NOT_NOW;
	ap_fair_commit_secret(fair->version, secret, commitment);
	ap_fair_code code = ap_fair_publish(fair, commitment);
	if (code != AP_FAIR_OK)
		return code;
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
		ap_fair_pledge(fair, seat, AP_FAIR_SERVER, commitment);
	}
	ap_fair_publish_secret(fair, secret);
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
	key->version = fair->version;
	if (fair->version > 1) {
		unsigned char nonce[AP_MAX_SEATS][AP_FAIR_BYTES];
		memcpy(nonce, fair->nonce, sizeof nonce);
		memcpy(key->byte, fair->secret, AP_FAIR_BYTES);
		ap_fair_hash_nonces(fair->players, nonce, key->nonces);
		return true;
	}
	memset(key->nonces, 0, AP_FAIR_BYTES);
	begin_hash(&hash, "apparat key 1");
	add_byte(&hash, fair->players);
	add_bytes(&hash, fair->secret);
	for (int seat = 0; seat < fair->players; seat++)
		add_bytes(&hash, fair->nonce[seat]);
	end_hash(&hash, key->byte);
	return true;
}

/* ---- Opening single outcomes ----------------------------------------------------------------- */

/* Hashes of a tree are many: each is one call, of a text that fits one block of the hash. */
typedef struct short_text {
	size_t length;
	unsigned char byte[80];
} short_text;

static void append(short_text *t, const void *bytes, size_t size)
{
	assert(t->length + size <= sizeof t->byte);
	memcpy(t->byte + t->length, bytes, size);
	t->length += size;
}

static void append_number(short_text *t, uint64_t number)
{
	unsigned char bytes[WORD];
	write_word(number, bytes);
	append(t, bytes, sizeof bytes);
}

static void hash_short(const short_text *t, unsigned char out[AP_FAIR_BYTES])
{
	crypto_generichash(out, AP_FAIR_BYTES, t->byte, t->length, NULL, 0);
}

void ap_fair_outcome_secret(
	const unsigned char secret[AP_FAIR_BYTES], uint64_t i, unsigned char out[AP_FAIR_BYTES])
{
	assert(secret && out);
	short_text t = {0};
	append(&t, "apparat outcome 2", 17);
	append(&t, secret, AP_FAIR_BYTES);
	append_number(&t, i);
	hash_short(&t, out);
	sodium_memzero(&t, sizeof t);
}

/* The number is part of a leaf, so that no secret can stand for another outcome. */
static void hash_leaf(
	uint64_t i, const unsigned char outcome_secret[AP_FAIR_BYTES], unsigned char out[AP_FAIR_BYTES])
{
	short_text t = {0};
	append(&t, "apparat leaf 2", 14);
	append_number(&t, i);
	append(&t, outcome_secret, AP_FAIR_BYTES);
	hash_short(&t, out);
	sodium_memzero(&t, sizeof t);
}

/* `out` may be one of the others. */
static void hash_node(const unsigned char *left, const unsigned char *right, unsigned char *out)
{
	short_text t = {0};
	append(&t, "apparat node 2", 14);
	append(&t, left, AP_FAIR_BYTES);
	append(&t, right, AP_FAIR_BYTES);
	hash_short(&t, out);
}

/* The last row that is kept, and the leaves below each of its nodes. */
enum { ROW = AP_FAIR_KEPT_NODES / 2, BELOW = AP_FAIR_LEAVES / ROW };

/* A tree below a node of the last row that is kept, numbered in the same way. */
typedef struct branch {
	unsigned char node[2 * BELOW][AP_FAIR_BYTES];
} branch;

static void hash_upwards(unsigned char node[][AP_FAIR_BYTES], int leaves)
{
	for (int i = leaves - 1; i > 0; i--)
		hash_node(node[2 * i], node[2 * i + 1], node[i]);
}

/* Computes the branch whose leaves begin with this outcome. */
static void grow_branch(const unsigned char secret[AP_FAIR_BYTES], uint64_t first, branch *out)
{
	unsigned char outcome_secret[AP_FAIR_BYTES];
	for (int i = 0; i < BELOW; i++) {
		ap_fair_outcome_secret(secret, first + (uint64_t)i, outcome_secret);
		hash_leaf(first + (uint64_t)i, outcome_secret, out->node[BELOW + i]);
	}
	sodium_memzero(outcome_secret, sizeof outcome_secret);
	hash_upwards(out->node, BELOW);
}

void ap_fair_grow_tree(const unsigned char secret[AP_FAIR_BYTES], ap_fair_tree *out)
{
	assert(secret && out);
	branch b;
	memset(out->node[0], 0, AP_FAIR_BYTES);
	for (int i = 0; i < ROW; i++) {
		grow_branch(secret, (uint64_t)i * BELOW, &b);
		memcpy(out->node[ROW + i], b.node[1], AP_FAIR_BYTES);
	}
	hash_upwards(out->node, ROW);
}

void ap_fair_prove(const ap_fair_tree *tree, const unsigned char secret[AP_FAIR_BYTES], uint64_t i,
	ap_fair_path out)
{
	assert(tree && secret && i < AP_FAIR_LEAVES && out);
	branch b;
	int at = 0;
	grow_branch(secret, i / BELOW * BELOW, &b);
	for (uint64_t n = BELOW + i % BELOW; n > 1; n /= 2)
		memcpy(out[at++], b.node[n ^ 1], AP_FAIR_BYTES);
	for (uint64_t n = ROW + i / BELOW; n > 1; n /= 2)
		memcpy(out[at++], tree->node[n ^ 1], AP_FAIR_BYTES);
	assert(at == AP_FAIR_DEPTH);
}

bool ap_fair_path_fits(const unsigned char commitment[AP_FAIR_BYTES], uint64_t i,
	const unsigned char outcome_secret[AP_FAIR_BYTES], ap_fair_path path)
{
	assert(commitment && outcome_secret && path);
	unsigned char node[AP_FAIR_BYTES];
	if (i >= AP_FAIR_LEAVES)
		return false;
	hash_leaf(i, outcome_secret, node);
	for (int level = 0; level < AP_FAIR_DEPTH; level++)
		if (i >> level & 1)
			hash_node(path[level], node, node);
		else
			hash_node(node, path[level], node);
	return ap_fair_same(node, commitment);
}

void ap_fair_hash_nonces(
	int players, unsigned char nonce[][AP_FAIR_BYTES], unsigned char out[AP_FAIR_BYTES])
{
	assert(players > 0 && players <= AP_MAX_SEATS && nonce && out);
	crypto_generichash_state hash;
	begin_hash(&hash, "apparat nonces 2");
	add_byte(&hash, players);
	for (int seat = 0; seat < players; seat++)
		add_bytes(&hash, nonce[seat]);
	end_hash(&hash, out);
}

/* Computes the key of the stream of one outcome. */
static void stream_key(const unsigned char outcome_secret[AP_FAIR_BYTES],
	const unsigned char nonces[AP_FAIR_BYTES], uint64_t i, unsigned char out[AP_FAIR_BYTES])
{
	crypto_generichash_state hash;
	begin_hash(&hash, "apparat key 2");
	add_number(&hash, i);
	add_bytes(&hash, outcome_secret);
	add_bytes(&hash, nonces);
	end_hash(&hash, out);
}

/* ---- Rolling --------------------------------------------------------------------------------- */

/* Computes a whole block for one word; a second word is hardly ever needed. */
static uint64_t word_of_stream(const unsigned char key[AP_FAIR_BYTES], uint64_t i, uint64_t k)
{
	unsigned char nonce[WORD], block[BLOCK] = {0};
	write_word(i, nonce);
	crypto_stream_chacha20_xor_ic(block, block, BLOCK, nonce, k / WORDS, key);
	uint64_t word = read_word(block + k % WORDS * WORD);
	sodium_memzero(block, sizeof block);
	return word;
}

/* Computes the key of the stream of outcome `i`. */
static void key_of_outcome(const ap_fair_key *key, uint64_t i, unsigned char out[AP_FAIR_BYTES])
{
	unsigned char outcome_secret[AP_FAIR_BYTES];
	if (key->version == 1) {
		memcpy(out, key->byte, AP_FAIR_BYTES);
		return;
	}
	ap_fair_outcome_secret(key->byte, i, outcome_secret);
	stream_key(outcome_secret, key->nonces, i, out);
	sodium_memzero(outcome_secret, sizeof outcome_secret);
}

uint64_t ap_fair_word(const ap_fair_key *key, uint64_t i, uint64_t k)
{
	assert(key);
	unsigned char stream[AP_FAIR_BYTES];
	key_of_outcome(key, i, stream);
	uint64_t word = word_of_stream(stream, i, k);
	sodium_memzero(stream, sizeof stream);
	return word;
}

bool ap_fair_accepts(uint64_t word, uint32_t n)
{
	assert(n > 0);
	uint64_t surplus = -(uint64_t)n % n; /* 2^64 mod n */
	return word <= UINT64_MAX - surplus;
}

static uint32_t draw_from_stream(const unsigned char stream[AP_FAIR_BYTES], uint64_t i, uint32_t n)
{
	uint64_t k = 0, word;
	while (!ap_fair_accepts(word = word_of_stream(stream, i, k), n))
		k++;
	return (uint32_t)(word % n);
}

uint32_t ap_fair_draw(const ap_fair_key *key, uint64_t i, uint32_t n)
{
	assert(key && n > 0);
	unsigned char stream[AP_FAIR_BYTES];
	key_of_outcome(key, i, stream);
	uint32_t number = draw_from_stream(stream, i, n);
	sodium_memzero(stream, sizeof stream);
	return number;
}

uint32_t ap_fair_draw_opened(const unsigned char outcome_secret[AP_FAIR_BYTES],
	const unsigned char nonces[AP_FAIR_BYTES], uint64_t i, uint32_t n)
{
	assert(outcome_secret && nonces && n > 0);
	unsigned char stream[AP_FAIR_BYTES];
	stream_key(outcome_secret, nonces, i, stream);
	return draw_from_stream(stream, i, n);
}

ap_action ap_fair_outcome(const ap_fair_key *key, const ap_history *h)
{
	assert(key && h);
	ap_action legal[AP_MAX_LEGAL];
	int n = ap_legal(h->game, &h->state, AP_CHANCE, legal);
	assert(n > 0);
	return legal[ap_fair_draw(key, (uint64_t)h->outcomes, (uint32_t)n)];
}
