/* relay_frames.c: how frames between nodes are written and read, and which part takes each. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/relay_internal.h"
#include "server/shared_limits.h"
#include "text/memory.h"

/* ---- Writing --------------------------------------------------------------------------------- */

void sv_frame_add(sv_frame *f, const void *bytes, size_t length)
{
	assert(f && (bytes || length == 0));
	if (f->length + length > f->room) {
		f->room = f->length + length + f->length / 2;
		f->bytes = ap_reallocate(f->bytes, f->room, 1);
	}
	if (length > 0)
		memcpy(f->bytes + f->length, bytes, length);
	f->length += length;
}

void sv_frame_add_number(sv_frame *f, uint64_t value, int bytes)
{
	assert(bytes > 0 && bytes <= 8);
	uint8_t text[8];
	for (int i = 0; i < bytes; i++)
		text[i] = (uint8_t)(value >> 8 * (bytes - 1 - i));
	sv_frame_add(f, text, (size_t)bytes);
}

void sv_frame_add_key(sv_frame *f, const char *key)
{
	assert(f && key && strlen(key) < SV_KEY_SIZE);
	sv_frame_add_number(f, strlen(key), 1);
	sv_frame_add(f, key, strlen(key));
}

sv_frame *sv_frame_begin(sv_relay *relay, sv_frame_kind kind, uint64_t number)
{
	assert(relay && kind < SV_FRAME_KINDS);
	relay->frame.length = 0;
	sv_frame_add_number(&relay->frame, kind, 1);
	sv_frame_add_number(&relay->frame, number, 8);
	return &relay->frame;
}

void sv_frame_send(sv_relay *relay, int64_t node, sv_side side)
{
	assert(relay && relay->frame.length <= SV_MOST_FRAME);
	relay->transport.send(
		relay->transport.self, node, side, relay->frame.bytes, relay->frame.length);
}

void sv_frame_send_with(sv_relay *relay, int64_t node, sv_side side, sv_frame_kind kind,
	uint64_t number, const void *bytes, size_t length)
{
	sv_frame_add(sv_frame_begin(relay, kind, number), bytes, length);
	sv_frame_send(relay, node, side);
}

/* ---- Reading --------------------------------------------------------------------------------- */

const void *sv_read_bytes(sv_reading *r, size_t length)
{
	assert(r);
	const uint8_t *bytes = r->at;
	if (r->is_bad || r->left < length) {
		r->is_bad = true;
		return NULL;
	}
	r->at += length;
	r->left -= length;
	return bytes;
}

uint64_t sv_read_number(sv_reading *r, int bytes)
{
	uint64_t value = 0;
	const uint8_t *at = sv_read_bytes(r, (size_t)bytes);
	for (int i = 0; at && i < bytes; i++)
		value = value << 8 | at[i];
	return value;
}

bool sv_read_frame_key(sv_reading *r, char key[SV_KEY_SIZE])
{
	assert(r && key);
	size_t length = (size_t)sv_read_number(r, 1);
	const char *text = length < SV_KEY_SIZE ? sv_read_bytes(r, length) : NULL;
	if (!text || memchr(text, '\0', length))
		return false;
	memcpy(key, text, length);
	key[length] = '\0';
	return true;
}

/* ---- Which part takes a frame ---------------------------------------------------------------- */

static bool on_received(void *self, int64_t node, sv_side side, const uint8_t *frame, size_t length)
{
	sv_relay *relay = self;
	sv_reading r = {frame, length, false};
	uint64_t kind = sv_read_number(&r, 1), number = sv_read_number(&r, 8);
	if (r.is_bad || kind >= SV_FRAME_KINDS || (kind >= SV_FRAME_TEXT) != (side == SV_ASKING))
		return false;
	switch (kind) {
	case SV_FRAME_COMMAND:
		return sv_take_command(relay, node, number, &r);
	case SV_FRAME_ANSWER:
		return sv_take_command_answer(relay, node, number, &r);
	case SV_FRAME_COUNTS:
		return sv_take_counts(relay->hub->meters, node, r.at, r.left, sv_now(relay->hub));
	default:
		return side == SV_ASKING
			? sv_relay_take_answer(relay, node, (sv_frame_kind)kind, number, &r)
			: sv_mirrors_take(relay, node, (sv_frame_kind)kind, number, &r);
	}
}

static void on_opened(void *self, int64_t node, sv_side side)
{
	sv_relay *relay = self;
	if (side != SV_ASKING)
		return;
	sv_relay_link_opened(relay, node);
	sv_tell_counts(relay, node);
}

static void on_closed(void *self, int64_t node, sv_side side)
{
	sv_relay *relay = self;
	if (side == SV_ASKING) {
		sv_fail_commands(relay, node);
		sv_relay_link_closed(relay, node);
	} else {
		sv_mirrors_link_closed(relay, node);
		sv_forget_counts(relay->hub->meters, node);
	}
}

static void on_room(void *self, int64_t node, sv_side side)
{
	sv_relay *relay = self;
	if (side == SV_ASKING)
		sv_relay_try_lanes(relay, sv_now(relay->hub));
	else
		sv_mirrors_have_room(relay, node);
}

static void on_refused(void *self, int64_t node, bool refused)
{
	sv_note_link_refused(((sv_relay *)self)->hub, node, refused);
}

sv_link_events sv_relay_events(sv_relay *relay)
{
	assert(relay);
	return (sv_link_events){relay, on_opened, on_received, on_room, on_closed, on_refused};
}
