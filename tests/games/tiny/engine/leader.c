/* leader.c: the one thing that the leader may do, TG-6 to TG-9. */
#include "chapters.h"

void tg_choice_run(void *state, ap_events *ev)
{
	(void)ev;
	ap_ask(state, AP_SEAT(tg_leader(state)));
}

void tg_choice_legal(const void *state, int seat, ap_list *out)
{
	const tg_state *s = state;
	unsigned players = s->head.players;
	for (unsigned box = 0; box < players; box++)
		if (!tg_knows_box(s, (int)box, seat))
			ap_add(out, ap_act(TG_VERB_LOOK, box, 0));
	for (unsigned one = 0; one < players; one++)
		for (unsigned other = one + 1; other < players; other++)
			ap_add(out, ap_act(TG_VERB_SWAP, one, other));
	for (unsigned target = 0; target < players; target++)
		for (unsigned card = 0; card < TG_CARD_COUNT; card++)
			if (target != (unsigned)seat && tg_has(s->hand[seat] & TG_RAIDS, (int)card))
				ap_add(out, ap_act(TG_VERB_RAID, target, card));
	ap_add(out, ap_act(TG_VERB_PASS, 0, 0));
}

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

/* After any choice of the leader, the round continues with the trump. */
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
