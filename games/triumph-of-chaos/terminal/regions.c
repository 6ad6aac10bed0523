/* regions.c: one region of the map of Triumph of Chaos: its sketch, and a list of its spaces with
 * all that is there and where their links lead; and which spaces the question is about. */
#include "parts.h"

#include <string.h>

#include "text/phrases.h"

enum { TEXT = 400 };

/* ---- What the question is about -------------------------------------------------------------- */

static void note_thing(
	const tc_state *s, const ap_names *names, int n, uint64_t asked[TC_SET_WORDS])
{
	if (names == &tc_space_list)
		tc_include(asked, n);
	else if (names == &tc_unit_list && s->unit_at[n] < TC_SPACES)
		tc_include(asked, s->unit_at[n]);
	else if (names == &tc_leader_list && s->leader_at[n] < TC_SPACES)
		tc_include(asked, s->leader_at[n]);
}

void tc_board_asked(const board *b, uint64_t asked[TC_SET_WORDS])
{
	const tc_state *s = b->view;
	ap_action legal[AP_MAX_LEGAL];
	bool is_asked = b->viewer < s->head.players && (ap_actors(s) & AP_SEAT(b->viewer));
	int count = is_asked ? ap_legal(b->game, b->view, b->viewer, legal) : 0;
	memset(asked, 0, TC_SET_WORDS * sizeof *asked);
	for (int i = 0; i < count; i++) {
		const ap_verb *verb = &b->game->verbs[ap_verb_of(legal[i])];
		note_thing(s, verb->x, (int)ap_x(legal[i]), asked);
		note_thing(s, verb->y, (int)ap_y(legal[i]), asked);
	}
}

bool tc_board_in_focus(const board *b, int space)
{
	const tc_state *s = b->view;
	return s->combat.target == space || s->combat.back_at == space || s->op.at == space ||
		s->op.from == space || (s->marker[space] & TC_MARKER_FLAG_FROM);
}

/* The region with the combat or the group under way; if there is none, the one with most of the
 * spaces that the question is about; if there is none either, the one with most units. */
int tc_board_region_asked(const board *b)
{
	const tc_state *s = b->view;
	uint64_t asked[TC_SET_WORDS];
	int best = TC_REGIONS - 1, most = 0, score[TC_REGIONS] = {0};
	tc_board_asked(b, asked);
	for (int space = 0; space < TC_SPACES; space++) {
		int *here = &score[tc_region_of(space)];
		*here += tc_in(asked, space) ? 100 : 0;
		*here += tc_board_in_focus(b, space) ? 100000 : 0;
		*here += tc_occupier(s, space) < TC_SIDE_COUNT;
	}
	for (int region = 0; region < TC_REGIONS; region++)
		if (score[region] > most) {
			best = region;
			most = score[region];
		}
	return best;
}

/* A space and whoever is on it belong to its region; others to their faction, if they have one. */
board_thing tc_board_belongs(const board *b, board_thing thing)
{
	const tc_state *s = b->view;
	int space = TC_NOWHERE, faction = TC_FACTIONS;
	if (thing.names == &tc_space_list)
		space = thing.index;
	if (thing.names == &tc_unit_list) {
		space = s->unit_at[thing.index];
		faction = tc_units[thing.index].faction;
	}
	if (thing.names == &tc_leader_list) {
		space = s->leader_at[thing.index];
		faction = tc_leaders[thing.index].faction;
	}
	if (space < TC_SPACES)
		return (board_thing){&tc_region_list, tc_region_of(space)};
	if (faction < TC_FACTIONS)
		return (board_thing){&tc_faction_list, faction};
	return (board_thing){NULL, 0};
}

/* ---- The list -------------------------------------------------------------------------------- */

/* Adds where the links of a space lead: "=" by railway, "-" by road, "~" by ferry or track. */
static void add_links(const board *b, const page *p, int space, tc_flow *f)
{
	static const char *const plain[TC_LINK_KINDS] = {"-", "=", "..", "~"};
	static const char *const symbol[TC_LINK_KINDS] = {"─", "═", "┄", "≈"};
	const tc_state *s = b->view;
	char text[TEXT];
	for (int i = tc_link_from[space]; i < tc_link_from[space + 1]; i++) {
		const tc_link *link = &tc_links[tc_link_of[i]];
		int to = tc_link_to[i];
		snprintf(text, sizeof text, S_DIM "%s" S_PLAIN "%s%s" S_PLAIN,
			page_symbol(p, symbol[link->kind], plain[link->kind]),
			tc_region_of(to) == tc_region_of(space) ? S_DIM : tc_board_style(s->owner[to]),
			tc_board_space(b, to));
		tc_flow_add(f, " ", text);
	}
}

static void add_space(const board *b, page *out, int space, bool asked)
{
	char text[TEXT_LINE];
	snprintf(text, sizeof text, S_RED "%s" S_DIM "%d" S_PLAIN " ",
		asked ? page_symbol(out, "»", ">") : " ", tc_spaces[space].number);
	tc_board_place(b, out, space, text, sizeof text);
	text_clip(text, out->columns);
	tc_flow f = tc_flow_start(out, 0, text);
	f.begun = true;
	add_links(b, out, space, &f);
	tc_flow_end(&f);
}

void tc_board_region(const board *b, page *out, int region)
{
	const tc_state *s = b->view;
	char text[TEXT], name[TEXT];
	uint64_t asked[TC_SET_WORDS];
	snprintf(name, sizeof name, "%s", ap_name_word(b->game, b->language, &tc_region_list, region));
	text_upper(name);
	snprintf(text, sizeof text, "%s", name);
	for (int owner = 0; owner < TC_OWNER_COUNT; owner++) {
		int count = 0;
		for (int space = 0; space < TC_SPACES; space++)
			count += tc_region_of(space) == region && s->owner[space] == owner;
		if (count > 0)
			text_add(text, sizeof text, " %s%d", tc_board_mark(b, owner), count);
	}
	if (tc_region_closed(s, region))
		text_add(text, sizeof text, " (%s)", tc_board_word(b, "closed"));
	page_rule(out, text);
	tc_board_sketch(b, out, region);
	page_rule(out, tc_board_word(b, "spaces"));
	tc_board_asked(b, asked);
	for (int space = 0; space < TC_SPACES; space++)
		if (tc_region_of(space) == region)
			add_space(b, out, space, tc_in(asked, space));
}
