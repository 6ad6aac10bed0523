/* test_fair_dice.c: commitments, the key, and the draws that follow from it. The known answers of
 * version 2 are in tests/vectors/dice.txt, where the browser's client has them from, too.
 *
 * Those of version 1 were computed without libsodium, by this Python program:
 *
 *     from hashlib import blake2b
 *     from struct import pack, unpack
 *     def h(*parts): return blake2b(b"".join(parts), digest_size=32).digest()
 *     def block(key, i, count):
 *         s = list(unpack("<16I", b"expand 32-byte k" + key + pack("<QQ", count, i)))
 *         w = s[:]
 *         def quarter(a, b, c, d):
 *             for x, y, z, r in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
 *                 w[x] = (w[x] + w[y]) & 0xffffffff
 *                 w[z] = ((w[z] ^ w[x]) << r | (w[z] ^ w[x]) >> 32 - r) & 0xffffffff
 *         for _ in range(10):
 *             for a in range(4): quarter(a, a + 4, a + 8, a + 12)
 *             for a in range(4): quarter(a, (a+1) % 4 + 4, (a+2) % 4 + 8, (a+3) % 4 + 12)
 *         return pack("<16I", *((x + y) & 0xffffffff for x, y in zip(w, s)))
 *     def word(key, i, k): return unpack("<8Q", block(key, i, k // 8))[k % 8]
 *     def draw(key, i, n):
 *         k = 0
 *         while word(key, i, k) >= 2**64 // n * n: k += 1
 *         return word(key, i, k) % n
 *     secret = bytes(range(32)); nonce = [bytes([0x11 * (s + 1)] * 32) for s in range(6)]
 *     h(b"apparat secret 1", secret)
 *     h(b"apparat nonce 1", bytes([s]), nonce[s])
 *     key = h(b"apparat key 1", bytes([players]), secret, *nonce[:players])
 */
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "text/fair_dice.h"

enum { BYTES = AP_FAIR_BYTES };

static unsigned char secret[BYTES], nonce[AP_MAX_SEATS][BYTES];

static int prepare(void **unused)
{
	(void)unused;
	for (int i = 0; i < BYTES; i++)
		secret[i] = (unsigned char)i;
	for (int seat = 0; seat < AP_MAX_SEATS; seat++)
		memset(nonce[seat], 0x11 * (seat + 1), BYTES);
	return 0;
}

static void assert_hex(const unsigned char bytes[BYTES], const char *hex)
{
	char found[AP_FAIR_HEX + 1];
	ap_fair_write_hex(bytes, found);
	assert_string_equal(found, hex);
}

/* Does all steps for dice of this version. */
static void prepare_dice(ap_fair *fair, int version, int players)
{
	unsigned char found[BYTES];
	ap_fair_start(fair, players);
	fair->version = (uint8_t)version;
	for (int seat = 0; seat < players; seat++) {
		ap_fair_commit_nonce(seat, nonce[seat], found);
		ap_fair_pledge(fair, seat, AP_FAIR_SERVER, found);
	}
	assert_int_equal(ap_fair_publish_secret(fair, secret), AP_FAIR_OK);
	for (int seat = 0; seat < players; seat++)
		assert_int_equal(ap_fair_open_nonce(fair, seat, nonce[seat]), AP_FAIR_OK);
}

static ap_fair_key key_of_version(int version, int players)
{
	ap_fair fair;
	ap_fair_key key;
	prepare_dice(&fair, version, players);
	assert_true(ap_fair_key_of(&fair, &key));
	return key;
}

static ap_fair_key key_of(int players)
{
	return key_of_version(1, players);
}

/* ---- Version 2: the answers in the file ------------------------------------------------------ */

static void read_bytes(const char **at, unsigned char out[BYTES])
{
	*at += strspn(*at, " ");
	assert_true(ap_fair_read_hex(*at, out));
	*at += AP_FAIR_HEX;
}

static uint64_t read_number(const char **at)
{
	char *end;
	uint64_t number = strtoull(*at, &end, 10);
	assert_true(end > *at);
	*at = end;
	return number;
}

static void check_outcome(const char *at, const unsigned char commitment[BYTES])
{
	unsigned char known[BYTES], found[BYTES];
	ap_fair_tree tree;
	ap_fair_path path, known_path;
	uint64_t i = read_number(&at);
	read_bytes(&at, known);
	ap_fair_outcome_secret(secret, i, found);
	assert_memory_equal(found, known, BYTES);
	for (int level = 0; level < AP_FAIR_DEPTH; level++)
		read_bytes(&at, known_path[level]);
	ap_fair_grow_tree(secret, &tree);
	ap_fair_prove(&tree, secret, i, path);
	assert_memory_equal(path, known_path, sizeof path);
	assert_true(ap_fair_path_fits(commitment, i, known, path));
	assert_false(ap_fair_path_fits(commitment, i ^ 1, known, path));
	assert_false(ap_fair_path_fits(commitment, i + AP_FAIR_LEAVES, known, path));
	for (int level = 0; level < AP_FAIR_DEPTH; level++) {
		path[level][level] ^= 1;
		assert_false(ap_fair_path_fits(commitment, i, known, path));
		path[level][level] ^= 1;
	}
	known[31] ^= 0x80;
	assert_false(ap_fair_path_fits(commitment, i, known, path));
}

static void check_draw(const char *at, const ap_fair_key *key)
{
	unsigned char outcome_secret[BYTES];
	uint64_t i = read_number(&at);
	uint32_t n = (uint32_t)read_number(&at), known = (uint32_t)read_number(&at);
	assert_int_equal(ap_fair_draw(key, i, n), known);
	ap_fair_outcome_secret(secret, i, outcome_secret);
	assert_int_equal(ap_fair_draw_opened(outcome_secret, key->nonces, i, n), known);
}

static void check_nonce(const char *at)
{
	unsigned char known[BYTES], found[BYTES];
	int seat = (int)read_number(&at);
	read_bytes(&at, known);
	assert_memory_equal(known, nonce[seat], BYTES);
	read_bytes(&at, known);
	ap_fair_commit_nonce(seat, nonce[seat], found);
	assert_memory_equal(found, known, BYTES);
}

static void known_answers_of_version_2(void **unused)
{
	(void)unused;
	char line[4096], word[16];
	int lines = 0, used;
	unsigned char commitment[BYTES], found[BYTES];
	ap_fair_key key = key_of_version(2, 3);
	FILE *file = fopen(DICE_VECTORS, "r");
	assert_non_null(file);
	while (fgets(line, sizeof line, file)) {
		assert_int_equal(sscanf(line, "%15s%n", word, &used), 1);
		const char *at = line + used;
		lines++;
		if (strcmp(word, "secret") == 0) {
			read_bytes(&at, found);
			assert_memory_equal(found, secret, BYTES);
		} else if (strcmp(word, "commitment") == 0) {
			read_bytes(&at, commitment);
			ap_fair_commit_secret(2, secret, found);
			assert_memory_equal(found, commitment, BYTES);
		} else if (strcmp(word, "nonces") == 0) {
			read_bytes(&at, found);
			assert_memory_equal(found, key.nonces, BYTES);
		} else if (strcmp(word, "nonce") == 0) {
			check_nonce(at);
		} else if (strcmp(word, "outcome") == 0) {
			check_outcome(at, commitment);
		} else {
			assert_string_equal(word, "draw");
			check_draw(at, &key);
		}
	}
	fclose(file);
	assert_int_equal(lines, 114);
}

/* ---- Known answers --------------------------------------------------------------------------- */

static void known_commitments(void **unused)
{
	(void)unused;
	static const char *const pledges[] = {
		"79c769891180ff52e3062d96b5ea33fa1286550b47f052f9c578b565c239e372",
		"7c14fe0464d42e615ef092c28450f875bd199299530dc832691022470633ac33",
		"7c6b329ef4b636173a0825747caddc3276bee1270a2ed9429c838b5ca5545f23",
	};
	unsigned char found[BYTES];
	ap_fair_commit_secret(1, secret, found);
	assert_hex(found, "392b117ac04849e10a1586717d2414869b1a4a0b372136617506e2b237a3e9c5");
	for (int seat = 0; seat < AP_COUNT(pledges); seat++) {
		ap_fair_commit_nonce(seat, nonce[seat], found);
		assert_hex(found, pledges[seat]);
	}
}

static void known_digest(void **unused)
{
	(void)unused;
	unsigned char found[BYTES];
	ap_fair_digest("apparat record 1\n", 17, found);
	assert_hex(found, "5fc286695f751c897845b2b56c9a58f94cd550e6b9bdb37fce71a5d908b09bcb");
}

static void known_keys(void **unused)
{
	(void)unused;
	assert_hex(key_of(2).byte, "1d1106c1cf19421a430ab4869af90f41c2e6cf117f3036383901faf72b5cca72");
	assert_hex(key_of(3).byte, "af2b9918f4d55c84755d4c8b5a1f69a6ce4027fc19fd31f3c772173352abb4b2");
	assert_hex(key_of(6).byte, "78a01a6d20585b12062876918e97bf1b4682d418b46269f99d1a01c5fbe13ee6");
}

/* The words of an outcome come from one block of its stream after another. */
static void known_words(void **unused)
{
	(void)unused;
	static const struct {
		uint64_t i, k, word;
	} known[] = {
		{0, 0, 0xf3a25b28816e187b},
		{0, 1, 0x6ff76acde9724e7d},
		{0, 7, 0x39af1883767a315f},
		{0, 8, 0x29c4c2dd480fe3e9},
		{0, 17, 0xdf1a4b081d91acd1},
		{1, 0, 0x86fb4287f2de504a},
		{4294967301, 0, 0x526bb4cc48df278b},
		{UINT64_MAX, 3, 0x428fe8d7709e50bc},
	};
	ap_fair_key key = key_of(3);
	for (int i = 0; i < AP_COUNT(known); i++)
		assert_int_equal(ap_fair_word(&key, known[i].i, known[i].k), known[i].word);
}

static void known_draws(void **unused)
{
	(void)unused;
	static const struct {
		uint32_t n, draw[8];
	} known[] = {
		{1, {0, 0, 0, 0, 0, 0, 0, 0}},
		{2, {1, 0, 1, 1, 0, 1, 0, 0}},
		{3, {1, 1, 2, 2, 2, 1, 2, 2}},
		{6, {1, 4, 5, 5, 2, 1, 2, 2}},
		{20, {7, 14, 19, 7, 6, 13, 4, 2}},
		{512, {123, 74, 15, 383, 70, 293, 372, 234}},
		{0x80000000,
			{23992443, 1927172170, 34868239, 781495679, 1232666182, 1117398309, 1933719412,
				220558058}},
		{0x80000001,
			{438919726, 1692912445, 1137502820, 2035021892, 1175505611, 1744400242, 1037835506,
				803981846}},
		{UINT32_MAX,
			{1964012452, 2044302034, 1631034599, 1228474397, 187504646, 2951380993, 234177719,
				4223813462}},
	};
	ap_fair_key key = key_of(3);
	for (int i = 0; i < AP_COUNT(known); i++)
		for (uint64_t at = 0; at < 8; at++)
			assert_int_equal(ap_fair_draw(&key, at, known[i].n), known[i].draw[at]);
}

/* ---- No bias --------------------------------------------------------------------------------- */

/* The last word that is accepted is one below the largest multiple of n that fits 64 bits (or
 * the largest word, if 2^64 is a multiple of n). */
static void words_past_the_last_multiple_are_not_accepted(void **unused)
{
	(void)unused;
	static const struct {
		uint32_t n;
		uint64_t last;
	} known[] = {
		{1, UINT64_MAX},
		{2, UINT64_MAX},
		{3, 0xfffffffffffffffe},
		{20, 0xffffffffffffffef},
		{0x80000000, UINT64_MAX},
		{0x80000001, 0xfffffffffffffffb},
		{UINT32_MAX, 0xfffffffffffffffe},
	};
	for (int i = 0; i < AP_COUNT(known); i++) {
		uint32_t n = known[i].n;
		assert_true(ap_fair_accepts(0, n));
		assert_true(ap_fair_accepts(known[i].last, n));
		assert_int_equal(known[i].last % n, n - 1);
		if (known[i].last < UINT64_MAX) {
			assert_false(ap_fair_accepts(known[i].last + 1, n));
			assert_false(ap_fair_accepts(UINT64_MAX, n));
		}
	}
}

/* A draw skips words that are not accepted. They are rare, at most one in 2^32; this one was found
 * by a search. */
static void a_word_that_is_not_accepted_is_skipped(void **unused)
{
	(void)unused;
	const uint64_t i = 1729792734;
	const uint32_t n = 4294901761; /* 2^32 - 65535 */
	ap_fair_key key = key_of(3);
	assert_int_equal(ap_fair_word(&key, i, 0), 0xffffffff3bfc23ef);
	assert_int_equal(ap_fair_word(&key, i, 1), 0xc669b5af327ac2b3);
	assert_false(ap_fair_accepts(ap_fair_word(&key, i, 0), n));
	assert_int_equal(ap_fair_draw(&key, i, n), 3894953627);
}

/* A chi-squared test whose bound a correct draw exceeds only with one key in a million. */
static void draws_are_even(void **unused)
{
	(void)unused;
	static const struct {
		int n;
		double bound;
	} known[] = {{2, 24}, {3, 28}, {6, 36}, {20, 66}};
	enum { DRAWS = 60000 };
	ap_fair_key key = key_of(6);
	for (int i = 0; i < AP_COUNT(known); i++) {
		int count[20] = {0}, n = known[i].n;
		double even = (double)DRAWS / n, chi = 0;
		for (int at = 0; at < DRAWS; at++) {
			uint32_t draw = ap_fair_draw(&key, (uint64_t)at, (uint32_t)n);
			assert_true(draw < (uint32_t)n);
			count[draw]++;
		}
		for (int draw = 0; draw < n; draw++)
			chi += (count[draw] - even) * (count[draw] - even) / even;
		assert_true(chi < known[i].bound);
	}
}

/* ---- What a key depends on ------------------------------------------------------------------- */

static void every_part_changes_the_key(void **unused)
{
	(void)unused;
	ap_fair_key key = key_of(4), other;
	for (int seat = -1; seat < 4; seat++) {
		unsigned char *part = seat < 0 ? secret : nonce[seat];
		part[31] ^= 0x80;
		other = key_of(4);
		part[31] ^= 0x80;
		assert_memory_not_equal(key.byte, other.byte, BYTES);
	}
	nonce[4][0] ^= 1; /* the nonce of a seat beyond the players */
	other = key_of(4);
	nonce[4][0] ^= 1;
	assert_memory_equal(key.byte, other.byte, BYTES);
}

static void every_bit_changes_a_commitment(void **unused)
{
	(void)unused;
	unsigned char first[BYTES], found[BYTES], zero[BYTES] = {0};
	for (int bit = -1; bit < 8 * BYTES; bit++) {
		unsigned char value[BYTES] = {0};
		if (bit >= 0)
			value[bit / 8] ^= (unsigned char)(1 << bit % 8);
		ap_fair_commit_secret(1, value, found);
		assert_true(ap_fair_same(found, found));
		if (bit < 0)
			memcpy(first, found, BYTES);
		else
			assert_false(ap_fair_same(first, found));
		assert_true(ap_fair_same(value, zero) == (bit < 0));
	}
}

/* ---- Hexadecimal ----------------------------------------------------------------------------- */

static void hex_there_and_back(void **unused)
{
	(void)unused;
	static const char hex[] = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
	unsigned char found[BYTES];
	assert_hex(secret, hex);
	assert_true(ap_fair_read_hex(hex, found));
	assert_memory_equal(found, secret, BYTES);
	assert_true(ap_fair_read_hex(
		"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f opened", found));
}

static void malformed_hex_is_refused(void **unused)
{
	(void)unused;
	static const char *const bad[] = {
		"",
		"00",
		"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1",
		"000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F",
		"g00102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
		"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1g",
		" 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
		"00:01:02:03:04:05:06:07:08:09:0a:0b:0c:0d:0e:0f:10:11:12:13:14:15:16:17:18:19:1a:1b:1c",
	};
	unsigned char found[BYTES];
	for (int i = 0; i < AP_COUNT(bad); i++)
		assert_false(ap_fair_read_hex(bad[i], found));
}

/* ---- Preparing the dice of a table ----------------------------------------------------------- */

/* Lets every seat give its pledge, and if `published` publishes the commitment to the secret. */
static void start(ap_fair *fair, int players, bool published)
{
	unsigned char found[BYTES];
	ap_fair_start(fair, players);
	fair->version = 1;
	for (int seat = 0; seat < players; seat++) {
		ap_fair_commit_nonce(seat, nonce[seat], found);
		assert_int_equal(ap_fair_pledge(fair, seat, AP_FAIR_OWN, found), AP_FAIR_OK);
	}
	ap_fair_commit_secret(1, secret, found);
	if (published)
		assert_int_equal(ap_fair_publish(fair, found), AP_FAIR_OK);
}

#define ASSERT_REFUSED(fair, code, call)                                                           \
	do {                                                                                           \
		ap_fair before = *(fair);                                                                  \
		assert_int_equal(call, code);                                                              \
		assert_memory_equal(&before, fair, sizeof before);                                         \
	} while (0)

static void nothing_is_opened_before_all_have_pledged(void **unused)
{
	(void)unused;
	ap_fair fair;
	unsigned char found[BYTES];
	ap_fair_start(&fair, 3);
	ap_fair_commit_secret(1, secret, found);
	ASSERT_REFUSED(&fair, AP_FAIR_NOT_NOW, ap_fair_publish(&fair, found));
	ap_fair_commit_nonce(0, nonce[0], found);
	assert_int_equal(ap_fair_pledge(&fair, 0, AP_FAIR_OWN, found), AP_FAIR_OK);
	ASSERT_REFUSED(&fair, AP_FAIR_NOT_NOW, ap_fair_publish(&fair, found));
	ASSERT_REFUSED(&fair, AP_FAIR_NOT_NOW, ap_fair_open_nonce(&fair, 0, nonce[0]));
	ASSERT_REFUSED(&fair, AP_FAIR_NOT_NOW, ap_fair_open_secret(&fair, secret));
	start(&fair, 3, false); /* all have pledged, but the server has not published */
	ASSERT_REFUSED(&fair, AP_FAIR_NOT_NOW, ap_fair_open_nonce(&fair, 0, nonce[0]));
	ASSERT_REFUSED(&fair, AP_FAIR_NOT_NOW, ap_fair_open_secret(&fair, secret));
}

static void no_step_is_done_twice(void **unused)
{
	(void)unused;
	ap_fair fair;
	start(&fair, 2, true);
	ASSERT_REFUSED(&fair, AP_FAIR_NOT_NOW, ap_fair_pledge(&fair, 1, AP_FAIR_OWN, secret));
	ASSERT_REFUSED(&fair, AP_FAIR_NOT_NOW, ap_fair_publish(&fair, secret));
	assert_int_equal(ap_fair_open_nonce(&fair, 1, nonce[1]), AP_FAIR_OK);
	assert_int_equal(ap_fair_open_secret(&fair, secret), AP_FAIR_OK);
	ASSERT_REFUSED(&fair, AP_FAIR_NOT_NOW, ap_fair_open_nonce(&fair, 1, nonce[1]));
	ASSERT_REFUSED(&fair, AP_FAIR_NOT_NOW, ap_fair_open_secret(&fair, secret));
}

static void seats_that_do_not_exist_are_refused(void **unused)
{
	(void)unused;
	ap_fair fair;
	ap_fair_start(&fair, 3);
	ASSERT_REFUSED(&fair, AP_FAIR_NOT_NOW, ap_fair_pledge(&fair, 3, AP_FAIR_OWN, secret));
	ASSERT_REFUSED(&fair, AP_FAIR_NOT_NOW, ap_fair_pledge(&fair, -1, AP_FAIR_OWN, secret));
	start(&fair, 3, true);
	ASSERT_REFUSED(&fair, AP_FAIR_NOT_NOW, ap_fair_open_nonce(&fair, 3, nonce[3]));
	ASSERT_REFUSED(&fair, AP_FAIR_NOT_NOW, ap_fair_open_nonce(&fair, -1, nonce[0]));
}

static void what_does_not_fit_its_commitment_is_refused(void **unused)
{
	(void)unused;
	ap_fair fair;
	start(&fair, 3, true);
	for (int i = 0; i < BYTES; i++) {
		unsigned char other[BYTES];
		memcpy(other, nonce[2], BYTES);
		other[i] ^= 1;
		ASSERT_REFUSED(&fair, AP_FAIR_BROKEN, ap_fair_open_nonce(&fair, 2, other));
		memcpy(other, secret, BYTES);
		other[i] ^= 1;
		ASSERT_REFUSED(&fair, AP_FAIR_BROKEN, ap_fair_open_secret(&fair, other));
	}
	ASSERT_REFUSED(&fair, AP_FAIR_BROKEN, ap_fair_open_nonce(&fair, 2, nonce[1]));
}

/* A seat that copies another seat's commitment cannot open it with that seat's nonce. */
static void a_copied_commitment_opens_nothing(void **unused)
{
	(void)unused;
	ap_fair fair;
	unsigned char found[BYTES];
	ap_fair_start(&fair, 2);
	fair.version = 1;
	ap_fair_commit_nonce(0, nonce[0], found);
	assert_int_equal(ap_fair_pledge(&fair, 0, AP_FAIR_OWN, found), AP_FAIR_OK);
	assert_int_equal(ap_fair_pledge(&fair, 1, AP_FAIR_OWN, found), AP_FAIR_OK);
	ap_fair_commit_secret(1, secret, found);
	assert_int_equal(ap_fair_publish(&fair, found), AP_FAIR_OK);
	assert_int_equal(ap_fair_open_nonce(&fair, 0, nonce[0]), AP_FAIR_OK);
	ASSERT_REFUSED(&fair, AP_FAIR_BROKEN, ap_fair_open_nonce(&fair, 1, nonce[0]));
}

static void there_is_a_key_when_all_is_open(void **unused)
{
	(void)unused;
	ap_fair fair;
	ap_fair_key key, known = key_of(2);
	start(&fair, 2, true);
	assert_int_equal(ap_fair_open_nonce(&fair, 1, nonce[1]), AP_FAIR_OK);
	assert_int_equal(ap_fair_open_secret(&fair, secret), AP_FAIR_OK);
	assert_false(ap_fair_all_open(&fair));
	assert_false(ap_fair_key_of(&fair, &key));
	assert_int_equal(ap_fair_open_nonce(&fair, 0, nonce[0]), AP_FAIR_OK);
	assert_true(ap_fair_all_open(&fair));
	assert_true(ap_fair_key_of(&fair, &key));
	assert_memory_equal(&key, &known, sizeof key);

	start(&fair, 2, true);
	for (int seat = 0; seat < 2; seat++)
		assert_int_equal(ap_fair_open_nonce(&fair, seat, nonce[seat]), AP_FAIR_OK);
	assert_true(ap_fair_all_open(&fair));
	assert_false(ap_fair_key_of(&fair, &key)); /* the secret is not open */
}

static void a_table_without_fair_dice_has_no_key(void **unused)
{
	(void)unused;
	ap_fair fair = {0};
	ap_fair_key key;
	assert_false(ap_fair_all_open(&fair));
	assert_false(ap_fair_key_of(&fair, &key));
	ASSERT_REFUSED(&fair, AP_FAIR_NOT_NOW, ap_fair_publish(&fair, secret));
}

static void wiping_leaves_nothing(void **unused)
{
	(void)unused;
	static const ap_fair nothing;
	ap_fair fair;
	ap_fair_key key = key_of(6), no_key = {0};
	ap_fair_do_all_steps(&fair, 6, secret, nonce);
	ap_fair_wipe(&fair);
	assert_memory_equal(&fair, &nothing, sizeof fair);
	ap_fair_wipe_key(&key);
	assert_memory_equal(&key, &no_key, sizeof key);
}

static void secrets_from_the_system_differ(void **unused)
{
	(void)unused;
	unsigned char a[BYTES] = {0}, b[BYTES] = {0};
	ap_fair_random(a);
	ap_fair_random(b);
	assert_false(ap_fair_same(a, b));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_answers_of_version_2),
		cmocka_unit_test(known_commitments),
		cmocka_unit_test(known_digest),
		cmocka_unit_test(known_keys),
		cmocka_unit_test(known_words),
		cmocka_unit_test(known_draws),
		cmocka_unit_test(words_past_the_last_multiple_are_not_accepted),
		cmocka_unit_test(a_word_that_is_not_accepted_is_skipped),
		cmocka_unit_test(draws_are_even),
		cmocka_unit_test(every_part_changes_the_key),
		cmocka_unit_test(every_bit_changes_a_commitment),
		cmocka_unit_test(hex_there_and_back),
		cmocka_unit_test(malformed_hex_is_refused),
		cmocka_unit_test(nothing_is_opened_before_all_have_pledged),
		cmocka_unit_test(no_step_is_done_twice),
		cmocka_unit_test(seats_that_do_not_exist_are_refused),
		cmocka_unit_test(what_does_not_fit_its_commitment_is_refused),
		cmocka_unit_test(a_copied_commitment_opens_nothing),
		cmocka_unit_test(there_is_a_key_when_all_is_open),
		cmocka_unit_test(a_table_without_fair_dice_has_no_key),
		cmocka_unit_test(wiping_leaves_nothing),
		cmocka_unit_test(secrets_from_the_system_differ),
	};
	return cmocka_run_group_tests(tests, prepare, NULL);
}
