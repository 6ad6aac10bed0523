/* sample.c: see sample.h. */
#include "fuzz/sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/memory.h"

/* The tables of one game, and the lines of the finished game. */
typedef struct sample {
	sv_table_row lobby, running, over;
	sv_line *line;
	int lines;
} sample;

static sample samples[16];

static int64_t now(void *self)
{
	return ((fake_world *)self)->now;
}

static void random_bytes(void *self, void *out, size_t size)
{
	for (size_t i = 0; i < size; i++)
		((unsigned char *)out)[i] = (unsigned char)ap_below(&((fake_world *)self)->rng, 256);
}

sv_world fake_world_of(fake_world *w, uint64_t seed)
{
	w->now = 1700000000000;
	ap_seed(&w->rng, seed, 2);
	return (sv_world){now, now, random_bytes, w};
}

/* ---- Preparation ----------------------------------------------------------------------------- */

static bool ignore(void *to, const char *messages, size_t length)
{
	(void)to;
	(void)messages;
	(void)length;
	return true;
}

static void send_message(sv_client *client, const char *format, const char *word)
{
	char text[512];
	int length = snprintf(text, sizeof text, format, word);
	if (!sv_client_message(client, text, (size_t)length))
		abort();
}

/* Returns the row of a table in the store. */
static sv_table_row row_of(sv_store *store, const sv_table *t)
{
	sv_table_row row;
	if (!sv_store_find_table(store, t->key, &row))
		abort();
	row.meta = ap_copy_text(row.meta);
	return row;
}

/* Creates a table. The newest table is the first of the hub. */
static sv_table *new_table(sv_hub *hub, sv_client *ann, const char *game, const char *format)
{
	send_message(ann, format, game);
	return hub->tables;
}

static void play_to_the_end(sv_table *t, ap_rng *rng)
{
	ap_action legal[AP_MAX_LEGAL];
	while (t->status == SV_RUNNING) {
		int seat = ap_first_seat(ap_actors(&t->history->state));
		int n = ap_legal(t->game, &t->history->state, seat, legal);
		sv_line decision = {.kind = AP_LINE_ACTION,
			.seat = (uint8_t)seat,
			.value = legal[ap_below(rng, (uint32_t)n)],
			.person = seat == 0 ? ANN : BEN};
		snprintf(decision.message_id, sizeof decision.message_id, "s%d", t->history->lines);
		sv_decide(t, &decision);
	}
}

static bool add_line(void *to, int seq, const sv_line *line)
{
	sample *s = to;
	s->line = ap_reallocate(s->line, (size_t)seq + 1, sizeof *s->line);
	s->line[seq] = *line;
	s->lines = seq + 1;
	return true;
}

static void play_sample(sv_hub *hub, sv_store *store, const char *game, sample *s)
{
	static const char *const with_invite[] = {
		"{\"type\":\"create\",\"game\":\"%s\",\"players\":2,\"seats\":[\"me\",\"open\"]}",
		"{\"type\":\"create\",\"game\":\"%s\",\"players\":3,\"seats\":[\"me\",\"open\",{\"bot\":"
		"\"random\"}]}"};
	static const char *const public[] = {
		"{\"type\":\"create\",\"game\":\"%s\",\"players\":2,\"public\":true,\"seats\":[\"me\","
		"\"open\"]}",
		"{\"type\":\"create\",\"game\":\"%s\",\"players\":3,\"public\":true,\"seats\":[\"me\","
		"\"open\",{\"bot\":\"random\"}]}"};
	int three = ap_max_players(ap_game_named(game)) > 2;
	sv_client *ann = sv_client_open(hub, ANN, "Ann", ignore, NULL);
	sv_client *ben = sv_client_open(hub, BEN, "Ben", ignore, NULL);
	send_message(ann, "{\"type\":\"hello\",\"version\":%s}", "1");
	send_message(ben, "{\"type\":\"hello\",\"version\":%s}", "1");
	s->lobby = row_of(store, new_table(hub, ann, game, with_invite[three]));
	sv_table *t = new_table(hub, ann, game, public[three]);
	ap_rng rng;
	ap_seed(&rng, 7, 7);
	send_message(ben, "{\"type\":\"join\",\"table\":\"%s\"}", t->key);
	send_message(ann, "{\"type\":\"start\",\"table\":\"%s\"}", t->key);
	s->running = row_of(store, t);
	play_to_the_end(t, &rng);
	s->over = row_of(store, t);
	if (!sv_store_each_line(store, t->id, 0, add_line, s))
		abort();
	/* Its key must differ from the key of the running table, which is stored beside it. */
	s->over.key[0] = s->over.key[0] == 'a' ? 'b' : 'a';
}

void prepare_samples(void)
{
	for (int i = 0; i < ap_game_count(); i++) {
		ap_error error = {0};
		fake_world outside;
		sv_world world = fake_world_of(&outside, 1);
		sv_limits limits = sv_default_limits;
		limits.bot_workers = 0;
		sv_store *store = sv_store_open("sqlite::memory:", &error);
		sv_hub *hub = store ? sv_hub_open(store, &world, &limits, &error) : NULL;
		if (!hub)
			abort();
		play_sample(hub, store, ap_game_name(ap_game_at(i)), &samples[i]);
		sv_hub_close(hub);
		sv_store_close(store);
	}
}

/* ---- The tables of each input ---------------------------------------------------------------- */

static void put_table(sv_store *store, sv_table_row row, int64_t id, const sample *s, int lines)
{
	row.id = id;
	if (!sv_store_put_table(store, &row))
		abort();
	for (int i = 0; i < lines; i++)
		if (!sv_store_add_line(store, id, i, &s->line[i]))
			abort();
}

void add_sample_tables(sv_store *store, int game, unsigned progress, bool over)
{
	const sample *s = &samples[game];
	/* Most games are at their beginning, because short games are quicker. */
	unsigned lines = (unsigned)(s->lines - 2) * progress / 255 * progress / 255;
	put_table(store, s->lobby, 1, s, 0);
	put_table(store, s->running, 2, s, (int)(lines * progress / 255) + 1);
	if (over)
		put_table(store, s->over, 3, s, s->lines);
	if (!sv_store_commit(store))
		abort();
}
