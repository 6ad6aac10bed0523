/* talk.c: chat at a table: to everybody, to some seats only, or among observers. */
#include <assert.h>
#include <string.h>

#include "server/requests.h"
#include "server/store_admin.h"

enum {
	SHOWN_TALK = 60,    /* chat messages that a new watcher is sent */
	SEARCHED_TALK = 400 /* the last chat messages, among which these are looked for */
};

/* Reads the seats to which the text is said. Without any it is for the whole table; what an
 * observer says is for observers only. */
static bool read_receivers(const sv_request *r, const sv_table *t, int from, uint16_t *seen_by)
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

/* Control characters other than the end of a line could move the cursor of a terminal, or change
 * its colours. */
bool sv_has_control_characters(const char *text)
{
	assert(text);
	for (const unsigned char *c = (const unsigned char *)text; *c; c++)
		if ((*c < ' ' && *c != '\n') || *c == 0x7f || (*c == 0xc2 && c[1] < 0xa0))
			return true;
	return false;
}

static bool is_good_text(const sv_table *t, const char *text)
{
	return *text && strlen(text) <= (size_t)t->hub->limits.talk_length &&
		!sv_has_control_characters(text);
}

static bool may_read(const sv_watcher *w, const sv_talk *talk)
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

/* Nobody else adds talk to a table that is led here, so that the store is asked only once. */
static int next_talk(sv_table *t)
{
	if (t->next_talk < 0)
		t->next_talk = sv_store_next_talk(t->hub->store, t->id);
	return t->next_talk;
}

void sv_on_say(const sv_request *r)
{
	assert(sv_is_request(r));
	sv_table *t = sv_request_table(r);
	const char *text = sv_request_text(r, "text");
	if (!t)
		return;
	sv_talk talk = {.at = sv_wall_now(t->hub), .person = r->client->person, .text = text};
	if (talk.at <= t->last_talk_at) /* two with the same time would confuse "since" */
		talk.at = t->last_talk_at + 1;
	talk.from = (uint8_t)sv_seat_of(t, r->client->person);
	if (!is_good_text(t, text) || !read_receivers(r, t, talk.from, &talk.seen_by)) {
		sv_refuse(
			r->client, r->id, "bad-message", "a text that is not too long, to seats that exist");
		return;
	}
	if (sv_store_is_restrained(t->hub->store, SV_SILENCE, r->client->person, talk.at)) {
		sv_refuse(r->client, r->id, "silenced", "you may not talk on this server for now");
		return;
	}
	sv_store_add_talk(t->hub->store, t->id, next_talk(t), &talk);
	t->next_talk++;
	t->last_talk_at = talk.at;
	sv_store_mark_used(t->hub->store, talk.person);
	sv_answer_done(r, t);
	for (sv_watcher *w = t->watchers; w; w = w->next) {
		if (!may_read(w, &talk))
			continue;
		ap_json j = sv_begin_message(t->hub, "talk", NULL);
		ap_json_key(&j, "table");
		ap_json_string(&j, t->key);
		write_talk(&j, t, &talk, r->client->name);
		sv_queue_message(w->client, &j);
	}
}

/* ---- Earlier chat messages ------------------------------------------------------------------- */

typedef struct recent_talk {
	sv_watcher *w;
	int64_t since;
	int readable, skip; /* messages that the watcher may read, and how many of them are not sent */
	ap_json *j;
} recent_talk;

static bool is_wanted(const recent_talk *r, const sv_talk *talk)
{
	return talk->at > r->since && may_read(r->w, talk);
}

static bool count_talk(void *to, int n, const sv_talk *talk)
{
	recent_talk *r = to;
	(void)n;
	r->readable += is_wanted(r, talk);
	return true;
}

/* Returns "" for somebody whose data was deleted. */
static const char *name_of_speaker(const sv_table *t, const sv_talk *talk, sv_person_row *row)
{
	if (talk->from < t->setup.players && t->seat[talk->from].person == talk->person)
		return t->seat[talk->from].name;
	return talk->person && sv_store_find_person(t->hub->store, talk->person, row) ? row->name : "";
}

static bool write_recent_talk(void *to, int n, const sv_talk *talk)
{
	recent_talk *r = to;
	sv_person_row row;
	(void)n;
	if (!is_wanted(r, talk) || r->skip-- > 0)
		return true;
	ap_json_open(r->j, '{');
	write_talk(r->j, r->w->table, talk, name_of_speaker(r->w->table, talk, &row));
	ap_json_close(r->j, '}');
	return true;
}

/* Returns how many chat messages surely fit one message: in JSON a character can take six bytes. */
static int max_shown(const sv_hub *hub)
{
	size_t most = (sizeof hub->scratch - 1024) / (6 * (size_t)hub->limits.talk_length + 1024);
	return most < SHOWN_TALK ? (int)most : SHOWN_TALK;
}

void sv_send_recent_talk(sv_watcher *w, int64_t since)
{
	assert(w);
	sv_table *t = w->table;
	recent_talk r = {.w = w, .since = since};
	int next = next_talk(t), from = next < SEARCHED_TALK ? 0 : next - SEARCHED_TALK;
	if (next == 0)
		return;
	sv_store_each_talk(t->hub->store, t->id, from, count_talk, &r);
	if (r.readable == 0)
		return;
	ap_json j = sv_begin_message(t->hub, "talks", NULL);
	ap_json_key(&j, "table");
	ap_json_string(&j, t->key);
	ap_json_key(&j, "talks");
	ap_json_open(&j, '[');
	r.skip = r.readable - max_shown(t->hub);
	r.j = &j;
	sv_store_each_talk(t->hub->store, t->id, from, write_recent_talk, &r);
	ap_json_close(&j, ']');
	sv_queue_message(w->client, &j);
}

/* ---- Muting ---------------------------------------------------------------------------------- */

void sv_on_mute(const sv_request *r)
{
	assert(sv_is_request(r));
	int seat;
	sv_table *t = sv_request_seat(r, &seat);
	if (!t)
		return;
	int other = ap_seat_named(t->game, sv_request_text(r, "seat"));
	if (other >= t->setup.players || other == seat) {
		sv_refuse(r->client, r->id, "bad-message", "there is no such seat beside yours");
		return;
	}
	if (json_is_true(json_object_get(r->body, "muted")))
		t->seat[seat].muted |= AP_SEAT(other);
	else
		t->seat[seat].muted &= (ap_seats)~AP_SEAT(other);
	sv_save_table_quietly(t);
	sv_answer_done(r, t);
	sv_send_table_to_seat(t, seat);
}
