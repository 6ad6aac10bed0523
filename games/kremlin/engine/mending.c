/* mending.c: completes a state that was read from JSON: the parts that follow from others, and
 * the parts of a sheet that a scenario leaves out. It does not change a state from play. */
#include "chapters.h"

static void find_holders(kr_state *s)
{
	memset(s->holder, KR_NONE, sizeof s->holder);
	for (int p = 0; p < KR_POLITICIANS; p++)
		if (kr_is_member(s, p))
			s->holder[s->place[p]] = (uint8_t)p;
}

static void find_hands(kr_state *s)
{
	memset(s->hand_size, 0, sizeof s->hand_size);
	for (int card = 0; card < KR_INTRIGUES; card++) {
		int place = s->card[card];
		if (place >= s->head.players) {
			s->card_known[card] = 0;
			continue;
		}
		s->hand_size[place]++;
		s->card_known[card] |= (uint8_t)AP_SEAT(place);
	}
}

/* Gives ranks to seats that have points but no rank: they come after the others, the lower seat
 * first. */
static void find_ranks(kr_state *s, int p)
{
	int last = 0;
	for (int seat = 0; seat < s->head.players; seat++)
		if (kr_rank(s, seat, p) > last)
			last = kr_rank(s, seat, p);
	for (int seat = 0; seat < s->head.players; seat++)
		if (s->declared[seat][p] && kr_rank(s, seat, p) == 0 && last < AP_MAX_SEATS)
			s->mark[seat][p] |= (uint8_t)(++last << 4);
}

/* Where nothing gives new points, all declared ones were written. */
static void find_shown(kr_state *s, int seat, int p)
{
	int declared = s->declared[seat][p];
	if (!kr_has_new_points(s) && declared > kr_shown(s, seat, p) && declared <= KR_NUMBERS)
		s->sheet[seat][p] = (uint8_t)((s->sheet[seat][p] & 15) | declared << 4);
}

static unsigned numbers_missing(const kr_state *s, int seat)
{
	unsigned missing = KR_NUMBER_BITS;
	for (int p = 0; p < KR_POLITICIANS; p++)
		missing &= ~(1u << kr_written(s, seat, p));
	return missing;
}

static void write_number(kr_state *s, int seat, int p, int number, unsigned *missing)
{
	s->sheet[seat][p] |= (uint8_t)number;
	*missing &= ~(1u << number);
}

/* Completes a sheet that is only partly given: declared points get the lowest number that is
 * high enough, the other numbers go to the last politicians of the alphabet. */
static void complete_sheet(kr_state *s, int seat)
{
	unsigned missing = numbers_missing(s, seat);
	for (int p = 0; p < KR_POLITICIANS; p++) {
		unsigned enough = missing & ~((1u << kr_shown(s, seat, p)) - 1);
		if (kr_shown(s, seat, p) && kr_written(s, seat, p) == 0 && enough)
			write_number(s, seat, p, __builtin_ctz(enough), &missing);
	}
	for (int p = KR_POLITICIANS - 1; p > KR_NESTOR && missing; p--)
		if (s->sheet[seat][p] == 0 && !(s->bared[seat] & kr_bit(p)))
			write_number(s, seat, p, 31 - __builtin_clz(missing), &missing);
}

static void count_left(kr_state *s, int seat)
{
	int left = KR_ALL_POINTS;
	for (int p = 0; p < KR_POLITICIANS; p++)
		left -= kr_shown(s, seat, p);
	s->left[seat] = (uint8_t)(left < 0 ? 0 : left);
}

/* Where control is not being settled, the one who has it is known. */
static void find_masters(kr_state *s)
{
	for (int p = 0; p < KR_POLITICIANS; p++)
		if (!(s->unsettled & kr_bit(p)))
			s->master[p] = (uint8_t)kr_strongest(s, p);
}

/* Rules 1 did not remember whose Health die has fallen: it is the holder of the post that rolls. */
static void find_roller(kr_state *s)
{
	ap_frame *year = &s->head.stack[0];
	if (s->head.over || year->step != KR_STEP_HEALTH_RESULT)
		return;
	kr_health_frame *f = kr_health_frame_of(year);
	if (f->who == KR_NONE && f->member < KR_POSTS)
		f->who = s->holder[f->member];
}

/* Rules 2 did not remember from which post on votes are not yet taken: all that were taken are. Who
 * votes by rule may have done so since. */
static void find_first_vote(kr_state *s, ap_frame *frame)
{
	kr_ballot_frame *f = kr_ballot_frame_of(frame);
	for (int post = f->first; post < f->cursor && post < KR_POSTS; post++) {
		int p = s->holder[post];
		bool taken = kr_remembered(kr_ballot_frame_votes(f, post)) != KR_NONE;
		bool by_rule = p != KR_NONE &&
			(kr_must_agree(f, p) ||
				(kr_is_trial(f->step) && p == f->subject && kr_controller(s, p) == KR_NONE));
		if (taken && !by_rule)
			f->first = (uint8_t)(post + 1);
	}
}

static void find_first_votes(kr_state *s)
{
	for (int i = 0; i < s->head.depth && !s->head.over; i++) {
		int step = s->head.stack[i].step;
		if (kr_is_trial(step) || step == KR_STEP_BALLOT || step == KR_STEP_BALLOT_STAND)
			find_first_vote(s, &s->head.stack[i]);
	}
}

void kr_mend(void *state)
{
	kr_state *s = state;
	bool writing = !s->head.over && s->head.stack[0].step <= KR_STEP_WRITE;
	find_holders(s);
	find_hands(s);
	for (int p = 0; p < KR_POLITICIANS; p++)
		find_ranks(s, p);
	find_masters(s);
	find_roller(s);
	find_first_votes(s);
	for (int seat = 0; seat < s->head.players; seat++) {
		for (int p = 0; p < KR_POLITICIANS; p++)
			find_shown(s, seat, p);
		if (!writing)
			complete_sheet(s, seat);
		count_left(s, seat);
	}
}
