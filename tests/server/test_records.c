/* test_records.c: records of games that people and bots have played at the hub. A genuine record is
 * accepted; whatever is changed in it is refused, with the line that shows it. */
#include "server/own_dice.h"

#include "server/hub_internal.h"
#include "server/keeper.h"
#include "server/kept_games.h"

#include "text/memory.h"

#ifdef NDEBUG
enum { GAMES = 3, EVERY = 1 }; /* EVERY: one of so many lines and characters is changed */
#else
enum { GAMES = 2, EVERY = 9 };
#endif
enum { MOST_GAMES = 12 }; /* until somebody has taken a sealed answer back */

enum { MAX_STEPS = 40000, MAX_LINES = 8192, MANY_WAYS = 8, UNDOS = 10, UNSEALS = 10 };

/* ---- Playing --------------------------------------------------------------------------------- */

/* What was taken back in a game, and how many outcomes of chance were forged. */
typedef struct counts {
	int undos, unseals;
	long forged_dice;
} counts;

static void unseal(fixture *h, test_client *g, json_int_t question, counts *count)
{
	json_t *back =
		send_request(h, g, "{\"type\":\"unseal\",\"id\":\"u%d\",\"table\":\"%s\",\"question\":%d}",
			count->unseals, g->table, (int)question);
	count->unseals += strcmp(text_in(back, "type"), "done") == 0;
}

static void undo(fixture *h, int who, counts *count)
{
	if (strcmp(text_in(send_plain(h, who, "undo"), "type"), "done") != 0)
		return;
	for (int i = 0; i < h->clients; i++)
		if (i != who)
			send_request(h, &h->client[i],
				"{\"type\":\"undo_answer\",\"table\":\"%s\",\"agree\":true}", h->client[0].table);
	count->undos++;
}

static void play(fixture *h, ap_rng *rng, counts *count, int steps)
{
	while (steps-- > 0 && strcmp(status(h), "running") == 0) {
		int who = (int)ap_below(rng, (uint32_t)h->clients);
		test_client *g = &h->client[who];
		drop_received(h);
		if (!json_is_object(g->ask)) {
			pass_time(h, 500);
			continue;
		}
		json_int_t question = json_integer_value(json_object_get(g->ask, "question"));
		assert_done(answer(h, g, rng));
		if (count->unseals < UNSEALS && ap_below(rng, 2))
			unseal(h, g, question, count);
		if (count->undos < UNDOS && ap_below(rng, 6) == 0 && strcmp(status(h), "running") == 0)
			undo(h, who, count);
	}
}

/* ---- A record -------------------------------------------------------------------------------- */

typedef struct record_text {
	char *text;
	size_t length;
	ap_record record;      /* the record as it was read */
	char *line[MAX_LINES]; /* each without its line end */
	int lines, first;      /* the first line after the header */
	char *room;            /* room for a forged record */
} record_text;

/* True if `apparat verify` would accept it. */
static bool is_accepted(const char *text, size_t length, ap_record *record, ap_error *error)
{
	ap_outcome outcome;
	memset(error, 0, sizeof *error);
	if (!ap_record_read(record, text, length, ap_game_named, error))
		return false;
	bool over = ap_outcome_of(record->history.game, &record->history.state, &outcome);
	if (!over || record->fair.secret_known)
		return true;
	ap_record_free(record);
	return false;
}

static void read_record(fixture *h, record_text *p)
{
	ap_error error;
	memset(p, 0, sizeof *p);
	p->text = sv_hub_record(h->hub, h->client[0].table, 1, false, &p->length);
	assert_non_null(p->text);
	if (!is_accepted(p->text, p->length, &p->record, &error))
		fail_msg("line %d: %s", error.line, error.message);
	p->room = ap_allocate(p->length + 1024, 1);
	char *copy = ap_copy_text(p->text);
	for (char *at = copy; *at; p->lines++) {
		assert_true(p->lines < MAX_LINES);
		char *end = strchr(at, '\n');
		*end = '\0';
		if (!*at && !p->first)
			p->first = p->lines + 1;
		p->line[p->lines] = at;
		at = end + 1;
	}
	assert_int_equal(p->lines, p->first + p->record.history.lines + 2); /* end and signature */
}

static void free_record(record_text *p)
{
	free(p->line[0]);
	free(p->text);
	free(p->room);
	ap_record_free(&p->record);
}

/* ---- Forgeries ------------------------------------------------------------------------------- */

static long forged, forged_dice; /* `forged_dice`: those of them that change an outcome of chance */

static size_t start_of(const record_text *p, int line)
{
	return line < p->lines ? (size_t)(p->line[line] - p->line[0]) : p->length;
}

/* Replaces `gone` lines from line `at` on by `instead`, or removes them if it is NULL. The result
 * must be refused, not before that line; if `line` is not 0, in exactly that line, counted from
 * 1. */
static void assert_refused_with(record_text *p, int at, int gone, const char *instead, int line)
{
	static ap_record back;
	ap_error error;
	size_t before = start_of(p, at), after = start_of(p, at + gone), length = before;
	memcpy(p->room, p->text, before);
	if (instead)
		length += (size_t)sprintf(p->room + length, "%s\n", instead);
	memcpy(p->room + length, p->text + after, p->length - after);
	length += p->length - after;
	if (is_accepted(p->room, length, &back, &error))
		fail_msg("\"%s\" instead of \"%s\" (line %d) is accepted", instead ? instead : "nothing",
			p->line[at], at + 1);
	if (line ? error.line != line
			 : error.line < at + (at < p->lines - 1) || error.line > p->lines + 1)
		fail_msg("\"%s\" instead of \"%s\" (line %d) is refused in line %d: %s",
			instead ? instead : "nothing", p->line[at], at + 1, error.line, error.message);
	assert_true(error.message[0]);
	forged++;
}

/* The line is left out, doubled, or exchanged with the next. */
static void assert_order_matters(record_text *p, int at)
{
	char two[1024];
	if (at < p->lines - 1) /* docs/records.md allows that `end` is missing */
		assert_refused_with(p, at, 1, NULL, 0);
	snprintf(two, sizeof two, "%s\n%s", p->line[at], p->line[at]);
	assert_refused_with(p, at, 1, two, 0);
	if (at == p->lines - 1 || strcmp(p->line[at], p->line[at + 1]) == 0)
		return;
	snprintf(two, sizeof two, "%s\n%s", p->line[at + 1], p->line[at]);
	assert_refused_with(p, at, 2, two, 0);
}

/* Each character is changed. Commitments are checked where they are opened. */
static void assert_characters_matter(record_text *p, int at)
{
	char other[256];
	for (size_t i = (size_t)at % EVERY; i < strlen(p->line[at]); i += EVERY) {
		snprintf(other, sizeof other, "%s", p->line[at]);
		other[i] = (char)(other[i] == '9' ? '8' : other[i] == 'f' ? 'e' : other[i] + 1);
		assert_refused_with(p, at, 1, other, 0);
	}
}

static void assert_header_matters(record_text *p)
{
	char other[512], pledged[AP_FAIR_HEX + 1], nonce[AP_FAIR_HEX + 1];
	write_nonce(7, nonce);
	for (int at = 0, seat = 0; at < p->first; at++) {
		assert_characters_matter(p, at);
		if (p->line[at][0] && at > 0)
			assert_order_matters(p, at);
		if (strncmp(p->line[at], "secret ", 7) == 0) {
			snprintf(other, sizeof other, "secret %s", nonce);
			assert_refused_with(p, at, 1, other, at + 1);
		}
		if (strncmp(p->line[at], "nonce ", 6) != 0)
			continue;
		/* Another nonce with a matching commitment gives other dice. */
		write_pledge(7, seat, pledged);
		snprintf(other, sizeof other, "nonce %s commitment %s opened %s",
			ap_seat_name(p->record.history.game, seat++), pledged, nonce);
		assert_refused_with(p, at, 1, other, 0);
	}
}

/* Replaces the action by other legal ones; those of chance are refused in this very line. */
static int assert_actions_matter(
	record_text *p, const ap_history *h, int at, const ap_line *line, int most)
{
	char other[256];
	ap_action legal[AP_MAX_LEGAL];
	int n = ap_legal(h->game, &h->state, line->seat, legal), tried = 0;
	for (int i = 0; i < n && tried < most; i++) {
		ap_action a = legal[(i + at) % n];
		if (a == line->value)
			continue;
		ap_write_action(h->game, line->seat, a, other, sizeof other);
		assert_refused_with(p, at, 1, other, line->seat == AP_CHANCE ? at + 1 : 0);
		forged_dice += line->seat == AP_CHANCE;
		tried++;
	}
	return tried;
}

/* Another seat acts instead, or the line is one from elsewhere in the record. */
static void assert_foreign_lines_refused(record_text *p, int at, int seat)
{
	char other[256];
	const ap_history *h = &p->record.history;
	int stranger = (seat + 1) % h->setup.players;
	const char *rest = strchr(p->line[at], ' ');
	snprintf(other, sizeof other, "%s%s", ap_seat_name(h->game, stranger), rest);
	assert_refused_with(p, at, 1, other, 0);
	const char *elsewhere = p->line[p->first + (at * 7) % h->lines];
	if (strcmp(elsewhere, p->line[at]) != 0)
		assert_refused_with(p, at, 1, elsewhere, 0);
}

static void assert_undo_matters(record_text *p, int at, int moves)
{
	char other[32];
	for (int to = moves > 0 ? moves - 1 : 1; to <= moves + 1; to += 2) {
		snprintf(other, sizeof other, "undo %d", to);
		assert_refused_with(p, at, 1, other, 0);
	}
}

static void assert_line_matters(record_text *p, const ap_history *h, int i)
{
	const ap_line *line = &p->record.history.line[i];
	int at = p->first + i, tried = 0;
	bool many = i % (MANY_WAYS * EVERY) == 0 || line->kind != AP_LINE_ACTION;
	if (line->kind == AP_LINE_UNDO)
		assert_undo_matters(p, at, (int)line->value);
	else if (line->kind == AP_LINE_ACTION)
		tried = assert_actions_matter(p, h, at, line, many ? 3 : 1);
	if (line->kind != AP_LINE_UNDO && (many || !tried))
		assert_foreign_lines_refused(p, at, line->seat);
	if (many)
		assert_order_matters(p, at);
}

static void apply_line(ap_history *h, const ap_line *line)
{
	if (line->kind == AP_LINE_UNDO)
		ap_history_undo(h, (int)line->value);
	else if (line->kind == AP_LINE_UNSEAL)
		ap_history_unseal(h, line->seat);
	else
		ap_history_apply(h, line->seat, line->value, NULL);
}

/* Changes each line; of many only some, but all that take something back. */
static void assert_lines_matter(record_text *p)
{
	static ap_history h;
	const ap_history *all = &p->record.history;
	ap_history_start(&h, all->game, &all->setup, NULL);
	for (int i = 0; i < all->lines; i++) {
		if (i % EVERY == 0 || all->line[i].kind != AP_LINE_ACTION)
			assert_line_matters(p, &h, i);
		apply_line(&h, &all->line[i]);
	}
	ap_history_free(&h);
	assert_characters_matter(p, p->lines - 1);
	assert_order_matters(p, p->lines - 1);
}

/* ---- Whole games ----------------------------------------------------------------------------- */

/* The dice are those that all have agreed on, and that the server had committed to before. */
static void assert_dice_are_agreed(const record_text *p, const char *promised)
{
	char hex[AP_FAIR_HEX + 1], own[AP_FAIR_HEX + 1];
	const ap_fair *fair = &p->record.fair;
	ap_fair_write_hex(fair->commitment, hex);
	assert_string_equal(hex, promised);
	for (int who = 0; who < fair->players - 1; who++) {
		ap_fair_write_hex(fair->nonce[who], hex);
		write_nonce(who, own);
		assert_string_equal(hex, own);
	}
	assert_true(fair->secret_known);
}

/* The record of a running game is a view, which cannot be verified. */
static void assert_running_game_shows_views_only(fixture *h)
{
	for (int64_t person = 1; person <= 3; person++) {
		ap_record record;
		ap_error error;
		size_t length;
		char *text = sv_hub_record(h->hub, h->client[0].table, person, false, &length);
		assert_non_null(text);
		assert_non_null(strstr(text, "\nview "));
		assert_null(strstr(text, "\nsecret "));
		assert_null(strstr(text, "\nend "));
		assert_false(is_accepted(text, length, &record, &error));
		assert_true(error.line > 0);
		free(text);
	}
}

static char *text_of(fixture *h, bool whole)
{
	size_t length;
	char *text = sv_hub_record(h->hub, h->client[0].table, 1, whole, &length);
	assert_non_null(text);
	assert_int_equal(strlen(text), length);
	return text;
}

static void keep_as(fixture *h, const sv_table *t, const char *text, int lines)
{
	sv_kept_game kept = {.lines = lines, .full_size = strlen(text)};
	void *bytes = sv_compress(text, kept.full_size, &kept.size);
	kept.bytes = bytes;
	assert_true(sv_store_put_game(h->store, t->id, &kept));
	free(bytes);
}

/* A finished game is sent as it was kept, which is what would be written; and what was kept before
 * its end was taken back is not sent any more. */
static void assert_record_is_kept(fixture *h)
{
	sv_table *t = sv_find_table(h->hub, h->client[0].table);
	while (sv_keep_games(h->hub))
		;
	assert_true(sv_load_history(t) && sv_game_is_kept(t));
	char *sent[2] = {text_of(h, false), text_of(h, true)};
	keep_as(h, t, "apparat record 2\n\nend open 0\n", sv_line_count(t) - 1);
	for (int whole = 0; whole < 2; whole++) {
		char *written = text_of(h, whole);
		assert_string_equal(written, sent[whole]);
		free(written);
		free(sent[whole]);
	}
	keep_as(h, t, "apparat record 2\n\nend open 0\n", sv_line_count(t));
	char *kept = text_of(h, true);
	assert_true(strlen(kept) < 1000);
	free(kept);
}

static void whole_game(const ap_game *game, int people, uint64_t seed, counts *all)
{
	static fixture h;
	static record_text p;
	ap_rng rng;
	counts count = {0, 0, 0};
	char promised[AP_FAIR_HEX + 1];
	ap_seed(&rng, seed, 0);
	open_fixture(&h, "sqlite::memory:");
	connect_people(&h, people, NULL);
	create_table(&h, game);
	start_game(&h);
	snprintf(promised, sizeof promised, "%s", commitment(&h));
	play(&h, &rng, &count, 15);
	assert_string_equal(status(&h), "running");
	assert_running_game_shows_views_only(&h);
	play(&h, &rng, &count, MAX_STEPS);
	assert_string_equal(status(&h), "over");
	read_record(&h, &p);
	assert_record_is_kept(&h);
	assert_dice_are_agreed(&p, promised);
	forged = forged_dice = 0;
	assert_header_matters(&p);
	assert_lines_matter(&p);
	print_message("%s: %d lines, %d undos, %d unseals, %ld forgeries, %ld of dice\n",
		ap_game_name(game), p.record.history.lines, count.undos, count.unseals, forged,
		forged_dice);
	all->forged_dice += forged_dice;
	all->undos += count.undos;
	all->unseals += count.unseals;
	free_record(&p);
	close_fixture(&h);
}

static void genuine_records_are_accepted_and_forged_ones_refused(void **unused)
{
	(void)unused;
	for (int i = 0; i < ap_game_count(); i++) {
		const ap_game *game = ap_game_at(i);
		counts all = {0, 0, 0};
		int most = ap_max_players(game) > 2 ? ap_max_players(game) - 1 : 2; /* of people */
		bool seals = strcmp(ap_game_name(game), "red-empire") != 0;
		for (int n = 0; n < GAMES || (seals && all.unseals == 0 && n < MOST_GAMES); n++)
			whole_game(game, 2 + n % (most - 1), (uint64_t)n, &all);
		assert_true(all.forged_dice >= 5);
		assert_true(all.undos >= 3);
		assert_true(all.unseals >= 1 || !seals);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(genuine_records_are_accepted_and_forged_ones_refused)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
