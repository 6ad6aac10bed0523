/* test_dice.c: nobody can choose the dice of a table, not even the person who opens the last
 * nonce. */
#include "server/own_dice.h"

#include "text/dice_witness.h"
#include "text/event_json.h"
#include "text/memory.h"

static bool dice_are_still(const fixture *h, const char *promised)
{
	return strcmp(status(h), "lobby") == 0 && strcmp(commitment(h), promised) == 0;
}

/* The secret of the server is fixed before any nonce is opened. */
static void no_nonce_opens_before_the_commitment(fixture *h)
{
	assert_refused(send_nonce(h, 0), "not-now"); /* there is no pledge */
	assert_done(send_pledge(h, 0));
	assert_done(send_pledge(h, 0)); /* until then it can be replaced: nobody knows anything yet */
	assert_done(send_pledge(h, 1));
	assert_refused(send_nonce(h, 0), "not-now");
	assert_refused(send_nonce(h, 1), "not-now");
	assert_true(dice_are_still(h, ""));
}

/* Tries everything that the owner could do when the other nonce is open already. */
static void owner_cannot_change_the_dice(fixture *h, const char *promised)
{
	char hex[AP_FAIR_HEX + 2];
	write_nonce(5, hex);
	assert_refused(send_dice(h, 0, "nonce", hex), "not-now"); /* not the pledged one */
	assert_true(dice_are_still(h, promised));
	write_pledge(5, 0, hex);
	assert_refused(send_dice(h, 0, "pledge", hex), "not-now");
	write_nonce(1, hex);
	assert_refused(send_dice(h, 0, "nonce", hex), "not-now"); /* the nonce of the other person */
	write_nonce(0, hex);
	strcat(hex, "0");
	assert_refused(send_dice(h, 0, "nonce", hex), "bad-message");
	hex[AP_FAIR_HEX - 1] = '\0';
	assert_refused(send_dice(h, 0, "nonce", hex), "bad-message");
	assert_refused(send_plain(h, 0, "start"), "not-now");
	assert_refused(send_nonce(h, 1), "not-now");
	assert_true(dice_are_still(h, promised));
}

/* Without the pledged nonce of the owner there is no game, not even after a restart; with it the
 * dice are those that were fixed before. */
static void an_owner_who_opens_last_cannot_choose_the_dice(void **unused)
{
	(void)unused;
	static fixture h;
	disk_store disk;
	char promised[AP_FAIR_HEX + 1], key[SV_KEY_SIZE];
	new_disk_store(&disk);
	open_fixture(&h, disk.url);
	connect_people(&h, 2, NULL);
	create_table(&h, ap_game_at(0));
	no_nonce_opens_before_the_commitment(&h);
	assert_done(send_plain(&h, 0, "start"));
	snprintf(promised, sizeof promised, "%s", commitment(&h));
	assert_int_equal(strlen(promised), AP_FAIR_HEX);
	assert_done(send_nonce(&h, 1));
	owner_cannot_change_the_dice(&h, promised);
	snprintf(key, sizeof key, "%s", h.client[0].table);
	reopen_fixture(&h, disk.url);
	connect_people(&h, 2, key);
	owner_cannot_change_the_dice(&h, promised);
	assert_done(send_nonce(&h, 0));
	assert_string_equal(status(&h), "running");
	assert_string_equal(commitment(&h), promised);
	assert_refused(send_plain(&h, 0, "leave"), "not-now");
	close_fixture(&h);
	drop_disk_store(&disk);
}

/* All must pledge again, to another secret. */
static void leaving_a_seat_starts_the_dice_again(void **unused)
{
	(void)unused;
	static fixture h;
	char promised[AP_FAIR_HEX + 1];
	open_fixture(&h, "sqlite::memory:");
	connect_people(&h, 2, NULL);
	create_table(&h, ap_game_at(0));
	assert_done(send_pledge(&h, 0));
	assert_done(send_pledge(&h, 1));
	assert_done(send_plain(&h, 0, "start"));
	assert_done(send_nonce(&h, 1));
	snprintf(promised, sizeof promised, "%s", commitment(&h));
	assert_done(send_plain(&h, 0, "leave"));
	assert_true(dice_are_still(&h, ""));
	assert_done(send_plain(&h, 0, "join"));
	assert_refused(send_nonce(&h, 0), "not-now");
	assert_refused(send_nonce(&h, 1), "not-now");
	start_game(&h);
	assert_int_equal(strlen(commitment(&h)), AP_FAIR_HEX);
	assert_string_not_equal(commitment(&h), promised);
	close_fixture(&h);
}

/* ---- A program that keeps what it is told ---------------------------------------------------- */

static bool read_hex(const json_t *from, const char *key, unsigned char out[AP_FAIR_BYTES])
{
	const char *hex = json_string_value(json_object_get(from, key));
	return hex && ap_fair_read_hex(hex, out);
}

typedef struct told_table {
	ap_fair fair;
	unsigned char aborted[AP_FAIR_MOST_ABORTED][AP_FAIR_BYTES];
	int aborted_count;
} told_table;

/* Reads the dice from the last "table" message of a client. */
static void read_dice(const fixture *h, int who, told_table *out)
{
	size_t i;
	const json_t *one, *summary = h->client[who].summary, *dice = json_object_get(summary, "dice");
	memset(out, 0, sizeof *out);
	out->fair.players = (uint8_t)json_array_size(json_object_get(dice, "seats"));
	out->fair.version = (uint8_t)json_integer_value(json_object_get(dice, "version"));
	out->fair.published = read_hex(summary, "commitment", out->fair.commitment);
	json_array_foreach(json_object_get(dice, "seats"), i, one)
	{
		if (read_hex(one, "pledge", out->fair.pledge[i]))
			out->fair.pledged |= AP_SEAT(i);
		if (read_hex(one, "nonce", out->fair.nonce[i]))
			out->fair.opened |= AP_SEAT(i);
	}
	json_array_foreach(json_object_get(dice, "aborted"), i, one)
	{
		assert_true(read_hex(one, "commitment", out->aborted[out->aborted_count++]));
	}
}

static ap_lie see_table(ap_witness *w, const told_table *told)
{
	told_table copy = *told;
	return ap_witness_see_table(w, &copy.fair, copy.aborted, copy.aborted_count);
}

static void read_outcome(const json_t *from, ap_told_outcome *out)
{
	size_t i;
	const json_t *node;
	memset(out, 0, sizeof *out);
	out->index = (uint64_t)json_integer_value(json_object_get(from, "index"));
	snprintf(out->action, sizeof out->action, "%s", text_in(from, "action"));
	out->number = (uint32_t)json_integer_value(json_object_get(from, "number"));
	out->of = (uint32_t)json_integer_value(json_object_get(from, "of"));
	out->opened = read_hex(from, "secret", out->secret);
	json_array_foreach(json_object_get(from, "path"), i, node)
	{
		assert_true(ap_fair_read_hex(json_string_value(node), out->path[i]));
	}
}

enum { MOST_TOLD = 4000 };

/* A table of two people, one of whom keeps all. */
typedef struct kept_table {
	fixture h;
	ap_witness w;
	const ap_game *game;
	told_table start; /* the dice when the commitment was published */
	ap_told_outcome *told;
	int count;
	int draws; /* that events have shown */
} kept_table;

static json_t *ask_for_dice(kept_table *k, int from)
{
	return send_request(&k->h, &k->h.client[0],
		"{\"type\":\"dice\",\"id\":\"d%d\",\"table\":\"%s\",\"from\":%d}", from,
		k->h.client[0].table, from);
}

/* Asks for all outcomes that are not known yet; each is right. */
static void look_at_dice(kept_table *k)
{
	for (;;) {
		size_t i;
		const json_t *one, *answer = ask_for_dice(k, k->count);
		assert_string_equal(text_in(answer, "type"), "dice");
		if (json_array_size(json_object_get(answer, "outcomes")) == 0)
			return;
		json_array_foreach(json_object_get(answer, "outcomes"), i, one)
		{
			ap_told_outcome *o = &k->told[k->count++];
			assert_true(k->count < MOST_TOLD);
			read_outcome(one, o);
			assert_int_equal(ap_witness_see_outcome(&k->w, k->game, o), AP_NO_LIE);
		}
	}
}

/* Begins a game in which person 0 has a program that vouches for its nonce, which it has drawn. */
static void begin_drawn_table(
	kept_table *k, const ap_game *game, void (*draw)(ap_witness *, unsigned char *pledge))
{
	char hex[AP_FAIR_HEX + 1];
	unsigned char pledge[AP_FAIR_BYTES];
	memset(k, 0, sizeof *k);
	k->game = game;
	k->told = ap_allocate(MOST_TOLD, sizeof *k->told);
	open_fixture(&k->h, "sqlite::memory:");
	connect_people(&k->h, 2, NULL);
	create_table(&k->h, game);
	ap_witness_start(&k->w, k->h.client[0].table, 0);
	draw(&k->w, pledge);
	ap_fair_write_hex(pledge, hex);
	assert_done(send_dice(&k->h, 0, "pledge", hex));
	assert_done(send_plain(&k->h, 0, "start"));
	read_dice(&k->h, 0, &k->start);
	assert_true(k->start.fair.published);
	assert_int_equal(see_table(&k->w, &k->start), AP_NO_LIE);
	assert_true(k->w.vouches);
	ap_fair_write_hex(k->w.nonce, hex);
	assert_done(send_dice(&k->h, 0, "nonce", hex));
	told_table now;
	read_dice(&k->h, 0, &now);
	assert_int_equal(see_table(&k->w, &now), AP_NO_LIE);
	assert_true(k->w.has_nonces);
	k->w.has_key = read_hex(json_object_get(k->h.client[0].summary, "dice"), "key", k->w.key);
	assert_true(k->w.has_key);
}

/* Draws the same nonce each time, so that a test is the same game each time. */
static void draw_same_nonce(ap_witness *w, unsigned char *pledge)
{
	ap_witness_draw(w, pledge);
	memset(w->nonce, 0x5a, AP_FAIR_BYTES);
	ap_fair_commit_nonce(w->seat, w->nonce, pledge);
}

static void begin_kept_table(kept_table *k, const ap_game *game)
{
	begin_drawn_table(k, game, draw_same_nonce);
}

static void end_kept_table(kept_table *k)
{
	ap_witness_free(&k->w);
	free(k->told);
	close_fixture(&k->h);
}

static void see_shown(kept_table *k, const json_t *change, bool whole)
{
	static ap_event events[AP_MAX_EVENTS];
	size_t i;
	int count = 0;
	const json_t *one, *outcomes = json_object_get(change, "outcomes");
	json_array_foreach(json_object_get(change, "events"), i, one)
	{
		assert_true(count < AP_MAX_EVENTS && ap_read_event(k->game, one, &events[count]));
		k->draws += k->game->events[events[count++].kind].drawn_argument != 0;
	}
	assert_int_equal(ap_witness_see_events(
						 &k->w, k->game, events, count, (int)json_integer_value(outcomes), whole),
		AP_NO_LIE);
}

/* What an honest server shows is believed. */
static void see_messages(kept_table *k)
{
	const test_client *g = &k->h.client[0];
	for (int i = 0; i < g->count; i++) {
		const json_t *message = g->received[i];
		if (strcmp(text_in(message, "type"), "change") == 0)
			see_shown(k, message, false);
		else if (strcmp(text_in(message, "type"), "table") == 0)
			see_shown(k, message, true);
	}
}

/* Lets bots play both seats for a while, or to the end. */
static void play_kept_table(kept_table *k, int steps)
{
	ap_rng rng;
	ap_seed(&rng, 7, 1);
	while (steps-- > 0 && strcmp(status(&k->h), "running") == 0) {
		test_client *g = &k->h.client[ap_below(&rng, 2)];
		see_messages(k);
		drop_received(&k->h);
		if (json_is_object(g->ask))
			assert_done(answer(&k->h, g, &rng));
		else
			pass_time(&k->h, 500);
		look_at_dice(k);
	}
}

/* ---- The operator chooses all he can ----------------------------------------------------------
 */

/* Both hubs draw the same random bytes, so the server's secret and the nonces it draws are the
 * same. With another nonce of one person the throws are others. */
static void with_one_honest_program_the_operator_cannot_choose_the_throws(void **unused)
{
	(void)unused;
	static kept_table a, b;
	enum { DEALT = 12 }; /* politicians that chance deals before anybody decides anything */
	int same = 0;
	begin_drawn_table(&a, ap_game_named("kremlin"), ap_witness_draw);
	begin_drawn_table(&b, ap_game_named("kremlin"), ap_witness_draw);
	assert_true(ap_fair_same(a.w.fair.commitment, b.w.fair.commitment));
	assert_true(ap_fair_same(a.w.fair.nonce[1], b.w.fair.nonce[1]));
	assert_false(ap_fair_same(a.w.nonce, b.w.nonce));
	look_at_dice(&a);
	look_at_dice(&b);
	assert_true(a.count >= DEALT && b.count >= DEALT);
	for (int i = 0; i < DEALT; i++) {
		assert_true(a.told[i].opened && a.told[i].of == b.told[i].of);
		same += a.told[i].number == b.told[i].number;
	}
	assert_true(same < DEALT); /* all alike: one time in 10^15 */
	end_kept_table(&a);
	end_kept_table(&b);
}

/* ---- Every lie is noticed ---------------------------------------------------------------------
 */

static void lies_about_the_table_are_noticed(void **unused)
{
	(void)unused;
	static kept_table k;
	told_table now, lie;
	begin_kept_table(&k, ap_game_named("tiny"));
	read_dice(&k.h, 0, &now);
	lie = now;
	lie.fair.commitment[0] ^= 1; /* another root after the nonces are open */
	assert_int_equal(see_table(&k.w, &lie), AP_LIE_COMMITMENT);
	lie = now;
	lie.fair.published = false; /* the start is said to be aborted, and is in no list */
	assert_int_equal(see_table(&k.w, &lie), AP_LIE_COMMITMENT);
	lie = now;
	lie.fair.pledge[1][0] ^= 1;
	assert_int_equal(see_table(&k.w, &lie), AP_LIE_PLEDGE);
	lie = now;
	lie.fair.nonce[1][0] ^= 1;
	assert_int_equal(see_table(&k.w, &lie), AP_LIE_NONCE);
	lie = now;
	memset(lie.fair.nonce[0], 9, AP_FAIR_BYTES); /* one's own nonce, with a pledge that fits */
	ap_fair_commit_nonce(0, lie.fair.nonce[0], lie.fair.pledge[0]);
	assert_int_equal(see_table(&k.w, &lie), AP_LIE_PLEDGE);
	assert_int_equal(see_table(&k.w, &now), AP_NO_LIE);
	end_kept_table(&k);
}

/* The pledge that the server shows with its commitment must be one's own. */
static void a_replaced_pledge_is_noticed_before_the_nonce_is_opened(void **unused)
{
	(void)unused;
	static ap_witness w;
	unsigned char pledge[AP_FAIR_BYTES];
	ap_fair told;
	ap_witness_start(&w, "t", 1);
	ap_witness_draw(&w, pledge);
	ap_fair_start(&told, 2);
	told.published = true;
	told.pledged = 3;
	assert_int_equal(ap_witness_see_table(&w, &told, NULL, 0), AP_LIE_PLEDGE);
	assert_false(w.vouches);
	ap_witness_free(&w);
}

/* Shows the witness as it was before outcome `at` another outcome. */
static ap_lie tell(const kept_table *k, int at, const ap_told_outcome *told)
{
	ap_witness w = k->w;
	w.outcome = ap_allocate(1, sizeof *w.outcome * (size_t)(at + 2));
	memcpy(w.outcome, k->w.outcome, sizeof *w.outcome * (size_t)at);
	w.outcomes = at;
	w.outcome_room = at + 2;
	ap_lie lie = ap_witness_see_outcome(&w, k->game, told);
	free(w.outcome);
	return lie;
}

static int find_opened(const kept_table *k, const char *verb)
{
	for (int i = 1; i < k->count; i++)
		if (k->told[i].opened && strncmp(k->told[i].action, verb, strlen(verb)) == 0)
			return i;
	fail_msg("no outcome with %s was opened", verb);
	return -1;
}

static void lies_about_outcomes_are_noticed(void **unused)
{
	(void)unused;
	static kept_table k;
	begin_kept_table(&k, ap_game_named("kremlin"));
	play_kept_table(&k, 300);
	int at = find_opened(&k, "die ");
	const ap_told_outcome right = k.told[at];
	ap_told_outcome lie = right;
	assert_int_equal(tell(&k, at, &right), AP_NO_LIE);
	lie.secret[0] ^= 1;
	assert_int_equal(tell(&k, at, &lie), AP_LIE_SECRET);
	lie = right;
	lie.path[AP_FAIR_DEPTH - 1][5] ^= 1;
	assert_int_equal(tell(&k, at, &lie), AP_LIE_SECRET);
	lie = right; /* another face than the dice say, and it is shown */
	lie.number = lie.number % lie.of + 1;
	snprintf(lie.action, sizeof lie.action, "die %u", lie.number);
	assert_int_equal(tell(&k, at, &lie), AP_LIE_NUMBER);
	lie = right; /* a right opening, but another face is shown */
	snprintf(lie.action, sizeof lie.action, "die %u", right.number % right.of + 1);
	assert_int_equal(tell(&k, at, &lie), AP_LIE_ACTION);
	lie = right;
	lie.opened = false;
	assert_int_equal(tell(&k, at, &lie), AP_LIE_SEALED);
	lie = right; /* an outcome is left out */
	lie.index++;
	assert_int_equal(tell(&k, at, &lie), AP_LIE_ORDER);
	assert_int_equal(tell(&k, at, &k.told[at - 1]), AP_LIE_ORDER); /* repeated, as after an undo */
	lie = k.told[at - 1]; /* an old outcome under a new number */
	lie.index = right.index;
	lie.opened = true;
	assert_int_equal(tell(&k, at, &lie), AP_LIE_SECRET);
	end_kept_table(&k);
}

/* An event of this name that shows this draw. */
static ap_lie show(
	ap_witness *w, const ap_game *game, const char *name, unsigned value, int outcomes, bool whole)
{
	ap_event event = {.kind = 0, .seen_by = AP_ALL_VIEWERS};
	while (strcmp(game->events[event.kind].name, name) != 0)
		event.kind++;
	assert_true(game->events[event.kind].drawn_argument > 0);
	event.arg[game->events[event.kind].drawn_argument - 1] = (int16_t)value;
	return ap_witness_see_events(w, game, &event, 1, outcomes, whole);
}

static ap_lie show_die(ap_witness *w, const ap_game *game, unsigned face, int outcomes)
{
	return show(w, game, "purge-roll", face, outcomes, false);
}

static bool shows_draws(const ap_game *game)
{
	for (int i = 0; i < game->event_count; i++)
		if (game->events[i].drawn_argument)
			return true;
	return false;
}

static void honest_games_are_believed(void **unused)
{
	(void)unused;
	static kept_table k;
	int draws = 0;
	for (int i = 0; i < ap_game_count(); i++) {
		begin_kept_table(&k, ap_game_at(i));
		play_kept_table(&k, 400);
		while (k.draws == 0 && shows_draws(k.game) && strcmp(status(&k.h), "running") == 0)
			play_kept_table(&k, 20); /* in a long game the first draw may come late */
		assert_true(k.count > 0);
		assert_int_equal(k.w.shown_count, 0);
		assert_true(k.draws > 0 || !shows_draws(k.game));
		draws += k.draws;
		end_kept_table(&k);
	}
	assert_true(draws > 40);
}

/* What the board shows is what was opened: at once, or when it is opened. */
static void lies_about_shown_dice_are_noticed(void **unused)
{
	(void)unused;
	static kept_table k;
	begin_kept_table(&k, ap_game_named("kremlin"));
	play_kept_table(&k, 300);
	int at = find_opened(&k, "die ");
	unsigned face = k.told[at].number, other = face % k.told[at].of + 1;
	ap_witness *w = &k.w;
	w->told = at;
	assert_int_equal(show_die(w, k.game, face, at + 1), AP_NO_LIE);
	assert_int_equal(show_die(w, k.game, face, at + 1), AP_LIE_ACTION); /* it fell once */
	w->shown_count = 0;
	w->told = at;
	assert_int_equal(show_die(w, k.game, other, at + 1), AP_LIE_ACTION);
	w->shown_count = 0;
	w->told = at;
	int known = w->outcomes;
	w->outcomes = at; /* the outcome is not known yet */
	assert_int_equal(show_die(w, k.game, other, at + 1), AP_NO_LIE);
	assert_int_equal(ap_witness_see_outcome(w, k.game, &k.told[at]), AP_LIE_ACTION);
	w->shown_count = 0;
	w->told = w->outcomes = at;
	assert_int_equal(show_die(w, k.game, face, at + 1), AP_NO_LIE);
	assert_int_equal(w->shown_count, 1);
	assert_int_equal(ap_witness_see_outcome(w, k.game, &k.told[at]), AP_NO_LIE);
	assert_int_equal(w->shown_count, 0);
	w->outcomes = known;
	end_kept_table(&k);
}

/* The same with what is no die: the leaders of Red Empire are drawn before anybody decides. */
static void lies_about_shown_draws_are_noticed(void **unused)
{
	(void)unused;
	static kept_table k;
	begin_kept_table(&k, ap_game_named("red-empire"));
	play_kept_table(&k, 40);
	int at = find_opened(&k, "leader "), leader = 0, other = 0;
	const ap_names *leaders = NULL;
	ap_witness *w = &k.w;
	for (int i = 0; i < k.game->verb_count && !leaders; i++)
		if (strcmp(k.game->verbs[i].name, "leader") == 0)
			leaders = k.game->verbs[i].x;
	assert_non_null(leaders);
	while (strcmp(leaders->name[leader], k.told[at].action + strlen("leader ")) != 0)
		leader++;
	for (bool free = false; !free; other += !free) { /* one that nobody was dealt */
		free = true;
		for (int i = 0; i < k.count; i++)
			free = free && !strstr(k.told[i].action, leaders->name[other]);
	}
	w->told = at;
	assert_int_equal(show(w, k.game, "leader-dealt", (unsigned)leader, at + 1, false), AP_NO_LIE);
	w->told = at;
	assert_int_equal(
		show(w, k.game, "leader-dealt", (unsigned)other, at + 1, false), AP_LIE_ACTION);
	w->shown_count = 0; /* with the whole table it may have been at any time */
	assert_int_equal(show(w, k.game, "leader-dealt", (unsigned)leader, k.count, true), AP_NO_LIE);
	assert_int_equal(
		show(w, k.game, "leader-dealt", (unsigned)other, k.count, true), AP_LIE_ACTION);
	w->shown_count = 0;
	snprintf(w->outcome[at].action, sizeof w->outcome[at].action, "?"); /* of other rules */
	assert_int_equal(show(w, k.game, "leader-dealt", (unsigned)other, k.count, true), AP_NO_LIE);
	end_kept_table(&k);
}

static char *record_of(kept_table *k, size_t *length)
{
	char *text = sv_hub_record(k->h.hub, k->h.client[0].table, 1, false, length);
	assert_non_null(text);
	return text;
}

static ap_lie judge(const ap_witness *w, const char *text)
{
	ap_record_report report;
	ap_error error;
	return ap_witness_check_record(w, text, strlen(text), ap_game_named, &report, &error);
}

/* Everything that the server could write in the record instead of what it has shown. */
static void lies_of_the_record_are_noticed(void **unused)
{
	(void)unused;
	static kept_table k;
	size_t length;
	begin_kept_table(&k, ap_game_named("red-empire"));
	play_kept_table(&k, 5000);
	assert_string_equal(status(&k.h), "over");
	char *text = record_of(&k, &length);
	assert_int_equal(judge(&k.w, text), AP_NO_LIE);
	ap_witness w = k.w;
	w.fair.commitment[3] ^= 1;
	assert_int_equal(judge(&w, text), AP_LIE_COMMITMENT);
	w = k.w;
	w.nonce[3] ^= 1;
	assert_int_equal(judge(&w, text), AP_LIE_NONCE);
	w = k.w;
	w.fair.pledge[1][3] ^= 1;
	assert_int_equal(judge(&w, text), AP_LIE_PLEDGE);
	w = k.w;
	w.key[3] ^= 1; /* it is signed with another key than was published */
	assert_int_equal(judge(&w, text), AP_LIE_KEY);
	w = k.w;
	w.aborted_count = 1; /* a start was aborted, and the record hides it */
	assert_int_equal(judge(&w, text), AP_LIE_ABORTED);
	w = k.w;
	w.outcomes++; /* more outcomes were shown than the record has */
	assert_int_equal(judge(&w, text), AP_LIE_OUTCOME);
	int at = find_opened(&k, "leader ");
	ap_kept_outcome kept = k.w.outcome[at];
	k.w.outcome[at].number = kept.number % kept.of + 1; /* another one was shown */
	assert_int_equal(judge(&k.w, text), AP_LIE_OUTCOME);
	k.w.outcome[at] = kept;
	/* A die was shown that the record does not have, and none was ever opened. */
	int outcomes = k.w.outcomes;
	k.w.outcomes = k.w.told = 0;
	assert_int_equal(show(&k.w, k.game, "expose-roll", 6 + 1, outcomes, false), AP_NO_LIE);
	assert_int_equal(judge(&k.w, text), AP_LIE_OUTCOME);
	k.w.shown_count = 0;
	assert_int_equal(judge(&k.w, text), AP_NO_LIE);
	k.w.outcomes = outcomes;
	char *signature = strstr(text, "signed ");
	*signature = '\0'; /* it is not signed at all */
	assert_int_equal(judge(&k.w, text), AP_LIE_KEY);
	text[20] ^= 1;
	assert_int_equal(judge(&k.w, text), AP_LIE_RECORD);
	free(text);
	end_kept_table(&k);
}

/* What was kept of an outcome begins with two numbers, which are read as they are written. */
static void check_other_outcomes(const char *text)
{
	static const char *const wrong[] = {"4294967297/6 ", "1/4294967302 ", "-1/6 ", "+1/6 ", " 1/6 ",
		"1/6", "1/ ", "/6 ", "1 6 ", "x/6 ", "1/6x "};
	static ap_witness back;
	ap_error error;
	const char *at = strstr(text, "\noutcome "), *end = at ? strchr(at + 1, '\n') : NULL;
	assert_non_null(end);
	at += strlen("\noutcome ");
	const char *action = strchr(at, ' ') + 1;
	static const char no_seat[] = "apparat dice kept 1\nopened / 00\n";
	assert_false(ap_witness_read(&back, no_seat, strlen(no_seat), &error));
	for (int i = -1; i < AP_COUNT(wrong); i++) {
		char *changed = NULL;
		size_t length;
		FILE *out = open_memstream(&changed, &length);
		fprintf(out, "%.*s%s%s", (int)(at - text), text, i < 0 ? "1/6 " : wrong[i], action);
		fclose(out);
		assert_int_equal(ap_witness_read(&back, changed, length, &error), i < 0);
		ap_witness_free(&back);
		free(changed);
	}
}

/* What a program has kept can be written and read again. */
static void what_is_kept_reads_back(void **unused)
{
	(void)unused;
	static kept_table k;
	static ap_witness back;
	char *text = NULL, *record;
	size_t length, record_length;
	ap_error error;
	begin_kept_table(&k, ap_game_named("tiny"));
	play_kept_table(&k, 5000);
	record = record_of(&k, &record_length);
	FILE *out = open_memstream(&text, &length);
	assert_true(ap_witness_write(&k.w, out));
	fclose(out);
	assert_true(ap_witness_read(&back, text, length, &error));
	assert_int_equal(back.outcomes, k.w.outcomes);
	assert_int_equal(judge(&back, record), AP_NO_LIE);
	assert_true(back.vouches);
	ap_witness_free(&back);
	for (size_t i = 0; i < strlen("apparat dice kept 1"); i++)
		assert_false(ap_witness_read(&back, text, i, &error));
	check_other_outcomes(text);
	free(text);
	free(record);
	end_kept_table(&k);
}

/* Outcomes that are not in memory any more are found by playing again, and the dice are the same.
 */
static void outcomes_are_opened_after_a_restart(void **unused)
{
	(void)unused;
	static kept_table k;
	disk_store disk;
	char key[SV_KEY_SIZE];
	begin_kept_table(&k, ap_game_named("kremlin"));
	end_kept_table(&k);
	new_disk_store(&disk);
	memset(&k, 0, sizeof k);
	k.game = ap_game_named("kremlin");
	k.told = ap_allocate(MOST_TOLD, sizeof *k.told);
	open_fixture(&k.h, disk.url);
	connect_people(&k.h, 2, NULL);
	create_table(&k.h, k.game);
	assert_done(send_plain(&k.h, 0, "start"));
	told_table now;
	read_dice(&k.h, 0, &now);
	ap_witness_start(&k.w, k.h.client[0].table, AP_OBSERVER);
	assert_int_equal(see_table(&k.w, &now), AP_NO_LIE);
	play_kept_table(&k, 200);
	int count = k.count;
	assert_true(count > 12);
	snprintf(key, sizeof key, "%s", k.h.client[0].table);
	reopen_fixture(&k.h, disk.url);
	connect_people(&k.h, 2, key);
	ap_witness_free(&k.w);
	ap_witness_start(&k.w, key, AP_OBSERVER);
	assert_int_equal(see_table(&k.w, &now), AP_NO_LIE);
	k.count = 0;
	look_at_dice(&k);
	assert_int_equal(k.count, count);
	assert_true(k.w.checked > 10);
	end_kept_table(&k);
	drop_disk_store(&disk);
}

/* ---- Whoever withholds ------------------------------------------------------------------------
 */

static int seats_taken(const fixture *h)
{
	int taken = 0;
	for (size_t i = 0; i < 2; i++)
		taken += strcmp(text_in(json_array_get(json_object_get(h->client[0].summary, "seats"), i),
							"kind"),
					 "person") == 0;
	return taken;
}

/* He loses his seat, all pledge anew to another secret, and the record tells of it. */
static void whoever_withholds_is_unseated_and_named(void **unused)
{
	(void)unused;
	static kept_table k;
	char promised[AP_FAIR_HEX + 1], line[256];
	told_table now;
	size_t length;
	memset(&k, 0, sizeof k);
	k.game = ap_game_named("tiny");
	k.told = ap_allocate(MOST_TOLD, sizeof *k.told);
	open_fixture(&k.h, "sqlite::memory:");
	connect_people(&k.h, 2, NULL);
	create_table(&k.h, k.game);
	ap_witness_start(&k.w, k.h.client[0].table, AP_OBSERVER);
	assert_done(send_pledge(&k.h, 0));
	assert_done(send_pledge(&k.h, 1));
	assert_done(send_plain(&k.h, 0, "start"));
	assert_done(send_nonce(&k.h, 0));
	snprintf(promised, sizeof promised, "%s", commitment(&k.h));
	read_dice(&k.h, 0, &now);
	assert_int_equal(see_table(&k.w, &now), AP_NO_LIE);
	pass_time(&k.h, 29 * 1000);
	assert_int_equal(seats_taken(&k.h), 2);
	pass_time(&k.h, 2 * 1000);
	assert_int_equal(seats_taken(&k.h), 1);
	assert_string_equal(commitment(&k.h), "");
	read_dice(&k.h, 0, &now);
	assert_int_equal(now.aborted_count, 1);
	assert_int_equal(now.fair.pledged, 0);
	assert_int_equal(see_table(&k.w, &now), AP_NO_LIE);
	assert_int_equal(k.w.aborted_count, 1);
	told_table lie = now;
	lie.aborted_count = 0;
	assert_int_equal(see_table(&k.w, &lie), AP_LIE_ABORTED);
	assert_done(send_plain(&k.h, 1, "join"));
	start_game(&k.h);
	read_dice(&k.h, 0, &now);
	assert_int_equal(see_table(&k.w, &now), AP_NO_LIE);
	play_kept_table(&k, 5000);
	char *text = record_of(&k, &length);
	snprintf(line, sizeof line, "\naborted %s secret ", promised);
	assert_non_null(strstr(text, line));
	assert_non_null(strstr(text, " withheld bob\n"));
	assert_int_equal(judge(&k.w, text), AP_NO_LIE);
	free(text);
	end_kept_table(&k);
}

/* Whoever made the table need not wait: he removes the one who withholds, and that start is told,
 * too. */
static void whoever_withholds_can_be_removed(void **unused)
{
	(void)unused;
	static fixture h;
	told_table now;
	open_fixture(&h, "sqlite::memory:");
	connect_people(&h, 2, NULL);
	create_table(&h, ap_game_named("tiny"));
	assert_done(send_pledge(&h, 1));
	assert_done(send_plain(&h, 0, "start"));
	assert_done(send_request(&h, &h.client[0],
		"{\"type\":\"remove\",\"id\":\"r\",\"table\":\"%s\",\"seat\":\"bob\"}", h.client[0].table));
	assert_int_equal(seats_taken(&h), 1);
	assert_true(dice_are_still(&h, ""));
	read_dice(&h, 0, &now);
	assert_int_equal(now.aborted_count, 1);
	assert_refused(send_plain(&h, 1, "join"), "removed");
	close_fixture(&h);
}

/* Makes a slow table of two people, who look at it. */
static void create_slow_table(fixture *h)
{
	const json_t *made = send_request(h, &h->client[0],
		"{\"type\":\"create\",\"id\":\"c\",\"game\":\"tiny\",\"players\":2,\"public\":true,"
		"\"pace\":\"slow\",\"seats\":[\"me\",\"open\"]}");
	for (int i = 0; i < 2; i++)
		snprintf(h->client[i].table, SV_KEY_SIZE, "%s", text_in(made, "table"));
	assert_done(send_plain(h, 1, "join"));
	send_plain(h, 0, "watch");
	send_plain(h, 1, "watch");
}

/* Starts a game whose second player does not open his nonce, and restarts the server when so much
 * time is over. */
static void restart_while_waiting(fixture *h, const disk_store *disk, bool slow, int64_t after)
{
	char key[SV_KEY_SIZE];
	open_fixture(h, disk->url);
	connect_people(h, 2, NULL);
	if (slow)
		create_slow_table(h);
	else
		create_table(h, ap_game_named("tiny"));
	assert_done(send_pledge(h, 1));
	assert_done(send_plain(h, 0, "start"));
	pass_time(h, after);
	assert_int_equal(seats_taken(h), 2);
	snprintf(key, sizeof key, "%s", h->client[0].table);
	reopen_fixture(h, disk->url);
	connect_people(h, 2, key);
}

/* After a restart clients have to come back before they can open anything. */
static void after_a_restart_there_is_time_to_open(void **unused)
{
	(void)unused;
	static fixture h;
	disk_store disk;
	new_disk_store(&disk);
	restart_while_waiting(&h, &disk, false, 29 * 1000);
	pass_time(&h, 29 * 1000);
	assert_int_equal(seats_taken(&h), 2);
	assert_done(send_nonce(&h, 1));
	assert_string_equal(status(&h), "running");
	close_fixture(&h);
	drop_disk_store(&disk);
}

/* A server that is restarted every day does not keep anybody's seat for him. */
static void the_time_for_opening_goes_on_after_a_restart(void **unused)
{
	(void)unused;
	static fixture h;
	disk_store disk;
	const int64_t hour = 3600 * 1000;
	new_disk_store(&disk);
	restart_while_waiting(&h, &disk, true, 47 * hour);
	assert_int_equal(seats_taken(&h), 2);
	pass_time(&h, hour + 1);
	assert_int_equal(seats_taken(&h), 1);
	close_fixture(&h);
	drop_disk_store(&disk);
}

/* ---- Deposits ---------------------------------------------------------------------------------
 */

static void a_nonce_is_deposited_at_slow_tables_only(void **unused)
{
	(void)unused;
	static fixture h;
	char hex[AP_FAIR_HEX + 1];
	open_fixture(&h, "sqlite::memory:");
	connect_people(&h, 2, NULL);
	create_table(&h, ap_game_named("tiny"));
	write_nonce(1, hex);
	assert_refused(send_dice(&h, 1, "deposit", hex), "not-now");
	create_slow_table(&h);
	assert_done(send_dice(&h, 1, "deposit", hex));
	assert_done(send_pledge(&h, 0));
	assert_done(send_plain(&h, 0, "start"));
	assert_string_equal(status(&h), "lobby"); /* only the owner is waited for */
	assert_done(send_nonce(&h, 0));
	assert_string_equal(status(&h), "running");
	const json_t *seats = json_object_get(json_object_get(h.client[0].summary, "dice"), "seats");
	assert_string_equal(text_in(json_array_get(seats, 0), "whose"), "own");
	assert_string_equal(text_in(json_array_get(seats, 1), "whose"), "deposited");
	assert_string_equal(text_in(json_array_get(seats, 1), "nonce"), hex);
	close_fixture(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_owner_who_opens_last_cannot_choose_the_dice),
		cmocka_unit_test(leaving_a_seat_starts_the_dice_again),
		cmocka_unit_test(with_one_honest_program_the_operator_cannot_choose_the_throws),
		cmocka_unit_test(lies_about_the_table_are_noticed),
		cmocka_unit_test(a_replaced_pledge_is_noticed_before_the_nonce_is_opened),
		cmocka_unit_test(lies_about_outcomes_are_noticed),
		cmocka_unit_test(honest_games_are_believed),
		cmocka_unit_test(lies_about_shown_draws_are_noticed),
		cmocka_unit_test(lies_about_shown_dice_are_noticed),
		cmocka_unit_test(lies_of_the_record_are_noticed), cmocka_unit_test(what_is_kept_reads_back),
		cmocka_unit_test(outcomes_are_opened_after_a_restart),
		cmocka_unit_test(whoever_withholds_is_unseated_and_named),
		cmocka_unit_test(whoever_withholds_can_be_removed),
		cmocka_unit_test(after_a_restart_there_is_time_to_open),
		cmocka_unit_test(the_time_for_opening_goes_on_after_a_restart),
		cmocka_unit_test(a_nonce_is_deposited_at_slow_tables_only)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
