/* knowledge.c: what a seat may know of the tiny game, and the invariants of its table. */
#include "tiny/state.h"

/* ---- Views ------------------------------------------------------------------------------------
 */

bool tiny_knows(const tiny_state *s, int thing, int viewer)
{
	int mask = s->known_to[thing];
	return viewer == AP_EVERYTHING || (mask & EVERYBODY) ||
		(viewer < SEATS && (mask >> viewer & 1));
}

uint8_t tiny_taken(const tiny_state *s, int first, int count)
{
	unsigned taken = 0;
	for (int thing = first; thing < first + count; thing++)
		if (s->face[thing] < HIDDEN)
			taken |= 1u << s->face[thing];
	return (uint8_t)taken;
}

void tiny_hide(void *state, int viewer)
{
	tiny_state *s = state;
	for (int thing = 0; thing < THINGS; thing++)
		if (s->face[thing] != NOTHING && !tiny_knows(s, thing, viewer))
			s->face[thing] = HIDDEN;
}

/* Puts one of the set, each as likely as another, on a thing; returns the rest. */
static unsigned fill_from(tiny_state *s, int thing, unsigned set, ap_rng *rng)
{
	unsigned rest = set;
	assert(set != 0);
	for (uint32_t skip = ap_below(rng, (uint32_t)__builtin_popcount(set)); skip > 0; skip--)
		rest &= rest - 1;
	s->face[thing] = (uint8_t)__builtin_ctz(rest);
	return set & ~(1u << s->face[thing]);
}

/* Things of which there is one each: what is not seen is anywhere it can be. */
static void fill_unique(tiny_state *s, int first, int count, unsigned pool, ap_rng *rng)
{
	pool &= ~(unsigned)tiny_taken(s, first, count);
	for (int thing = first; thing < first + count; thing++)
		if (s->face[thing] == HIDDEN)
			pool = fill_from(s, thing, pool, rng);
}

/* TG-10 */
unsigned tiny_answers(const tiny_state *s, int seat)
{
	unsigned cards = tiny_taken(s, SLOT + seat * HAND, HAND);
	return 1u << PASSED | cards >> RAIDS << 1;
}

void tiny_fill(void *state, int viewer, ap_rng *rng)
{
	(void)viewer;
	tiny_state *s = state;
	fill_unique(s, BOX, SEATS, (1u << TREASURES) - 1, rng);
	fill_unique(s, SLOT, SEATS * HAND, ((1u << CARDS) - 1) & ~(unsigned)s->discard, rng);
	for (int seat = 0; seat < s->head.players; seat++) {
		if (s->face[AMOUNT + seat] == HIDDEN)
			fill_from(s, AMOUNT + seat, (2u << s->coins[seat]) - 1, rng);
		if (s->face[SUIT + seat] == HIDDEN)
			fill_from(s, SUIT + seat, (1u << SUITS) - 1, rng);
		if (s->face[ANSWER + seat] == HIDDEN)
			fill_from(s, ANSWER + seat, tiny_answers(s, seat), rng);
	}
}

ap_action tiny_mask(const void *state, int seat, ap_action a, int viewer)
{
	int step = ap_step_of(state), leader = ((const ap_head *)state)->stack[0].v[LEADER];
	bool sealed = step == BIDS || step == REACT;
	bool drawn = step == DEAL && viewer != tiny_drawing_seat(state);
	bool looked_at = step == FILL && viewer != leader;
	bool hidden = seat == AP_CHANCE ? drawn || looked_at : sealed;
	return hidden ? ap_act(ap_verb_of(a), AP_UNKNOWN, ap_y(a)) : a;
}

/* The last answer of a sealed round turns up the others, TG-4 and TG-10. */
static bool ends_round(const tiny_state *s, int seat, ap_action a)
{
	return ap_actors(s) == AP_SEAT(seat) && ap_verb_of(a) != V_BID;
}

tiny_news tiny_turned_up(const void *state, int seat, ap_action a, int viewer)
{
	const tiny_state *s = state;
	int leader = s->head.stack[0].v[LEADER];
	bool looks = ap_verb_of(a) == V_LOOK && viewer == seat && s->known_to[BOX + ap_x(a)] != 0;
	switch (ap_step_of(s)) {
	case BIDS: /* TG-4: the amounts stay on the table */
		return ends_round(s, seat, a) ? SHOWN : NOTHING_NEW;
	case CHOICE: /* TG-9: all see from which place of the hand the card comes */
		return looks || ap_verb_of(a) == V_RAID ? SHOWN : NOTHING_NEW;
	case RAID:
		return viewer == leader && ap_x(a) >= 4 ? SHOWN : NOTHING_NEW;
	case REACT: /* TG-10: answers are discarded */
		return ends_round(s, seat, a) ? ONLY_TOLD : NOTHING_NEW;
	default: /* TG-13: suits are taken up again */
		return ap_step_of(s) == TRUMP ? ONLY_TOLD : NOTHING_NEW;
	}
}

/* ---- Invariants ---------------------------------------------------------------------------------
 */

void tiny_mend(void *state)
{
	tiny_state *s = state;
	for (int seat = 0; seat < s->head.players; seat++) {
		s->hand_size[seat] = 0;
		for (int slot = SLOT + seat * HAND; slot < SLOT + (seat + 1) * HAND; slot++)
			s->hand_size[seat] += s->face[slot] != NOTHING;
	}
}

/* Whose thing it is: he knows it from the first. A box is nobody's. */
static int owner_of(int thing)
{
	return thing < SLOT  ? NOTHING
		: thing < AMOUNT ? (thing - SLOT) / HAND
						 : (thing - AMOUNT) % SEATS;
}

static int faces_of(const tiny_state *s, int thing)
{
	return thing < SLOT  ? TREASURES
		: thing < AMOUNT ? CARDS
		: thing < SUIT   ? s->coins[thing - AMOUNT] + 1
		: thing < ANSWER ? SUITS
						 : VETOES + 1;
}

static const char *thing_unsound(const tiny_state *s, int thing)
{
	int face = s->face[thing], mask = s->known_to[thing], owner = owner_of(thing);
	bool known = tiny_knows(s, thing, s->head.viewer);
	if (face == NOTHING)
		return mask ? "somebody knows what is not there" : NULL;
	if (mask == 0 || (mask != EVERYBODY && mask >> s->head.players))
		return "a hidden thing is known to nobody at the table";
	if (owner != NOTHING && mask != EVERYBODY && !(mask >> owner & 1))
		return "a seat does not know its own";
	if (known == (face == HIDDEN))
		return "a view shows too much or too little";
	/* An amount that is turned up may have been paid since. */
	bool paid = thing >= AMOUNT && thing < SUIT && mask == EVERYBODY;
	return face != HIDDEN && !paid && face >= faces_of(s, thing) ? "a thing has no such face"
																 : NULL;
}

static int seen_on(const tiny_state *s, int first, int count)
{
	int seen = 0;
	for (int thing = first; thing < first + count; thing++)
		seen += s->face[thing] < HIDDEN;
	return seen;
}

static const char *pieces_unsound(const tiny_state *s)
{
	int holders = 0, taken = tiny_taken(s, SLOT, SEATS * HAND);
	if (__builtin_popcount(tiny_taken(s, BOX, SEATS)) != seen_on(s, BOX, SEATS))
		return "a treasure is in two boxes";
	if (__builtin_popcount((unsigned)taken) != seen_on(s, SLOT, SEATS * HAND) || taken & s->discard)
		return "a card is in two places";
	for (int seat = 0; seat < s->head.players; seat++) {
		int held = 0;
		for (int slot = SLOT + seat * HAND; slot < SLOT + (seat + 1) * HAND; slot++)
			held += s->face[slot] != NOTHING;
		if (held != s->hand_size[seat])
			return "hand_size does not count the hand";
		int answer = s->face[ANSWER + seat];
		if (answer < HIDDEN && !(tiny_answers(s, seat) >> answer & 1))
			return "a veto is promised that is not held";
		holders |= 1 << s->holder[seat];
	}
	return holders != (1 << s->head.players) - 1 ? "a seat holds no box" : NULL;
}

/* Amounts and suits lie from the bids to the trump, answers in a reaction; those who are still
 * asked have not answered. */
static const char *answers_unsound(const tiny_state *s)
{
	const ap_frame *top = ap_peek(s);
	int base = s->head.stack[0].step;
	bool bidding = !s->head.over && base == BIDS,
		 paid = !s->head.over && base > BIDS && base < OPEN;
	ap_seats reacting = top->step == REACT ? tiny_may_react(s, top->v[AUTHORS]) : 0;
	for (int seat = 0; seat < s->head.players; seat++) {
		bool amount = s->face[AMOUNT + seat] != NOTHING, suit = s->face[SUIT + seat] != NOTHING;
		bool asked = top->asked & AP_SEAT(seat), answered = s->face[ANSWER + seat] != NOTHING;
		if (bidding ? (suit && !amount) || asked == suit : amount != paid || suit != paid)
			return "bids lie on the table at the wrong time";
		if (amount && (s->known_to[AMOUNT + seat] == EVERYBODY) == bidding)
			return "amounts are turned up at the wrong time";
		if (reacting & AP_SEAT(seat) ? answered == asked : answered)
			return "an answer lies on the table at the wrong time";
	}
	return NULL;
}

static const char *stack_unsound(const tiny_state *s)
{
	const ap_frame *stack = s->head.stack;
	int top = s->head.depth - 1, players = s->head.players;
	bool seats = stack[0].v[LEADER] >= 0 && stack[0].v[LEADER] < players &&
		stack[0].v[LOOKED_AT] >= 0 && stack[0].v[LOOKED_AT] < players;
	if (!seats || stack[0].step > OPEN || stack[0].v[ROUND] < 0 || stack[0].v[ROUND] > ROUNDS)
		return "the round is not at the bottom of the stack";
	if (top > 0 &&
		(stack[0].step != TRUMP || stack[1].step != RAID || stack[1].v[TARGET] < 0 ||
			stack[1].v[TARGET] >= players || stack[1].v[TARGET] == stack[0].v[LEADER]))
		return "there is a raid on nobody";
	for (int i = 2; i <= top; i++)
		if (stack[i].step != (i == top ? REACT : REACTED))
			return "reactions are out of order";
	return NULL;
}

const char *tiny_unsound(const void *state)
{
	const tiny_state *s = state;
	const char *wrong = s->head.over ? NULL : stack_unsound(s);
	for (int thing = 0; thing < THINGS && !wrong; thing++)
		wrong = thing_unsound(s, thing);
	if (!wrong)
		wrong = pieces_unsound(s);
	return wrong ? wrong : answers_unsound(s);
}
