/* sample.c: see sample.h. */
#include "fuzz/sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
	return (sv_world){now, random_bytes, w};
}

/* ---- Played once ----------------------------------------------------------------------------- */

static void ignore(void *to, const char *text, size_t length)
{
	(void)to;
	(void)text;
	(void)length;
}

static void say(sv_client *client, const char *format, const char *word)
{
	char text[512];
	int length = snprintf(text, sizeof text, format, word);
	if (!sv_client_message(client, text, (size_t)length))
		abort();
}

static sv_table_row row_of(sv_store *store, const sv_table *t)
{
	sv_table_row row;
	if (!sv_store_find_table(store, t->key, &row))
		abort();
	row.meta = strdup(row.meta);
	return row;
}

static sv_table *new_table(sv_hub *hub, sv_client *ann, const char *game, const char *format)
{
	say(ann, format, game);
	return hub->tables;
}

static void play_to_the_end(sv_table *t, ap_rng *rng)
{
	ap_action legal[AP_MAX_LEGAL];
	while (t->status == SV_RUNNING) {
		int seat = ap_first_seat(ap_actors(&t->history->state));
		int n = ap_legal(t->game, &t->history->state, seat, legal);
		char id[32];
		snprintf(id, sizeof id, "s%d", t->history->lines);
		sv_apply_action(t, seat, legal[ap_below(rng, (uint32_t)n)], seat == 0 ? ANN : BEN, id);
		sv_continue_game(t);
	}
}

static bool keep_line(void *to, int seq, const sv_line *line)
{
	sample *s = to;
	s->line = realloc(s->line, (size_t)(seq + 1) * sizeof *s->line);
	s->line[seq] = *line;
	s->lines = seq + 1;
	return true;
}

static void play_sample(sv_hub *hub, sv_store *store, const char *game, sample *s)
{
	static const char *const seats[] = {
		"{\"type\":\"create\",\"game\":\"%s\",\"players\":2,\"seats\":[\"me\",\"open\"]}",
		"{\"type\":\"create\",\"game\":\"%s\",\"players\":3,\"seats\":[\"me\",\"open\",{\"bot\":"
		"\"random\"}]}"};
	static const char *const open[] = {
		"{\"type\":\"create\",\"game\":\"%s\",\"players\":2,\"public\":true,\"seats\":[\"me\","
		"\"open\"]}",
		"{\"type\":\"create\",\"game\":\"%s\",\"players\":3,\"public\":true,\"seats\":[\"me\","
		"\"open\",{\"bot\":\"random\"}]}"};
	int three = ap_max_players(ap_game_named(game)) > 2;
	sv_client *ann = sv_client_open(hub, ANN, "Ann", ignore, NULL);
	sv_client *ben = sv_client_open(hub, BEN, "Ben", ignore, NULL);
	say(ann, "{\"type\":\"hello\",\"version\":%s}", "1");
	say(ben, "{\"type\":\"hello\",\"version\":%s}", "1");
	s->lobby = row_of(store, new_table(hub, ann, game, seats[three]));
	sv_table *t = new_table(hub, ann, game, open[three]);
	ap_rng rng;
	ap_seed(&rng, 7, 7);
	say(ben, "{\"type\":\"join\",\"table\":\"%s\"}", t->key);
	say(ann, "{\"type\":\"start\",\"table\":\"%s\"}", t->key);
	s->running = row_of(store, t);
	play_to_the_end(t, &rng);
	s->over = row_of(store, t);
	if (!sv_store_each_line(store, t->id, 0, keep_line, s))
		abort();
	s->over.key[0] = s->over.key[0] == 'a' ? 'b' : 'a'; /* another table with the same game */
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

/* ---- Set up again and again ------------------------------------------------------------------ */

static void put_table(sv_store *store, sv_table_row row, int64_t id, const sample *s, int lines)
{
	row.id = id;
	if (!sv_store_put_table(store, &row))
		abort();
	for (int i = 0; i < lines; i++)
		if (!sv_store_add_line(store, id, i, &s->line[i]))
			abort();
}

void furnish(sv_store *store, int game, unsigned far, bool over)
{
	const sample *s = &samples[game];
	unsigned lines = (unsigned)(s->lines - 2) * far / 255 * far / 255; /* short ones are quicker */
	put_table(store, s->lobby, 1, s, 0);
	put_table(store, s->running, 2, s, (int)(lines * far / 255) + 1);
	if (over)
		put_table(store, s->over, 3, s, s->lines);
	if (!sv_store_commit(store))
		abort();
}
