/* listen.c: rounds of listening, KR-DE-5 and KR-DE-6; announcing and giving cards, KR-AD-4,
 * KR-AD-5.
 *
 * The step `listen` is a sealed round: each seat declares, announces a card or gives one
 * away, makes as many decisions as it likes, and then passes; all decisions are revealed
 * together. Announced cards wait in the frame and are resolved one by one, with a round after
 * each. */
#include "chapters.h"

/* ---- Who may speak --------------------------------------------------------------------------- */

/* All can see which seats have cards, or points left to declare. */
static bool can_speak(const kr_state *s, int seat)
{
	return s->left[seat] > 0 || s->hand_size[seat] > 0;
}

ap_seats kr_speakers(const kr_state *s)
{
	ap_seats speakers = 0;
	for (int seat = 0; seat < s->head.players; seat++)
		if (can_speak(s, seat))
			speakers |= AP_SEAT(seat);
	return speakers;
}

bool kr_cards_out(const kr_state *s)
{
	for (int seat = 0; seat < s->head.players; seat++)
		if (s->hand_size[seat] > 0)
			return true;
	return false;
}

void kr_listen(kr_state *s, int p)
{
	assert(p == KR_NONE || kr_is_politician(p));
	if (kr_round_is_held(s, ap_peek(s)))
		kr_listen_frame_of(kr_call(s, KR_STEP_LISTEN))->about = (uint8_t)p;
}

void kr_listen_for_cards(kr_state *s, int p)
{
	if (kr_cards_out(s))
		kr_listen(s, p);
}

bool kr_asks_to_fetch_chief(kr_state *s)
{
	kr_chief_frame *f = kr_chief_top(s);
	int chief = s->holder[KR_PLACE_CHIEF];
	bool away = chief != KR_NONE && !kr_active(s, KR_PLACE_CHIEF);
	if (f->asked_once || !away || !kr_cards_out(s))
		return false;
	f->asked_once = 1;
	kr_listen(s, chief);
	return true;
}

/* ---- Announcements --------------------------------------------------------------------------- */

uint8_t kr_announce(kr_state *s, int p, int next)
{
	assert(p >= 0 && p < KR_POLITICIANS);
	kr_goto(s, next);
	kr_listen(s, p);
	return (uint8_t)kr_controller(s, p);
}

/* KR-DE-6 */
bool kr_stands(const kr_state *s, int p, int by, ap_events *ev)
{
	assert(kr_is_politician(p));
	int controller = kr_controller(s, p);
	if (controller == by)
		return true;
	if (controller != KR_NONE)
		kr_tell_decides_anew(ev, KR_DE_6, KR_FACTION(controller), KR_POLITICIAN(p));
	return false;
}

bool kr_is_listening(int step)
{
	return step == KR_STEP_LISTEN || step == KR_STEP_LISTEN_CARDS;
}

const ap_frame *kr_listened(const kr_state *s)
{
	int at = s->head.depth - 1;
	while (at > 0 && !kr_is_listening(s->head.stack[at].step))
		at--;
	return at > 0 ? &s->head.stack[at - 1] : NULL;
}

/* ---- Cards that wait ------------------------------------------------------------------------- */

static bool any_announced(const kr_state *s, const ap_frame *f)
{
	const kr_listen_frame *listen = kr_listen_frame_in(f);
	for (int seat = 0; seat < s->head.players; seat++)
		if (listen->announced[seat] != KR_NONE)
			return true;
	return false;
}

bool kr_cards_wait(const kr_state *s)
{
	for (int i = 1; i < s->head.depth; i++)
		if (kr_is_listening(s->head.stack[i].step) && any_announced(s, &s->head.stack[i]))
			return true;
	return false;
}

/* Returns whether the round is about a politician who acts. At the end of a phase, and before the
 * count of KR-6.4, nobody does. */
static bool is_about_actor(const kr_state *s, const kr_listen_frame *f)
{
	const ap_frame *listened = kr_listened(s);
	assert(listened);
	return f->about != KR_NONE && listened->step != KR_STEP_PHASE_END &&
		listened->step != KR_STEP_FEWER;
}

/* KR-AD-4: the order is clockwise from the controller of the acting politician. */
void kr_listen_cards_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	kr_listen_frame *f = kr_listen_top(s);
	int first = is_about_actor(s, f) ? kr_controller(s, f->about) : KR_NONE;
	(void)ev;
	kr_goto(s, KR_STEP_LISTEN);
	for (int i = 0; i < s->head.players; i++) {
		int seat = kr_clockwise(s, first == KR_NONE ? 0 : first, i), card = f->announced[seat];
		if (card == KR_NONE)
			continue;
		f->announced[seat] = KR_NONE;
		kr_card_frame *played = kr_card_frame_of(kr_call(s, KR_STEP_CARD));
		played->card = (uint8_t)card;
		played->player = (uint8_t)seat;
		return;
	}
}

/* ---- The round ------------------------------------------------------------------------------- */

/* Without cards there is nothing more to say about the announcement of somebody who has a new
 * controller: that seat decides anew, and then all listen again. */
void kr_listen_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	bool waits = any_announced(s, ap_peek(s));
	(void)ev;
	if (waits && !kr_speakers(s))
		kr_goto(s, KR_STEP_LISTEN_CARDS);
	else if (waits || kr_goes_on(s, kr_listened(s)))
		ap_ask(s, kr_speakers(s));
	else
		ap_end(s);
}

static bool holds(const kr_state *s, int seat, int card)
{
	return s->card[card] == seat;
}

uint16_t kr_play_forbidden(const kr_state *s, int seat, int card)
{
	if (!holds(s, seat, card) || s->gift[seat] == card || s->intent[seat] != KR_NONE ||
		kr_listen_peek(s)->announced[seat] != KR_NONE)
		return KR_AD_4;
	return kr_card_forbidden(s, seat, card, kr_listened(s));
}

/* Returns whether a seat may give this card to somebody. */
static bool may_give(const kr_state *s, int seat, int card)
{
	bool free = holds(s, seat, card) && s->intent[seat] != card && s->gift[seat] == KR_NONE;
	bool once = !(s->gave & AP_SEAT(seat));
	return free && once;
}

static uint16_t give_forbidden(const kr_state *s, int seat, int card, int to)
{
	return may_give(s, seat, card) && to != seat && to < s->head.players ? 0 : KR_AD_5;
}

/* Returns the politicians on whom a seat is about to declare points, under seal: see kr_pending().
 */
static kr_politician_set with_pending(const kr_state *s, int seat)
{
	return (kr_politician_set)ap_differing_bytes(s->mark[seat], KR_POLITICIANS, 0, 15);
}

static void list_declarations(const kr_state *s, int seat, ap_list *out)
{
	for (kr_politician_set b = kr_written_on(s, seat); b; b &= b - 1) {
		int p = __builtin_ctz(b);
		bool open = kr_on_board(s, p) && kr_pending(s, seat, p) == 0;
		ap_add_run_y(out, ap_act(KR_VERB_DECLARE, (unsigned)p, 1),
			open ? kr_undeclared(s, seat, p) : 0, KR_NUMBERS);
	}
}

static void list_cards(const kr_state *s, int seat, ap_list *out)
{
	uint64_t held = ap_equal_bytes(s->card, KR_INTRIGUES, (uint8_t)seat);
	for (uint64_t b = held; b; b &= b - 1)
		if (kr_play_forbidden(s, seat, __builtin_ctzll(b)) == 0)
			ap_add(out, ap_act(KR_VERB_PLAY, (unsigned)__builtin_ctzll(b), 0));
	ap_seats others = (ap_seats)(kr_all_seats(s) & ~AP_SEAT(seat));
	for (uint64_t b = held; b; b &= b - 1)
		if (may_give(s, seat, __builtin_ctzll(b)))
			ap_add_each_y(out, ap_act(KR_VERB_GIVE, (unsigned)__builtin_ctzll(b), 0), others);
}

void kr_listen_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	ap_add(out, ap_act(KR_VERB_PASS, 0, 0));
	if (s->left[seat])
		list_declarations(s, seat, out);
	if (s->hand_size[seat])
		list_cards(s, seat, out);
}

uint16_t kr_listen_refuse(const void *state, int seat, ap_action a)
{
	const kr_state *s = state;
	int x = (int)ap_x(a), y = (int)ap_y(a);
	switch (ap_verb_of(a)) {
	case KR_VERB_PASS:
		return 0;
	case KR_VERB_DECLARE:
		return kr_pending(s, seat, x) ? KR_DE_1 : kr_declare_forbidden(s, seat, x, y);
	case KR_VERB_PLAY:
		return kr_play_forbidden(s, seat, x);
	case KR_VERB_GIVE:
		return give_forbidden(s, seat, x, y);
	default:
		return KR_DE_5;
	}
}

/* A seat that has not passed is asked again. */
void kr_listen_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int x = (int)ap_x(a);
	(void)ev;
	switch (ap_verb_of(a)) {
	case KR_VERB_DECLARE:
		s->mark[seat][x] |= (uint8_t)ap_y(a);
		break;
	case KR_VERB_PLAY:
		s->intent[seat] = (uint8_t)x;
		break;
	case KR_VERB_GIVE:
		s->gift[seat] = (uint8_t)x;
		s->gift_to[seat] = (uint8_t)ap_y(a);
		break;
	default:
		return;
	}
	ap_top(s)->asked |= AP_SEAT(seat);
}

bool kr_listen_unseal(void *state, int seat)
{
	kr_state *s = state;
	bool answered = can_speak(s, seat) && !(ap_peek(s)->asked & AP_SEAT(seat));
	answered = answered || s->intent[seat] != KR_NONE || s->gift[seat] != KR_NONE;
	s->intent[seat] = s->gift[seat] = s->gift_to[seat] = KR_NONE;
	for (int p = 0; p < KR_POLITICIANS; p++) {
		answered = answered || kr_pending(s, seat, p);
		s->mark[seat][p] &= 0xf0;
	}
	return answered;
}

/* ---- The end of the round -------------------------------------------------------------------- */

static void tell_declared(const kr_state *s, int seat, int p, int points, ap_events *ev)
{
	kr_tell_declares(ev, KR_DE_1, KR_FACTION(seat), KR_POLITICIAN(p), points, s->declared[seat][p]);
	if (p == KR_NESTOR)
		kr_tell_nestor_wooed(ev, KR_AD_7, KR_FACTION(seat));
}

static bool reveal_declarations(kr_state *s, ap_events *ev)
{
	ap_seats changed[KR_POLITICIANS] = {0};
	kr_politician_set any = 0;
	for (int seat = 0; seat < s->head.players; seat++)
		for (kr_politician_set b = with_pending(s, seat); b; b &= b - 1) {
			int p = __builtin_ctz(b), points = kr_pending(s, seat, p);
			any |= kr_bit(p);
			changed[p] |= AP_SEAT(seat);
			s->mark[seat][p] &= 0xf0;
			kr_put_on_card(s, seat, p, points);
			tell_declared(s, seat, p, points, ev);
		}
	for (kr_politician_set left = any; left; left &= left - 1)
		kr_new_totals(s, __builtin_ctz(left), changed[__builtin_ctz(left)]);
	return any != 0;
}

static bool reveal_cards(kr_state *s, ap_events *ev)
{
	kr_listen_frame *f = kr_listen_top(s);
	bool any = false;
	for (int seat = 0; seat < s->head.players; seat++) {
		int card = s->intent[seat];
		if (card == KR_NONE)
			continue;
		any = true;
		kr_tell_plays(ev, KR_AD_4, KR_FACTION(seat), KR_INTRIGUE(card));
		kr_card_to(s, card, KR_CARD_PLACE_TABLE);
		f->announced[seat] = (uint8_t)card;
		s->intent[seat] = KR_NONE;
	}
	return any;
}

/* KR-AD-5 */
static void hand_over(kr_state *s, int seat, int to, ap_events *ev)
{
	int card = s->gift[seat];
	ap_seats both = AP_SEAT(seat) | AP_SEAT(to), others = AP_ALL_VIEWERS & (ap_seats)~both;
	kr_card_to(s, card, to);
	s->card_known[card] = (uint8_t)both;
	s->gave |= (uint8_t)AP_SEAT(seat);
	kr_tell_gives_to(ev, others, KR_AD_5, KR_FACTION(seat), KR_FACTION(to));
	kr_tell_gives_card_to(ev, both, KR_AD_5, KR_FACTION(seat), KR_FACTION(to), KR_INTRIGUE(card));
	s->gift[seat] = s->gift_to[seat] = KR_NONE;
}

static bool hand_gifts_over(kr_state *s, ap_events *ev)
{
	bool any = false;
	for (int seat = 0; seat < s->head.players; seat++)
		if (s->gift[seat] != KR_NONE) {
			any = true;
			hand_over(s, seat, s->gift_to[seat], ev);
		}
	return any;
}

static int clause_of_silence(const kr_state *s)
{
	kr_matter list[KR_POSTS];
	return kr_matters_of(s, kr_listened(s), list) > 1 ? KR_DE_8 : KR_DE_5;
}

void kr_listen_close(void *state, ap_events *ev)
{
	kr_state *s = state;
	bool spoken = reveal_declarations(s, ev);
	if (kr_has_cards(s)) {
		spoken = reveal_cards(s, ev) || spoken;
		spoken = hand_gifts_over(s, ev) || spoken;
	}
	if (any_announced(s, ap_peek(s))) {
		kr_goto(s, KR_STEP_LISTEN_CARDS);
	} else if (spoken) {
		kr_goto(s, KR_STEP_LISTEN);
	} else {
		kr_tell_all_silent(ev, clause_of_silence(s));
		ap_end(s);
	}
	kr_settle_ties(s);
}
