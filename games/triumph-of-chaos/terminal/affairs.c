/* affairs.c: what matters in the whole war and lies on no space: what ends the game, Poland, the
 * gold train, the Tsar, the objectives of 1919, the events in force and those that were played. */
#include "parts.h"

#include "terminal/words.h"
#include "text/phrases.h"

enum { TEXT = 400 };

static const char *name_of(const board *b, const ap_names *names, int n)
{
	return ap_name_word(b->game, b->language, names, n);
}

/* Writes the word with this key, which may have holes. Returns `out`. */
static const char *say(
	const board *b, char out[TEXT], const char *name, const char *first, const char *second)
{
	char key[120];
	snprintf(key, sizeof key, "triumph-of-chaos.terminal.%s", name);
	return play_say(out, TEXT, b->language, key, first, second, NULL);
}

/* Begins a line with its heading. */
static tc_flow start(const board *b, page *out, const char *name)
{
	char text[TEXT] = S_RED;
	text_add(text, sizeof text, "%s" S_PLAIN, tc_board_word(b, name));
	text_pad(text, sizeof text, 12);
	text_add(text, sizeof text, " ");
	return tc_flow_start(out, 0, text);
}

/* ---- The end --------------------------------------------------------------------------------- */

/* TC-5.26.1: what RED needs at the end of the 1919 scenario. */
static const char *red_needs(const board *b, const char *vp, char out[TEXT])
{
	char lost[12], needed[12], key[] = "triumph-of-chaos.terminal.end.red-needs";
	snprintf(lost, sizeof lost, "%d", tc_home_cities_lost(b->view));
	snprintf(needed, sizeof needed, "%d", tc_number_of(TC_NUMBER_OBJECTIVES_NEEDED));
	return play_say(out, TEXT, b->language, key, vp, lost, needed, NULL);
}

static void add_winning_points(const board *b, tc_flow *f)
{
	const tc_setting *setting = tc_setting_of(b->view);
	char text[TEXT], digits[12];
	for (int side = 0; side < TC_SIDE_COUNT; side++) {
		int vp = side == TC_SIDE_WHITE ? setting->white_vp : setting->red_vp;
		snprintf(digits, sizeof digits, "%d", vp);
		if (vp > 0 && tc_tournament(b->view) && side == TC_SIDE_RED)
			tc_flow_add(f, " · ", red_needs(b, digits, text));
		else if (vp > 0)
			tc_flow_add(f, " · ", say(b, text, "end.vp", tc_board_side(b, side), digits));
	}
	if (setting->capitals > 1)
		tc_flow_add(f, " · ", tc_board_word(b, "end.both-capitals"));
	else if (setting->capitals == 1)
		tc_flow_add(f, " · ", tc_board_word(b, "end.capital"));
	if (tc_campaign(b->view)) {
		snprintf(digits, sizeof digits, "%d", tc_white_regions_of_red(b->view));
		tc_flow_add(f, " · ", say(b, text, "end.regions", digits, ""));
	}
}

static void add_end(const board *b, page *out)
{
	const tc_state *s = b->view;
	char text[TEXT], digits[12];
	tc_flow f = start(b, out, "end");
	snprintf(digits, sizeof digits, "%d", tc_final_turn(s));
	tc_flow_add(&f, " · ", say(b, text, "end.turn", digits, ""));
	add_winning_points(b, &f);
	if (tc_tournament(s) && s->turn > 0 && tc_ends_on(s) > 0) {
		snprintf(digits, sizeof digits, "%d", tc_ends_on(s));
		tc_flow_add(&f, " · ", say(b, text, "end.die", digits, ""));
	}
	tc_flow_end(&f);
}

/* The five conditions, with a sign for those that RED meets now and one for those it has written:
 * the latter only for those who may know. */
static void add_objectives(const board *b, page *out)
{
	const tc_state *s = b->view;
	char text[TEXT];
	if (!tc_tournament(s))
		return;
	tc_flow f = start(b, out, "objectives");
	for (int objective = 0; objective < TC_OBJECTIVES; objective++) {
		bool written = tc_sees_objectives(s) && (s->objectives >> objective & 1);
		snprintf(text, sizeof text, "%s%s%s", tc_objective_holds(s, objective) ? "+" : "-",
			name_of(b, &tc_objective_list, objective),
			written ? page_symbol(out, " ✎", " (w)") : "");
		tc_flow_add(&f, " · ", text);
	}
	tc_flow_end(&f);
}

/* ---- Poland ---------------------------------------------------------------------------------- */

static void add_triggers(const board *b, tc_flow *f)
{
	char text[TEXT];
	const char *between = " · ";
	for (int faction = 0; faction < TC_FACTIONS; faction++) {
		if (tc_figure_response_waits(b->view, faction) != 1)
			continue;
		int modifier = tc_figure_response_modifier(b->view, faction);
		if (between[0] != ',')
			tc_flow_add(f, between, tc_board_word(b, "poland.triggers"));
		snprintf(text, sizeof text, "%s", name_of(b, &tc_faction_list, faction));
		if (modifier != AP_NONE && modifier != 0)
			text_add(text, sizeof text, " (%+d)", modifier);
		tc_flow_add(f, between[0] == ',' ? between : " ", text);
		between = ", ";
	}
}

static void add_poland(const board *b, page *out)
{
	const tc_state *s = b->view;
	char text[TEXT];
	int state = tc_figure_polish_state(s, 0);
	if (state == AP_NONE)
		return;
	tc_flow f = start(b, out, "poland");
	tc_flow_add(&f, "", name_of(b, &tc_polish_state_list, state));
	tc_flow_add(&f, " · ", name_of(b, &tc_box_list, s->box[TC_FACTION_POLAND]));
	for (int side = 0; side < TC_SIDE_COUNT; side++)
		if (tc_at_war(s, side, TC_FACTION_POLAND)) {
			snprintf(
				text, sizeof text, "%s %s", tc_board_word(b, "at-war"), tc_board_side(b, side));
			tc_flow_add(&f, " · ", text);
		}
	if (tc_figure_poles_apart(s, 0) == 1)
		tc_flow_add(&f, " · ", tc_board_word(b, "poland.apart"));
	if (tc_figure_may_try_moskva(s, 0) == 1)
		tc_flow_add(&f, " · ", tc_board_word(b, "poland.moskva"));
	add_triggers(b, &f);
	tc_flow_end(&f);
}

/* ---- Gold and Tsar --------------------------------------------------------------------------- */

static bool gold_words(const board *b, char out[TEXT])
{
	const tc_state *s = b->view;
	if (s->gold_at >= TC_SPACES)
		return false;
	say(b, out, "gold.at", tc_board_space(b, s->gold_at), tc_board_side(b, tc_gold_owner(s)));
	return true;
}

/* What is known about the Tsar; false where he is not used. */
static bool tsar_words(const board *b, char out[TEXT])
{
	const tc_state *s = b->view;
	const int tsar = TC_LEADER_WHITE_TSAR;
	char digits[12];
	if (!tc_setting_of(s)->tsar)
		return false;
	snprintf(digits, sizeof digits, "%d", tc_leaders[tsar].rescue);
	if (s->leader_at[tsar] < TC_SPACES)
		say(b, out, "tsar.saved", tc_board_space(b, s->leader_at[tsar]), "");
	else if (s->leader_where[tsar] == TC_LOCATION_OUT)
		say(b, out, "tsar.held", digits, "");
	else
		say(b, out, "tsar.dead", "", "");
	return true;
}

static void add_gold_and_tsar(const board *b, page *out)
{
	char text[TEXT];
	if (gold_words(b, text)) {
		tc_flow f = start(b, out, "gold");
		tc_flow_add(&f, "", text);
		tc_flow_end(&f);
	}
	if (tsar_words(b, text)) {
		tc_flow f = start(b, out, "tsar");
		tc_flow_add(&f, "", text);
		tc_flow_end(&f);
	}
}

/* ---- What is in force ------------------------------------------------------------------------ */

static void add_for_sides(const board *b, tc_flow *f, int sides, const char *name)
{
	char text[TEXT];
	for (int side = 0; side < TC_SIDE_COUNT; side++)
		if (sides >> side & 1)
			tc_flow_add(f, " · ", say(b, text, name, tc_board_side(b, side), ""));
}

static void add_if(const board *b, tc_flow *f, bool holds, const char *name)
{
	if (holds)
		tc_flow_add(f, " · ", tc_board_word(b, name));
}

static void add_in_force(const board *b, page *out)
{
	const tc_state *s = b->view;
	tc_flow f = start(b, out, "in-force");
	if (s->turn > 0) {
		tc_flow_add(&f, "", name_of(b, &tc_season_list, tc_season_of(s)));
		add_if(b, &f, tc_season_slows(s), "force.slow");
	}
	add_for_sides(b, &f, s->infighting, "force.infighting");
	add_for_sides(b, &f, s->fewer_spaces, "force.fewer-spaces");
	add_for_sides(b, &f, s->fewer_steps, "force.fewer-steps");
	add_for_sides(b, &f, s->duty_lifted, "force.duty-lifted");
	add_if(b, &f, s->border_open, "force.border");
	add_if(b, &f, s->finns_kept > 0 && s->turn <= s->finns_kept, "force.finns-kept");
	add_if(b, &f, s->passive != TC_PASSIVITY_NONE, "force.passive");
	add_if(b, &f, s->bonus, "force.bonus");
	add_if(b, &f, s->this_turn & TC_THIS_TURN_LACK_OF_MEN, "force.lack-of-men");
	add_if(b, &f, s->this_turn & TC_THIS_TURN_IDLE_FACTIONS, "force.idle-factions");
	add_if(b, &f, s->levy != TC_LEVY_NONE, "force.levy");
	add_if(b, &f, tc_may(s, TC_SIDE_WHITE, TC_MUST_CZECHS_ALONE), "force.czechs-alone");
	if (s->special != TC_NONE)
		tc_flow_add(&f, " · ", name_of(b, &tc_political_card_list, s->special));
	for (int faction = 0; faction < TC_FACTIONS; faction++)
		if (tc_subjugated(s, faction)) {
			char text[TEXT];
			say(b, text, "force.subjugated", name_of(b, &tc_faction_list, faction), "");
			tc_flow_add(&f, " · ", text);
		}
	if (!f.begun)
		tc_flow_add(&f, "", tc_board_word(b, "empty"));
	tc_flow_end(&f);
}

/* The events that were played, which many rules ask about. */
static void add_played(const board *b, page *out, int side)
{
	const tc_state *s = b->view;
	char text[TEXT];
	snprintf(text, sizeof text, S_RED "%s" S_PLAIN " %s%s" S_PLAIN " ", tc_board_word(b, "played"),
		tc_board_style(side), tc_board_side(b, side));
	tc_flow f = tc_flow_start(out, 0, text);
	for (int card = 0; card < TC_CARDS; card++)
		if (tc_card_side(card) == side && tc_played(s, card)) {
			snprintf(text, sizeof text, "%d %s", tc_cards[card].number, tc_board_card(b, card));
			tc_flow_add(&f, ", ", text);
		}
	tc_flow_end(&f);
}

/* ---- The section ----------------------------------------------------------------------------- */

/* In one line: the gold, the Tsar while he is held, and Poland if it takes part. */
static void add_brief(const board *b, page *out)
{
	const tc_state *s = b->view;
	char text[TEXT], label[TEXT_LINE];
	tc_flow f = tc_flow_start(out, 1, "");
	int state = tc_figure_polish_state(s, 0);
	if (state != AP_NONE) {
		snprintf(text, sizeof text, S_RED "%s" S_PLAIN " %s", tc_board_word(b, "poland"),
			name_of(b, &tc_polish_state_list, state));
		tc_flow_add(&f, "  ", text);
	}
	if (gold_words(b, text)) {
		snprintf(label, sizeof label, S_RED "%s" S_PLAIN " %s", tc_board_word(b, "gold"), text);
		tc_flow_add(&f, "  ", label);
	}
	if (s->leader_where[TC_LEADER_WHITE_TSAR] <= TC_LOCATION_MAP && tsar_words(b, text)) {
		snprintf(label, sizeof label, S_RED "%s" S_PLAIN " %s", tc_board_word(b, "tsar"), text);
		tc_flow_add(&f, "  ", label);
	}
	tc_flow_end(&f);
}

void tc_board_affairs(const board *b, page *out, bool brief)
{
	if (brief) {
		add_brief(b, out);
		return;
	}
	page_rule(out, tc_board_word(b, "affairs"));
	add_end(b, out);
	add_objectives(b, out);
	add_poland(b, out);
	add_gold_and_tsar(b, out);
	add_in_force(b, out);
}

void tc_board_played(const board *b, page *out)
{
	add_played(b, out, TC_SIDE_RED);
	add_played(b, out, TC_SIDE_WHITE);
}
