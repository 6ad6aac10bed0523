/* sent_games.c: see sent_games.h. */
#include "server/sent_games.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "bots/bots.h"
#include "server/hub_internal.h"
#include "server/kept_games.h"

enum { MOST_SENT = 200 /* games that one person may have sent */ };

/* ---- What was sent before -------------------------------------------------------------------- */

typedef struct search {
	sv_hub *hub;
	const char *digest; /* in hexadecimal digits */
	int count;          /* of games that were sent */
	char *key;          /* of the one with the digest; stays empty if there is none */
} search;

static bool look_at_table(void *to, const sv_table_row *row)
{
	search *s = to;
	sv_table *t = sv_read_table(s->hub, row);
	if (!t)
		return true; /* this program does not have the game */
	s->count += t->sent[0] != '\0';
	if (strcmp(t->sent, s->digest) == 0)
		memcpy(s->key, row->key, SV_KEY_SIZE);
	sv_free_table(t);
	return true;
}

/* ---- The table ------------------------------------------------------------------------------- */

/* Returns the level of the bot that played a seat; NULL: it was a person. */
static const char *level_of(const ap_record *record, int seat)
{
	static const char prefix[] = "bot ";
	const char *who = record->who[seat];
	const char *level = strncmp(who, prefix, sizeof prefix - 1) == 0 ? who + sizeof prefix - 1 : "";
	return ap_bot_named(record->history.game, level) ? level : NULL;
}

/* Returns the seat of the one person; -1 if there is none or several. */
static int own_seat(const ap_record *record)
{
	int own = -1;
	for (int seat = 0; seat < record->history.setup.players; seat++) {
		if (level_of(record, seat))
			continue;
		if (own >= 0)
			return -1;
		own = seat;
	}
	return own;
}

static void fill_seats(sv_table *t, const ap_record *record, int own, const char *name)
{
	for (int seat = 0; seat < t->setup.players; seat++) {
		sv_seat *s = &t->seat[seat];
		*s = (sv_seat){.kind = seat == own ? SV_SEAT_PERSON : SV_SEAT_BOT};
		snprintf(s->level, sizeof s->level, "%s",
			seat == own ? ap_strongest_bot(t->game)->level : level_of(record, seat));
		if (seat == own) {
			s->person = t->owner;
			snprintf(s->name, sizeof s->name, "%s", name);
		}
	}
}

static void store_lines(const sv_table *t, const ap_history *h, int own)
{
	for (int i = 0; i < h->lines; i++) {
		const ap_line *line = &h->line[i];
		bool is_own = line->kind == AP_LINE_UNDO || line->seat == own;
		sv_line stored = {.at = t->created,
			.person = is_own ? t->owner : 0,
			.value = line->value,
			.kind = line->kind,
			.seat = line->seat};
		sv_store_add_line(t->hub->store, t->id, i, &stored);
	}
}

static sv_table *make_table(sv_hub *hub, int64_t person, const ap_record *record)
{
	const ap_history *h = &record->history;
	sv_table *t = sv_new_table(hub);
	t->game = h->game;
	sv_set_setup(t, &h->setup);
	t->owner = person;
	t->status = SV_OVER;
	t->slow = true;
	t->move_time = hub->limits.slow_move;
	t->countdown = hub->limits.countdown;
	sv_set_rules(t);
	t->first_rules = t->rules;
	return t;
}

sv_sent_code sv_hub_add_sent_game(sv_hub *hub, int64_t person, const char *name,
	const ap_record *record, const unsigned char digest[AP_FAIR_BYTES], char key[SV_KEY_SIZE])
{
	assert(hub && person > 0 && name && record && digest && key);
	ap_outcome outcome = {0};
	char hex[AP_FAIR_HEX + 1];
	int own = own_seat(record);
	if (!ap_outcome_of(record->history.game, &record->history.state, &outcome))
		return SV_SENT_NOT_OVER;
	if (own < 0 || record->fair.players || record->earlier)
		return SV_SENT_NOT_LOCAL;
	ap_fair_write_hex(digest, hex);
	search s = {.hub = hub, .digest = hex, .key = key};
	key[0] = '\0';
	sv_store_each_table_of(hub->store, person, SV_OVER, 10 * MOST_SENT, look_at_table, &s);
	if (key[0])
		return SV_SENT_OK;
	if (s.count >= MOST_SENT)
		return SV_SENT_TOO_MANY;
	sv_table *t = make_table(hub, person, record);
	memcpy(t->sent, hex, sizeof t->sent);
	fill_seats(t, record, own, name);
	for (int seat = 0; seat < t->setup.players; seat++)
		t->winners |= outcome.result[seat] != AP_LOST ? AP_SEAT(seat) : 0;
	sv_save_table(t);
	sv_store_add_player(hub->store, person, t->id);
	store_lines(t, &record->history, own);
	sv_note_unkept(t);
	memcpy(key, t->key, SV_KEY_SIZE);
	return SV_SENT_OK;
}
