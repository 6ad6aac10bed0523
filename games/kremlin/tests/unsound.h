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

#endif
