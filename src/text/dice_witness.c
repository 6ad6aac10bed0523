/* dice_witness.c: see dice_witness.h. */
#include "text/dice_witness.h"

#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "core/notation.h"
#include "text/memory.h"

const char *ap_lie_word(ap_lie lie)
{
	static const char *const keys[AP_LIE_COUNT] = {
		"",
		"dice.lie.commitment",
		"dice.lie.pledge",
		"dice.lie.nonce",
		"dice.lie.order",
		"dice.lie.secret",
		"dice.lie.number",
		"dice.lie.action",
		"dice.lie.sealed",
		"dice.lie.aborted",
		"dice.lie.record",
		"dice.lie.outcome",
		"dice.lie.key",
	};
	assert(lie < AP_LIE_COUNT);
	return keys[lie];
}

/* ---- Begin and end --------------------------------------------------------------------------- */

void ap_witness_start(ap_witness *w, const char *table, int seat)
{
	assert(w && table);
	memset(w, 0, sizeof *w);
	snprintf(w->table, sizeof w->table, "%s", table);
	w->seat = seat;
}

void ap_witness_free(ap_witness *w)
{
	assert(w);
	free(w->outcome);
	free(w->shown);
	sodium_memzero(w, sizeof *w);
}

void ap_witness_draw(ap_witness *w, unsigned char pledge[AP_FAIR_BYTES])
{
	assert(w && w->seat < AP_MAX_SEATS && pledge);
	ap_fair_random(w->nonce);
	ap_fair_commit_nonce(w->seat, w->nonce, pledge);
	w->has_nonce = true;
	w->vouches = w->deposited = false;
}

/* ---- The table ------------------------------------------------------------------------------- */

static bool is_among(
	unsigned char list[][AP_FAIR_BYTES], int count, const unsigned char one[AP_FAIR_BYTES])
{
	for (int i = 0; i < count; i++)
		if (ap_fair_same(list[i], one))
			return true;
	return false;
}

/* The start that we have seen came to nothing: its commitment must stand in the record. */
static void forget_start(ap_witness *w)
{
	if (w->fair.published && w->aborted_count < AP_FAIR_MOST_ABORTED)
		memcpy(w->aborted[w->aborted_count++], w->fair.commitment, AP_FAIR_BYTES);
	memset(&w->fair, 0, sizeof w->fair);
	w->has_nonce = w->vouches = w->deposited = w->has_nonces = false;
}

/* Keeps the commitment and all pledges, which can change no more. */
static ap_lie keep_commitment(ap_witness *w, const ap_fair *told)
{
	unsigned char own[AP_FAIR_BYTES];
	w->fair = *told;
	w->fair.opened = 0;
	if (!w->has_nonce)
		return AP_NO_LIE;
	ap_fair_commit_nonce(w->seat, w->nonce, own);
	if (!(told->pledged & AP_SEAT(w->seat)) || !ap_fair_same(own, told->pledge[w->seat]))
		return AP_LIE_PLEDGE;
	w->vouches = !w->deposited && !(told->opened & AP_SEAT(w->seat));
	return AP_NO_LIE;
}

static ap_lie compare_nonces(ap_witness *w, const ap_fair *told)
{
	unsigned char promised[AP_FAIR_BYTES];
	for (int seat = 0; seat < told->players; seat++) {
		if (!ap_fair_same(told->pledge[seat], w->fair.pledge[seat]))
			return AP_LIE_PLEDGE;
		if (!(told->opened & AP_SEAT(seat)))
			continue;
		ap_fair_commit_nonce(seat, told->nonce[seat], promised);
		if (!ap_fair_same(promised, w->fair.pledge[seat]) ||
			(w->has_nonce && seat == w->seat && !ap_fair_same(told->nonce[seat], w->nonce)))
			return AP_LIE_NONCE;
	}
	return AP_NO_LIE;
}

static void keep_nonces(ap_witness *w, const ap_fair *told)
{
	if (w->has_nonces || !ap_fair_all_open(told))
		return;
	memcpy(w->fair.nonce, told->nonce, sizeof w->fair.nonce);
	w->fair.opened = told->opened;
	ap_fair_hash_nonces(told->players, w->fair.nonce, w->nonces);
	w->has_nonces = true;
}

ap_lie ap_witness_see_table(
	ap_witness *w, const ap_fair *told, unsigned char aborted[][AP_FAIR_BYTES], int aborted_count)
{
	assert(w && told && (aborted || aborted_count == 0));
	bool known = w->fair.published,
		 same = known && told->published && ap_fair_same(told->commitment, w->fair.commitment);
	if (known && !same) {
		if (!is_among(aborted, aborted_count, w->fair.commitment))
			return AP_LIE_COMMITMENT;
		forget_start(w);
	}
	for (int i = 0; i < w->aborted_count; i++)
		if (!is_among(aborted, aborted_count, w->aborted[i]))
			return AP_LIE_ABORTED;
	if (!told->published)
		return AP_NO_LIE;
	if (!same) {
		ap_lie lie = keep_commitment(w, told);
		if (lie)
			return lie;
	}
	ap_lie lie = compare_nonces(w, told);
	if (!lie)
		keep_nonces(w, told);
	return lie;
}

/* ---- Outcomes -------------------------------------------------------------------------------- */

static void keep_outcome(ap_witness *w, const ap_told_outcome *told)
{
	if (w->outcomes == w->outcome_room) {
		w->outcome_room = w->outcome_room ? 2 * w->outcome_room : 64;
		w->outcome = ap_reallocate(w->outcome, (size_t)w->outcome_room, sizeof *w->outcome);
	}
	ap_kept_outcome *o = &w->outcome[w->outcomes++];
	*o = (ap_kept_outcome){
		.number = told->opened ? told->number : 0, .of = told->opened ? told->of : 0};
	snprintf(o->action, sizeof o->action, "%s", told->action);
}

/* Returns the verb of an action of chance; NULL if the game has none such. */
static const ap_verb *verb_of(const ap_game *game, const char *action)
{
	size_t length = strcspn(action, " ");
	for (int i = 0; game && i < game->verb_count; i++)
		if (strlen(game->verbs[i].name) == length &&
			strncmp(game->verbs[i].name, action, length) == 0)
			return &game->verbs[i];
	return NULL;
}

/* The faces of an open die are its outcomes in their order: a law of all games. Of other verbs the
 * record tells at the end. */
static bool is_die(const ap_verb *verb)
{
	return verb->open && verb->x == &ap_plain_number && !verb->y;
}

static bool is_other_face(const ap_verb *verb, const ap_told_outcome *told)
{
	const char *face = strchr(told->action, ' ');
	return is_die(verb) && (!face || strtoul(face + 1, NULL, 10) != told->number);
}

/* Compares the outcome that was kept last with the dice. */
static ap_lie check_last(ap_witness *w, const ap_verb *verb, const ap_told_outcome *told)
{
	if (!told->opened)
		return verb && verb->open && told->index < AP_FAIR_LEAVES ? AP_LIE_SEALED : AP_NO_LIE;
	if (!w->fair.published || !w->has_nonces)
		return AP_LIE_SECRET;
	ap_fair_path path;
	memcpy(path, told->path, sizeof path);
	if (!ap_fair_path_fits(w->fair.commitment, told->index, told->secret, path))
		return AP_LIE_SECRET;
	if (told->of == 0 ||
		ap_fair_draw_opened(told->secret, w->nonces, told->index, told->of) + 1 != told->number)
		return AP_LIE_NUMBER;
	if (verb && is_other_face(verb, told))
		return AP_LIE_ACTION;
	w->checked++;
	return AP_NO_LIE;
}

/* ---- Draws that events show ------------------------------------------------------------------ */

static void write_named(const ap_names *names, int value, char out[AP_WITNESS_ACTION])
{
	if (names == &ap_plain_number)
		snprintf(out, AP_WITNESS_ACTION, "%d", value);
	else
		snprintf(out, AP_WITNESS_ACTION, "%s",
			value >= 0 && value < names->count ? names->name[value] : "?");
}

/* Those of a server that never opens anything are compared with the record at the end; there are
 * only so many. */
static void keep_shown(
	ap_witness *w, const ap_game *game, const ap_event *event, int from, int until)
{
	enum { MOST = 4096 };
	const ap_event_kind *kind = &game->events[event->kind];
	int argument = kind->drawn_argument - 1;
	if (w->shown_count == MOST)
		return;
	if (w->shown_count == w->shown_room) {
		w->shown_room = w->shown_room ? 2 * w->shown_room : 16;
		w->shown = ap_reallocate(w->shown, (size_t)w->shown_room, sizeof *w->shown);
	}
	ap_shown_draw *draw = &w->shown[w->shown_count++];
	draw->from = from;
	draw->until = until;
	write_named(kind->arg[argument], event->arg[argument], draw->named);
}

/* True if the action is open and has drawn this; without a game, if it is any that names this. Of
 * "?", which was drawn by other rules, nothing is known. */
static bool has_drawn(const ap_game *game, const char *action, const char *named)
{
	const ap_verb *verb = verb_of(game, action);
	const char *argument = strchr(action, ' ');
	if (strcmp(action, "?") == 0)
		return true;
	return (!game || (verb && verb->open)) && argument && strcmp(argument + 1, named) == 0;
}

static bool was_drawn(const ap_witness *w, const ap_game *game, const ap_shown_draw *draw)
{
	for (int i = draw->from; i < draw->until; i++)
		if (has_drawn(game, w->outcome[i].action, draw->named))
			return true;
	return false;
}

/* Compares the shown draws whose outcomes are known by now, and forgets them. */
static ap_lie compare_shown(ap_witness *w, const ap_game *game)
{
	int left = 0;
	for (int n = 0; n < w->shown_count; n++) {
		const ap_shown_draw draw = w->shown[n];
		if (draw.until > w->outcomes)
			w->shown[left++] = draw;
		else if (!was_drawn(w, game, &draw))
			return AP_LIE_ACTION;
	}
	w->shown_count = left;
	return AP_NO_LIE;
}

ap_lie ap_witness_see_outcome(ap_witness *w, const ap_game *game, const ap_told_outcome *told)
{
	assert(w && told);
	if (told->index != (uint64_t)w->outcomes)
		return AP_LIE_ORDER;
	keep_outcome(w, told);
	ap_lie lie = check_last(w, verb_of(game, told->action), told);
	return lie ? lie : compare_shown(w, game);
}

ap_lie ap_witness_see_events(
	ap_witness *w, const ap_game *game, const ap_event *events, int count, int outcomes, bool whole)
{
	assert(w && game && (events || count == 0));
	bool tells = whole;
	for (int i = 0; i < count; i++)
		if (game->events[events[i].kind].drawn_argument) {
			keep_shown(w, game, &events[i], whole ? 0 : w->told, outcomes);
			tells = true;
		}
	if (tells)
		w->told = outcomes;
	return compare_shown(w, game);
}

/* ---- The record ------------------------------------------------------------------------------ */

/* What is compared line by line. */
typedef struct comparison {
	const ap_witness *w;
	int outcomes;
	bool commitment, nonce; /* have been found */
	bool *fell;             /* of each shown draw that was not compared yet */
	int aborted;
	ap_lie lie;
} comparison;

static bool starts(const char *line, const char *word)
{
	return strncmp(line, word, strlen(word)) == 0;
}

/* Reads "NUMBER/COUNT" and returns what follows; NULL if it is something else. */
static const char *read_numbers(const char *text, uint32_t *number, uint32_t *of)
{
	uint32_t *const out[] = {number, of};
	for (int i = 0; i < 2; i++) {
		char *end;
		unsigned long n = *text >= '0' && *text <= '9' ? strtoul(text, &end, 10) : ULONG_MAX;
		if (n > UINT32_MAX || (i == 0 && *end != '/'))
			return NULL;
		*out[i] = (uint32_t)n;
		text = end + (i == 0);
	}
	return text;
}

/* What was kept of an outcome that was not opened has at least its verb; "?": not even that. */
static bool has_verb_of(const char *action, const char *kept)
{
	size_t length = strcspn(action, " ");
	return strcmp(kept, "?") == 0 ||
		(length == strcspn(kept, " ") && strncmp(action, kept, length) == 0);
}

/* Compares "chance ACTION NUMBER/COUNT". */
static void compare_outcome(comparison *c, const char *line)
{
	char action[AP_MAX_RECORD_LINE];
	uint32_t number = 0, of = 0;
	int i = c->outcomes++;
	const char *last = strrchr(line, ' ');
	snprintf(action, sizeof action, "%.*s", last ? (int)(last - line) : 0, line);
	for (int n = 0; n < c->w->shown_count; n++)
		if (c->w->shown[n].from <= i && i < c->w->shown[n].until)
			c->fell[n] = c->fell[n] || has_drawn(NULL, action, c->w->shown[n].named);
	if (i >= c->w->outcomes)
		return;
	const ap_kept_outcome *kept = &c->w->outcome[i];
	const char *rest = last ? read_numbers(last + 1, &number, &of) : NULL;
	if (kept->number &&
		(!rest || *rest || number != kept->number || of != kept->of ||
			strcmp(action, kept->action) != 0))
		c->lie = AP_LIE_OUTCOME;
	else if (!has_verb_of(action, kept->action))
		c->lie = AP_LIE_OUTCOME;
}

/* Compares "nonce SEAT WHOSE commitment HEX opened HEX", of one's own seat. */
static void compare_nonce(comparison *c, const char *line, int seat)
{
	unsigned char pledge[AP_FAIR_BYTES], nonce[AP_FAIR_BYTES];
	const char *promised = strstr(line, " commitment "), *opened = strstr(line, " opened ");
	if (!promised || !ap_fair_read_hex(promised + 12, pledge) ||
		!ap_fair_same(pledge, c->w->fair.pledge[seat]))
		c->lie = AP_LIE_PLEDGE;
	if (seat != c->w->seat || !c->w->has_nonce)
		return;
	c->nonce = opened && ap_fair_read_hex(opened + 8, nonce) && ap_fair_same(nonce, c->w->nonce) &&
		strstr(line, c->w->deposited ? " deposited commitment " : " own commitment ") != NULL;
}

static void compare_aborted(comparison *c, const char *line)
{
	unsigned char commitment[AP_FAIR_BYTES];
	for (int i = 0; ap_fair_read_hex(line, commitment) && i < c->w->aborted_count; i++)
		c->aborted += ap_fair_same(commitment, c->w->aborted[i]);
}

static void compare_line(comparison *c, const char *line, int *seat)
{
	unsigned char commitment[AP_FAIR_BYTES];
	if (starts(line, "commitment "))
		c->commitment = ap_fair_read_hex(line + 11, commitment) &&
			ap_fair_same(commitment, c->w->fair.commitment);
	else if (starts(line, "aborted "))
		compare_aborted(c, line + 8);
	else if (starts(line, "nonce ") && *seat < AP_MAX_SEATS)
		compare_nonce(c, line, (*seat)++);
	else if (starts(line, "chance "))
		compare_outcome(c, line + 7);
}

static bool all_fell(const comparison *c)
{
	for (int n = 0; n < c->w->shown_count; n++)
		if (!c->fell[n])
			return false;
	return true;
}

static void compare_all_lines(comparison *c, const char *text, size_t length)
{
	char line[1024];
	int seat = 0;
	for (const char *at = text, *end = text + length; at < end && !c->lie;) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		size_t size = (size_t)((stop ? stop : end) - at);
		if (size < sizeof line && *at != '{') {
			memcpy(line, at, size);
			line[size] = '\0';
			compare_line(c, line, &seat);
		}
		at += size + 1;
	}
}

static ap_lie compare_lines(const ap_witness *w, const char *text, size_t length)
{
	comparison c = {.w = w, .fell = ap_allocate((size_t)w->shown_count + 1, sizeof *c.fell)};
	compare_all_lines(&c, text, length);
	if (!c.lie && !all_fell(&c))
		c.lie = AP_LIE_OUTCOME;
	free(c.fell);
	if (c.lie)
		return c.lie;
	if (w->fair.published && !c.commitment)
		return AP_LIE_COMMITMENT;
	if (w->has_nonce && !c.nonce)
		return AP_LIE_NONCE;
	if (c.aborted < w->aborted_count)
		return AP_LIE_ABORTED;
	return c.outcomes < w->outcomes ? AP_LIE_OUTCOME : AP_NO_LIE;
}

ap_lie ap_witness_check_record(const ap_witness *w, const char *text, size_t length,
	ap_find_game *find, ap_record_report *report, ap_error *error)
{
	assert(w && text && find && report && error);
	if (!ap_record_examine(text, length, find, report, error))
		return AP_LIE_RECORD;
	ap_lie lie = compare_lines(w, text, length);
	if (lie)
		return lie;
	if (!report->secret_known) {
		ap_fail(error, 0, "the secret of the dice is missing");
		return AP_LIE_RECORD;
	}
	if (w->has_key && (!report->is_signed || !ap_fair_same(report->signer, w->key)))
		return AP_LIE_KEY;
	return AP_NO_LIE;
}

/* ---- As text --------------------------------------------------------------------------------- */

static const char first_line[] = "apparat dice kept 1";

static void write_bytes(FILE *out, const char *word, const unsigned char bytes[AP_FAIR_BYTES])
{
	char hex[AP_FAIR_HEX + 1];
	ap_fair_write_hex(bytes, hex);
	fprintf(out, "%s %s\n", word, hex);
	sodium_memzero(hex, sizeof hex);
}

bool ap_witness_write(const ap_witness *w, FILE *out)
{
	assert(w && out);
	char word[32];
	fprintf(out, "%s\ntable %s\nseat %d\n", first_line, w->table, w->seat);
	if (w->has_nonce)
		write_bytes(out, w->deposited ? "deposited" : "nonce", w->nonce);
	if (w->has_key)
		write_bytes(out, "key", w->key);
	for (int i = 0; i < w->aborted_count; i++)
		write_bytes(out, "aborted", w->aborted[i]);
	if (w->fair.published) {
		fprintf(out, "players %d\nvouches %d\n", w->fair.players, w->vouches);
		write_bytes(out, "commitment", w->fair.commitment);
	}
	for (int seat = 0; w->fair.published && seat < w->fair.players; seat++) {
		snprintf(word, sizeof word, "pledge %d", seat);
		write_bytes(out, word, w->fair.pledge[seat]);
		snprintf(word, sizeof word, "opened %d", seat);
		if (w->has_nonces)
			write_bytes(out, word, w->fair.nonce[seat]);
	}
	for (int i = 0; i < w->outcomes; i++)
		fprintf(out, "outcome %" PRIu32 "/%" PRIu32 " %s\n", w->outcome[i].number, w->outcome[i].of,
			w->outcome[i].action);
	return fflush(out) == 0 && !ferror(out);
}

static bool read_outcome(ap_witness *w, const char *rest)
{
	ap_told_outcome told = {.opened = true};
	const char *action = read_numbers(rest, &told.number, &told.of);
	if (!action || *action++ != ' ' || strlen(action) >= sizeof told.action)
		return false;
	memcpy(told.action, action, strlen(action) + 1);
	w->checked += told.number > 0;
	keep_outcome(w, &told);
	return true;
}

/* Reads "SEAT HEX". */
static bool read_of_seat(const ap_witness *w, const char *rest, unsigned char out[][AP_FAIR_BYTES])
{
	int seat = rest[0] - '0';
	return seat >= 0 && seat < w->fair.players && rest[1] == ' ' &&
		ap_fair_read_hex(rest + 2, out[seat]);
}

static bool read_number(const char *rest, int most, int *out)
{
	char *end;
	long number = strtol(rest, &end, 10);
	*out = (int)number;
	return end > rest && *end == '\0' && number >= 0 && number <= most;
}

static bool read_setting(ap_witness *w, const char *line)
{
	const char *rest = strchr(line, ' ');
	int number = 0;
	if (!rest++)
		return false;
	if (starts(line, "table "))
		return strlen(rest) < sizeof w->table && strcpy(w->table, rest);
	if (starts(line, "seat "))
		return read_number(rest, AP_OBSERVER, &w->seat);
	if (starts(line, "nonce ") || starts(line, "deposited ")) {
		w->has_nonce = w->seat < AP_MAX_SEATS;
		w->deposited = starts(line, "deposited ");
		return w->has_nonce && ap_fair_read_hex(rest, w->nonce);
	}
	if (starts(line, "key "))
		return (w->has_key = ap_fair_read_hex(rest, w->key));
	if (starts(line, "aborted "))
		return w->aborted_count < AP_FAIR_MOST_ABORTED &&
			ap_fair_read_hex(rest, w->aborted[w->aborted_count++]);
	if (starts(line, "players ")) {
		bool good = read_number(rest, AP_MAX_SEATS, &number) && number > 0;
		w->fair.players = (uint8_t)number;
		w->fair.version = AP_FAIR_VERSION;
		return good;
	}
	if (starts(line, "vouches ")) {
		bool good = read_number(rest, 1, &number);
		w->vouches = number;
		return good;
	}
	if (starts(line, "commitment "))
		return w->fair.players && (w->fair.published = ap_fair_read_hex(rest, w->fair.commitment));
	if (starts(line, "pledge "))
		return read_of_seat(w, rest, w->fair.pledge);
	if (starts(line, "opened ")) {
		if (!read_of_seat(w, rest, w->fair.nonce))
			return false;
		w->fair.opened |= AP_SEAT(rest[0] - '0');
		return true;
	}
	return starts(line, "outcome ") && read_outcome(w, rest);
}

bool ap_witness_read(ap_witness *w, const char *text, size_t length, ap_error *error)
{
	assert(w && text && error);
	char line[512];
	int number = 0;
	ap_witness_start(w, "", AP_OBSERVER);
	for (const char *at = text, *end = text + length; at < end;) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		size_t size = (size_t)((stop ? stop : end) - at);
		number++;
		snprintf(line, sizeof line, "%.*s", (int)(size < sizeof line ? size : 0), at);
		if (number == 1 ? strcmp(line, first_line) != 0 : !read_setting(w, line)) {
			ap_witness_free(w);
			return ap_fail(
				error, number, "expected what a program has kept of the dice of a table");
		}
		at += size + 1;
	}
	if (ap_fair_all_open(&w->fair)) {
		ap_fair_hash_nonces(w->fair.players, w->fair.nonce, w->nonces);
		w->has_nonces = true;
	}
	return number > 0 || ap_fail(error, 0, "expected what a program has kept of the dice");
}
