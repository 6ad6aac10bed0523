/* link_codec.h: what two nodes say to each other, as bytes: a handshake, then sealed frames. Knows
 * no sockets.
 *
 * Both nodes know a secret of their database. The one that has opened the connection says hello:
 * who it is, whom it wants, and a new public key (X25519), all authenticated with the secret. The
 * other answers in the same way. What follows is sealed (XChaCha20-Poly1305, libsodium's
 * secretstream) under keys that are made from the secret, both public keys and all that was said.
 * So a stranger gets no answer at all; one who repeats what was said before cannot go on; and
 * whoever learns the secret later cannot read what was recorded.
 *
 * A frame is four bytes with its sealed length, then the sealed bytes. */
#ifndef APPARAT_SERVER_LINK_CODEC_H
#define APPARAT_SERVER_LINK_CODEC_H

#include <sodium.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	SV_MOST_FRAME = 2 << 20, /* bytes of a frame */
	SV_LINK_SECRET = 32,     /* bytes of the secret */
	SV_LINK_HELLO = 96,      /* bytes of a hello, */
	SV_LINK_ANSWER = 120,    /* of its answer, */
	SV_LINK_PROOF =
		crypto_secretstream_xchacha20poly1305_HEADERBYTES, /* and of what opens the way back */
	SV_FRAME_HEAD = 4,
	SV_FRAME_MORE = SV_FRAME_HEAD + crypto_secretstream_xchacha20poly1305_ABYTES
};

typedef enum sv_codec_state {
	SV_AWAITS_HELLO,  /* whoever accepts */
	SV_AWAITS_PROOF,  /* whoever accepts, when it has answered */
	SV_AWAITS_ANSWER, /* whoever opens */
	SV_CODEC_OPEN,    /* the other is a node that knows the secret */
	SV_CODEC_BROKEN   /* the other broke the rules: nothing it says is read any more */
} sv_codec_state;

typedef struct sv_codec {
	sv_codec_state state;
	int64_t own, other; /* nodes; `other` is 0 until it has said who it is */
	uint8_t secret[SV_LINK_SECRET], private_key[crypto_scalarmult_SCALARBYTES];
	uint8_t hello[SV_LINK_HELLO], answer[SV_LINK_ANSWER];
	bool has_header; /* the header of `in` has come */
	uint8_t in_key[crypto_secretstream_xchacha20poly1305_KEYBYTES];
	crypto_secretstream_xchacha20poly1305_state in, out;
	uint8_t *input; /* what has come and was not read */
	size_t length, room;
	uint8_t *plain; /* the frame that was opened last */
	size_t plain_room;
} sv_codec;

typedef struct sv_codec_events {
	void *self;
	/* These bytes are to be sent. */
	void (*write)(void *self, const uint8_t *bytes, size_t length);
	/* True if this node may connect. */
	bool (*knows)(void *self, int64_t node);
	/* The other is who it says it is: frames can be sealed from now on. */
	void (*opened)(void *self);
	/* A frame has come. Returns false if it breaks the rules. */
	bool (*received)(void *self, const uint8_t *frame, size_t length);
} sv_codec_events;

/* `other` is the node that is to be reached; 0: somebody has connected. */
void sv_codec_start(
	sv_codec *codec, const uint8_t secret[SV_LINK_SECRET], int64_t own, int64_t other);
void sv_codec_end(sv_codec *codec);

/* Of whoever opens: what is to be sent first. */
const uint8_t *sv_codec_hello(const sv_codec *codec);

/* Reads what has come. Returns false if the other broke the rules. */
bool sv_codec_read(
	sv_codec *codec, const uint8_t *bytes, size_t length, const sv_codec_events *events);

/* Seals a frame; writes `length` + SV_FRAME_MORE bytes. */
void sv_codec_seal(sv_codec *codec, const uint8_t *frame, size_t length, uint8_t *out);

#endif
