/* store_nodes.c: nodes in the store: see store_nodes.h. */
#include "server/store_nodes.h"

#include <assert.h>

#include "server/names.h"
#include "server/store_driver.h"

/* ---- Nodes ----------------------------------------------------------------------------------- */

bool sv_store_share(sv_store *s, ap_error *error)
{
	assert(s && error);
	s->is_shared = true;
	return !s->driver->claim || s->driver->claim(s, error);
}

bool sv_store_is_shared(const sv_store *s)
{
	assert(s);
	return s->is_shared;
}

bool sv_store_end_sharing(sv_store *s, int64_t now)
{
	assert(s && !s->is_shared);
	int64_t shared = sv_store_find_number(s, SQL_COUNT_SHARED, NULL);
	if (shared <= 0)
		return shared == 0;
	return sv_store_write_row(s, SQL_LEAVE_ALL_TABLES, NULL) &&
		sv_store_write_row(s, SQL_DELETE_NODES, NULL) &&
		sv_store_write_row(s, SQL_SET_CLOCKS, VALUES(sv_number(now))) &&
		sv_store_write_row(s, SQL_END_SHARED_CLOCK, VALUES(sv_number(now)));
}

int64_t sv_store_join(
	sv_store *s, const char *address, const char *release, int64_t served, int64_t now)
{
	assert(s && s->is_shared && address && release && !sv_store_has_uncommitted(s));
	s->node = 0;
	s->was_put_out = false;
	int64_t id = sv_store_add_numbered(s, SQL_ADD_NODE,
		VALUES(sv_text(address), sv_text(release), sv_text(s->backend ? s->backend : ""),
			sv_number(served), sv_number(now)));
	if (id <= 0 || !sv_store_commit(s))
		return 0;
	s->node = id;
	return id;
}

int64_t sv_store_own_node(const sv_store *s)
{
	assert(s);
	return s->node;
}

bool sv_store_was_put_out(const sv_store *s)
{
	assert(s);
	return s->was_put_out;
}

bool sv_store_add_node_rules(sv_store *s, const char *game, int version)
{
	assert(s && s->node && game);
	return sv_store_write_row(
		s, SQL_ADD_NODE_RULES, VALUES(sv_number(s->node), sv_text(game), sv_number(version)));
}

bool sv_store_beat(sv_store *s, int64_t served)
{
	assert(s);
	if (!s->node)
		return sv_store_reject(s, "this node has not joined the others");
	return sv_store_write_row(s, SQL_BEAT, VALUES(sv_number(served), sv_number(s->node)));
}

void sv_store_beat_after(sv_store *s, int64_t served, int64_t ms)
{
	assert(s);
	if (s->node && s->driver->silence && !s->has_failed && !sv_store_is_away(s) &&
		s->driver->silence(s) >= ms && sv_store_beat(s, served))
		sv_store_commit(s);
}

bool sv_store_each_node(sv_store *s, sv_node_visitor *visit, void *to)
{
	assert(s && visit);
	sv_rows *row = sv_store_read(s, SQL_NODES, NULL);
	while (sv_next_row(row)) {
		sv_node_row node = {.id = sv_number_at(row, 0),
			.address = sv_text_at(row, 1),
			.release = sv_text_at(row, 2),
			.beat = sv_number_at(row, 3)};
		if (!visit(to, &node))
			break;
	}
	return sv_end_rows(row);
}

int sv_store_count_backends(sv_store *s, int64_t node)
{
	assert(s);
	return (int)sv_store_find_number(s, SQL_COUNT_BACKENDS, VALUES(sv_number(node)));
}

int sv_store_end_backends(sv_store *s, int64_t node)
{
	assert(s && node != s->node);
	return (int)sv_store_find_number(s, SQL_END_BACKENDS, VALUES(sv_number(node)));
}

/* Its tables have no leader any more, and its row is gone. */
static bool delete_node(sv_store *s, int64_t node)
{
	return sv_store_write_row(s, SQL_LEAVE_TABLES, VALUES(sv_number(node))) &&
		sv_store_write_row(s, SQL_DELETE_NODE, VALUES(sv_number(node)));
}

/* Whoever has locked the row of the node that nobody else has locked knows that the node has no
 * transaction under way, and begins none. */
int sv_store_put_out(sv_store *s, int64_t node, int64_t beat)
{
	assert(s && node != s->node);
	int64_t locked =
		sv_store_add_numbered(s, SQL_LOCK_NODE, VALUES(sv_number(node), sv_number(beat)));
	if (locked <= 0)
		return (int)locked;
	return delete_node(s, node) ? 1 : -1;
}

bool sv_store_leave(sv_store *s, int64_t served)
{
	assert(s && s->node);
	return sv_store_beat(s, served) && sv_store_keep_shared_clock(s, served) &&
		delete_node(s, s->node);
}

bool sv_store_keep_shared_clock(sv_store *s, int64_t served)
{
	assert(s);
	return sv_store_write_row(s, SQL_KEEP_SHARED_CLOCK, VALUES(sv_number(served)));
}

/* ---- Tables ---------------------------------------------------------------------------------- */

int sv_store_claim_table(sv_store *s, int64_t table, int64_t now)
{
	assert(s && s->node);
	return sv_store_count_changed(
		s, SQL_CLAIM_TABLE, VALUES(sv_number(s->node), sv_number(now), sv_number(table)));
}

bool sv_store_adopt_tables(
	sv_store *s, int64_t now, int64_t after, int most, sv_table_visitor *visit, void *to)
{
	assert(s && s->node && most > 0 && visit);
	/* What follows changes rows, though it is read: so its transaction has to be open. */
	return sv_store_beat(s, now) &&
		sv_store_list_tables(s, SQL_ADOPT_TABLES,
			VALUES(sv_number(s->node), sv_number(now), sv_number(after), sv_number(most)), visit,
			to);
}

bool sv_store_let_table_go(sv_store *s, int64_t table, int64_t now)
{
	assert(s && s->node);
	return sv_store_write_row(
		s, SQL_LET_TABLE_GO, VALUES(sv_number(now), sv_number(table), sv_number(s->node)));
}

bool sv_store_each_led(sv_store *s, int status, sv_table_visitor *visit, void *to)
{
	assert(s && visit);
	return sv_store_list_tables(
		s, SQL_LED_TABLES, VALUES(sv_number(s->node), sv_number(status)), visit, to);
}

bool sv_store_each_missing(sv_store *s, int64_t table, sv_id_visitor *visit, void *to)
{
	assert(s && visit);
	sv_rows *row = sv_store_read(s, SQL_MISSING_PEOPLE, VALUES(sv_number(table)));
	while (sv_next_row(row))
		if (!visit(to, sv_number_at(row, 0)))
			break;
	return sv_end_rows(row);
}

/* ---- What several nodes must not have twice -------------------------------------------------- */

int64_t sv_store_next_table(sv_store *s)
{
	assert(s);
	return sv_store_add_numbered(s, SQL_NEXT_TABLE_ID, NULL);
}

int64_t sv_store_next_person(sv_store *s)
{
	assert(s);
	return sv_store_add_numbered(s, SQL_NEXT_PERSON_ID, NULL);
}

/* Names are the same account, or look alike, if one of these is the same. */
int sv_store_lock_name(sv_store *s, const char *name)
{
	assert(s && name);
	char lower[SV_NAME_SIZE];
	sv_look look;
	sv_store_to_lower_case(name, lower, sizeof lower);
	sv_name_look(name, &look);
	const char *const keys[] = {lower, look.as_written, look.folded};
	int64_t locked = 1;
	for (int i = 0; i < 3 && locked == 1; i++)
		locked = sv_store_add_numbered(s, SQL_LOCK_NAME, VALUES(sv_text(keys[i])));
	return (int)locked;
}

/* ---- News ------------------------------------------------------------------------------------ */

bool sv_store_add_news(sv_store *s, const char *kind, int64_t about)
{
	assert(s && kind);
	return sv_store_write_row(
		s, SQL_ADD_NEWS, VALUES(sv_number(s->node), sv_text(kind), sv_number(about)));
}

bool sv_store_each_news(sv_store *s, int64_t after, sv_news_visitor *visit, void *to)
{
	assert(s && visit);
	sv_rows *row = sv_store_read(s, SQL_NEWS, VALUES(sv_number(after), sv_number(s->node)));
	while (sv_next_row(row))
		if (!visit(to, sv_number_at(row, 0), sv_text_at(row, 1), sv_number_at(row, 2)))
			break;
	return sv_end_rows(row);
}

int64_t sv_store_last_news(sv_store *s)
{
	assert(s);
	return sv_store_find_number(s, SQL_LAST_NEWS, NULL);
}

bool sv_store_drop_news(sv_store *s, int64_t last)
{
	assert(s);
	return sv_store_write_row(s, SQL_DROP_NEWS, VALUES(sv_number(last)));
}

bool sv_store_heard_news(sv_store *s)
{
	assert(s);
	if (s->driver->listen && s->node)
		s->driver->listen(s);
	bool heard = s->has_news;
	s->has_news = false;
	return heard;
}
