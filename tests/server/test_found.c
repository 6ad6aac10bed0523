/* test_found.c: what the fuzzers have found at the hub, and must not find again. */
#include "server/hub_fixture.h"

#include "server/hub_internal.h"

static sv_hub *open_again(house *h)
{
	ap_error error = {0};
	sv_hub *hub = sv_hub_open(h->store, &h->world, &h->limits, &error);
	assert_non_null(hub);
	return hub;
}

static void sit_alone(house *h, guest *ann)
{
	json_t *made = say(h, ann,
		"{\"type\":\"create\",\"id\":\"a\",\"game\":\"kremlin\",\"players\":3,\"seats\":[\"me\","
		"{\"bot\":\"random\"},{\"bot\":\"random\"}]}");
	assert_string_equal(word(made, "type"), "created");
	snprintf(ann->table, sizeof ann->table, "%s", word(made, "table"));
}

/* The clock plays for who does not by the level he last chose, or the usual one: after a restart,
 * too, and whether or not he is away. */
static void levels_survive(void **unused)
{
	static const char *const words[] = {NULL,
		"{\"type\":\"hand_over\",\"table\":\"%s\",\"level\":\"random\"}",
		"{\"type\":\"take_back\",\"table\":\"%s\"}"};
	static const char *const levels[] = {"greedy", "random", "random"};
	(void)unused;
	static house h;
	open_house(&h, "sqlite::memory:");
	guest *ann = enter(&h, "Ann", 1);
	sit_alone(&h, ann);
	for (int i = 0; i < 3; i++) {
		char text[128] = "{\"type\":\"ping\"}";
		if (words[i])
			snprintf(text, sizeof text, words[i], ann->table);
		say(&h, ann, "%s", text);
		sv_hub *again = open_again(&h);
		const sv_table *t = sv_find_table(again, ann->table);
		assert_string_equal(t->seat[0].level, levels[i]);
		assert_string_equal(t->seat[1].level, "random");
		sv_hub_close(again);
	}
	close_house(&h);
}

/* A store that says that a finished game goes on: the clock must not wait for its end for ever. */
static void an_end_that_was_not_kept(void **unused)
{
	(void)unused;
	static house h;
	sv_table_row row;
	open_house(&h, "sqlite::memory:");
	guest *ann = enter(&h, "Ann", 1);
	sit_alone(&h, ann);
	say(&h, ann, "{\"type\":\"start\",\"table\":\"%s\"}", ann->table);
	say(&h, ann, "{\"type\":\"hand_over\",\"table\":\"%s\",\"level\":\"random\"}", ann->table);
	assert_true(sv_store_find_table(h.store, ann->table, &row));
	assert_int_equal(row.status, SV_OVER);
	char *meta = strdup(row.meta);
	row.meta = meta;
	row.status = SV_RUNNING;
	assert_true(sv_store_put_table(h.store, &row) && sv_store_commit(h.store));
	free(meta);
	sv_hub *again = open_again(&h);
	h.outside.now += h.limits.live_move;
	sv_hub_tick(again);
	assert_true(sv_hub_flush(again));
	assert_true(sv_store_find_table(h.store, ann->table, &row));
	assert_int_equal(row.status, SV_OVER);
	sv_hub_close(again);
	close_house(&h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(levels_survive), cmocka_unit_test(an_end_that_was_not_kept)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
