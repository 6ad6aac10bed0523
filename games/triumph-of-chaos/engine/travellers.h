/* travellers.h: units, leaders and the gold train that are redeployed, and the spaces to which they
 * can go. */
#ifndef APPARAT_TRIUMPH_TRAVELLERS_H
#define APPARAT_TRIUMPH_TRAVELLERS_H

#include "chapters.h"

/* The unit or leader that is redeployed; the other one is -1, and both are for the gold train.
 * `from` is TC_NOWHERE for a traveller who comes out of the reserve. */
typedef struct tc_traveller {
	int side, unit, leader, from;
	int net;    /* the net that supplies him: see tc_net_of_unit */
	bool corps; /* he may pass where only corps may */
	bool kept;  /* he does not cross the Finnish border */
} tc_traveller;

static inline bool tc_is_gold(const tc_traveller *t)
{
	return t->unit < 0 && t->leader < 0;
}

tc_traveller tc_travelling_unit(const tc_state *s, int side, int unit);
tc_traveller tc_travelling_leader(const tc_state *s, int side, int leader);
tc_traveller tc_travelling_gold(const tc_state *s, int side);
/* Returns whether the traveller is in supply in the space. */
bool tc_traveller_fed_at(const tc_state *s, const tc_traveller *t, int space);
/* Returns the clause that forbids redeploying the traveller to a space; 0 if it is allowed. The
 * chain that leads there is not considered. */
uint16_t tc_end_forbidden(const tc_state *s, const tc_traveller *t, int space);
/* Returns whether the traveller finds room in a space of his side. */
static inline bool tc_finds_room(const tc_state *s, const tc_traveller *t, int space)
{
	return t->unit < 0 || tc_unit_fits(s, space, t->unit);
}

/* Keeps only the spaces of his side in which the traveller finds room. */
void tc_keep_roomy(const tc_state *s, const tc_traveller *t, uint64_t set[TC_SET_WORDS]);

/* Spaces that are open to the side of a traveller: those through which he may pass, and those to
 * which he may be redeployed, except that he may find no room, and no chain that leads there. */
typedef struct tc_bounds {
	uint64_t through[TC_SET_WORDS], ends[TC_SET_WORDS];
} tc_bounds;

/* What the travellers of a side have in common: the spaces that are open to the side, those of them
 * in home regions, those that are not closed to a sort of travellers, and the bounds of those who
 * are fed by the same net, too, and set out from the same side of the Finnish border. */
enum { TC_TRAVELLER_SORTS = 6 };
typedef struct tc_search {
	uint64_t open[TC_SET_WORDS], home[TC_SET_WORDS];
	tc_bounds other; /* the bounds of a traveller who has none in common with others */
	struct {
		uint64_t open[TC_SET_WORDS];
		tc_bounds bounds[TC_NET_COUNT + 1][2];
		bool is_known, bounds_known[TC_NET_COUNT + 1][2];
	} sort[TC_TRAVELLER_SORTS];
} tc_search;

void tc_begin_search(const tc_state *s, int side, tc_search *common);
/* Returns the bounds of a traveller, until those of another one are asked for. The space where he
 * is may be in them, though he is not redeployed to it. */
const tc_bounds *tc_bounds_of(const tc_state *s, const tc_traveller *t, tc_search *common);
/* Finds the spaces that a traveller on the map can reach within his bounds. */
void tc_find_reached(
	const tc_traveller *t, const tc_bounds *bounds, uint64_t reached[TC_SET_WORDS]);
/* Returns whether the traveller finds room in one of these spaces. */
bool tc_finds_room_in(const tc_state *s, const tc_traveller *t, const uint64_t ends[TC_SET_WORDS]);
/* Returns whether there is a place for the traveller. */
bool tc_finds_place(const tc_state *s, const tc_traveller *t, tc_search *common);

#endif
