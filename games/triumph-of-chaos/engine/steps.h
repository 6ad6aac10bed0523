/* steps.h: the steps of Triumph of Chaos, what their locals mean, and the functions that carry them
 * out. "called": a frame of its own, which ends by itself. "-> X": goes on as X in the same frame.
 */
#ifndef APPARAT_TRIUMPH_STEPS_H
#define APPARAT_TRIUMPH_STEPS_H

#include "state.h"

enum {

	/* ---- setup.c: the sides ---- */

	/* both seats, sealed. No locals. sides=fixed or campaign: run gives WHITE to seat 0
	 * and moves on. close: sides, VP; equal bids for one side -> BID_LOT, else TURN_BEGIN */
	BID,
	/* chance: `lot-seat seat` gets the side and pays */
	BID_LOT,

	/* ---- turn.c: the base frame, which never ends ---- */

	/* turn + 1, phase PREPARATION, what lasted a turn is cleared -> DRAW with v[0] = WHITE */
	TURN_BEGIN,
	/* chance: `draw card` (masked for the other). v[0]: the side that draws; full
	 * or nothing to draw: the other side, then CHITS with v[0] = WHITE */
	DRAW,
	/* v[0]: the side whose chit is due (WHITE, RED, then 2: done). A side under
	 * In-Fighting -> CHIT, else the next. Done: Bluff and Influence to the hands -> PHASE_POLITICS
	 */
	CHITS,
	/* chance: `chit chit`, all eight equally likely. v[0]: the side. Applies it, may call
	 * CHIT_REGION, CHIT_CARD, CHIT_LEADER, and goes on with CHITS for the next side */
	CHIT,
	/* phase POLITICAL; -> PHASE_ACTION and calls POLITICS */
	PHASE_POLITICS,
	/* v[0]: 0 at the first visit, then 1 + side that has just played. Counts rounds; for the
	 * next side calls DECLARE (a round frame); after the last -> PHASE_LOGISTICS */
	PHASE_ACTION,
	/* phase LOGISTICS; -> TURN_END and calls CONQUEST */
	PHASE_LOGISTICS,
	/* markers and flags of the turn come off; last turn: tc_finish_game, else TURN_BEGIN */
	TURN_END,
	/* called. chance: `lot-region region`. v[0]: the side under the chit -> CHIT_SPACES */
	CHIT_REGION,
	/* the other side: `no-act space` | done. v[0]: side, v[1]: region, v[2]: markers put (2 at
	 * most); ends */
	CHIT_SPACES,
	/* called. chance: `discard card` of the hand of v[0] (legal needs the full state);
	 * ends. Not called with an empty hand */
	CHIT_CARD,
	/* called. the other side: `idle leader` of v[0]'s own on the map; ends */
	CHIT_LEADER,

	/* ---- politics.c, political_cards.c: the frame of the Political Phase ---- */

	/* called. politics=random: box_random = 3 each -> TURN_CARDS; else POLITICS_PLACE */
	POLITICS,
	/* both, sealed: `place card box`, one decision a box, as many as each can fill;
	 * unseal takes all back. How many lie there is public -> BOX_OPEN with v[0] = 0 */
	POLITICS_PLACE,
	/* v[0]: the box (3: all are open -> TURN_CARDS). chance: `open card`, the one answer: WHITE's,
	 * then RED's; it is shown: card_known, worth. Then
	 * -> INFLUENCE_DIE for an Influence card not yet rolled (WHITE's first), else BOX_COUNT */
	BOX_OPEN,
	/* v[0]: box, v[1]: side. worth -> BOX_OPEN again (it sees worth is set) */
	INFLUENCE_DIE,
	/* v[0]: box. box_chosen due, box_random, chooser -> CHOOSE with v[1] = cards to choose,
	 * or BOX_OPEN with v[0] + 1 */
	BOX_COUNT,
	/* the chooser: `choose pcard` | `announce pcard` (with its steps), masked. v[0]: box, v[1]:
	 * left to choose, v[2]: side; 0 left -> BOX_OPEN with v[0] + 1 */
	CHOOSE,
	/* chance: `turn pcard`, public: of the chosen of a box, then of its unused ones. v[0]: box
	 * (run sets it), v[1]: 1 once specials are settled (then 64-66 are not drawn).
	 * None left: specials among them -> SPECIAL_LOT, else MARKERS */
	TURN_CARDS,
	/* chance: `turn pcard` among the specials turned (one: no question). Discards the rest
	 * of OTHER. 64 -> SPY_DIE, 65 -> MARKERS (moves nothing), 66 -> box_random = 2 each, TURN_CARDS
	 */
	SPECIAL_LOT,
	/* v[2]: the side that names, set by apply -> SPY_BOX */
	SPY_DIE,
	/* v[2]: `name box` (RED or WHITE) -> TURN_CARDS with box_random of that box, v[1] = 1 */
	SPY_BOX,
	/* v[0]: faction cursor, v[1]: IP left of its sum (+ WHITE), v[2]: 1 while that faction is
	 * being moved, v[3]: answer of VETO. Calls VETO, LOSS_... through tc_lose_control -> FORCES_LOT
	 */
	MARKERS,
	/* chance: `lot-faction faction` among those F_GAINED that have forces to place (one: no
	 * question); calls FORCES. None left -> POLITICS_END */
	FORCES_LOT,
	/* discards, IP off, PASSIVE_NEXT off; ends the frame */
	POLITICS_END,

	/* ---- markers.c, control.c: called from either phase ---- */

	/* called. `veto` | `allow`. v[0]: faction, v[1]: side asked. Writes VETO_ALLOWED or
	 * VETO_USED into v[3] of the frame below; ends */
	VETO,
	/* called by tc_lose_control. v[0]: faction, v[1]: side that lost it, v[2]: leader cursor.
	 * `leader-to leader space`; asked only with several cities -> LOSS_UNITS */
	LOSS_LEADERS,
	/* v[0], v[1] as above, v[2]: unit cursor. Whoever uses the unit: `put unit space`; ends */
	LOSS_UNITS,

	/* ---- factions.c, war.c ---- */

	/* called. v[0]: faction, v[1]: side, v[2]: a way, TC_WHEN_GAIN | PROTECTOR (CALLED is GAIN),
	 * v[3]: row of setups.csv * 16 + index in units, then leaders (UNITS first).
	 * `put unit space` | `reserve unit` | `leader-to leader space`; sole choices are carried out */
	FORCES,
	/* locals of FORCES. chance: `lot-unit unit`: this one goes to the dead -> FORCES */
	FORCES_ONE,
	/* called by PHASE_ACTION: first step of a round frame. v[0]: side. `declare faction` | done.
	 * Nothing to declare or the last round: no question. Calls FORCES (protector) -> PLAY */
	DECLARE,
	/* called from MARK. v[0]: space just marked, v[1]: controller. 6 -> MAKHNO_REVOLT, else ends */
	MAKHNO_DIE,
	/* locals as above. The enemy: `revolt space` (the space itself: those stacked there; a
	 * neighbour: those there) | `revolt-off`. Marker off, M_SPENT; calls tc_begin_treachery, then
	 * ends */
	MAKHNO_REVOLT,

	/* ---- round.c, operations.c: the round frame goes on; v[0]: side in all of it ---- */

	/* `play card use`, or without Action Cards `special what`. Sets op, the card leaves the hand.
	 * operations, activate -> MARK; event, redeployment, replacements -> ANNOUNCED; lift -> LIFT;
	 * pass -> ROUND_END */
	PLAY,
	/* -> CARRY_OUT and calls INTERRUPT through tc_call_interrupt */
	ANNOUNCED,
	/* after the window: operations -> MOVE; event: calls EVENT, -> ROUND_END; redeployment ->
	 * REDEPLOY; replacements: steps booked -> ROUND_END */
	CARRY_OUT,
	/* `move-marker space` | `combat-marker space` | ready -> ANNOUNCED. May call MAKHNO_DIE */
	MARK,
	/* `lift space` | done; v[1]: lifted (2 at most) -> ROUND_END */
	LIFT,
	/* `pick unit` | `pick-leader leader` (op.spaces: points left) -> REDEPLOY_TO; done -> ROUND_END
	 */
	REDEPLOY,
	/* v[1]: unit, v[2]: leader (the other is -1). `to space` | `to-reserve` -> REDEPLOY */
	REDEPLOY_TO,
	/* card to discards or out, op cleared, markers and flags of the round off; ends the frame */
	ROUND_END,

	/* ---- movement.c: still the round frame ---- */

	/* no group under way: `pick unit`, `pick-leader leader` (toggles nothing: adds), `train space`
	 * (Trotsky), `go space` (the group picked sets out), `stop` (it does not, and has had its
	 * move), ready -> FIGHT. Group: op.from, PICKED. Nobody left to pick: no question */
	MOVE,
	/* the group is at op.at with op.points left: `go space` | `stop` -> MOVE. go may call PREACH,
	 * FORCES (TC-8.24.1), LEADER_DIE. v[1]: the space it was about to enter when PREACH or FORCES
	 * was called + 1 (0: none); v[2]: 1 if PREACH stopped it; v[3]: how far that entry has come */
	MOVE_ON,

	/* ---- combat.c ---- */

	/* round frame. `attack target from` calls COMBAT; ready -> ROUND_END */
	FIGHT,
	/* called by tc_begin_combat; s->combat and M_FROM are set. plain -> COMBAT_ALSO; counter ->
	 * JOIN; treachery -> ROLL_ATTACKER. v[1] as each says, v[2]: the answer of PREACH */
	COMBAT,
	/* attacker: `also space` | `fight` -> COMBAT_PREACHED, calling PREACH where it applies */
	COMBAT_ALSO,
	/* v[2]: 1 if PREACH stopped it (markers spent -> COMBAT_END) -> WITHDRAW */
	COMBAT_PREACHED,
	/* defender with such a leader who can: `withdraw` (combat.withdrawn, retreat 1 -> BACK) |
	 * `stand` -> JOIN */
	WITHDRAW,
	/* attacker: `join unit` | `join-all` | `fire` (one at least has joined) -> BRING with v[1]
	 * = ATTACKER */
	JOIN,
	/* v[1]: role. `bring unit` | done -> BRING of the defender, then ROLL_ATTACKER */
	BRING,
	/* -> ROLL_DEFENDER */
	ROLL_ATTACKER,
	/* sets loss, left -> LOSE with v[1] = DEFENDER */
	ROLL_DEFENDER,

	/* ---- losses.c ---- */

	/* v[1]: role that loses. `lose unit`; sole choices are carried out. Greens and neutrals lose by
	 * themselves. Nothing left -> LOSE of the ATTACKER, then RELIEVE with v[1] = DEFENDER */
	LOSE,
	/* v[1]: role, v[2]: the army (lowest id U_FELL; run sets it). `relieve army corps`; one sort of
	 * corps or none: no question. Then the ATTACKER, then CANCEL. Calls LEADER_DIE */
	RELIEVE,

	/* ---- retreat.c ---- */

	/* computes combat.retreat (TC-RT-1); none -> ADVANCE. defender: `cancel unit` (loses a step,
	 * held -> ADVANCE) | `retreat` -> BACK. Not possible: no question */
	CANCEL,
	/* `back unit space` until all U_BACK are gone: one unit step by step (combat.back_unit,
	 * back_at); no way: TC-RT-4 by itself. v[1]: steps the present unit has gone -> BACK_LEADERS */
	BACK,
	/* `with leader unit`; sole choices carried out; calls LEADER_DIE for who is alone -> ADVANCE */
	BACK_LEADERS,

	/* ---- advance.c ---- */

	/* attacker, if the target is empty: `advance unit` | `pick-leader leader` | done -> FURTHER.
	 * v[3]: 1 while combat.back_unit waits to enter (TC-8.24.1) */
	ADVANCE,
	/* `further unit space` | `leader-to leader space` | done -> COUNTER. v[1]: 1 once a leader
	 * exploits; v[2]: the answer of PREACH; v[3]: 1 + the space combat.back_unit waits to enter */
	FURTHER,
	/* defender: `counter target` (sets s->combat anew, kind COUNTER -> COMBAT) | pass -> COMBAT_END
	 */
	COUNTER,
	/* clears s->combat, M_FROM, FIGHTS, BACK, AHEAD; ends the frame */
	COMBAT_END,

	/* ---- leaders.c: called ---- */

	/* called. RED: `preach` -> PREACH_DIE | pass. v[0]: the city, v[1]: 0 a move, 1 an attack.
	 * Writes 1 into v[2] of the frame below if it stops them; ends */
	PREACH,
	/* locals of PREACH; ends */
	PREACH_DIE,
	/* called by tc_leaders_alone. v[0]: leader -> dead, or LEADER_FLEES; then the next of his space
	 * in the same frame */
	LEADER_DIE,
	/* v[0]: leader. His owner: `leader-to leader space` among the nearest cities; one: no question;
	 * ends */
	LEADER_FLEES,

	/* ---- events.c ---- */

	/* called by tc_play_event. v[0]: card, v[1]: side + 2 * (1 if an Initiative card),
	 * v[2]: row of effects.csv, v[3]: index within the row. Carries rows out, -> the steps below,
	 * which come back here; past the last row ends */
	EVENT,
	/* what tc_play_event calls for a card with choices. `use choice`: marks it chosen -> EVENT at
	 * the card's first row; one that is possible: no question */
	EVENT_CHOICE,
	/* `put unit space` | `reserve unit` | `leader-to leader space` for item v[3] of row v[2] */
	EVENT_PUT,
	/* `target unit` (switch-corps) | `at space` (green, stop-combat, no-act, lift-no-act) |
	 * `on faction` (influence-one) | done where fewer are allowed. v[3]: how many so far */
	EVENT_TARGET,
	/* rows with `until`: the die of row v[2]; what was named is U_PICKED */
	EVENT_DIE,
	/* mutiny: WHITE's other forces leave the space, `put unit space` one space on, then `leader-to
	 * leader space` with one of them */
	EVENT_RETREAT,

	/* ---- initiative.c ---- */

	/* called by tc_call_interrupt. v[0]: the side that may, v[1]: 1 + the card under way.
	 * `interrupt card` calls EVENT (Initiative, choices by EVENT_CHOICE) | pass; ends. v[2]: 1 +
	 * the card played in it */
	INTERRUPT,

	/* ---- logistics.c: the frame of the Logistics Phase ---- */

	/* called. -> WITHDRAWAL with v[0] = 0 */
	CONQUEST,
	/* v[0]: faction cursor. Its controller, or WHITE after WHITE 12: `modify n` (0: take 1 off, 1:
	 * nothing, 2: add 1) where he has a choice; v[1] -> WITHDRAWAL_DIE. None left -> ATTRITION */
	WITHDRAWAL,
	/* v[0]: faction, v[1]: modifier -> WITHDRAWAL of the next */
	WITHDRAWAL_DIE,
	/* -> SCORE; calls LEADER_DIE */
	ATTRITION,
	/* -> REPLACE with v[0] = WHITE */
	SCORE,
	/* v[0]: side. `heal unit` | `rebuild unit` | `buy leader` -> REPLACE_AT | done -> BELARUS_ARMY,
	 * then REPLACE of RED, then LOGISTICS_END. run computes half and steps on the first visit (v[3]
	 * = 0) */
	REPLACE,
	/* v[1]: unit, v[2]: leader (the other is -1). `to space`; one place: no question -> REPLACE */
	REPLACE_AT,
	/* RED: `to space` | pass -> REPLACE with v[0] = RED */
	BELARUS_ARMY,
	/* ends the frame */
	LOGISTICS_END,
	STEPS
};

enum { VETO_UNASKED, VETO_ALLOWED, VETO_USED }; /* what VETO leaves in v[3] below */

/* The functions of a step: one that only runs; one that is asked, chance with its lots and draws
 * among them; a die, which shares all but apply; a sealed one. */
#define TC_RUNS(what) void tc_##what##_run(void *, ap_events *)
#define TC_ANSWERS(what)                                                                           \
	void tc_##what##_legal(const void *, int seat, ap_list *);                                     \
	uint16_t tc_##what##_refuse(const void *, int seat, ap_action);                                \
	void tc_##what##_apply(void *, int seat, ap_action, ap_events *)
#define TC_ASKS(what)                                                                              \
	TC_RUNS(what);                                                                                 \
	TC_ANSWERS(what)
#define TC_ROLLS(what) void tc_##what##_apply(void *, int seat, ap_action, ap_events *)
#define TC_SEALS(what)                                                                             \
	TC_ASKS(what);                                                                                 \
	void tc_##what##_close(void *, ap_events *);                                                   \
	bool tc_##what##_unseal(void *, int seat)

/* ---- setup.c: the sides ---- */

TC_SEALS(bid);
TC_ASKS(bid_lot);

/* ---- turn.c: the base frame, which never ends ---- */

TC_RUNS(turn_begin);
TC_ASKS(draw);
TC_RUNS(chits);
TC_ASKS(chit);
TC_RUNS(phase_politics);
TC_RUNS(phase_action);
TC_RUNS(phase_logistics);
TC_RUNS(turn_end);
TC_ASKS(chit_region);
TC_ASKS(chit_spaces);
TC_ASKS(chit_card);
TC_ASKS(chit_leader);

/* ---- politics.c, political_cards.c: the frame of the Political Phase ---- */

TC_RUNS(politics);
TC_SEALS(place);
TC_ASKS(box_open);
TC_ROLLS(influence_die);
TC_RUNS(box_count);
TC_ASKS(choose);
TC_ASKS(turn_cards);
TC_ASKS(special_lot);
TC_ROLLS(spy_die);
TC_ASKS(spy_box);
TC_RUNS(markers);
TC_ASKS(forces_lot);
TC_RUNS(politics_end);

/* ---- markers.c, control.c: called from either phase ---- */

TC_ASKS(veto);
TC_ASKS(loss_leaders);
TC_ASKS(loss_units);

/* ---- factions.c, war.c ---- */

TC_ASKS(forces);
TC_ASKS(forces_one);
TC_ASKS(declare);
TC_ROLLS(makhno_die);
TC_ASKS(makhno_revolt);

/* ---- round.c, operations.c: the round frame goes on; v[0]: side in all of it ---- */

TC_ASKS(play);
TC_RUNS(announced);
TC_RUNS(carry_out);
TC_ASKS(mark);
TC_ASKS(lift);
TC_ASKS(redeploy);
TC_ASKS(redeploy_to);
TC_RUNS(round_end);

/* ---- movement.c: still the round frame ---- */

TC_ASKS(move);
TC_ASKS(move_on);

/* ---- combat.c ---- */

TC_ASKS(fight);
TC_RUNS(combat);
TC_ASKS(combat_also);
TC_RUNS(combat_preached);
TC_ASKS(withdraw);
TC_ASKS(join);
TC_ASKS(bring);
TC_ROLLS(roll_attacker);
TC_ROLLS(roll_defender);

/* ---- losses.c ---- */

TC_ASKS(lose);
TC_ASKS(relieve);

/* ---- retreat.c ---- */

TC_ASKS(cancel);
TC_ASKS(back);
TC_ASKS(back_leaders);

/* ---- advance.c ---- */

TC_ASKS(advance);
TC_ASKS(further);
TC_ASKS(counter);
TC_RUNS(combat_end);

/* ---- leaders.c: called ---- */

TC_ASKS(preach);
TC_ROLLS(preach_die);
TC_ROLLS(leader_die);
TC_ASKS(leader_flees);

/* ---- events.c ---- */

TC_RUNS(event);
TC_ASKS(event_choice);
TC_ASKS(event_put);
TC_ASKS(event_target);
TC_ROLLS(event_die);
TC_ASKS(event_retreat);

/* ---- initiative.c ---- */

TC_ASKS(interrupt);

/* ---- logistics.c: the frame of the Logistics Phase ---- */

TC_RUNS(conquest);
TC_ASKS(withdrawal);
TC_ROLLS(withdrawal_die);
TC_RUNS(attrition);
TC_RUNS(score);
TC_ASKS(replace);
TC_ASKS(replace_at);
TC_ASKS(belarus_army);
TC_RUNS(logistics_end);

#endif
