/* rehabilitation.c: phase 7, KR-7. */
#include "chapters.h"

void kr_rehabilitate_open_run(void *state, ap_events *ev)
{
	(void)ev;
	kr_goto(state, KR_STEP_REHABILITATE);
	kr_listen_for_cards(state, KR_NONE);
}

/* Remembers that the holder of this post has spoken, and for whom. */
static void speak(kr_state *s, kr_rehabilitate_frame *f, int post)
{
	f->spoken |= (uint8_t)(1u << post);
	kr_rehabilitate_frame_set_controllers(
		f, post, kr_to_remember(kr_controller(s, s->holder[post])));
}

/* Asks one member after another. Those who release nobody are listened to together, with the next
 * who releases somebody, or when all have been asked: KR-DE-8. */
void kr_rehabilitate_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	kr_rehabilitate_frame *f = kr_rehabilitate_top(s);
	for (; f->member < KR_POSTS && kr_at(s, KR_PLACE_SIBERIA); f->member++) {
		int p = s->holder[f->member];
		if (!kr_active(s, f->member))
			continue;
		if (kr_too_old(s, p)) {
			kr_tell_too_old(ev, KR_RE_2, KR_POLITICIAN(p));
			continue;
		}
		if (kr_controller(s, p) != KR_NONE) {
			ap_ask(s, AP_SEAT(kr_controller(s, p)));
			return;
		}
		kr_tell_no_will(ev, KR_IN_2, KR_POLITICIAN(p));
		speak(s, f, f->member);
	}
	if (f->spoken && kr_at(s, KR_PLACE_SIBERIA)) {
		f->said = ap_act(KR_VERB_NOTHING, 0, 0);
		kr_announce(s, s->holder[31 - __builtin_clz(f->spoken)], KR_STEP_REHABILITATE_STAND);
	} else {
		kr_end_phase(s);
	}
}

void kr_rehabilitate_legal(const void *state, int seat, ap_list *out)
{
	const kr_state *s = state;
	(void)seat;
	ap_add(out, ap_act(KR_VERB_NOTHING, 0, 0));
	ap_add_each_x(out, ap_act(KR_VERB_REHABILITATE, 0, 0), kr_at(s, KR_PLACE_SIBERIA));
}

uint16_t kr_rehabilitate_refuse(const void *state, int seat, ap_action a)
{
	const kr_state *s = state;
	(void)seat;
	bool fits = ap_verb_of(a) == KR_VERB_NOTHING ||
		(ap_verb_of(a) == KR_VERB_REHABILITATE && s->place[ap_x(a)] == KR_PLACE_SIBERIA);
	return fits ? 0 : KR_7;
}

void kr_rehabilitate_apply(void *state, int seat, ap_action a, ap_events *ev)
{
	kr_state *s = state;
	kr_rehabilitate_frame *f = kr_rehabilitate_top(s);
	int post = f->member, p = s->holder[post];
	(void)seat;
	speak(s, f, post);
	if (ap_verb_of(a) == KR_VERB_NOTHING) {
		kr_tell_releases_nobody(ev, KR_7, KR_POLITICIAN(p));
		f->member++;
		return;
	}
	kr_tell_rehabilitates(ev, KR_7, KR_POLITICIAN(p), KR_POLITICIAN(ap_x(a)));
	f->said = a;
	kr_announce(s, p, KR_STEP_REHABILITATE_STAND);
}

/* Returns the first post whose holder decides anew, or can act only since a card has been played;
 * KR_POSTS if there is none. */
static int first_to_ask(const kr_state *s, const kr_rehabilitate_frame *f, ap_events *ev)
{
	for (int post = f->first; post <= f->member && post < KR_POSTS; post++) {
		int by = kr_remembered(kr_rehabilitate_frame_controllers(f, post));
		if (!kr_active(s, post) || kr_too_old(s, s->holder[post]))
			continue;
		if (!(f->spoken >> post & 1) || !kr_stands(s, s->holder[post], by, ev))
			return post;
	}
	return KR_POSTS;
}

static void release(kr_state *s, kr_rehabilitate_frame *f, int released, ap_events *ev)
{
	kr_put(s, released, KR_PLACE_PEOPLE, ev);
	kr_tell_returns(ev, KR_7, KR_POLITICIAN(released));
	kr_stress(s, s->holder[f->member], KR_RELEASE_COST, KR_7, ev);
	f->first = f->member;
	f->spoken = 0;
}

void kr_rehabilitate_stand_run(void *state, ap_events *ev)
{
	kr_state *s = state;
	kr_rehabilitate_frame *f = kr_rehabilitate_top(s);
	ap_action said = f->said;
	kr_goto(s, KR_STEP_REHABILITATE);
	f->said = AP_NO_ACTION;
	if (!kr_at(s, KR_PLACE_SIBERIA))
		return; /* a card may have emptied Siberia: then there is nothing to decide */
	int anew = first_to_ask(s, f, ev);
	if (anew < KR_POSTS) {
		f->member = (uint8_t)anew;
		f->spoken &= (uint8_t)((1u << anew) - 1);
	} else if (f->member == KR_POSTS) {
		f->spoken = 0; /* nobody releases anybody */
	} else if (kr_active(s, f->member) && s->place[ap_x(said)] == KR_PLACE_SIBERIA) {
		release(s, f, (int)ap_x(said), ev);
	} else {
		f->spoken &= (uint8_t) ~(1u << f->member);
	}
}
