/* link_codec.c: see link_codec.h. */
#include "server/link_codec.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "text/memory.h"

enum {
	MAGIC = 16,     /* bytes at the beginning of hello and answer */
	KEPT = 64 << 10 /* bytes of buffers that are kept between frames */
};

static const char hello_magic[MAGIC + 1] = "apparat-link-1 ?",
									  answer_magic[MAGIC + 1] = "apparat-link-1 !";

/* Where the parts of hello and answer are. */
enum {
	FROM = MAGIC,
	TO = FROM + 8,
	PUBLIC = TO + 8,
	HELLO_TAG = PUBLIC + crypto_scalarmult_BYTES,
	HEADER = HELLO_TAG,
	ANSWER_TAG = HEADER + SV_LINK_PROOF,
	TAG = 32
};

static_assert(HELLO_TAG + TAG == SV_LINK_HELLO && ANSWER_TAG + TAG == SV_LINK_ANSWER,
	"hello and answer have no other parts");

/* ---- Parts ----------------------------------------------------------------------------------- */

static void put_number(uint8_t *at, uint64_t value, int bytes)
{
	for (int i = 0; i < bytes; i++)
		at[i] = (uint8_t)(value >> 8 * (bytes - 1 - i));
}

static uint64_t number_at(const uint8_t *at, int bytes)
{
	uint64_t value = 0;
	for (int i = 0; i < bytes; i++)
		value = value << 8 | at[i];
	return value;
}

/* Writes the beginning of hello or answer, with a new key. */
static void write_beginning(sv_codec *c, uint8_t *out, const char *magic)
{
	memcpy(out, magic, MAGIC);
	put_number(out + FROM, (uint64_t)c->own, 8);
	put_number(out + TO, (uint64_t)c->other, 8);
	randombytes_buf(c->private_key, sizeof c->private_key);
	crypto_scalarmult_base(out + PUBLIC, c->private_key);
}

/* The tag of an answer also covers the hello. */
static void make_tag(const sv_codec *c, bool of_answer, uint8_t tag[TAG])
{
	crypto_generichash_state state;
	crypto_generichash_init(&state, c->secret, sizeof c->secret, TAG);
	crypto_generichash_update(&state, c->hello, of_answer ? SV_LINK_HELLO : HELLO_TAG);
	if (of_answer)
		crypto_generichash_update(&state, c->answer, ANSWER_TAG);
	crypto_generichash_final(&state, tag, TAG);
}

static bool has_tag(const sv_codec *c, bool of_answer)
{
	uint8_t tag[TAG];
	make_tag(c, of_answer, tag);
	return sodium_memcmp(tag, of_answer ? c->answer + ANSWER_TAG : c->hello + HELLO_TAG, TAG) == 0;
}

/* Makes the keys of both ways. The header of an answer is not covered: it only begins the way back,
 * on which nothing can be opened if it was changed. */
static bool make_keys(const sv_codec *c, bool opens, uint8_t in[TAG], uint8_t out[TAG])
{
	uint8_t shared[crypto_scalarmult_BYTES], keys[2 * TAG];
	const uint8_t *theirs = opens ? c->answer + PUBLIC : c->hello + PUBLIC;
	crypto_generichash_state state;
	if (crypto_scalarmult(shared, c->private_key, theirs) != 0)
		return false;
	crypto_generichash_init(&state, c->secret, sizeof c->secret, sizeof keys);
	crypto_generichash_update(&state, shared, sizeof shared);
	crypto_generichash_update(&state, c->hello, SV_LINK_HELLO);
	crypto_generichash_update(&state, c->answer, HEADER);
	crypto_generichash_final(&state, keys, sizeof keys);
	memcpy(opens ? out : in, keys, TAG);
	memcpy(opens ? in : out, keys + TAG, TAG);
	sodium_memzero(shared, sizeof shared);
	sodium_memzero(keys, sizeof keys);
	return true;
}

static_assert(
	TAG == crypto_secretstream_xchacha20poly1305_KEYBYTES, "tags and keys have the same size");

/* ---- The handshake --------------------------------------------------------------------------- */

/* Answers a hello that is for this node, from one that is known. */
static bool take_hello(sv_codec *c, const sv_codec_events *events)
{
	uint8_t out_key[TAG];
	memcpy(c->hello, c->input, SV_LINK_HELLO);
	if (memcmp(c->hello, hello_magic, MAGIC) != 0 || !has_tag(c, false) ||
		number_at(c->hello + TO, 8) != (uint64_t)c->own)
		return false;
	c->other = (int64_t)number_at(c->hello + FROM, 8);
	if (c->other <= 0 || c->other == c->own || !events->knows(events->self, c->other))
		return false;
	write_beginning(c, c->answer, answer_magic);
	if (!make_keys(c, false, c->in_key, out_key))
		return false;
	crypto_secretstream_xchacha20poly1305_init_push(&c->out, c->answer + HEADER, out_key);
	sodium_memzero(out_key, sizeof out_key);
	make_tag(c, true, c->answer + ANSWER_TAG);
	c->state = SV_AWAITS_PROOF;
	events->write(events->self, c->answer, SV_LINK_ANSWER);
	return true;
}

/* Proves with a first, empty frame that this is no repetition. */
static bool take_answer(sv_codec *c, const sv_codec_events *events)
{
	uint8_t out_key[TAG], proof[SV_LINK_PROOF + SV_FRAME_MORE];
	memcpy(c->answer, c->input, SV_LINK_ANSWER);
	if (memcmp(c->answer, answer_magic, MAGIC) != 0 || !has_tag(c, true) ||
		number_at(c->answer + FROM, 8) != (uint64_t)c->other ||
		number_at(c->answer + TO, 8) != (uint64_t)c->own || !make_keys(c, true, c->in_key, out_key))
		return false;
	c->has_header =
		crypto_secretstream_xchacha20poly1305_init_pull(&c->in, c->answer + HEADER, c->in_key) == 0;
	crypto_secretstream_xchacha20poly1305_init_push(&c->out, proof, out_key);
	sodium_memzero(out_key, sizeof out_key);
	c->state = SV_CODEC_OPEN;
	sv_codec_seal(c, NULL, 0, proof + SV_LINK_PROOF);
	events->write(events->self, proof, sizeof proof);
	events->opened(events->self);
	return c->has_header;
}

/* ---- Frames ---------------------------------------------------------------------------------- */

/* Before it has proved who it is, nobody makes this node keep more than a few bytes. */
static bool is_good_length(const sv_codec *c, uint64_t sealed)
{
	enum { LEAST = SV_FRAME_MORE - SV_FRAME_HEAD };
	return sealed >= LEAST && sealed <= (c->state == SV_CODEC_OPEN ? SV_MOST_FRAME + LEAST : LEAST);
}

static bool open_frame(sv_codec *c, const uint8_t *sealed, size_t length, size_t *out)
{
	unsigned long long opened;
	unsigned char tag;
	if (c->plain_room < length) {
		c->plain_room = length;
		c->plain = ap_reallocate(c->plain, length, 1);
	}
	if (crypto_secretstream_xchacha20poly1305_pull(
			&c->in, c->plain, &opened, &tag, sealed, length, NULL, 0) != 0)
		return false;
	*out = (size_t)opened;
	return true;
}

static bool take_frame(sv_codec *c, size_t sealed, const sv_codec_events *events)
{
	size_t length;
	if (!open_frame(c, c->input + SV_FRAME_HEAD, sealed, &length))
		return false;
	if (c->state == SV_AWAITS_PROOF) {
		c->state = SV_CODEC_OPEN;
		events->opened(events->self);
		return true;
	}
	return events->received(events->self, c->plain, length);
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* Returns how many bytes the next part has, as far as that is known. */
static size_t next_part(const sv_codec *c)
{
	switch (c->state) {
	case SV_AWAITS_HELLO:
		return SV_LINK_HELLO;
	case SV_AWAITS_ANSWER:
		return SV_LINK_ANSWER;
	default:
		if (!c->has_header)
			return SV_LINK_PROOF;
		return SV_FRAME_HEAD +
			(c->length < SV_FRAME_HEAD ? 0 : (size_t)number_at(c->input, SV_FRAME_HEAD));
	}
}

/* A part whose bytes have all come. */
static bool take_part(sv_codec *c, size_t size, const sv_codec_events *events)
{
	switch (c->state) {
	case SV_AWAITS_HELLO:
		return take_hello(c, events);
	case SV_AWAITS_ANSWER:
		return take_answer(c, events);
	default:
		if (c->has_header)
			return take_frame(c, size - SV_FRAME_HEAD, events);
		c->has_header =
			crypto_secretstream_xchacha20poly1305_init_pull(&c->in, c->input, c->in_key) == 0;
		return c->has_header;
	}
}

/* Adds as much of what has come as the next part lacks. Returns how much that was. */
static size_t add_input(sv_codec *c, const uint8_t *bytes, size_t length)
{
	size_t wanted = next_part(c), more = wanted - c->length < length ? wanted - c->length : length;
	if (c->room < wanted) {
		c->room = wanted;
		c->input = ap_reallocate(c->input, wanted, 1);
	}
	memcpy(c->input + c->length, bytes, more);
	c->length += more;
	return more;
}

static void drop_large_buffers(sv_codec *c)
{
	if (c->room > KEPT) {
		free(c->input);
		c->input = NULL;
		c->room = 0;
	}
	if (c->plain_room > KEPT) {
		free(c->plain);
		c->plain = NULL;
		c->plain_room = 0;
	}
}

bool sv_codec_read(sv_codec *c, const uint8_t *bytes, size_t length, const sv_codec_events *events)
{
	assert(c && events && (bytes || length == 0));
	while (length > 0 && c->state != SV_CODEC_BROKEN) {
		size_t taken = add_input(c, bytes, length);
		bool is_frame = c->has_header && c->length >= SV_FRAME_HEAD;
		bytes += taken;
		length -= taken;
		if (is_frame && !is_good_length(c, number_at(c->input, SV_FRAME_HEAD)))
			c->state = SV_CODEC_BROKEN;
		else if (c->length == next_part(c)) {
			if (!take_part(c, c->length, events))
				c->state = SV_CODEC_BROKEN;
			c->length = 0;
			drop_large_buffers(c);
		}
	}
	return c->state != SV_CODEC_BROKEN;
}

/* ---- Writing --------------------------------------------------------------------------------- */

void sv_codec_seal(sv_codec *c, const uint8_t *frame, size_t length, uint8_t *out)
{
	assert(c && c->state == SV_CODEC_OPEN && out);
	assert(length <= SV_MOST_FRAME && (frame || length == 0));
	put_number(out, length + SV_FRAME_MORE - SV_FRAME_HEAD, SV_FRAME_HEAD);
	crypto_secretstream_xchacha20poly1305_push(
		&c->out, out + SV_FRAME_HEAD, NULL, frame, length, NULL, 0, 0);
}

/* ---- Beginning and end ----------------------------------------------------------------------- */

void sv_codec_start(sv_codec *c, const uint8_t secret[SV_LINK_SECRET], int64_t own, int64_t other)
{
	assert(c && secret && own > 0 && other >= 0 && other != own);
	memset(c, 0, sizeof *c);
	memcpy(c->secret, secret, sizeof c->secret);
	c->own = own;
	c->other = other;
	c->state = other ? SV_AWAITS_ANSWER : SV_AWAITS_HELLO;
	if (!other)
		return;
	write_beginning(c, c->hello, hello_magic);
	make_tag(c, false, c->hello + HELLO_TAG);
}

const uint8_t *sv_codec_hello(const sv_codec *c)
{
	assert(c && c->state == SV_AWAITS_ANSWER);
	return c->hello;
}

void sv_codec_end(sv_codec *c)
{
	assert(c);
	free(c->input);
	if (c->plain)
		sodium_memzero(c->plain, c->plain_room);
	free(c->plain);
	sodium_memzero(c, sizeof *c);
}
