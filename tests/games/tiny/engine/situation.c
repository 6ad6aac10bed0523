/* situation.c: what the engine tells displays and bots about a game of Tiny: figures, the
 * standing, facts about what is going on, and what an action would lead to. */
#include "chapters.h"

/* ---- Figures and standing -------------------------------------------------------------------- */

int tg_figure_worth(const void *view, int key)
{
	(void)view;
	return tg_worth(key);
}

int tg_figure_deck_size(const void *view, int key)
{
	(void)key;
	return tg_deck_size(view);
}

int tg_figure_box_of(const void *view, int key)
{
	int box = tg_box_of(view, key);
	return box == TG_NONE ? AP_NONE : box;
}

int tg_figure_raid_needs(const void *view, int key)
{
	(void)view;
	(void)key;
	return TG_RAID_NEEDS;
}

int tg_figure_score(const void *view, int key)
{
	const tg_state *s = view;
	int box = tg_box_of(s, key);
	bool known = box != TG_NONE && s->content[box] < TG_TREASURE_COUNT;
	return known ? tg_score(s, key) : AP_NONE;
}

int tg_standing(const void *view, int seat)
{
	return tg_score(view, seat);
}

/* ---- The round ------------------------------------------------------------------------------- */

/* Leaves out the amounts that the view hides, and which seats have already bid. */
static void state_bids(const tg_state *s, ap_facts *facts)
{
	for (int seat = 0; seat < s->head.players; seat++)
		if (s->amount[seat] != TG_NONE)
			tg_state_bid(
				facts, 0, TG_3, TG_SEAT(seat), s->amount[seat], TG_MAYBE_SUIT(s->suit[seat]));
}

static void state_round(const tg_state *s, ap_facts *facts)
{
	tg_state_round(facts, 0, TG_14, tg_round_frame_in(&s->head.stack[0])->round, tg_rounds(s));
	if (s->head.stack[0].step == TG_STEP_DEAL && tg_drawing_seat(s) != TG_NONE)
		tg_state_draws(facts, 0, TG_2, TG_SEAT(tg_drawing_seat(s)));
	if (tg_leader(s) != TG_NONE)
		tg_state_leads(facts, 0, TG_4, TG_SEAT(tg_leader(s)));
	state_bids(s, facts);
}

/* ---- A raid ---------------------------------------------------------------------------------- */

/* States which results of the die of a raid lead to which event, TG-12. */
static void state_raid_odds(int frame, ap_facts *facts)
{
	ap_state_odds(
		facts, frame, TG_12, TG_EVENT_RAID_FAILS, AP_NONE, 1, TG_RAID_NEEDS - 1, TG_FACES);
	ap_state_odds(
		facts, frame, TG_12, TG_EVENT_RAID_SUCCEEDS, AP_NONE, TG_RAID_NEEDS, TG_FACES, TG_FACES);
}

/* The odds are stated before the die is rolled, while the raid stands. */
static void state_raid(const tg_state *s, int frame, ap_facts *facts)
{
	int target = tg_announcement_frame_in(&s->head.stack[frame])->target;
	tg_state_raid(facts, frame, TG_9, TG_SEAT(tg_leader(s)), TG_SEAT(target));
	if (tg_stands(s, frame))
		state_raid_odds(frame, facts);
	else
		tg_state_cancelled(facts, frame, TG_11);
}

static void state_veto(const tg_state *s, int frame, ap_facts *facts)
{
	unsigned by = tg_announcement_frame_in(&s->head.stack[frame])->by;
	for (int seat = 0; seat < s->head.players; seat++)
		if (tg_has(by, seat))
			tg_state_veto(facts, frame, TG_10, TG_SEAT(seat));
	if (!tg_stands(s, frame))
		tg_state_cancelled(facts, frame, TG_11);
}

/* The sizes of the hands show who may veto. It is not stated who has already answered. */
static void state_reaction(const tg_state *s, int frame, ap_facts *facts)
{
	ap_seats seats = tg_may_veto(s, frame - 1);
	for (int seat = 0; seat < s->head.players; seat++)
		if (seats & AP_SEAT(seat))
			tg_state_may_veto(facts, frame, TG_10, TG_SEAT(seat));
}

/* ---- The whole situation --------------------------------------------------------------------- */

static void state_called(const tg_state *s, int frame, ap_facts *facts)
{
	const ap_frame *f = &s->head.stack[frame];
	switch (f->step) {
	case TG_STEP_LOOK:
		tg_state_looks(facts, frame, TG_7, TG_SEAT(tg_leader(s)), TG_BOX(tg_look_frame_in(f)->box));
		break;
	case TG_STEP_RAID:
		state_raid(s, frame, facts);
		break;
	case TG_STEP_SHOW:
		tg_state_sees_card(facts, frame, TG_12, TG_SEAT(tg_leader(s)),
			TG_SEAT(tg_announcement_frame_in(f)->target));
		break;
	case TG_STEP_VETO:
		state_veto(s, frame, facts);
		break;
	case TG_STEP_REACT:
		state_reaction(s, frame, facts);
		break;
	default:
		tg_state_trump(facts, frame, TG_13, TG_SUIT(tg_suits_frame_in(f)->trump));
	}
}

void tg_situation(const void *view, ap_facts *facts)
{
	const tg_state *s = view;
	if (s->head.stack[0].step != TG_STEP_OPEN)
		state_round(s, facts);
	for (int frame = 1; frame < s->head.depth; frame++)
		state_called(s, frame, facts);
}

/* ---- What an action would lead to ------------------------------------------------------------ */

void tg_foresee(const void *view, int seat, ap_action a, ap_facts *facts)
{
	const tg_state *s = view;
	int frame = s->head.depth - 1, x = (int)ap_x(a), y = (int)ap_y(a);
	switch (ap_verb_of(a)) {
	case TG_VERB_BID:
		tg_state_would_lead(facts, frame, TG_4, x, s->coins[seat] - x);
		break;
	case TG_VERB_SWAP:
		tg_state_would_hold(facts, frame, TG_8, TG_SEAT(s->holder[x]), TG_BOX(y));
		tg_state_would_hold(facts, frame, TG_8, TG_SEAT(s->holder[y]), TG_BOX(x));
		break;
	case TG_VERB_RAID:
		state_raid_odds(frame, facts);
		break;
	default:
		break;
	}
}
