/* record_read_moves.c: reads the moves of a record. Those of a part whose rules are known are
 * played; of all others the form and the fair dice are checked. */
#include "text/record_reader.h"

#include <ctype.h>
#include <string.h>

#include "text/phrases.h"

enum { LINE = AP_RECORD_LINE };

/* ---- Lines that are played ------------------------------------------------------------------- */

static bool refused(ap_record_reader *r, ap_result result)
{
	char why[200];
	ap_say_refusal(r->record->history.game, AP_ENGLISH, result, why, sizeof why);
	return ap_fail(r->error, r->line, "\"%.80s\" is refused. %s", r->text, why);
}

/* The number of an outcome among the possible ones, from 1, and their count. */
typedef struct numbered {
	long number, of;
} numbered;

/* Reads "NUMBER/COUNT" at the end of a line of chance and cuts it off. */
static bool cut_number(ap_record_reader *r, numbered *out)
{
	char *last = strrchr(r->text, ' '), *slash = last ? strchr(last, '/') : NULL;
	if (slash) {
		*slash = '\0';
		bool good = ap_reader_number(last + 1, AP_MAX_LEGAL, &out->number) &&
			ap_reader_number(slash + 1, AP_MAX_LEGAL, &out->of) && out->number >= 1 &&
			out->number <= out->of;
		*slash = '/';
		if (good) {
			*last = '\0';
			return true;
		}
	}
	return ap_reader_expected(r, "\"NUMBER/COUNT\" at the end of what chance answers");
}

/* Chance may never answer before every nonce is open. */
static bool may_roll(ap_record_reader *r)
{
	return !r->record->fair.players || ap_fair_all_open(&r->record->fair) ||
		ap_fail(r->error, r->line, "chance answers before every nonce is opened");
}

/* Checks, before an action of chance is applied, that it is what the fair dice say, as far as the
 * key is known. */
static bool check_outcome(ap_record_reader *r, ap_action action)
{
	const ap_history *h = &r->record->history;
	char right[LINE];
	if (!(ap_actors(&h->state) & AP_SEAT(AP_CHANCE)))
		return true; /* the rules will refuse the action */
	if (!may_roll(r))
		return false;
	if (!r->has_key || action == ap_fair_outcome(&r->key, h))
		return true;
	ap_write_action(h->game, AP_CHANCE, ap_fair_outcome(&r->key, h), right, sizeof right);
	return ap_fail(r->error, r->line, "\"%.80s\" is not what the dice say: outcome %d is \"%s\"",
		r->text, h->outcomes, right);
}

/* Checks the number of an outcome among those that the rules allow. */
static bool check_number(ap_record_reader *r, ap_action action, const numbered *n)
{
	const ap_history *h = &r->record->history;
	ap_action legal[AP_MAX_LEGAL];
	int count = ap_legal(h->game, &h->state, AP_CHANCE, legal), at = 0;
	while (at < count && legal[at] != action)
		at++;
	if (at == count || (n->number == at + 1 && n->of == count))
		return true; /* the rules will refuse what they do not allow */
	return ap_fail(r->error, r->line, "\"%.80s\" is number %d/%d", r->text, at + 1, count);
}

static bool play_action(ap_record_reader *r)
{
	ap_history *h = &r->record->history;
	int seat;
	ap_action action;
	numbered n = {0};
	bool is_chance = ap_reader_rest_after(r, "chance") != NULL,
		 is_numbered = is_chance && r->record->format > 1;
	if (is_numbered && !cut_number(r, &n))
		return false;
	if (!ap_read_action(h->game, r->text, &seat, &action))
		return ap_fail(
			r->error, r->line, "\"%.80s\" is no action of %s", r->text, ap_game_name(h->game));
	if (r->record->fair.players && seat == AP_CHANCE && !check_outcome(r, action))
		return false;
	if (is_numbered && !check_number(r, action, &n))
		return false;
	ap_result result = ap_history_apply(h, seat, action, NULL);
	return result.code == AP_OK || refused(r, result);
}

static bool play_unseal(ap_record_reader *r, size_t length)
{
	ap_history *h = &r->record->history;
	char name[LINE];
	memcpy(name, r->text, length);
	name[length] = '\0';
	ap_result result = ap_history_unseal(h, ap_seat_named(h->game, name));
	return result.code == AP_OK || refused(r, result);
}

/* ---- Lines of rules that this program does not have ------------------------------------------ */

/* Returns whether the line consists of words of the notation. */
static bool is_notation(const char *text)
{
	for (; *text; text++)
		if (!islower((unsigned char)*text) && !isdigit((unsigned char)*text) &&
			!strchr(" -/", *text))
			return false;
	return true;
}

/* Checks an outcome by its number alone. */
static bool check_numbered_outcome(ap_record_reader *r, const numbered *n)
{
	if (!may_roll(r) || !r->has_key)
		return r->error->message[0] == '\0';
	long right = 1 + (long)ap_fair_draw(&r->key, (uint64_t)r->outcomes, (uint32_t)n->of);
	return right == n->number ||
		ap_fail(r->error, r->line,
			"\"%.80s\" is not what the dice say: outcome %d is number %ld/%ld", r->text,
			r->outcomes, right, n->of);
}

static bool pass_over_action(ap_record_reader *r)
{
	numbered n;
	if (!strchr(r->text, ' ') || !is_notation(r->text))
		return ap_reader_expected(r, "an action: a seat, a verb and what it is about");
	if (!ap_reader_rest_after(r, "chance") || r->record->format == 1)
		return true;
	return cut_number(r, &n) && (!r->record->fair.players || check_numbered_outcome(r, &n));
}

/* ---- Both ------------------------------------------------------------------------------------ */

bool ap_reader_move(ap_record_reader *r)
{
	size_t word = strcspn(r->text, " ");
	bool unseals = strcmp(r->text + word, " unseal") == 0;
	bool is_chance = ap_reader_rest_after(r, "chance") != NULL;
	bool good = !r->known ? pass_over_action(r) : unseals ? play_unseal(r, word) : play_action(r);
	good = good && ap_moments_move(&r->moments, r->line, r->error);
	r->lines++;
	r->moves++;
	r->outcomes += is_chance;
	return good;
}
