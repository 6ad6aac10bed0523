/* bytes.c: a state in which some bytes are others is either unsound, or it can be played like any
 * other, whatever the bytes are. Most of the changed bytes belong to the stack, where the rules
 * remember what is being asked. The fuzzers try the same, and play to the end (fuzz/fuzz_json.c).
 */
#include "properties/laws.h"

#include <stddef.h>

enum { MOST_CHANGES = 3 };

/* Returns the place of a byte of a state: more often one of the stack. */
static size_t place_of_byte(run *r, const ap_head *h)
{
	size_t stack = offsetof(ap_head, stack), used = h->depth * sizeof(ap_frame);
	size_t top = stack + used - sizeof(ap_frame);
	if (used && pick(r, 3) == 0)
		return top + pick(r, sizeof(ap_frame));
	if (used && pick(r, 2))
		return stack + pick(r, (int)used);
	return pick(r, (int)r->size);
}

static unsigned char other_byte(run *r, const unsigned char *bytes, size_t at)
{
	switch (pick(r, 6)) {
	case 0:
		return (unsigned char)(bytes[at] + 1);
	case 1:
		return (unsigned char)(bytes[at] - 1);
	case 2:
		return (unsigned char)(bytes[at] ^ 1 << pick(r, 8));
	case 3:
		return pick(r, 2) ? 0 : UINT8_MAX;
	case 4:
		return (unsigned char)pick(r, 16);
	default:
		return bytes[pick(r, (int)r->size)];
	}
}

static const char *as_text(const run *r, const void *state)
{
	static char text[1 << 17];
	ap_write_state(r->game, state, text, sizeof text);
	return text;
}

void goes_on_law(run *r, void *state)
{
	enum { ACTIONS = 12 };
	for (int i = 0; r->goes_on && i < ACTIONS && ap_actors(state); i++) {
		ap_action legal[AP_MAX_LEGAL];
		const void *before = copy_of(r, 2, state);
		int seat = pick_seat(r, ap_actors(state));
		int n = ap_legal(r->game, state, seat, legal);
		LAW(r, "goes-on", n > 0, "seat %d has nothing to do: %s", seat, as_text(r, before));
		ap_action a = legal[pick(r, n)];
		ap_play(r->game, state, seat, a, NULL);
		const char *fault = ap_unsound(r->game, state);
		LAW(r, "goes-on", !fault, "after action %#x of seat %d: %s: %s", a, seat, fault,
			as_text(r, before));
	}
}

void bytes_laws(run *r, long changes)
{
	for (long i = 0; i < changes; i++) {
		unsigned char *state = copy_of(r, 3, r->state);
		for (int n = 1 + (int)pick(r, MOST_CHANGES); n > 0; n--) {
			size_t at = place_of_byte(r, r->state);
			state[at] = other_byte(r, state, at);
		}
		if (ap_unsound(r->game, state) != NULL || ap_viewer(state) != AP_EVERYTHING)
			continue;
		r->game->mend(state);
		if (ap_unsound(r->game, state) == NULL)
			goes_on_law(r, state); /* if nobody is asked, nothing follows */
	}
}
