/* steps.c: the rules of the tiny game, in the order of rules-en.md. */
#include "tiny/state.h"

static int leader(const tiny_state *s)
{
	return s->head.stack[0].v[LEADER];
}

static void set_thing(tiny_state *s, int thing, int face, int known_to)
{
	s->face[thing] = (uint8_t)face;
	s->known_to[thing] = (uint8_t)known_to;
}

/* Takes a thing off the table; false if it is not there. */
static bool clear_thing(tiny_state *s, int thing)
{
	bool there = s->face[thing] != NOTHING;
	set_thing(s, thing, NOTHING, 0);
	return there;
}

/* Where the seat holds this card; NOTHING if it does not. */
static int slot_of(const tiny_state *s, int seat, int card)
{
	for (int slot = SLOT + seat * HAND; slot < SLOT + (seat + 1) * HAND; slot++)
		if (s->face[slot] == card)
			return slot;
	return NOTHING;
}

static void discard_card(tiny_state *s, int seat, int card)
{
	clear_thing(s, slot_of(s, seat, card));
	s->discard |= (uint8_t)(1 << card);
	s->hand_size[seat]--;
}

static void ask_chance(void *state, ap_events *ev)
{
	(void)ev;
	ap_ask(state, AP_SEAT(AP_CHANCE));
}

/* ---- What may be answered: one verb and a set of arguments, but for the leader --------------- */

static unsigned choices(const tiny_state *s, int seat, unsigned *verb)
{
	static const uint8_t verbs[STEPS] = {[DEAL] = V_DRAW,
		[BIDS] = V_BID,
		[FILL] = V_FILL,
		[TRUMP] = V_TRUMP,
		[OPEN] = V_FILL,
		[RAID] = V_DIE,
		[REACT] = V_ANSWER};
	*verb = verbs[ap_step_of(s)];
	switch (ap_step_of(s)) {
	case DEAL:
		return ((1u << CARDS) - 1) & ~(s->discard | tiny_taken(s, SLOT, SEATS * HAND));
	case BIDS:
		if (s->face[AMOUNT + seat] == NOTHING)
			return (2u << s->coins[seat]) - 1;
		*verb = V_SUIT;
		return (1u << SUITS) - 1;
	case FILL:
	case OPEN:
		return ((1u << TREASURES) - 1) & ~(unsigned)tiny_taken(s, BOX, SEATS);
	case TRUMP:
		return (1u << SUITS) - 1;
	case RAID:
		return 0x7e; /* one to six */
	default:
		return tiny_answers(s, seat);
	}
}

static void set_legal(const void *s, int seat, ap_list *out)
{
	unsigned verb, set = choices(s, seat, &verb);
	for (; set; set &= set - 1)
		ap_add(out, ap_act(verb, (unsigned)__builtin_ctz(set), 0));
}

static uint16_t set_refuse(const void *s, int seat, ap_action a)
{
	unsigned verb, set = choices(s, seat, &verb);
	bool allowed = ap_verb_of(a) == verb && ap_x(a) < 16 && (set >> ap_x(a) & 1);
	return allowed ? 0 : tiny_steps[ap_step_of(s)].clause;
}

/* ---- TG-2: the deal ----------------------------------------------------------------------------
 */

int tiny_drawing_seat(const tiny_state *s)
{
	int left = CARDS - __builtin_popcount(s->discard);
	for (int seat = 0; seat < s->head.players; seat++)
		left -= s->hand_size[seat];
	for (int seat = 0; seat < s->head.players && left > 0; seat++)
		if (s->hand_size[seat] < HAND)
			return seat;
	return NOTHING;
}

static void deal_run(void *s, ap_events *ev)
{
	if (tiny_drawing_seat(s) == NOTHING)
		ap_goto(s, BIDS);
	else
		ask_chance(s, ev);
}

static void deal_apply(void *state, int chance, ap_action a, ap_events *ev)
{
	(void)chance;
	tiny_state *s = state;
	int16_t seat = (int16_t)tiny_drawing_seat(s), card = (int16_t)ap_x(a);
	set_thing(s, slot_of(s, seat, NOTHING), card, 1 << seat);
	s->hand_size[seat]++;
	ap_tell_to(ev, AP_SEAT(seat), EV_DRAWN, TG_2, seat, card);
	ap_tell_to(ev, (ap_seats)~AP_SEAT(seat), EV_DRAWN_HIDDEN, TG_2, seat);
}

/* ---- TG-3 to TG-5: the bids --------------------------------------------------------------------
 */

static void bids_run(void *s, ap_events *ev)
{
	(void)ev;
	ap_ask(s, (ap_seats)((1 << ap_players(s)) - 1));
}

static void bids_apply(void *s, int seat, ap_action a, ap_events *ev)
{
	(void)ev;
	bool amount = ap_verb_of(a) == V_BID;
	set_thing(s, (amount ? AMOUNT : SUIT) + seat, (int)ap_x(a), 1 << seat);
	if (amount)
		ap_top(s)->asked |= AP_SEAT(seat); /* the suit is still to come */
}

/* Takes the whole answer back. */
static bool bids_unseal(void *s, int seat)
{
	clear_thing(s, SUIT + seat);
	return clear_thing(s, AMOUNT + seat);
}

static void bids_close(void *state, ap_events *ev)
{
	tiny_state *s = state;
	int highest = -1;
	for (int seat = 0; seat < s->head.players; seat++) {
		int amount = s->face[AMOUNT + seat];
		s->known_to[AMOUNT + seat] = EVERYBODY;
		ap_tell(ev, EV_AMOUNT, TG_4, (int16_t)seat, (int16_t)amount);
		if (amount > highest) {
			highest = amount;
			ap_top(s)->v[LEADER] = (int16_t)seat;
		}
	}
	s->coins[leader(s)] -= (uint8_t)highest;
	ap_tell(ev, EV_LEADS, TG_5, (int16_t)leader(s), (int16_t)highest);
	ap_goto(s, CHOICE);
}

/* ---- TG-6 to TG-9: the leader ------------------------------------------------------------------
 */

static void choice_run(void *s, ap_events *ev)
{
	(void)ev;
	ap_ask(s, AP_SEAT(leader(s)));
}

static uint16_t choice_refuse(const void *state, int seat, ap_action a)
{
	const tiny_state *s = state;
	unsigned x = ap_x(a), y = ap_y(a), players = s->head.players;
	bool raid_card = y < RAIDS && slot_of(s, seat, (int)y) != NOTHING;
	switch (ap_verb_of(a)) {
	case V_LOOK:
		return x < players && !tiny_knows(s, BOX + (int)x, seat) ? 0 : TG_7;
	case V_SWAP:
		return x < y && y < players ? 0 : TG_8;
	case V_RAID:
		return x < players && x != (unsigned)seat && raid_card ? 0 : TG_9;
	default:
		return ap_verb_of(a) == V_PASS ? 0 : TG_6;
	}
}

static void choice_legal(const void *s, int seat, ap_list *out)
{
	for (unsigned verb = V_LOOK; verb <= V_RAID; verb++)
		for (unsigned x = 0; x < SEATS; x++)
			for (unsigned y = 0; y < (verb == V_LOOK ? 1 : SEATS); y++)
				if (choice_refuse(s, seat, ap_act(verb, x, y)) == 0)
					ap_add(out, ap_act(verb, x, y));
	ap_add(out, ap_act(V_PASS, 0, 0));
}

/* TG-7: what nobody has looked at is drawn now. */
static void look(tiny_state *s, int seat, int box, ap_events *ev)
{
	ap_tell(ev, EV_LOOKS, TG_7, (int16_t)seat, (int16_t)box);
	if (s->face[BOX + box] == NOTHING) {
		ap_top(s)->v[LOOKED_AT] = (int16_t)box;
		ap_goto(s, FILL);
		return;
	}
	s->known_to[BOX + box] |= (uint8_t)(1 << seat);
	ap_tell_to(ev, AP_SEAT(seat), EV_CONTENT, TG_7, (int16_t)box, (int16_t)s->face[BOX + box]);
}

static void swap(tiny_state *s, int seat, int one, int other, ap_events *ev)
{
	uint8_t holder = s->holder[one];
	s->holder[one] = s->holder[other];
	s->holder[other] = holder;
	ap_tell(ev, EV_SWAPPED, TG_8, (int16_t)seat, (int16_t)one, (int16_t)other);
}

static void announce_raid(tiny_state *s, int seat, int target, int card, ap_events *ev)
{
	discard_card(s, seat, card);
	ap_tell(ev, EV_RAID, TG_9, (int16_t)seat, (int16_t)target, (int16_t)card);
	ap_frame *raid = ap_call(s, RAID);
	raid->v[AUTHORS] = (int16_t)(1 << seat);
	raid->v[TARGET] = (int16_t)target;
}

static void choice_apply(void *s, int seat, ap_action a, ap_events *ev)
{
	int x = (int)ap_x(a), y = (int)ap_y(a);
	ap_goto(s, TRUMP); /* where the round goes on after all this */
	switch (ap_verb_of(a)) {
	case V_LOOK:
		look(s, seat, x, ev);
		break;
	case V_SWAP:
		swap(s, seat, x, y, ev);
		break;
	case V_RAID:
		announce_raid(s, seat, x, y, ev);
		break;
	default:
		ap_tell(ev, EV_NOTHING_DONE, TG_6, (int16_t)seat);
	}
}

static void fill_apply(void *s, int chance, ap_action a, ap_events *ev)
{
	(void)chance;
	int16_t *box = &ap_top(s)->v[LOOKED_AT], seat = (int16_t)leader(s);
	set_thing(s, BOX + *box, (int)ap_x(a), 1 << seat);
	ap_tell_to(ev, AP_SEAT(seat), EV_CONTENT, TG_7, *box, (int16_t)ap_x(a));
	*box = 0;
	ap_goto(s, TRUMP);
}

/* ---- TG-10, TG-11: a reaction is about what the frame below announced --------------------------
 */

ap_seats tiny_may_react(const tiny_state *s, int authors)
{
	ap_seats seats = 0;
	for (int seat = 0; seat < s->head.players; seat++)
		if (s->hand_size[seat] > 0 && !(authors >> seat & 1))
			seats |= AP_SEAT(seat);
	return seats;
}

static void react_run(void *s, ap_events *ev)
{
	(void)ev;
	ap_seats seats = tiny_may_react(s, ap_top(s)->v[AUTHORS]);
	if (seats)
		ap_ask(s, seats);
	else
		ap_end(s);
}

static void react_apply(void *s, int seat, ap_action a, ap_events *ev)
{
	(void)ev;
	set_thing(s, ANSWER + seat, (int)ap_x(a), 1 << seat);
}

static bool react_unseal(void *s, int seat)
{
	return clear_thing(s, ANSWER + seat);
}

static void react_close(void *state, ap_events *ev)
{
	tiny_state *s = state;
	int vetoers = 0;
	for (int seat = 0; seat < s->head.players; seat++) {
		int answer = s->face[ANSWER + seat];
		if (!clear_thing(s, ANSWER + seat))
			continue;
		ap_tell(ev, EV_ANSWER, TG_10, (int16_t)seat, (int16_t)answer);
		if (answer != PASSED) {
			discard_card(s, seat, RAIDS + answer - 1);
			vetoers |= 1 << seat;
		}
	}
	ap_goto(s, REACTED);
	if (vetoers)
		ap_call(s, REACT)->v[AUTHORS] = (int16_t)vetoers;
	else
		ap_end(s);
}

/* All have reacted to the veto of this frame. If it stands, what the frame below announced does
 * not happen. */
static void reacted_run(void *state, ap_events *ev)
{
	ap_head *h = state;
	bool stands = !ap_top(h)->v[CANCELLED];
	ap_end(h);
	if (stands) {
		ap_top(h)->v[CANCELLED] = 1;
		ap_tell(ev, EV_CANCELLED, TG_11, h->depth);
	}
}

/* ---- TG-12: the raid ---------------------------------------------------------------------------
 */

static void raid_run(void *s, ap_events *ev)
{
	ap_frame *raid = ap_top(s);
	if (!raid->v[ANNOUNCED]) {
		raid->v[ANNOUNCED] = 1;
		ap_call(s, REACT)->v[AUTHORS] = raid->v[AUTHORS];
	} else if (raid->v[CANCELLED]) {
		ap_end(s);
	} else {
		ask_chance(s, ev);
	}
}

static void see_hand(tiny_state *s, int seat, int target, ap_events *ev)
{
	for (int slot = SLOT + target * HAND; slot < SLOT + (target + 1) * HAND; slot++)
		if (s->face[slot] != NOTHING) {
			s->known_to[slot] |= (uint8_t)(1 << seat);
			ap_tell_to(ev, AP_SEAT(seat) | AP_SEAT(target), EV_CARD_SEEN, TG_12, (int16_t)seat,
				(int16_t)target, (int16_t)s->face[slot]);
		}
}

static void raid_apply(void *state, int chance, ap_action a, ap_events *ev)
{
	(void)chance;
	tiny_state *s = state;
	int seat = leader(s), target = ap_top(s)->v[TARGET], taken = s->coins[target] > 0;
	ap_tell(ev, EV_RAID_ROLL, TG_12, (int16_t)seat, (int16_t)target, (int16_t)ap_x(a));
	ap_end(s);
	if (ap_x(a) >= 4) {
		s->coins[target] -= (uint8_t)taken;
		s->coins[seat] += (uint8_t)taken;
		see_hand(s, seat, target, ev);
	}
}

/* ---- TG-13: the trump --------------------------------------------------------------------------
 */

static void trump_apply(void *state, int chance, ap_action a, ap_events *ev)
{
	(void)chance;
	tiny_state *s = state;
	ap_tell(ev, EV_TRUMP, TG_13, (int16_t)ap_x(a));
	for (int seat = 0; seat < s->head.players; seat++) {
		ap_tell(ev, EV_SUIT, TG_13, (int16_t)seat, (int16_t)s->face[SUIT + seat]);
		s->points[seat] += s->face[SUIT + seat] == ap_x(a);
		clear_thing(s, SUIT + seat);
		clear_thing(s, AMOUNT + seat);
	}
	ap_top(s)->v[LEADER] = 0;
	ap_goto(s, ++ap_top(s)->v[ROUND] < ROUNDS ? DEAL : OPEN);
}

/* ---- TG-14, TG-15: the end ---------------------------------------------------------------------
 */

void tiny_outcome(const void *state, ap_outcome *out)
{
	const tiny_state *s = state;
	int highest = 0;
	for (int seat = 0; seat < s->head.players; seat++)
		out->score[seat] = (int16_t)(s->coins[seat] + s->points[seat]);
	for (int box = 0; box < s->head.players; box++)
		out->score[s->holder[box]] += (int16_t)s->face[BOX + box];
	for (int seat = 0; seat < s->head.players; seat++)
		highest = out->score[seat] > highest ? out->score[seat] : highest;
	for (int seat = 0; seat < s->head.players; seat++)
		if (out->score[seat] == highest)
			out->result[seat] = out->reason == SHARED_VICTORY ? AP_SHARED : AP_WON;
}

static void end_game(tiny_state *s, ap_events *ev)
{
	ap_outcome end = {0};
	int best = 0;
	tiny_outcome(s, &end);
	for (int seat = 0; seat < s->head.players; seat++)
		best += end.result[seat] == AP_WON;
	for (int16_t seat = 0; seat < s->head.players; seat++) {
		ap_tell(ev, EV_SCORE, TG_14, seat, end.score[seat]);
		if (end.result[seat] == AP_WON)
			ap_tell(ev, EV_WINS, best > 1 ? TG_15 : TG_14, seat);
	}
	ap_finish(s, best > 1 ? SHARED_VICTORY : VICTORY);
}

static void show_box(tiny_state *s, int box, ap_events *ev)
{
	s->known_to[BOX + box] = EVERYBODY;
	ap_tell(
		ev, EV_OPENED, TG_14, (int16_t)s->holder[box], (int16_t)box, (int16_t)s->face[BOX + box]);
}

static void open_run(void *state, ap_events *ev)
{
	tiny_state *s = state;
	int closed = NOTHING;
	for (int box = 0; box < s->head.players; box++) {
		if (s->face[BOX + box] == NOTHING)
			closed = box;
		else if (s->known_to[BOX + box] != EVERYBODY)
			show_box(s, box, ev);
	}
	if (closed == NOTHING) {
		end_game(s, ev);
		return;
	}
	ap_top(s)->v[LOOKED_AT] = (int16_t)closed;
	ask_chance(s, ev);
}

static void open_apply(void *state, int chance, ap_action a, ap_events *ev)
{
	(void)chance;
	tiny_state *s = state;
	int box = ap_top(s)->v[LOOKED_AT];
	s->face[BOX + box] = (uint8_t)ap_x(a);
	show_box(s, box, ev);
}

const ap_step tiny_steps[STEPS] = {
	[DEAL] = {"deal", TG_2, deal_run, set_legal, set_refuse, deal_apply, NULL, NULL},
	[BIDS] = {"bids", TG_3, bids_run, set_legal, set_refuse, bids_apply, bids_close, bids_unseal},
	[CHOICE] = {"choice", TG_6, choice_run, choice_legal, choice_refuse, choice_apply, NULL, NULL},
	[FILL] = {"fill", TG_1, ask_chance, set_legal, set_refuse, fill_apply, NULL, NULL},
	[TRUMP] = {"trump", TG_13, ask_chance, set_legal, set_refuse, trump_apply, NULL, NULL},
	[OPEN] = {"open", TG_14, open_run, set_legal, set_refuse, open_apply, NULL, NULL},
	[RAID] = {"raid", TG_12, raid_run, set_legal, set_refuse, raid_apply, NULL, NULL},
	[REACT] = {"react", TG_10, react_run, set_legal, set_refuse, react_apply, react_close,
		react_unseal},
	[REACTED] = {"reacted", TG_11, reacted_run, NULL, NULL, NULL, NULL, NULL},
};
