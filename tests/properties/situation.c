/* situation.c: facts, odds and figures are well formed, true, and follow from what the viewer may
 * know. */
#include "properties/laws.h"
#include "properties/told.h"

/* ---- Well formed ----------------------------------------------------------------------------- */

static bool argument_sound(const run *r, const ap_event_kind *kind, int n, int32_t value)
{
	const ap_names *names = kind->arg[n];
	if (!names)
		return value == 0;
	if (value == AP_NONE)
		return kind->optional >> n & 1;
	if (names == &ap_plain_number)
		return true;
	if (names == &ap_plain_action)
		return ap_action_sound(r->game, (ap_action)value);
	if (names == &ap_plain_event)
		return value >= 0 && value < r->game->event_count;
	return value >= 0 && value < (names == r->game->seats ? ap_players(r->state) : names->count);
}

static void facts_laws(const run *r, const ap_facts *facts, const char *law)
{
	LAW(r, law, facts->lost == 0, "%d facts are lost", facts->lost);
	for (int i = 0; i < facts->count; i++) {
		const ap_fact *f = &facts->list[i];
		const ap_head *h = r->state;
		LAW(r, law, f->kind < r->game->fact_count, "there is no fact %d", f->kind);
		const ap_event_kind *kind = &r->game->facts[f->kind];
		LAW(r, law, f->clause > 0 && f->clause < r->game->clause_count, "%s cites no clause",
			kind->name);
		LAW(r, law, f->frame < h->depth, "%s is about frame %d of %d", kind->name, f->frame,
			h->depth);
		for (int n = 0; n < AP_EVENT_ARGS; n++)
			LAW(r, law, argument_sound(r, kind, n, f->arg[n]), "argument %d of %s is %d", n,
				kind->name, f->arg[n]);
	}
}

/* ---- Odds ------------------------------------------------------------------------------------ */

enum { MOST_ODDS = 32, MOST_PASSES = 200 };

typedef struct odds_list {
	ap_odds odds[MOST_ODDS];
	int count;
} odds_list;

/* Collects the odds of a frame. */
static void odds_in(const ap_facts *facts, int frame, odds_list *out)
{
	out->count = 0;
	for (int i = 0; i < facts->count && out->count < MOST_ODDS; i++)
		if (facts->list[i].frame == frame && ap_odds_of(&facts->list[i], &out->odds[out->count]))
			out->count++;
}

static bool same_odds(const odds_list *a, const odds_list *b)
{
	return a->count == b->count &&
		memcmp(a->odds, b->odds, (size_t)a->count * sizeof a->odds[0]) == 0;
}

/* The odds of a frame cover all outcomes, each once. */
static void odds_cover_law(const run *r, const odds_list *list)
{
	int next = 1, of = list->odds[0].of;
	for (int found = 1; found && next <= of;) {
		found = 0;
		for (int i = 0; i < list->count; i++)
			if (list->odds[i].first == next) {
				LAW(r, "odds-cover", list->odds[i].of == of && list->odds[i].last >= next,
					"odds of %d to %d of %d beside odds of %d", next, list->odds[i].last,
					list->odds[i].of, of);
				next = list->odds[i].last + 1;
				found = 1;
				break;
			}
	}
	LAW(r, "odds-cover", next == of + 1, "nothing is said of outcome %d of %d", next, of);
}

/* Returns the odds that cover an outcome; NULL if there are none. */
static const ap_odds *odds_for(const odds_list *list, int outcome)
{
	for (int i = 0; i < list->count; i++)
		if (list->odds[i].first <= outcome && outcome <= list->odds[i].last)
			return &list->odds[i];
	return NULL;
}

/* Returns whether an event is the one that the odds tell of. */
static bool fits(const run *r, const ap_odds *odds, const ap_event *event)
{
	int n = r->game->events[event->kind].odds_argument;
	return odds->event == event->kind &&
		(odds->value == AP_NONE || (n > 0 && event->arg[n - 1] == odds->value));
}

/* Returns the first event of a kind that any of the odds tells of; NULL if there is none. */
static const ap_event *first_named(const odds_list *list, const ap_events *events)
{
	for (int e = 0; e < events->count; e++)
		for (int i = 0; i < list->count; i++)
			if (list->odds[i].event == events->list[e].kind)
				return &events->list[e];
	return NULL;
}

/* Lets a seat that is asked pass. False if it cannot, or if chance is asked. */
static bool let_one_pass(const run *r, void *state, ap_events *events)
{
	ap_seats actors = ap_actors(state);
	ap_action pass;
	if (actors == 0 || (actors & AP_SEAT(AP_CHANCE)))
		return false;
	int seat = ap_first_seat(actors);
	if (!ap_pass(r->game, state, seat, &pass))
		return false;
	events->count = events->lost = 0;
	ap_play(r->game, state, seat, pass, events);
	return true;
}

/* If chance is asked again in the same frame, answers with its first outcome; false if it is not.
 */
static bool roll_again(const run *r, void *state, int depth, ap_events *events)
{
	ap_action legal[AP_MAX_LEGAL];
	if (ap_actors(state) != AP_SEAT(AP_CHANCE) || ((const ap_head *)state)->depth != depth)
		return false;
	ap_legal(r->game, state, AP_CHANCE, legal);
	events->count = events->lost = 0;
	ap_play(r->game, state, AP_CHANCE, legal[0], events);
	return true;
}

/* Tries an outcome on a copy, and lets everybody pass until something happens that the odds tell
 * of. If it `must` lead to something, another die of the same frame may be rolled first. */
static void try_outcome(
	const run *r, const odds_list *list, ap_action outcome, bool must, ap_events *events)
{
	void *now = copy_of(r, 2, r->state);
	int depth = ((const ap_head *)now)->depth;
	events->count = events->lost = 0;
	ap_play(r->game, now, AP_CHANCE, outcome, events);
	for (int passes = 0; !first_named(list, events) && passes < MOST_PASSES; passes++) {
		/* What follows when this frame is over comes of another die, which lies below it. */
		if (!must && ((const ap_head *)now)->depth < depth)
			break;
		if (!let_one_pass(r, now, events) && !(must && roll_again(r, now, depth, events)))
			break;
	}
}

/* Returns whether the same event, with the same arguments, is among these. */
static bool contains(const ap_events *events, const ap_event *event)
{
	for (int i = 0; i < events->count; i++)
		if (events->list[i].kind == event->kind &&
			memcmp(events->list[i].arg, event->arg, sizeof event->arg) == 0)
			return true;
	return false;
}

/* Returns the first event that the odds tell of and that another outcome does not bring as well:
 * where two dice are told together, it is the event of this one. If there is none, the first. */
static const ap_event *brought_about(
	const odds_list *list, const ap_events *events, const ap_events *others)
{
	for (int e = 0; e < events->count; e++)
		for (int i = 0; i < list->count; i++)
			if (list->odds[i].event == events->list[e].kind && !contains(others, &events->list[e]))
				return &events->list[e];
	return first_named(list, events);
}

/* Each outcome of the open chance question is tried on a copy. If everybody passes afterwards, it
 * brings about what the odds say. */
static void outcomes_law(run *r, const odds_list *list)
{
	static ap_events events, others;
	ap_action legal[AP_MAX_LEGAL];
	int count = ap_legal(r->game, r->state, AP_CHANCE, legal);
	LAW(r, "odds-of-all", list->odds[0].of == count, "odds of %d where there are %d outcomes",
		list->odds[0].of, count);
	for (int i = 0; i < count; i++) {
		const ap_odds *odds = odds_for(list, i + 1);
		bool must = odds->event != AP_NONE;
		try_outcome(r, list, legal[(i + 1) % count], must, &others);
		try_outcome(r, list, legal[i], must, &events);
		const ap_event *happened = brought_about(list, &events, &others);
		bool is_true = must ? happened && fits(r, odds, happened) : happened == NULL;
		LAW(r, "odds-true", is_true, "outcome %d brings %s, not %s %d", i + 1,
			happened ? ap_event_name(r->game, happened->kind) : "nothing",
			odds->event == AP_NONE ? "nothing" : ap_event_name(r->game, odds->event), odds->value);
	}
}

/* Takes all sealed answers back: odds are for all to see and cannot count on what nobody knows. */
static void take_back_sealed(const run *r, void *state)
{
	if (ap_step_sealed(r->game, ap_step_of(state)))
		for (int seat = 0; seat < ap_players(state); seat++)
			(void)ap_unseal(r->game, state, seat);
}

/* Lets everybody pass until chance is asked in this frame; false if it does not come to that. */
static bool pass_until_chance(const run *r, void *state, int frame)
{
	static ap_events events;
	const ap_head *h = state;
	take_back_sealed(r, state);
	for (int passes = 0; passes < MOST_PASSES && let_one_pass(r, state, &events); passes++)
		if (h->depth <= frame)
			return false;
	return ap_actors(state) == AP_SEAT(AP_CHANCE) && h->depth == frame + 1;
}

/* The odds that are told before a die is rolled are the same when it is rolled. */
static void odds_hold_law(run *r, const odds_list *list, void *state, int frame, const char *law)
{
	ap_facts then;
	odds_list rolled;
	if (!pass_until_chance(r, state, frame))
		return;
	ap_situation(r->game, state, &then);
	odds_in(&then, frame, &rolled);
	LAW(r, law, same_odds(list, &rolled), "%d odds of frame %d are %d when it is rolled",
		list->count, frame, rolled.count);
}

static bool rolls_a_die(const run *r)
{
	ap_action legal[AP_MAX_LEGAL];
	if (ap_actors(r->state) != AP_SEAT(AP_CHANCE))
		return false;
	ap_legal(r->game, r->state, AP_CHANCE, legal);
	return r->game->verbs[ap_verb_of(legal[0])].x == &ap_plain_number;
}

static void odds_laws(run *r, const ap_facts *facts)
{
	const ap_head *h = r->state;
	odds_list list;
	for (int frame = 0; frame < h->depth; frame++) {
		odds_in(facts, frame, &list);
		if (list.count == 0)
			continue;
		odds_cover_law(r, &list);
		if (ap_actors(r->state) == AP_SEAT(AP_CHANCE) && frame == h->depth - 1)
			outcomes_law(r, &list);
		else
			odds_hold_law(r, &list, copy_of(r, 2, r->state), frame, "odds-hold");
	}
	odds_in(facts, h->depth - 1, &list);
	LAW(r, "odds-told", !rolls_a_die(r) || list.count > 0,
		"a die is rolled, and nothing told of it");
}

/* ---- What everybody can tell ----------------------------------------------------------------- */

/* What may be answered at an open step, and whether it is worth asking, does not depend on what an
 * onlooker may not know. */
static void open_step_law(run *r, const void *view, int seat)
{
	static ap_any seen, filled, of_seat;
	ap_action legal[AP_MAX_LEGAL], other[AP_MAX_LEGAL], pass, other_pass;
	if (!ap_step_open(r->game, ap_step_of(view)))
		return;
	ap_view(r->game, r->state, AP_OBSERVER, &seen);
	ap_determinize(r->game, &seen, &r->rng, &filled);
	ap_view(r->game, &filled, seat, &of_seat);
	int n = ap_legal(r->game, view, seat, legal), m = ap_legal(r->game, &of_seat, seat, other);
	bool passes = ap_pass(r->game, view, seat, &pass),
		 also_passes = ap_pass(r->game, &of_seat, seat, &other_pass);
	LAW(r, "open-step",
		n == m && memcmp(legal, other, (size_t)n * sizeof *legal) == 0 &&
			ap_worth_asking(r->game, view, seat) == ap_worth_asking(r->game, &of_seat, seat) &&
			passes == also_passes && (!passes || pass == other_pass),
		"what seat %d may answer depends on what is hidden", seat);
}

/* ---- What an action would bring about -------------------------------------------------------- */

static void foresee_laws(run *r, const void *view, int seat)
{
	static ap_events events;
	ap_action legal[AP_MAX_LEGAL];
	ap_facts facts;
	odds_list list;
	int frame = ((const ap_head *)r->state)->depth - 1;
	int n = ap_legal(r->game, view, seat, legal);
	ap_action a = legal[pick(r, n)], pass;
	ap_foresee(r->game, view, seat, a, &facts);
	facts_laws(r, &facts, "foreseen-well-formed");
	bool may_pass = ap_pass(r->game, view, seat, &pass);
	LAW(r, "pass-legal", !may_pass || in_list(legal, n, pass), "the pass of seat %d is not legal",
		seat);
	LAW(r, "reaction-passed", may_pass || !ap_step_reaction(r->game, ap_step_of(view)),
		"seat %d cannot pass in a reaction", seat);
	open_step_law(r, view, seat);
	ap_occasion told = ap_occasion_of(r->game, view, seat);
	ap_occasion is = ap_occasion_of(r->game, r->state, seat);
	LAW(r, "occasion-known",
		told.announcement == is.announcement && told.phase == is.phase &&
			told.spoken == is.spoken && told.concern == is.concern,
		"the occasion of seat %d does not follow from its view", seat);
	odds_in(&facts, frame, &list);
	if (list.count == 0 || ap_step_sealed(r->game, ap_step_of(r->state)))
		return;
	odds_cover_law(r, &list);
	void *now = copy_of(r, 2, r->state);
	events.count = events.lost = 0;
	ap_play(r->game, now, seat, a, &events);
	odds_hold_law(r, &list, now, frame, "foreseen-odds");
}

/* ---- What a viewer may know ------------------------------------------------------------------ */

static void figure_laws(const run *r, const void *view, int viewer)
{
	for (int i = 0; i < r->game->figure_count; i++) {
		const ap_figure_row *f = &r->game->figures[i];
		int keys = !f->keys ? 1 : f->keys == r->game->seats ? r->setup.players : f->keys->count;
		for (int key = 0; key < keys; key++) {
			int full = ap_figure(r->game, r->state, i, key);
			int seen = ap_figure(r->game, view, i, key);
			LAW(r, "figure-in-range",
				seen == AP_NONE || !f->values || (seen >= 0 && seen < f->values->count),
				"%s of %d is %d", f->name, key, seen);
			LAW(r, "figure-true", seen == full || (f->is_hidden && seen == AP_NONE),
				"%s of %d is %d, and %d to viewer %d", f->name, key, full, seen, viewer);
		}
	}
}

/* The parts of a standing add up to it. */
static void standing_law(const run *r)
{
	int32_t standing[AP_MAX_SEATS];
	int parts = 0;
	ap_standing(r->game, r->state, standing);
	for (int i = 0; i < r->game->figure_count; i++) {
		if (!r->game->figures[i].is_standing)
			continue;
		parts++;
		LAW(r, "standing-of-seats", r->game->figures[i].keys == r->game->seats,
			"%s is a part of the standing, but not of seats", r->game->figures[i].name);
		for (int seat = 0; seat < r->setup.players; seat++) {
			int part = ap_figure(r->game, r->state, i, seat);
			standing[seat] -= part == AP_NONE ? 0 : part;
		}
	}
	for (int seat = 0; parts > 0 && seat < r->setup.players; seat++)
		LAW(r, "standing-parts", standing[seat] == 0, "the parts of seat %d lack %d", seat,
			(int)standing[seat]);
}

/* Odds are public: every viewer is told the same. */
static void public_odds_law(const run *r, const ap_facts *full, const ap_facts *seen, int viewer)
{
	const ap_head *h = r->state;
	for (int frame = 0; frame < h->depth; frame++) {
		odds_list all, some;
		odds_in(full, frame, &all);
		odds_in(seen, frame, &some);
		LAW(r, "odds-public", same_odds(&all, &some), "viewer %d is told other odds", viewer);
	}
}

/* In two states that a viewer cannot tell apart he is told the same facts. */
static void alike_law(run *r, const void *view, const ap_facts *seen, int viewer)
{
	ap_facts other;
	void *filled = r->copy[3];
	ap_determinize(r->game, view, &r->rng, filled);
	ap_view(r->game, filled, viewer, filled);
	ap_situation(r->game, filled, &other);
	LAW(r, "situation-alike",
		other.count == seen->count &&
			memcmp(other.list, seen->list, (size_t)other.count * sizeof other.list[0]) == 0,
		"viewer %d is told %d facts, or %d", viewer, seen->count, other.count);
}

void situation_laws(run *r)
{
	ap_facts full, seen;
	standing_law(r);
	if (!r->game->situation)
		return;
	ap_situation(r->game, r->state, &full);
	facts_laws(r, &full, "facts-well-formed");
	LAW(r, "over-is-quiet", ap_actors(r->state) || full.count == 0, "%d facts after the end",
		full.count);
	if (ap_actors(r->state))
		odds_laws(r, &full);
	for (int n = 0, viewer; (viewer = viewer_at(r, n)) != AP_NOBODY; n++) {
		void *view = r->copy[4];
		ap_view(r->game, r->state, viewer, view);
		ap_situation(r->game, view, &seen);
		facts_laws(r, &seen, "seen-well-formed");
		public_odds_law(r, &full, &seen, viewer);
		figure_laws(r, view, viewer);
		alike_law(r, view, &seen, viewer);
		if (viewer != AP_OBSERVER && (ap_actors(r->state) & AP_SEAT(viewer)))
			foresee_laws(r, view, viewer);
	}
}
