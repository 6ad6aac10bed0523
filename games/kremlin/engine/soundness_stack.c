/* soundness_stack.c: what may be on the stack: which step on which, with which locals, asking whom.
 */
#include "soundness.h"

static bool local_politician(int p)
{
	return p == NONE || kr_is_politician(p);
}

static bool local_seat(const kr_state *s, int seat)
{
	return seat == NONE || kr_is_seat(s, seat);
}

/* ---- The base frame -------------------------------------------------------------------------- */

/* The phase a step of the base frame belongs to; 0: any. */
static int phase_of(int step)
{
	return step <= OPENING                    ? 1
		: step <= CURE_STAND                  ? 1
		: step <= PURGE_RESULT                ? 2
		: step <= SPY_STAND                   ? 3
		: step <= HEALTH_RESULT               ? 4
		: step <= ELEVENTH                    ? 5
		: step <= FEWER                       ? 6
		: step <= REHABILITATE_STAND          ? 7
		: step <= PARADE_ROLL                 ? 8
		: step == PHASE_END || step == ENDING ? 0
											  : 8;
}

static bool is_cursor_step(int step)
{
	return step == CURE || step == CURE_STAND || (step >= HEALTH && step <= HEALTH_RESULT) ||
		(step >= PROMOTE && step <= PROMOTE_LEAVE) || step == REHABILITATE ||
		step == REHABILITATE_STAND;
}

static bool says(const ap_frame *f, const uint8_t *verbs, int count)
{
	ap_action a = kr_unpack(f->v[SAID]);
	for (int i = 0; i < count; i++)
		if (ap_verb_of(a) == verbs[i])
			return ap_x(a) < POLITICIANS && ap_y(a) < POLITICIANS &&
				(ap_y(a) < PLACES || verbs[i] == V_EXCHANGE);
	return false;
}

/* What may have been announced at a step that waits for all to listen. */
static bool said_sound(const ap_frame *f)
{
	static const uint8_t cure[] = {V_CURE, V_WORK}, purge[] = {V_NOTHING, V_PURGE};
	static const uint8_t spy[] = {V_NOTHING, V_TRIAL, V_CONDEMN, V_INVESTIGATE, V_CLOSE};
	static const uint8_t demand[] = {V_NOTHING, V_MOVE, V_PROMOTE, V_DEMOTE};
	static const uint8_t promote[] = {V_NOTHING, V_PROMOTE, V_DEMOTE, V_EXCHANGE};
	static const uint8_t release[] = {V_NOTHING, V_REHABILITATE};
	switch (f->step) {
	case CURE_STAND:
		return says(f, cure, 2);
	case PURGE_STAND:
		return says(f, purge, 2);
	case PURGE_ROLL:
	case PURGE_RESULT:
		return says(f, purge + 1, 1);
	case SPY_STAND:
		return says(f, spy, 5);
	case DEMAND_STAND:
		return says(f, demand, 4);
	case DEMAND_LEAVE:
		return says(f, demand + 1, 3);
	case PROMOTE_STAND:
		return says(f, promote, 4);
	case PROMOTE_LEAVE:
		return says(f, promote + 2, 2);
	case REHABILITATE_STAND:
		return says(f, release, 2);
	default:
		return true;
	}
}

static bool votes_sound(const ap_frame *f)
{
	for (int post = 0; post < POSTS; post++)
		if (kr_vote_of(f, post) > AGAINST)
			return false;
	return kr_cursor(f) <= POSTS && (f->v[CURSOR] >> 4 & 3) <= AGAINST && f->v[CURSOR] >= 0 &&
		f->v[CURSOR] <= 0x1ff;
}

static bool funeral_sound(const ap_frame *f)
{
	int nominee = kr_subject(f), nominator = kr_caller(f);
	if (!votes_sound(f) || !local_politician(nominee) || !local_politician(nominator))
		return false;
	return f->step == NOMINATE || (nominee != NONE && nominator != NONE);
}

static bool order_sound(const kr_state *s, const ap_frame *f)
{
	bool ordering = f->step >= SHIFT && f->step <= SHIFT_LEAVE;
	uint32_t seen = 0;
	for (int post = 0; post < POSTS; post++) {
		int p = s->order[post];
		if (!ordering ? p != NONE : !local_politician(p))
			return false;
		if (p == NONE)
			continue;
		if ((seen & kr_bit(p)) || (kr_member(s, p) && kr_level(s->place[p]) != kr_level(post)))
			return false;
		seen |= kr_bit(p);
	}
	return true;
}

static bool more_sound(const kr_state *s, const ap_frame *f)
{
	int more = f->v[MORE];
	switch (f->step) {
	case PURGE_RESULT:
		return kr_within(more, -2 * FACES, 2 * FACES);
	case SPY:
	case SPY_STAND:
		return kr_within(more, 0, 2 * POLITICIANS + 1);
	case HEALTH_RESULT:
		return kr_within(more, -2, 2) && kr_within(f->v[SAID], 1, FACES);
	case SHIFT_LEAVE:
		return kr_within(more, KGB, POSTS);
	case INFLUENCE:
	case INFLUENCE_DRAW:
		return kr_is_seat(s, f->v[BY]) && kr_within(f->v[SAID], 0, NEW_POINTS) &&
			kr_within(f->v[ACTING], 0, s->head.players);
	case ENDING:
		return local_politician(f->v[0]) && kr_within(f->v[1], 0, s->head.players) &&
			kr_within(f->v[2], 0, REASONS - 1);
	default:
		return true;
	}
}

static bool base_sound(const kr_state *s, const ap_frame *f)
{
	int phase = phase_of(f->step);
	if (f->step > ENDING || (phase && phase != s->phase))
		return false;
	bool advanced = f->step == DEAL_CARDS || (f->step >= DEMAND && f->step <= DEMAND_LEAVE) ||
		f->step == INFLUENCE || f->step == INFLUENCE_DRAW;
	if (advanced && !kr_advanced(s))
		return false;
	bool ordering = f->step >= SHIFT && f->step <= SHIFT_LEAVE;
	if (s->demanded != NONE && (!ordering || !kr_is_politician(s->demanded)))
		return false;
	if (f->step <= OPENING && s->year != 1)
		return false;
	if (f->step == ELEVENTH && s->year != LAST_YEAR)
		return false;
	if (f->step >= NOMINATE && f->step <= BALLOT_STAND)
		return funeral_sound(f) && local_seat(s, f->v[BY]) && s->holder[CHIEF] == NONE;
	if (f->step == INFLUENCE || f->step == INFLUENCE_DRAW || f->step == ENDING)
		return more_sound(s, f);
	bool cursor = is_cursor_step(f->step);
	int last = f->step == CURE || f->step == HEALTH || f->step == REHABILITATE ? POSTS : POSTS - 1;
	if (cursor ? !kr_within(f->v[ACTING], 0, last) : !local_politician(f->v[ACTING]))
		return false;
	bool names_actor = f->step == PURGE_STAND || f->step == PURGE_ROLL || f->step == PURGE_RESULT ||
		f->step == SPY_STAND;
	if (names_actor && f->v[ACTING] == NONE)
		return false;
	return said_sound(f) && local_seat(s, f->v[BY]) && more_sound(s, f);
}

/* ---- Frames on top --------------------------------------------------------------------------- */

static bool is_listening(int step)
{
	return step == LISTEN || step == LISTEN_CARDS;
}

static bool can_be_listened_to(int step)
{
	switch (step) {
	case OPENING:
	case CURE_STAND:
	case PURGE:
	case PURGE_STAND:
	case PURGE_RESULT:
	case SPY_STAND:
	case HEALTH:
	case HEALTH_RESULT:
	case NOMINATED:
	case BALLOT_STAND:
	case ELEVENTH:
	case DEMAND_STAND:
	case SHIFT_STAND:
	case PROMOTE_STAND:
	case FEWER:
	case REHABILITATE_STAND:
	case PARADE_STAND:
	case TRIAL:
	case TRIAL_STAND:
	case REVEAL_NAME:
	case REPLACEMENT:
	case PARADE:
	case PHASE_END:
		return true;
	default:
		return false;
	}
}

static bool fits_on(int step, int below)
{
	if (is_listening(step))
		return can_be_listened_to(below);
	if (step == TIES || step == TIES_LOT)
		return is_listening(below) || below == INFLUENCE || below == CARD_END ||
			below == CARD_CHOICE || below == FORCED;
	if (step == TRIAL || step == TRIAL_STAND)
		return below == SPY || below == CARD_END;
	return step >= CARD && is_listening(below);
}

static bool listen_sound(const kr_state *s, const ap_frame *f)
{
	if (!kr_within(f->v[ABOUT], 0, POLITICIANS))
		return false;
	for (int i = 0; i < 3; i++)
		if (f->v[ANNOUNCED + i] >> 12)
			return false;
	for (int seat = 0; seat < AP_MAX_SEATS; seat++) {
		int card = kr_announced(f, seat);
		if (card > CARDS || (card && (!kr_is_seat(s, seat) || !kr_advanced(s))))
			return false;
	}
	return true;
}

static bool trial_sound(const kr_state *s, const ap_frame *f, const ap_frame *below)
{
	bool by_card = below->step == CARD_END;
	if (by_card && below->v[PLAYED] != KR_INTRIGUE_ASSASSINATION)
		return false;
	return kr_is_politician(kr_subject(f)) && votes_sound(f) && local_seat(s, f->v[BY]) &&
		(by_card ? kr_caller(f) == NONE : kr_is_politician(kr_caller(f)));
}

/* ---- Cards being resolved -------------------------------------------------------------------- */

static bool has_effect(const ap_frame *f, int effect)
{
	return kr_intrigues[f->v[PLAYED]].effect == effect;
}

static bool health_roll_below(const kr_state *s, const ap_frame *listened)
{
	return listened->step == HEALTH_RESULT && s->holder[listened->v[ACTING]] != NONE;
}

static bool die_sound(const kr_state *s, const ap_frame *f, const ap_frame *listened)
{
	int target = f->v[TARGET];
	switch (kr_intrigues[f->v[PLAYED]].effect) {
	case KR_EFFECT_ASSASSINATION:
		return kr_is_politician(target) && s->place[target] <= CANDIDATES &&
			local_seat(s, f->v[ROLL]);
	case KR_EFFECT_VISIT:
		return kr_is_politician(target) && kr_member(s, target) && !(s->cure & kr_bit(target));
	case KR_EFFECT_MISDIAGNOSIS:
		return kr_within(target, MINUS, PLUS) && health_roll_below(s, listened);
	case KR_EFFECT_POWER_GAME:
		return kr_is_seat(s, target) && target != f->v[PLAYER] &&
			(f->v[ROLL] == 0 || f->v[ROLL] == 64);
	case KR_EFFECT_GLASNOST:
		return true;
	default:
		return false;
	}
}

static bool choice_sound(const kr_state *s, const ap_frame *f, const ap_frame *listened)
{
	switch (kr_intrigues[f->v[PLAYED]].effect) {
	case KR_EFFECT_MISDIAGNOSIS:
		return health_roll_below(s, listened);
	case KR_EFFECT_POWER_GAME:
		return kr_is_seat(s, f->v[TARGET]) && f->v[TARGET] != f->v[PLAYER] &&
			kr_within(f->v[ROLL], 1, FACES);
	case KR_EFFECT_GLASNOST:
		return kr_within(f->v[TARGET], 0, 0x1fff) && kr_within(f->v[ROLL], 0, 0x1fff);
	case KR_EFFECT_VACCINATION:
		return true;
	default:
		return false;
	}
}

static bool lot_sound(const kr_state *s, const ap_frame *f)
{
	bool first = f->v[TARGET] == NONE && f->v[ROLL] == 0;
	bool again = kr_is_seat(s, f->v[TARGET]) && f->v[TARGET] != f->v[PLAYER] &&
		kr_within(f->v[ROLL], 65, 64 + FACES);
	return has_effect(f, KR_EFFECT_POWER_GAME) && (first || again);
}

static bool card_sound(const kr_state *s, const ap_frame *f, const ap_frame *listened)
{
	if (!kr_advanced(s) || !kr_within(f->v[PLAYED], 0, CARDS - 1) || !kr_is_seat(s, f->v[PLAYER]))
		return false;
	int target = f->v[TARGET];
	switch (f->step) {
	case CARD_DIE:
		return die_sound(s, f, listened);
	case CARD_CHOICE:
		return choice_sound(s, f, listened);
	case CARD_LOT:
		return lot_sound(s, f);
	case ACCUSE:
		return has_effect(f, KR_EFFECT_ASSASSINATION) && local_seat(s, f->v[ROLL]);
	case CHARGE_DIE:
		return has_effect(f, KR_EFFECT_ASSASSINATION) && kr_is_politician(target) &&
			kr_on_board(s, target);
	case REVEAL_NAME:
		return has_effect(f, KR_EFFECT_REVELATIONS) && f->v[ROLL] == 0;
	case UNMASK:
		return has_effect(f, KR_EFFECT_REVELATIONS) && kr_is_politician(target) &&
			kr_on_board(s, target) && kr_within(f->v[ROLL], 0, s->head.players);
	case FORCED:
		return has_effect(f, KR_EFFECT_POWER_GAME) && kr_is_seat(s, target) &&
			target != f->v[PLAYER] && kr_within(f->v[ROLL], 0, FACES);
	default:
		return true;
	}
}

static bool called_sound(const kr_state *s, int at)
{
	const ap_frame *f = &s->head.stack[at], *below = f - 1;
	if (!fits_on(f->step, below->step))
		return false;
	if (is_listening(f->step))
		return listen_sound(s, f);
	if (f->step == TIES || f->step == TIES_LOT)
		return s->unsettled != 0 && kr_within(f->v[TIED], 0, POLITICIANS);
	if (f->step == TRIAL || f->step == TRIAL_STAND)
		return trial_sound(s, f, below);
	return card_sound(s, f, at >= 2 ? below - 1 : below);
}

/* ---- Who is asked ---------------------------------------------------------------------------- */

static bool asked_controller(const kr_state *s, int p)
{
	int seat = p == NONE ? NONE : kr_controller(s, p);
	return seat != NONE && ap_peek(s)->asked == AP_SEAT(seat);
}

static bool voter_asked(const kr_state *s, const ap_frame *f, bool trial)
{
	int post = kr_cursor(f), p = post < POSTS ? s->holder[post] : NONE;
	bool free = trial || (p != kr_subject(f) && p != kr_caller(f));
	return p != NONE && kr_active(s, post) && free && asked_controller(s, p);
}

static bool tie_asked(const kr_state *s, const ap_frame *f)
{
	int p = f->v[TIED] - 1;
	if (p < 0 || !(s->unsettled & kr_bit(p)))
		return false;
	ap_seats tied = kr_tied(s, p), first = kr_tied_earliest(s, p);
	int arbiter = kr_tie_arbiter(s, p);
	if (f->step == TIES)
		return (tied & (tied - 1)) && arbiter != NONE && f->asked == AP_SEAT(arbiter);
	return (first & (first - 1)) && arbiter == NONE && f->asked == AP_SEAT(AP_CHANCE);
}

static bool sponsor_asked(const kr_state *s, const ap_frame *f)
{
	int post = f->v[ACTING];
	return post < POSTS && kr_active(s, post) && !kr_too_old(s, s->holder[post]) &&
		(post == CHIEF || kr_can_promote(s, post)) && asked_controller(s, s->holder[post]);
}

static bool leave_asked(const kr_state *s, const ap_frame *f)
{
	ap_action a = kr_unpack(f->v[SAID]);
	int p = (int)ap_x(a), y = (int)ap_y(a);
	if (f->v[ACTING] != CHIEF || !kr_active(s, CHIEF) || !kr_needs_leave(s, p))
		return false;
	uint16_t forbidden = ap_verb_of(a) == V_DEMOTE ? kr_demote_forbidden(s, p, y)
												   : kr_exchange_forbidden(s, CHIEF, p, y);
	return forbidden == 0 && asked_controller(s, p);
}

static bool demand_leave_asked(const kr_state *s, const ap_frame *f)
{
	ap_action a = kr_unpack(f->v[SAID]);
	bool holds =
		kr_active(s, CHIEF) && kr_within(f->v[MORE], 0, 2) && kr_demand_forbidden(s, a) == 0;
	return holds && asked_controller(s, kr_demand_asked(s, f));
}

static bool chance_alone(const kr_state *s)
{
	return ap_peek(s)->asked == AP_SEAT(AP_CHANCE);
}

static bool base_asked(const kr_state *s, const ap_frame *f)
{
	int post = f->v[ACTING], p;
	switch (f->step) {
	case DEAL:
		return chance_alone(s) && kr_deal_place(s) != NONE && kr_living(s) == POLITICIANS;
	case DEAL_CARDS:
		return chance_alone(s) && kr_card_receiver(s) != NONE && kr_deck_size(s) > 0;
	case WRITE:
		return (f->asked & ~kr_table(s)) == 0;
	case CURE:
		p = post < POSTS ? s->holder[post] : NONE;
		return p != NONE && kr_crosses(s, p) > 0 && !s->no_visits && asked_controller(s, p);
	case PURGE:
		return post == kr_purger(s) && asked_controller(s, post) && !kr_too_old(s, post) &&
			(s->stage == FREE || kr_imposed_target(s) != NONE);
	case PURGE_ROLL:
		return chance_alone(s) && s->place[ap_x(kr_unpack(f->v[SAID]))] <= CANDIDATES;
	case SPY:
		return post == kr_investigator(s) && asked_controller(s, post) && !kr_too_old(s, post);
	case HEALTH:
		return chance_alone(s) && post < POSTS && s->holder[post] != NONE;
	case NOMINATE:
		p = kr_caller(f);
		return p != NONE && p == kr_nominator(s, f) && kr_nominees(s, f, p) &&
			asked_controller(s, p);
	case BALLOT:
		return voter_asked(s, f, false);
	case DEMAND:
		return s->chief_blackmail[CB_AUTHOR] != NONE && kr_active(s, CHIEF) &&
			!kr_too_old(s, s->holder[CHIEF]) && f->asked == AP_SEAT(s->chief_blackmail[CB_AUTHOR]);
	case DEMAND_LEAVE:
		return demand_leave_asked(s, f);
	case SHIFT:
		return kr_active(s, CHIEF) && asked_controller(s, s->holder[CHIEF]);
	case SHIFT_LEAVE:
		return kr_active(s, CHIEF) && post != NONE && f->v[MORE] < POSTS &&
			kr_shift_asked(s, f) == f->v[MORE] && asked_controller(s, s->holder[f->v[MORE]]);
	case PROMOTE:
		return sponsor_asked(s, f);
	case PROMOTE_LEAVE:
		return leave_asked(s, f);
	case REHABILITATE:
		p = post < POSTS ? s->holder[post] : NONE;
		return p != NONE && kr_active(s, post) && !kr_too_old(s, p) && kr_at(s, SIBERIA) &&
			asked_controller(s, p);
	case PARADE_ROLL:
		return chance_alone(s) && s->holder[CHIEF] != NONE && kr_crosses(s, s->holder[CHIEF]) > 0;
	case PHASE_END:
		return kr_is_politician(post) && (s->visiting & kr_bit(post)) && asked_controller(s, post);
	case INFLUENCE:
		return f->v[ACTING] < s->head.players && f->v[SAID] < NEW_POINTS &&
			f->asked == AP_SEAT(kr_influence_seat(s));
	case INFLUENCE_DRAW:
		return chance_alone(s) && f->v[ACTING] < s->head.players && f->v[SAID] > 0 &&
			kr_deck_size(s) > 0;
	case ENDING:
		return chance_alone(s) && kr_version(s) == SWISS && f->v[0] != NONE && f->v[0] != NESTOR &&
			f->v[1] < s->head.players;
	default:
		return false;
	}
}

static bool card_asked(const kr_state *s, const ap_frame *f)
{
	bool player = f->asked == AP_SEAT(f->v[PLAYER]);
	switch (f->step) {
	case CARD:
		return player && kr_card_has_target(f->v[PLAYED]) &&
			kr_card_targets(s, f->v[PLAYER], f->v[PLAYED], kr_listened(s)) != 0;
	case CARD_CHOICE:
		return player;
	case ACCUSE:
		return f->v[ROLL] != NONE && f->asked == AP_SEAT(f->v[ROLL]);
	case REVEAL_NAME:
		return f->asked == AP_SEAT(kr_reveal_asked(s, f));
	case UNMASK:
		return chance_alone(s) && f->v[ROLL] < s->head.players;
	case FORCED:
		return f->asked == AP_SEAT(f->v[TARGET]) && f->v[ROLL] > 0;
	case CARD_DIE:
	case CARD_LOT:
	case CHARGE_DIE:
		return chance_alone(s);
	default:
		return false;
	}
}

static bool asked_sound(const kr_state *s)
{
	const ap_frame *f = ap_peek(s);
	if (f->step == LISTEN)
		return (f->asked & ~kr_speakers(s)) == 0;
	if (f->step == TIES || f->step == TIES_LOT)
		return tie_asked(s, f);
	if (f->step == TRIAL)
		return voter_asked(s, f, true) && kr_on_board(s, kr_subject(f));
	return f->step >= CARD ? card_asked(s, f) : base_asked(s, f);
}

/* When the game is over nothing comes of it, but it names politicians all the same. */
static bool order_names_men(const kr_state *s)
{
	for (int post = 0; post < POSTS; post++)
		if (s->order[post] != NONE && !kr_is_politician(s->order[post]))
			return false;
	return s->demanded == NONE || kr_is_politician(s->demanded);
}

const char *kr_stack_unsound(const kr_state *s)
{
	const ap_frame *stack = s->head.stack;
	if (s->head.over)
		return order_names_men(s) ? NULL : "an order is about nobody";
	if (!base_sound(s, &stack[0]) || !order_sound(s, &stack[0]))
		return "the year is not at the bottom of the stack";
	for (int i = 1; i < s->head.depth; i++)
		if (!called_sound(s, i))
			return "a called step does not fit the board";
	bool settling = ap_peek(s)->step == TIES || ap_peek(s)->step == TIES_LOT;
	if (s->unsettled && ap_peek(s)->asked && !settling)
		return "control is unclear while somebody is asked";
	bool confirming = s->alibi && stack[0].step == SPY && s->head.depth == 1;
	if ((s->alibi || s->lapsed) && !kr_listened(s) && (s->lapsed || !confirming))
		return "a card has effect on nothing";
	return ap_peek(s)->asked && !asked_sound(s) ? "the wrong seat is asked" : NULL;
}
