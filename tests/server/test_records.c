/* test_records.c: records of games that people and bots have played at the hub. A genuine one is
 * accepted; whatever is changed in one is refused, with the line that tells. */
#include "server/own_dice.h"

#ifdef NDEBUG
enum { GAMES = 3, EVERY = 1 }; /* of how many lines, and letters, one is changed */
#else
enum { GAMES = 2, EVERY = 9 };
#endif

enum { MOST_STEPS = 40000, MOST_LINES = 8192, MANY_WAYS = 8, UNDOS = 10, UNSEALS = 10 };

/* ---- Playing --------------------------------------------------------------------------------- */

typedef struct taken_back {
	int undos, unseals;
	long loaded;
} taken_back;

static void forget_heard(house *h)
{
	for (int i = 0; i < h->guests; i++)
		while (h->guest[i].count > 0)
			json_decref(h->guest[i].heard[--h->guest[i].count]);
}

static json_t *answer(house *h, guest *g, ap_rng *rng)
{
	static int id;
	json_t *legal = json_object_get(g->ask, "legal");
	size_t which = ap_below(rng, (uint32_t)json_array_size(legal));
	return say(h, g,
		"{\"type\":\"act\",\"id\":\"%d\",\"table\":\"%s\",\"question\":%d,\"action\":\"%s\"}", ++id,
		g->table, (int)json_integer_value(json_object_get(g->ask, "question")),
		json_string_value(json_array_get(legal, which)));
}

static void unseal(house *h, guest *g, json_int_t question, taken_back *count)
{
	json_t *back =
		say(h, g, "{\"type\":\"unseal\",\"id\":\"u%d\",\"table\":\"%s\",\"question\":%d}",
			count->unseals, g->table, (int)question);
	count->unseals += strcmp(word(back, "type"), "done") == 0;
}

static void undo(house *h, int who, taken_back *count)
{
	if (strcmp(word(request(h, who, "undo"), "type"), "done") != 0)
		return;
	for (int i = 0; i < h->guests; i++)
		if (i != who)
			say(h, &h->guest[i], "{\"type\":\"undo_answer\",\"table\":\"%s\",\"agree\":true}",
				h->guest[0].table);
	count->undos++;
}

static void play(house *h, ap_rng *rng, taken_back *count, int steps)
{
	while (steps-- > 0 && strcmp(status(h), "running") == 0) {
		int who = (int)ap_below(rng, (uint32_t)h->guests);
		guest *g = &h->guest[who];
		forget_heard(h);
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

typedef struct paper {
	char *text;
	size_t length;
	ap_record record;       /* as it was read */
	char *line[MOST_LINES]; /* each without its end */
	int lines, first;       /* the first that is no header */
	char *room;             /* for a forgery */
} paper;

/* What `apparat verify` accepts. */
static bool accepted(const char *text, size_t length, ap_record *record, ap_error *error)
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

static void take_paper(house *h, paper *p)
{
	ap_error error;
	memset(p, 0, sizeof *p);
	p->text = sv_hub_record(h->hub, h->guest[0].table, 1, &p->length);
	assert_non_null(p->text);
	if (!accepted(p->text, p->length, &p->record, &error))
		fail_msg("line %d: %s", error.line, error.message);
	p->room = malloc(p->length + 1024);
	char *copy = strdup(p->text);
	assert_true(p->room && copy);
	for (char *at = copy; *at; p->lines++) {
		assert_true(p->lines < MOST_LINES);
		char *end = strchr(at, '\n');
		*end = '\0';
		if (!*at && !p->first)
			p->first = p->lines + 1;
		p->line[p->lines] = at;
		at = end + 1;
	}
	assert_int_equal(p->lines, p->first + p->record.history.lines + 1);
}

static void throw_away(paper *p)
{
	free(p->line[0]);
	free(p->text);
	free(p->room);
	ap_record_free(&p->record);
}

/* ---- Forgeries ------------------------------------------------------------------------------- */

static long forged, loaded; /* loaded dice: found in their own line */

static size_t start_of(const paper *p, int line)
{
	return line < p->lines ? (size_t)(p->line[line] - p->line[0]) : p->length;
}

/* A few lines instead of one, or none. It is refused, and not before anything is wrong; `line`: in
 * this one, counted from 1. */
static void refused(paper *p, int at, int gone, const char *instead, int line)
{
	static ap_record back;
	ap_error error;
	size_t before = start_of(p, at), after = start_of(p, at + gone), length = before;
	memcpy(p->room, p->text, before);
	if (instead)
		length += (size_t)sprintf(p->room + length, "%s\n", instead);
	memcpy(p->room + length, p->text + after, p->length - after);
	length += p->length - after;
	if (accepted(p->room, length, &back, &error))
		fail_msg("\"%s\" instead of \"%s\" (line %d) is accepted", instead ? instead : "nothing",
			p->line[at], at + 1);
	if (line ? error.line != line : error.line <= at || error.line > p->lines + 1)
		fail_msg("\"%s\" instead of \"%s\" (line %d) is refused in line %d: %s",
			instead ? instead : "nothing", p->line[at], at + 1, error.line, error.message);
	assert_true(error.message[0]);
	forged++;
}

/* Left out, twice, and in another order. */
static void refuse_disorder(paper *p, int at)
{
	char two[1024];
	if (at < p->lines - 1) /* `end` may be missing: see docs/records.md */
		refused(p, at, 1, NULL, 0);
	snprintf(two, sizeof two, "%s\n%s", p->line[at], p->line[at]);
	refused(p, at, 1, two, 0);
	if (at == p->lines - 1 || strcmp(p->line[at], p->line[at + 1]) == 0)
		return;
	snprintf(two, sizeof two, "%s\n%s", p->line[at + 1], p->line[at]);
	refused(p, at, 2, two, 0);
}

/* One digit or letter more or less. Commitments are judged where they are opened. */
static void refuse_letters(paper *p, int at)
{
	char other[256];
	for (size_t i = (size_t)at % EVERY; i < strlen(p->line[at]); i += EVERY) {
		snprintf(other, sizeof other, "%s", p->line[at]);
		other[i] = (char)(other[i] == '9' ? '8' : other[i] == 'f' ? 'e' : other[i] + 1);
		refused(p, at, 1, other, 0);
	}
}

static void refuse_header(paper *p)
{
	char other[512], pledged[AP_FAIR_HEX + 1], nonce[AP_FAIR_HEX + 1];
	write_nonce(7, nonce);
	for (int at = 0, seat = 0; at < p->first; at++) {
		refuse_letters(p, at);
		if (p->line[at][0] && at > 0)
			refuse_disorder(p, at);
		if (strncmp(p->line[at], "secret ", 7) == 0) {
			snprintf(other, sizeof other, "secret %s", nonce);
			refused(p, at, 1, other, at + 1);
		}
		if (strncmp(p->line[at], "nonce ", 6) != 0)
			continue;
		/* Another nonce with its own commitment: then the dice are others. */
		write_pledge(7, seat, pledged);
		snprintf(other, sizeof other, "nonce %s commitment %s opened %s",
			ap_seat_name(p->record.history.game, seat++), pledged, nonce);
		refused(p, at, 1, other, 0);
	}
}

/* Whatever else this seat could do there, a few; of chance in this very line. */
static int refuse_actions(paper *p, const ap_history *h, int at, const ap_line *line, int most)
{
	char other[256];
	ap_action legal[AP_MAX_LEGAL];
	int n = ap_legal(h->game, &h->state, line->seat, legal), tried = 0;
	for (int i = 0; i < n && tried < most; i++) {
		ap_action a = legal[(i + at) % n];
		if (a == line->value)
			continue;
		ap_write_action(h->game, line->seat, a, other, sizeof other);
		refused(p, at, 1, other, line->seat == AP_CHANCE ? at + 1 : 0);
		loaded += line->seat == AP_CHANCE;
		tried++;
	}
	return tried;
}

/* What nobody may do: another seat does it, a line from elsewhere. */
static void refuse_strangers(paper *p, int at, int seat)
{
	char other[256];
	const ap_history *h = &p->record.history;
	int stranger = (seat + 1) % h->setup.players;
	const char *rest = strchr(p->line[at], ' ');
	snprintf(other, sizeof other, "%s%s", ap_seat_name(h->game, stranger), rest);
	refused(p, at, 1, other, 0);
	const char *elsewhere = p->line[p->first + (at * 7) % h->lines];
	if (strcmp(elsewhere, p->line[at]) != 0)
		refused(p, at, 1, elsewhere, 0);
}

static void refuse_undo(paper *p, int at, int moves)
{
	char other[32];
	for (int to = moves > 0 ? moves - 1 : 1; to <= moves + 1; to += 2) {
		snprintf(other, sizeof other, "undo %d", to);
		refused(p, at, 1, other, 0);
	}
}

static void refuse_line(paper *p, const ap_history *h, int i)
{
	const ap_line *line = &p->record.history.line[i];
	int at = p->first + i, tried = 0;
	bool many = i % (MANY_WAYS * EVERY) == 0 || line->kind != AP_LINE_ACTION;
	if (line->kind == AP_LINE_UNDO)
		refuse_undo(p, at, (int)line->value);
	else if (line->kind == AP_LINE_ACTION)
		tried = refuse_actions(p, h, at, line, many ? 3 : 1);
	if (line->kind != AP_LINE_UNDO && (many || !tried))
		refuse_strangers(p, at, line->seat);
	if (many)
		refuse_disorder(p, at);
}

static void do_line(ap_history *h, const ap_line *line)
{
	if (line->kind == AP_LINE_UNDO)
		ap_history_undo(h, (int)line->value);
	else if (line->kind == AP_LINE_UNSEAL)
		ap_history_unseal(h, line->seat);
	else
		ap_history_apply(h, line->seat, line->value, NULL);
}

/* Each line in turn; of many, some, but all that take something back. */
static void refuse_lines(paper *p)
{
	static ap_history h;
	const ap_history *all = &p->record.history;
	ap_history_start(&h, all->game, &all->setup, NULL);
	for (int i = 0; i < all->lines; i++) {
		if (i % EVERY == 0 || all->line[i].kind != AP_LINE_ACTION)
			refuse_line(p, &h, i);
		do_line(&h, &all->line[i]);
	}
	ap_history_free(&h);
	refuse_letters(p, p->lines - 1);
	refuse_disorder(p, p->lines - 1);
}

/* ---- Whole games ----------------------------------------------------------------------------- */

/* The dice are those all have agreed on, and the server had promised before. */
static void dice_are_agreed(const paper *p, const char *promised)
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

/* Of a running game everybody has his own view, which is no record to verify. */
static void views_only(house *h)
{
	for (int64_t person = 1; person <= 3; person++) {
		ap_record record;
		ap_error error;
		size_t length;
		char *text = sv_hub_record(h->hub, h->guest[0].table, person, &length);
		assert_non_null(text);
		assert_non_null(strstr(text, "\nview "));
		assert_null(strstr(text, "\nsecret "));
		assert_null(strstr(text, "\nend "));
		assert_false(accepted(text, length, &record, &error));
		assert_true(error.line > 0);
		free(text);
	}
}

static void whole_game(const ap_game *game, int people, uint64_t seed, taken_back *all)
{
	static house h;
	static paper p;
	ap_rng rng;
	taken_back count = {0, 0, 0};
	char promised[AP_FAIR_HEX + 1];
	ap_seed(&rng, seed, 0);
	open_house(&h, "sqlite::memory:");
	come_in(&h, people, NULL);
	set_table(&h, game);
	begin(&h);
	snprintf(promised, sizeof promised, "%s", commitment(&h));
	play(&h, &rng, &count, 15);
	assert_string_equal(status(&h), "running");
	views_only(&h);
	play(&h, &rng, &count, MOST_STEPS);
	assert_string_equal(status(&h), "over");
	take_paper(&h, &p);
	dice_are_agreed(&p, promised);
	forged = loaded = 0;
	refuse_header(&p);
	refuse_lines(&p);
	print_message("%s: %d lines, %d undos, %d unseals, %ld forgeries, %ld of dice\n",
		ap_game_name(game), p.record.history.lines, count.undos, count.unseals, forged, loaded);
	all->loaded += loaded;
	all->undos += count.undos;
	all->unseals += count.unseals;
	throw_away(&p);
	close_house(&h);
}

static void whole_games(void **unused)
{
	(void)unused;
	for (int i = 0; i < ap_game_count(); i++) {
		const ap_game *game = ap_game_at(i);
		taken_back all = {0, 0, 0};
		int most =
			ap_max_players(game) > 2 ? ap_max_players(game) - 1 : 2; /* people, beside a bot */
		for (int n = 0; n < GAMES; n++)
			whole_game(game, 2 + n % (most - 1), (uint64_t)n, &all);
		assert_true(all.loaded >= 5);
		assert_true(all.undos >= 3);
		assert_true(all.unseals >= 1 || strcmp(ap_game_name(game), "red-empire") == 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(whole_games)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
