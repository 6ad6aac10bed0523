/* soundness_cards.c: the invariants of an Intrigue card that is being resolved: which steps it has,
 * and what its frame remembers. */
#include "soundness.h"

static bool has_effect(const kr_card_frame *f, int effect)
{
	return kr_intrigues[f->card].effect == effect;
}

static bool health_roll_below(const kr_state *s, const ap_frame *listened)
{
	return listened->step == KR_STEP_HEALTH_RESULT &&
		kr_is_member(s, kr_health_frame_in(listened)->who);
}

/* The faction picked for a power game, which owes the points, is not that of the card's player. */
static bool has_picked(const kr_card_frame *f)
{
	return f->faction != KR_NONE && f->faction != f->player;
}

/* A card that has not taken effect remembers nothing but what it is and who has played it. */
static bool nothing_has_happened(const kr_card_frame *f)
{
	return f->target == KR_NONE && f->faction == KR_NONE && f->diagnosis == KR_NONE && !f->given &&
		!f->due && !f->changed && !f->seats_shown;
}

static bool die_sound(const kr_state *s, const kr_card_frame *f, const ap_frame *listened)
{
	int target = f->target;
	switch (kr_intrigues[f->card].effect) {
	case KR_EFFECT_ASSASSINATION:
		return target != KR_NONE && s->place[target] <= KR_PLACE_CANDIDATES;
	case KR_EFFECT_VISIT:
		return target != KR_NONE && kr_is_member(s, target) && !(s->cure & kr_bit(target));
	case KR_EFFECT_MISDIAGNOSIS:
		return f->diagnosis != KR_NONE && health_roll_below(s, listened);
	case KR_EFFECT_POWER_GAME:
		return has_picked(f) && f->due == 0;
	case KR_EFFECT_GLASNOST:
		return true;
	default:
		return false;
	}
}

static bool choice_sound(const kr_state *s, const kr_card_frame *f, const ap_frame *listened)
{
	switch (kr_intrigues[f->card].effect) {
	case KR_EFFECT_MISDIAGNOSIS:
		return health_roll_below(s, listened);
	case KR_EFFECT_POWER_GAME:
		return has_picked(f) && f->due > 0 && !f->changed;
	case KR_EFFECT_GLASNOST:
	case KR_EFFECT_VACCINATION:
		return true;
	default:
		return false;
	}
}

static bool lot_sound(const kr_card_frame *f)
{
	bool first = f->faction == KR_NONE && f->due == 0 && !f->changed;
	bool again = has_picked(f) && f->due > 0 && f->changed;
	return has_effect(f, KR_EFFECT_POWER_GAME) && (first || again);
}

bool kr_card_frame_sound(const kr_state *s, const kr_card_frame *f, const ap_frame *listened)
{
	bool owed = f->due > 0;
	if (!kr_has_cards(s) || (owed && (!has_effect(f, KR_EFFECT_POWER_GAME) || !has_picked(f))))
		return false;
	switch (f->step) {
	case KR_STEP_CARD:
		return nothing_has_happened(f);
	case KR_STEP_CARD_DIE:
		return die_sound(s, f, listened);
	case KR_STEP_CARD_CHOICE:
		return choice_sound(s, f, listened);
	case KR_STEP_CARD_LOT:
		return lot_sound(f);
	case KR_STEP_ACCUSE:
		return has_effect(f, KR_EFFECT_ASSASSINATION);
	case KR_STEP_CHARGE_DIE:
		return has_effect(f, KR_EFFECT_ASSASSINATION) && f->target != KR_NONE &&
			kr_on_board(s, f->target);
	case KR_STEP_REVEAL_NAME:
		return has_effect(f, KR_EFFECT_REVELATIONS) && f->seats_shown == 0;
	case KR_STEP_UNMASK:
		return has_effect(f, KR_EFFECT_REVELATIONS) && f->target != KR_NONE &&
			kr_on_board(s, f->target) && f->seats_shown <= s->head.players;
	case KR_STEP_FORCED:
		return has_effect(f, KR_EFFECT_POWER_GAME) && has_picked(f);
	default:
		return true;
	}
}
