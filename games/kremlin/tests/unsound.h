/* unsound.h: positions of Kremlin with which the tests of unsound states begin. */
#ifndef APPARAT_KREMLIN_UNSOUND_H
#define APPARAT_KREMLIN_UNSOUND_H

#include "unit/position.h"

#include "engine/chapters.h"

#define BOARD                                                                                      \
	"'year': 2, 'sick': ['niewitko'], 'declared': {'red': {'boremtodev': 4}}, 'place': {\n"        \
	"  'aparatschik': 'wall', 'schukrutoff': 'chief', 'boremtodev': 'kgb',\n"                      \
	"  'goferbrok': 'foreign', 'niewitko': 'defense', 'krakemheds': 'ideology',\n"                 \
	"  'purgemoff': 'industry', 'palavrian': 'economy', 'shootemdedsky': 'sport',\n"               \
	"  'mischif': 'candidates', 'doberman': 'candidates', 'satin': 'siberia'}"
#define AT_PURGES "start kremlin players=3 rules=advanced at purge-open\n"

/* Red controls the KGB Head and is asked for a purge. */
#define PURGING AT_PURGES "set {" BOARD ", 'phase': 2}\n"
/* The same in the Basic game, where nobody has more points than were written. */
#define BASIC "start kremlin players=3 rules=basic at purge-open\nset {" BOARD ", 'phase': 2}\n"
/* All are asked for cards before the purge: Red has one, Blue has two. */
#define LISTENING                                                                                  \
	AT_PURGES "set {" BOARD ", 'phase': 2,\n"                                                      \
			  "  'card': {'hail': 'red', 'pardon': 'blue', 'wonder-drug': 'blue'}}\n"
#define WRITING "start kremlin players=3 rules=basic at write\n"

enum { RED = KR_FACTION_RED, BLUE = KR_FACTION_BLUE, GREEN = KR_FACTION_GREEN, NOBODYS_SEAT = 3 };
enum {
	CHIEF = KR_POLITICIAN_SCHUKRUTOFF,
	KGB = KR_POLITICIAN_BOREMTODEV,
	PATIENT = KR_POLITICIAN_NIEWITKO,
	CANDIDATE = KR_POLITICIAN_MISCHIF,
	PERSON = KR_POLITICIAN_WASOLIN,
	EXILE = KR_POLITICIAN_SATIN,
	BEYOND = KR_POLITICIANS /* the number of no politician */
};

static inline kr_state position(const char *scenario)
{
	kr_state s;
	set_up(scenario, &s);
	assert_null(ap_unsound(&kremlin, &s));
	return s;
}

static inline kr_state seen_by(int viewer, const char *scenario)
{
	kr_state s = position(scenario), view;
	ap_view(&kremlin, &s, viewer, &view);
	return view;
}

static inline void refused(const kr_state *s, const char *wrong)
{
	assert_unsound(&kremlin, s, wrong);
}

static inline void accepted(const kr_state *s)
{
	assert_null(ap_unsound(&kremlin, s));
}

static inline void set_sheet(kr_state *s, int seat, int p, int written, int shown)
{
	s->sheet[seat][p] = (uint8_t)(shown << 4 | written);
}

/* ---- Stacks ---------------------------------------------------------------------------------- */

/* Lets the year be at a step that asks nobody and remembers nothing yet. */
static inline void put_year(kr_state *s, int step, int phase)
{
	memset(s->head.stack, 0, sizeof s->head.stack);
	s->head.depth = 0;
	kr_call(s, step);
	s->phase = (uint8_t)phase;
}

static inline kr_state year_at(int step, int phase)
{
	kr_state s = position(PURGING);
	put_year(&s, step, phase);
	return s;
}

/* The chair is vacant, and the KGB Head is nominated. */
static inline kr_state at_a_ballot(int step)
{
	kr_state s = year_at(step, KR_PHASE_FUNERAL);
	s.place[CHIEF] = KR_PLACE_WALL;
	s.holder[KR_PLACE_CHIEF] = KR_NONE;
	kr_ballot_top(&s)->subject = KGB;
	kr_ballot_top(&s)->caller = KR_POLITICIAN_GOFERBROK;
	accepted(&s);
	return s;
}

static inline kr_state at_an_order(int step)
{
	kr_state s = year_at(step, KR_PHASE_REPLACEMENT);
	memcpy(s.order, s.holder, sizeof s.order);
	accepted(&s);
	return s;
}

static inline kr_state at_a_trial(void)
{
	kr_state s = year_at(KR_STEP_SPY, KR_PHASE_SPY);
	kr_call(&s, KR_STEP_TRIAL);
	kr_ballot_top(&s)->subject = KR_POLITICIAN_PALAVRIAN;
	kr_ballot_top(&s)->caller = PATIENT;
	accepted(&s);
	return s;
}

/* Lets a card be resolved in a round that opens phase 2. */
static inline kr_state resolving(int step, int card)
{
	kr_state s = year_at(KR_STEP_PURGE, KR_PHASE_PURGE);
	kr_call(&s, KR_STEP_LISTEN);
	kr_call(&s, step);
	kr_card_top(&s)->card = (uint8_t)card;
	kr_card_top(&s)->player = RED;
	s.card[card] = KR_CARD_PLACE_TABLE;
	return s;
}

static inline void pick(kr_state *s, int faction, int due, int changed)
{
	kr_card_top(s)->faction = (uint8_t)faction;
	kr_card_top(s)->due = (uint8_t)due;
	kr_card_top(s)->changed = (uint8_t)changed;
}

#endif
