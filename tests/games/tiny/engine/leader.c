/* leader.c: the one thing that the leader may do, TG-6 to TG-9. */
#include "chapters.h"

void tg_choice_run(void *state, ap_events *ev)
{
	(void)ev;
	ap_ask(state, AP_SEAT(tg_leader(state)));
}

/* Only a box in play and only another player can be named. */
uint16_t tg_choice_refuse(const void *state, int seat, ap_action a)
{
	const tg_state *s = state;
	int x = (int)ap_x(a), y = (int)ap_y(a), players = s->head.players;
	switch (ap_verb_of(a)) {
	case TG_VERB_LOOK:
		return x < players && !tg_knows_box(s, x, seat) ? 0 : TG_7;
	case TG_VERB_SWAP:
		return x < y && y < players ? 0 : TG_8;
	case TG_VERB_RAID:
		return x < players && x != seat && tg_has(s->hand[seat] & TG_RAIDS, y) ? 0 : TG_9;
	case TG_VERB_PASS:
		return 0;
	default:
		return TG_6;
	}
}

/* Everything that is not refused, in the order of the verbs. */
void tg_choice_legal(const void *state, int seat, ap_list *out)
{
	static const int verbs[][3] = {/* and how many there are of what they name */
		{TG_VERB_LOOK, TG_BOX_COUNT, 1}, {TG_VERB_SWAP, TG_BOX_COUNT, TG_BOX_COUNT},
		{TG_VERB_RAID, TG_SEAT_COUNT, TG_CARD_COUNT}, {TG_VERB_PASS, 1, 1}};
	for (int i = 0; i < AP_COUNT(verbs); i++)
		for (int x = 0; x < verbs[i][1]; x++)
			for (int y = 0; y < verbs[i][2]; y++) {
				ap_action a = ap_act((unsigned)verbs[i][0], (unsigned)x, (unsigned)y);
				if (tg_choice_refuse(state, seat, a) == 0)
					ap_add(out, a);
			}
}

/* Whatever the leader does, the round then goes on with the trump. */
void tg_choice_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	int x = (int)ap_x(a), y = (int)ap_y(a);
	tg_goto(state, TG_STEP_TRUMP);
	switch (ap_verb_of(a)) {
	case TG_VERB_LOOK:
		tg_look_into(state, seat, x, ev);
		break;
	case TG_VERB_SWAP:
		tg_swap(state, seat, x, y, ev);
		break;
	case TG_VERB_RAID:
		tg_announce_raid(state, seat, x, y, ev);
		break;
	default:
		tg_tell_nothing_done(ev, TG_6, TG_SEAT(seat));
	}
}
