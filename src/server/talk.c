/* talk.c: words at the table: to all, to some seats alone, among those who only look on. */
#include "server/hub_internal.h"

#include <string.h>

enum { RECALLED = 400 }; /* lines of all that are looked through for a newcomer */

static bool talks_too_much(sv_client *c)
{
	int64_t now = sv_now(c->hub);
	if (now - c->talked_at >= 60 * 1000) {
		c->talked_at = now;
		c->talked = 0;
	}
	return ++c->talked > c->hub->limits.talk_a_minute;
}

/* Seats by name; nothing: the whole table. Who looks on is heard by those who look on. */
static bool read_hearers(const sv_request *r, const sv_table *t, int from, uint16_t *seen_by)
{
	size_t i;
	json_t *word, *to = json_object_get(r->body, "to");
	*seen_by = (uint16_t)AP_SEAT(AP_OBSERVER);
	if (from == AP_OBSERVER)
		return !to;
	*seen_by = AP_ALL_VIEWERS;
	if (!to)
		return true;
	*seen_by = (uint16_t)AP_SEAT(from);
	json_array_foreach(to, i, word)
	{
		const char *name = json_string_value(word);
		int seat = name ? ap_seat_named(t->game, name) : AP_NOBODY;
		if (seat >= t->setup.players)
			return false;
		*seen_by |= (uint16_t)AP_SEAT(seat);
	}
	return json_array_size(to) > 0;
}

/* Characters that would move a terminal's cursor or colour it, other than the end of a line. */
static bool has_controls(const char *text)
{
	for (const unsigned char *c = (const unsigned char *)text; *c; c++)
		if ((*c < ' ' && *c != '\n') || *c == 0x7f || (*c == 0xc2 && c[1] < 0xa0))
			return true;
	return false;
}

static bool good_text(const sv_table *t, const char *text)
{
	return *text && strlen(text) <= (size_t)t->hub->limits.talk_length && !has_controls(text);
}

static bool hears(const sv_watcher *w, const sv_talk *talk)
{
	const sv_table *t = w->table;
	ap_seats muted = w->viewer < t->setup.players ? t->seat[w->viewer].muted : 0;
	return (talk->seen_by & AP_SEAT(w->viewer)) && !(muted & AP_SEAT(talk->from));
}

static void write_talk(ap_json *j, const sv_table *t, const sv_talk *talk, const char *name)
{
	ap_json_key(j, "at");
	ap_json_int(j, talk->at);
	ap_json_key(j, "name");
	ap_json_string(j, name);
	ap_json_key(j, "from");
	ap_json_string(j, ap_seat_name(t->game, talk->from));
	if (talk->seen_by != AP_ALL_VIEWERS && talk->from != AP_OBSERVER) {
		ap_json_key(j, "to");
		ap_json_open(j, '[');
		for (int seat = 0; seat < t->setup.players; seat++)
			if ((talk->seen_by & AP_SEAT(seat)) && seat != talk->from)
				ap_json_string(j, ap_seat_name(t->game, seat));
		ap_json_close(j, ']');
	}
	ap_json_key(j, "text");
	ap_json_string(j, talk->text);
}

void sv_on_say(const sv_request *r)
{
	sv_table *t = sv_table_of(r);
	const char *text = sv_text_of(r, "text");
	if (!t)
		return;
	sv_talk talk = {.at = sv_now(t->hub), .person = r->client->person, .text = text};
	if (talk.at <= t->talked_at)
		talk.at = t->talked_at + 1; /* so that "since" leaves nothing out */
	talk.from = (uint8_t)sv_seat_of(t, r->client->person);
	if (!good_text(t, text) || !read_hearers(r, t, talk.from, &talk.seen_by)) {
		sv_refuse(
			r->client, r->id, "bad-message", "a text that is not too long, to seats that exist");
		return;
	}
	if (talks_too_much(r->client)) {
		sv_refuse(r->client, r->id, "too-fast", "you talk too much, wait a minute");
		return;
	}
	sv_store_add_talk(t->hub->store, t->id, sv_store_next_talk(t->hub->store, t->id), &talk);
	t->talked_at = talk.at;
	sv_done(r, t);
	for (sv_watcher *w = t->watchers; w; w = w->next) {
		if (!hears(w, &talk))
			continue;
		ap_json j = sv_begin(t->hub, "talk", NULL);
		ap_json_key(&j, "table");
		ap_json_string(&j, t->key);
		write_talk(&j, t, &talk, r->client->name);
		sv_queue(w->client, &j);
	}
}

/* ---- What was said before -------------------------------------------------------------------- */

typedef struct recall {
	sv_watcher *w;
	int64_t since;
	int heard, skip; /* lines for him, and how many of them are too old */
	ap_json *j;
} recall;

static bool is_for(const recall *r, const sv_talk *talk)
{
	return talk->at > r->since && hears(r->w, talk);
}

static bool count_line(void *to, int n, const sv_talk *talk)
{
	recall *r = to;
	(void)n;
	r->heard += is_for(r, talk);
	return true;
}

/* "": somebody whose data was deleted. */
static const char *name_of(const sv_table *t, const sv_talk *talk, sv_person_row *row)
{
	if (talk->from < t->setup.players && t->seat[talk->from].person == talk->person)
		return t->seat[talk->from].name;
	return talk->person && sv_store_person(t->hub->store, talk->person, row) ? row->name : "";
}

static bool write_line(void *to, int n, const sv_talk *talk)
{
	recall *r = to;
	sv_person_row row;
	(void)n;
	if (!is_for(r, talk) || r->skip-- > 0)
		return true;
	ap_json_open(r->j, '{');
	write_talk(r->j, r->w->table, talk, name_of(r->w->table, talk, &row));
	ap_json_close(r->j, '}');
	return true;
}

/* As many lines as fit a message, whatever is in them: a letter can take six. */
static int most_lines(const sv_hub *hub)
{
	size_t most = (sizeof hub->scratch - 1024) / (6 * (size_t)hub->limits.talk_length + 1024);
	return most < SV_TALKED ? (int)most : SV_TALKED;
}

void sv_show_talk(sv_watcher *w, int64_t since)
{
	sv_table *t = w->table;
	recall r = {.w = w, .since = since};
	int from = sv_store_next_talk(t->hub->store, t->id) - RECALLED;
	if (from < 0)
		from = 0;
	sv_store_talk(t->hub->store, t->id, from, count_line, &r);
	if (r.heard == 0)
		return;
	ap_json j = sv_begin(t->hub, "talks", NULL);
	ap_json_key(&j, "table");
	ap_json_string(&j, t->key);
	ap_json_key(&j, "talks");
	ap_json_open(&j, '[');
	r.skip = r.heard - most_lines(t->hub);
	r.j = &j;
	sv_store_talk(t->hub->store, t->id, from, write_line, &r);
	ap_json_close(&j, ']');
	sv_queue(w->client, &j);
}

/* ---- Not hearing somebody -------------------------------------------------------------------- */

void sv_on_mute(const sv_request *r)
{
	int seat;
	sv_table *t = sv_seated_at(r, &seat);
	if (!t)
		return;
	int other = ap_seat_named(t->game, sv_text_of(r, "seat"));
	if (other >= t->setup.players || other == seat) {
		sv_refuse(r->client, r->id, "bad-message", "there is no such seat beside yours");
		return;
	}
	if (json_is_true(json_object_get(r->body, "muted")))
		t->seat[seat].muted |= AP_SEAT(other);
	else
		t->seat[seat].muted &= (ap_seats)~AP_SEAT(other);
	sv_save_quietly(t);
	sv_done(r, t);
	sv_show_seat(t, seat);
}
