/* listen.c: say, then listen, KR-DE-5 and KR-DE-6; announcing and giving cards, KR-AD-4, KR-AD-5.
 *
 * LISTEN is a sealed round: each seat declares, announces a card or gives one away, as many
 * decisions as it likes, then passes; all is revealed together. Announced cards wait in the
 * frame, two to a local, and are resolved one by one with a round after each. */
#include "chapters.h"

/* ---- Who may speak --------------------------------------------------------------------------- */

/* All can see who has points left to declare, or cards. */
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
	if (kr_speakers(s))
		ap_call(s, LISTEN)->v[ABOUT] = p == NONE ? 0 : (int16_t)(p + 1);
}

void kr_listen_for_cards(kr_state *s, int p)
{
	if (kr_cards_out(s))
		kr_listen(s, p);
}

/* A chief in the Sanatorium can be fetched by a card before his part of phases 6 and 8. */
bool kr_chief_may_be_fetched(kr_state *s)
{
	ap_frame *f = ap_top(s);
	bool away = s->holder[CHIEF] != NONE && !kr_active(s, CHIEF);
	if (f->v[MORE] || !away || !kr_cards_out(s))
		return false;
	f->v[MORE] = 1; /* once */
	kr_listen(s, s->holder[CHIEF]);
	return true;
}

/* ---- Announcements --------------------------------------------------------------------------- */

void kr_announce(kr_state *s, int p, int next)
{
	ap_top(s)->v[BY] = (int16_t)kr_controller(s, p);
	ap_goto(s, next);
	kr_listen(s, p);
}

void kr_say(kr_state *s, int p, ap_action a, int next)
{
	ap_top(s)->v[SAID] = kr_pack(a);
	kr_announce(s, p, next);
}

/* KR-DE-6 */
bool kr_stands(kr_state *s, int p, ap_events *ev)
{
	int controller = kr_controller(s, p);
	if (controller == ap_peek(s)->v[BY])
		return true;
	if (controller != NONE)
		ap_tell(ev, EV_DECIDES_ANEW, KR_DE_6, (int16_t)controller, (int16_t)p);
	return false;
}

static int listening_at(const kr_state *s)
{
	int at = s->head.depth - 1;
	while (at > 0 && s->head.stack[at].step != LISTEN && s->head.stack[at].step != LISTEN_CARDS)
		at--;
	return at;
}

const ap_frame *kr_listened(const kr_state *s)
{
	int at = listening_at(s);
	return at > 0 ? &s->head.stack[at - 1] : NULL;
}

/* ---- Cards that wait ------------------------------------------------------------------------- */

/* The card a seat has announced, + 1. */
int kr_announced(const ap_frame *f, int seat)
{
	return f->v[ANNOUNCED + seat / 2] >> seat % 2 * 6 & 63;
}

static void set_announced(ap_frame *f, int seat, int card_and_1)
{
	int shift = seat % 2 * 6, v = f->v[ANNOUNCED + seat / 2];
	f->v[ANNOUNCED + seat / 2] = (int16_t)((v & ~(63 << shift)) | card_and_1 << shift);
}

static bool any_announced(const ap_frame *f)
{
	return f->v[ANNOUNCED] || f->v[ANNOUNCED + 1] || f->v[ANNOUNCED + 2];
}

/* KR-AD-4: clockwise from the controller of whom it is about. */
void kr_listen_cards_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	ap_frame *f = ap_top(s);
	int about = f->v[ABOUT] - 1, first = about < 0 ? NONE : kr_controller(s, about);
	(void)ev;
	ap_goto(s, LISTEN);
	for (int i = 0; i < s->head.players; i++) {
		int seat = kr_clockwise(s, first == NONE ? 0 : first, i), card = kr_announced(f, seat);
		if (card == 0)
			continue;
		set_announced(f, seat, 0);
		ap_frame *played = ap_call(s, CARD);
		played->v[PLAYED] = (int16_t)(card - 1);
		played->v[PLAYER] = (int16_t)seat;
		return;
	}
}

/* ---- The round ------------------------------------------------------------------------------- */

void kr_listen_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	ap_seats speakers = kr_speakers(s);
	(void)ev;
	if (speakers)
		ap_ask(s, speakers);
	else if (any_announced(ap_peek(s)))
		ap_goto(s, LISTEN_CARDS);
	else
		ap_end(s);
}

static bool holds(const kr_state *s, int seat, int card)
{
	return s->card[card] == seat;
}

/* One card a round, and none while another waits to be resolved. */
static uint16_t play_forbidden(const kr_state *s, int seat, int card)
{
	if (!holds(s, seat, card) || s->gift[seat] == card || s->intent[seat] != NONE ||
		kr_announced(ap_peek(s), seat))
		return KR_AD_4;
	return kr_card_forbidden(s, seat, card, kr_listened(s));
}

static uint16_t give_forbidden(const kr_state *s, int seat, int card, int to)
{
	bool free = holds(s, seat, card) && s->intent[seat] != card && s->gift[seat] == NONE;
	bool once = !(s->gave & AP_SEAT(seat));
	return free && once && to != seat && to < s->head.players ? 0 : KR_AD_5;
}

static void list_declarations(const kr_state *s, int seat, ap_list *out)
{
	for (int p = 0; p < POLITICIANS; p++) {
		int undeclared = kr_undeclared(s, seat, p);
		if (undeclared <= 0 || kr_pending(s, seat, p) || !kr_on_board(s, p))
			continue;
		for (unsigned n = 1; n <= (unsigned)undeclared; n++)
			ap_add(out, ap_act(V_DECLARE, (unsigned)p, n));
	}
}

void kr_listen_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	ap_add(out, ap_act(V_PASS, 0, 0));
	if (s->left[seat])
		list_declarations(s, seat, out);
	if (s->hand_size[seat] == 0)
		return;
	int held[CARDS], count = 0;
	for (int card = 0; card < CARDS && count < s->hand_size[seat]; card++)
		if (s->card[card] == seat)
			held[count++] = card;
	for (int i = 0; i < count; i++)
		if (play_forbidden(s, seat, held[i]) == 0)
			ap_add(out, ap_act(V_PLAY, (unsigned)held[i], 0));
	for (int i = 0; i < count && !(s->gave & AP_SEAT(seat)); i++)
		for (int to = 0; to < s->head.players; to++)
			if (give_forbidden(s, seat, held[i], to) == 0)
				ap_add(out, ap_act(V_GIVE, (unsigned)held[i], (unsigned)to));
}

uint16_t kr_listen_refuse(const void *state, int seat, ap_action a)
{
	const kr_state *s = state;
	int x = (int)ap_x(a), y = (int)ap_y(a);
	switch (ap_verb_of(a)) {
	case V_PASS:
		return 0;
	case V_DECLARE:
		return kr_pending(s, seat, x) ? KR_DE_1 : kr_declare_forbidden(s, seat, x, y);
	case V_PLAY:
		return play_forbidden(s, seat, x);
	case V_GIVE:
		return give_forbidden(s, seat, x, y);
	default:
		return KR_DE_5;
	}
}

void kr_listen_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	int x = (int)ap_x(a);
	(void)ev;
	switch (ap_verb_of(a)) {
	case V_DECLARE:
		s->mark[seat][x] |= (uint8_t)ap_y(a);
		break;
	case V_PLAY:
		s->intent[seat] = (uint8_t)x;
		break;
	case V_GIVE:
		s->gift[seat] = (uint8_t)x;
		s->gift_to[seat] = (uint8_t)ap_y(a);
		break;
	default:
		return; /* a pass: that is all */
	}
	ap_top(s)->asked |= AP_SEAT(seat);
}

bool kr_listen_unseal(void *state, int seat)
{
	kr_state *s = state;
	bool answered = can_speak(s, seat) && !(ap_peek(s)->asked & AP_SEAT(seat));
	answered = answered || s->intent[seat] != NONE || s->gift[seat] != NONE;
	s->intent[seat] = s->gift[seat] = s->gift_to[seat] = NONE;
	for (int p = 0; p < POLITICIANS; p++) {
		answered = answered || kr_pending(s, seat, p);
		s->mark[seat][p] &= 0xf0;
	}
	return answered;
}

/* ---- What was said --------------------------------------------------------------------------- */

static void tell_declared(const kr_state *s, int seat, int p, int points, ap_events *ev)
{
	ap_tell(ev, EV_DECLARES, KR_DE_1, (int16_t)seat, (int16_t)p, (int16_t)points,
		(int16_t)s->declared[seat][p]);
	if (p == NESTOR)
		ap_tell(ev, EV_NESTOR_WOOED, KR_AD_7, (int16_t)seat);
}

static bool reveal_declarations(kr_state *s, ap_events *ev)
{
	ap_seats changed[POLITICIANS] = {0};
	uint32_t any = 0;
	for (int seat = 0; seat < s->head.players; seat++)
		for (int p = 0; p < POLITICIANS && s->left[seat]; p++) {
			int points = kr_pending(s, seat, p);
			if (points == 0)
				continue;
			any |= kr_bit(p);
			changed[p] |= AP_SEAT(seat);
			s->mark[seat][p] &= 0xf0;
			s->sheet[seat][p] = (uint8_t)(s->sheet[seat][p] + (points << 4));
			s->declared[seat][p] = (uint8_t)(s->declared[seat][p] + points);
			s->left[seat] = (uint8_t)(s->left[seat] - points);
			tell_declared(s, seat, p, points, ev);
		}
	for (uint32_t left = any; left; left &= left - 1)
		kr_new_totals(s, __builtin_ctz(left), changed[__builtin_ctz(left)]);
	return any != 0;
}

static bool reveal_cards(kr_state *s, ap_events *ev)
{
	bool any = false;
	for (int seat = 0; seat < s->head.players; seat++) {
		int card = s->intent[seat];
		if (card == NONE)
			continue;
		any = true;
		ap_tell(ev, EV_PLAYS, KR_AD_4, (int16_t)seat, (int16_t)card);
		kr_card_to(s, card, TABLE);
		set_announced(ap_top(s), seat, card + 1);
		s->intent[seat] = NONE;
	}
	return any;
}

/* KR-AD-5 */
static bool hand_gifts_over(kr_state *s, ap_events *ev)
{
	bool any = false;
	for (int seat = 0; seat < s->head.players; seat++) {
		int card = s->gift[seat], to = s->gift_to[seat];
		if (card == NONE)
			continue;
		any = true;
		ap_seats both = AP_SEAT(seat) | AP_SEAT(to);
		kr_card_to(s, card, to);
		s->card_known[card] = (uint8_t)both;
		s->gave |= (uint8_t)AP_SEAT(seat);
		ap_tell_to(
			ev, AP_ALL_VIEWERS & (ap_seats)~both, EV_GIVES, KR_AD_5, (int16_t)seat, (int16_t)to);
		ap_tell_to(ev, both, EV_GIVES_CARD, KR_AD_5, (int16_t)seat, (int16_t)to, (int16_t)card);
		s->gift[seat] = s->gift_to[seat] = NONE;
	}
	return any;
}

void kr_listen_close(void *state, ap_events *ev)
{
	kr_state *s = state;
	bool spoken = reveal_declarations(s, ev);
	if (kr_advanced(s)) {
		spoken = reveal_cards(s, ev) || spoken;
		spoken = hand_gifts_over(s, ev) || spoken;
	}
	if (any_announced(ap_peek(s))) {
		ap_goto(s, LISTEN_CARDS);
	} else if (spoken) {
		ap_goto(s, LISTEN);
	} else {
		ap_tell(ev, EV_ALL_SILENT, KR_DE_5, 0);
		ap_end(s);
	}
	kr_settle_ties(s);
}

/* A person is troubled if he could still say something about whom it is about, or play a card. */
bool kr_tiresome(const void *view, int seat)
{
	const kr_state *s = view;
	const ap_frame *f = ap_peek(s);
	if (f->step != LISTEN || f->v[ABOUT] == 0)
		return false;
	int p = f->v[ABOUT] - 1;
	if (kr_on_board(s, p) && kr_undeclared(s, seat, p) > kr_pending(s, seat, p))
		return false;
	for (int card = 0; card < CARDS && s->hand_size[seat]; card++)
		if (s->card[card] == seat && play_forbidden(s, seat, card) == 0)
			return false;
	return true;
}
