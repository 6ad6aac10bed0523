/* map.c: the map of Triumph of Chaos as text: each region with the spaces that matter, or only the
 * spaces where something happens. */
#include "parts.h"

#include "text/phrases.h"

enum {
	TEXT = 400,
	NOT_HOT = 5, /* the rank of a space where nothing happens */
	SHOWN_MARKS = TC_MARKER_FLAG_NO_ACT | TC_MARKER_FLAG_MOVE | TC_MARKER_FLAG_COMBAT
};

/* ---- A space --------------------------------------------------------------------------------- */

/* The style of a unit: Greens and insurgents are green, others have that of who uses them. */
static const char *unit_style(const tc_state *s, int unit)
{
	return tc_is_green(s, unit) || tc_is_insurgent(s, unit) ? S_GREEN
															: tc_board_style(tc_user(s, unit));
}

/* What sets a unit apart from others with the same mark: it has changed sides, is an insurgent, or
 * the garrison of a subjugated city. */
static const char *unit_sign(const tc_state *s, const page *p, int unit)
{
	return s->unit_side[unit] != TC_ALLEGIANCE_OWN ? page_symbol(p, "↔", "%")
		: tc_is_insurgent(s, unit)                 ? page_symbol(p, "‡", "^")
		: tc_is_garrison(unit)                     ? page_symbol(p, "⌂", "&")
												   : "";
}

void tc_board_unit(const board *b, const page *p, int unit, char *out, size_t size)
{
	const tc_state *s = b->view;
	const tc_unit *u = &tc_units[unit];
	text_add(out, size, "%s%s%s%s/%d%s" S_PLAIN, unit_style(s, unit), unit_sign(s, p, unit),
		tc_is_army(unit) ? page_symbol(p, "▣", "#") : page_symbol(p, "▫", ""),
		u->mark[0] ? u->mark : ap_name_word(b->game, b->language, &tc_unit_list, unit),
		tc_combat_of(s, unit), tc_reduced(s, unit) ? "-" : "");
}

static void add_leaders(const board *b, const page *p, int space, char *out, size_t size)
{
	const tc_state *s = b->view;
	for (int leader = 0; leader < TC_LEADERS; leader++)
		if (s->leader_at[leader] == space)
			text_add(out, size, " %s%s%s%s" S_PLAIN, tc_board_style(tc_leader_user(s, leader)),
				page_symbol(p, "★", "*"),
				ap_name_word(b->game, b->language, &tc_leader_list, leader),
				s->leader_flags[leader] & TC_LEADER_FLAG_IDLE ? page_symbol(p, "⊘", "!") : "");
}

/* Adds " ⊘" for NO ACT, " →" if it is activated for movement, " ✕" if for combat, " ⚑" in the
 * colour of their side for partisans. */
static void add_marks(const board *b, const page *p, int space, char *out, size_t size)
{
	const tc_state *s = b->view;
	int marks = s->marker[space];
	if (marks & TC_MARKER_FLAG_NO_ACT)
		text_add(out, size, " " S_RED "%s" S_PLAIN, page_symbol(p, "⊘", "!"));
	if (marks & TC_MARKER_FLAG_MOVE)
		text_add(out, size, " " S_RED "%s" S_PLAIN, page_symbol(p, "→", ">"));
	if (marks & TC_MARKER_FLAG_COMBAT)
		text_add(out, size, " " S_RED "%s" S_PLAIN, page_symbol(p, "✕", "x"));
	if (s->gold_at == space)
		text_add(out, size, " " S_YELLOW "%s" S_PLAIN, page_symbol(p, "¤", "$"));
	for (int side = 0; side < TC_SIDE_COUNT; side++)
		if (tc_in(s->partisans[side], space))
			text_add(out, size, " %s%s" S_PLAIN, tc_board_style(side),
				page_symbol(p, "⚑", "(partisans)"));
}

void tc_board_forces(const board *b, const page *p, int space, char *out, size_t size)
{
	const tc_state *s = b->view;
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u)) {
		text_add(out, size, " ");
		tc_board_unit(b, p, u, out, size);
	}
	add_leaders(b, p, space, out, size);
}

void tc_board_short_forces(const board *b, const page *p, int space, char *out, size_t size)
{
	const tc_state *s = b->view;
	int strength = 0, strongest = TC_UNITS;
	bool armies = false, leaders = false;
	for (int u = tc_first(s, space); u < TC_UNITS; u = tc_next(s, u)) {
		strength += tc_combat_of(s, u);
		armies |= tc_is_army(u);
		strongest = u;
	}
	for (int leader = 0; leader < TC_LEADERS; leader++)
		leaders |= s->leader_at[leader] == space;
	if (strongest < TC_UNITS)
		text_add(out, size, "%s%s%d" S_PLAIN, unit_style(s, strongest),
			armies ? page_symbol(p, "▣", "#") : page_symbol(p, "▫", "c"), strength);
	if (leaders)
		text_add(out, size, S_BOLD "%s" S_PLAIN, page_symbol(p, "★", "*"));
	if (s->gold_at == space)
		text_add(out, size, S_YELLOW "%s" S_PLAIN, page_symbol(p, "¤", "$"));
	if (tc_has_partisans(s, space))
		text_add(out, size, S_GREEN "%s" S_PLAIN, page_symbol(p, "⚑", "p"));
	if (s->marker[space] & TC_MARKER_FLAG_NO_ACT)
		text_add(out, size, S_RED "%s" S_PLAIN, page_symbol(p, "⊘", "!"));
	if (s->marker[space] & TC_MARKER_FLAG_MOVE)
		text_add(out, size, S_RED "%s" S_PLAIN, page_symbol(p, "→", ">"));
	if (s->marker[space] & TC_MARKER_FLAG_COMBAT)
		text_add(out, size, S_RED "%s" S_PLAIN, page_symbol(p, "✕", "x"));
}

void tc_board_place(const board *b, const page *p, int space, char *out, size_t size)
{
	const tc_state *s = b->view;
	int owner = s->owner[space];
	text_add(out, size, "%s%s %s%s" S_PLAIN, tc_board_style(owner), tc_board_mark(b, owner),
		tc_board_space(b, space), tc_spaces[space].city ? page_symbol(p, "◎", "@") : "");
	tc_board_forces(b, p, space, out, size);
	add_marks(b, p, space, out, size);
}

/* ---- What matters ---------------------------------------------------------------------------- */

static bool occupied(const tc_state *s, int space)
{
	if (tc_first(s, space) < TC_UNITS)
		return true;
	for (int leader = 0; leader < TC_LEADERS; leader++)
		if (s->leader_at[leader] == space)
			return true;
	return false;
}

/* Does one side own the space, and the other one next to it? */
static bool on_front(const tc_state *s, int space)
{
	int owner = s->owner[space];
	for (int i = tc_link_from[space]; i < tc_link_from[space + 1] && owner < TC_SIDE_COUNT; i++)
		if (s->owner[tc_link_to[i]] == tc_other(owner))
			return true;
	return false;
}

/* Is the space shown in its region? */
static bool matters(const tc_state *s, int space)
{
	return tc_spaces[space].city || occupied(s, space) || (s->marker[space] & SHOWN_MARKS) ||
		tc_has_partisans(s, space) || s->gold_at == space || on_front(s, space);
}

/* ---- Regions --------------------------------------------------------------------------------- */

/* For example "NORTH R27 W3 ": how many spaces each owner has in the region. */
static void region_label(const board *b, int region, char *out, size_t size)
{
	const tc_state *s = b->view;
	int count[TC_OWNER_COUNT] = {0};
	char name[TEXT];
	for (int space = 0; space < TC_SPACES; space++)
		if (tc_region_of(space) == region)
			count[s->owner[space]]++;
	snprintf(name, sizeof name, "%s", ap_name_word(b->game, b->language, &tc_region_list, region));
	text_upper(name);
	snprintf(out, size, S_RED "%s" S_PLAIN, name);
	for (int owner = 0; owner < TC_OWNER_COUNT; owner++)
		if (count[owner] > 0)
			text_add(out, size, " %s%s%d" S_PLAIN, tc_board_style(owner), tc_board_mark(b, owner),
				count[owner]);
	text_add(out, size, "  ");
}

static void add_region(const board *b, page *out, int region)
{
	const tc_state *s = b->view;
	char text[TEXT_LINE];
	region_label(b, region, text, sizeof text);
	tc_flow f = tc_flow_start(out, 0, text);
	const char *between = page_symbol(out, S_DIM " │ " S_PLAIN, " | ");
	for (int space = 0; space < TC_SPACES; space++)
		if (tc_region_of(space) == region && matters(s, space)) {
			text[0] = '\0';
			tc_board_place(b, out, space, text, sizeof text);
			tc_flow_add(&f, between, text);
		}
	tc_flow_end(&f);
}

/* Does anybody own a space of the region, or stand in one? */
static bool in_play(const tc_state *s, int region)
{
	for (int space = 0; space < TC_SPACES; space++)
		if (tc_region_of(space) == region &&
			(s->owner[space] != TC_PARTY_NOBODY || occupied(s, space)))
			return true;
	return false;
}

/* Regions in which there is nobody share the last lines. */
void tc_board_map(const board *b, page *out)
{
	const tc_state *s = b->view;
	char label[TEXT];
	page_rule(out, tc_board_word(b, "map"));
	for (int region = TC_REGIONS - 1; region >= 0; region--) /* the centre of Russia first */
		if (in_play(s, region))
			add_region(b, out, region);
	snprintf(label, sizeof label, S_DIM "%s" S_PLAIN, tc_board_word(b, "quiet"));
	tc_flow f = tc_flow_start(out, 0, label);
	for (int region = 0; region < TC_REGIONS; region++)
		if (!in_play(s, region)) {
			snprintf(label, sizeof label, S_DIM "%s" S_PLAIN,
				ap_name_word(b->game, b->language, &tc_region_list, region));
			tc_flow_add(&f, " ", label);
		}
	tc_flow_end(&f);
}

/* ---- Where something happens ----------------------------------------------------------------- */

/* How important a space is on a small screen: where a group moves or fights comes first (0), then
 * what may be chosen; NOT_HOT is left out. */
static int rank_of(const board *b, const uint64_t asked[TC_SET_WORDS], int space)
{
	const tc_state *s = b->view;
	if (tc_board_in_focus(b, space))
		return 0;
	if (tc_in(asked, space))
		return 1;
	if (tc_has_partisans(s, space) || (s->marker[space] & SHOWN_MARKS))
		return 2;
	int who = tc_occupier(s, space);
	if (who >= TC_SIDE_COUNT)
		return NOT_HOT;
	if (tc_unit_near(s, space, tc_other(who)))
		return 3;
	return on_front(s, space) || tc_spaces[space].city ? 4 : NOT_HOT;
}

void tc_board_hot(const board *b, page *out, int most)
{
	uint64_t asked[TC_SET_WORDS];
	char text[TEXT_LINE], word[TEXT];
	snprintf(word, sizeof word, "%s", tc_board_word(b, "hot"));
	text_upper(word);
	snprintf(text, sizeof text, S_RED "%s" S_PLAIN " ", word);
	tc_flow f = tc_flow_start(out, most, text);
	const char *between = page_symbol(out, S_DIM " │ " S_PLAIN, " | ");
	tc_board_asked(b, asked);
	for (int rank = 0; rank < NOT_HOT; rank++)
		for (int space = 0; space < TC_SPACES; space++)
			if (rank_of(b, asked, space) == rank) {
				text[0] = '\0';
				tc_board_place(b, out, space, text, sizeof text);
				tc_flow_add(&f, between, text);
			}
	tc_flow_end(&f);
}
