/* network.c: connections of the simulation, and what is under way over them. */
#include "simulation/simulation.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/memory.h"

/* ---- Parcels --------------------------------------------------------------------------------- */

static parcel *new_parcel(sim *s, const person *p, int64_t at)
{
	parcel *free_one = NULL;
	for (int i = 0; i < MOST_PARCELS && !free_one; i++)
		if (s->parcel[i].at == NEVER)
			free_one = &s->parcel[i];
	if (!free_one)
		fail_sim(s, "simulation: too many messages are under way");
	*free_one = (parcel){
		.at = at, .order = s->parcels_sent++, .person = p->number, .connection = p->connection};
	return free_one;
}

static void free_parcel(parcel *c)
{
	free(c->text);
	*c = (parcel){0};
}

void drop_parcels(sim *s)
{
	for (int i = 0; i < MOST_PARCELS; i++)
		free_parcel(&s->parcel[i]);
}

/* Returns the one that arrives next, of those to servers or to people; NULL if none has by now. */
static parcel *first_arrived(sim *s, bool to_server)
{
	parcel *first = NULL;
	for (int i = 0; i < MOST_PARCELS; i++) {
		parcel *c = &s->parcel[i];
		if (c->at == NEVER || c->at > s->now || c->to_server != to_server)
			continue;
		if (!first || c->at < first->at || (c->at == first->at && c->order < first->order))
			first = c;
	}
	return first;
}

int64_t next_arrival(const sim *s)
{
	int64_t next = INT64_MAX;
	for (int i = 0; i < MOST_PARCELS; i++) {
		const parcel *c = &s->parcel[i];
		int64_t at = c->at == NEVER ? INT64_MAX : c->at;
		if (c->at != NEVER && c->to_server && at < s->person[c->person].at->stopped_until)
			at = s->person[c->person].at->stopped_until; /* nobody takes it before */
		next = at < next ? at : next;
	}
	return next;
}

/* ---- Connections ----------------------------------------------------------------------------- */

/* A server's way to a client: kept until its pass is over, when the judge has seen what is durable.
 * What it sends after the disk has stopped nobody gets, because it does not run any more. */
static bool take_sent(void *to, const char *messages, size_t length)
{
	person *p = to;
	if (!messages) {
		p->is_dropped = true;
		return true;
	}
	if (p->at->sim->disk.has_stopped)
		return true;
	if (p->out_length + length > p->out_room) {
		p->out_room = 2 * (p->out_length + length);
		p->out = ap_reallocate(p->out, p->out_room, 1);
	}
	memcpy(p->out + p->out_length, messages, length);
	p->out_length += length;
	return true;
}

void connect_person(person *p, sim *s)
{
	static const char *const names[MOST_PEOPLE] = {
		"Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jim", "Kay", "Leo"};
	server *v = &s->server[sim_below(&s->people_rng, s->servers)];
	assert(!p->at);
	if (!v->hub)
		return;
	p->at = v;
	p->connection = ++s->connections;
	p->client = sv_client_open(v->hub, p->id, names[p->number], take_sent, p);
	p->last_arrives = s->now;
}

void cut_connection(person *p, sim *s)
{
	if (!p->at)
		return;
	note_sim(s, "cut", p->number, 0);
	sv_client_close(p->client);
	for (int i = 0; i < MOST_PARCELS; i++)
		if (s->parcel[i].at != NEVER && s->parcel[i].connection == p->connection)
			free_parcel(&s->parcel[i]);
	p->at = NULL;
	p->client = NULL;
	p->is_dropped = false;
	p->out_length = 0;
	forget_connection(p);
	p->next_at = s->now + 100 + sim_below(&s->people_rng, 3000);
}

/* ---- To a server ----------------------------------------------------------------------------- */

static bool in_trouble(sim *s)
{
	return !s->calm && sim_below(&s->network_rng, 1000) < s->network_trouble;
}

static void post(sim *s, const person *p, const char *text)
{
	int64_t delay = 1 + sim_below(&s->network_rng, 40);
	if (in_trouble(s))
		delay += sim_below(&s->network_rng, 6000);
	parcel *c = new_parcel(s, p, s->now + delay);
	c->to_server = true;
	c->text = ap_copy_text(text);
}

void send_to_server(sim *s, person *p, const char *text, bool may_be_doubled)
{
	if (in_trouble(s)) {
		s->tallies->lost++;
		return;
	}
	post(s, p, text);
	if (may_be_doubled && in_trouble(s)) {
		s->tallies->doubled++;
		post(s, p, text);
	}
}

static person *somebody_else(sim *s, person *p)
{
	for (int i = 1; i < s->people; i++) {
		person *other = &s->person[(p->number + i) % s->people];
		if (other->at && other->greeted && other->play == p->play)
			return other;
	}
	return p;
}

void deliver_to_server(sim *s, server *v)
{
	for (parcel *c; (c = first_arrived(s, true)) != NULL;) {
		person *p = &s->person[c->person];
		assert(p->at && p->connection == c->connection);
		note_sim(s, c->text, p->number, c->order);
		if (p->at != v) { /* the other server has not woken up yet */
			c->at = s->now + 1;
			continue;
		}
		if (s->plant == PLANT_MISROUTE && strstr(c->text, "\"act\"") && sim_below(&s->rng, 4) == 0)
			p = somebody_else(s, p);
		if (!sv_client_message(p->client, c->text, strlen(c->text)))
			p->is_dropped = true;
		free_parcel(c);
	}
}

/* ---- To people ------------------------------------------------------------------------------- */

static void deliver_one(sim *s, person *p, const char *text)
{
	judge_message(s, p, text);
	int64_t at = s->now + 1 + sim_below(&s->network_rng, 40);
	if (in_trouble(s))
		at += sim_below(&s->network_rng, 3000);
	p->last_arrives = at > p->last_arrives ? at : p->last_arrives;
	new_parcel(s, p, p->last_arrives)->text = ap_copy_text(text);
}

static bool is_left_out(sim *s, const char *text)
{
	return s->plant == PLANT_LOSS && is_of_type(text, "change") && sim_below(&s->rng, 20) == 0;
}

/* The events of a change, sent to somebody else at the table. */
static void whisper(sim *s, person *p, const char *text)
{
	const char *events = events_in(text);
	person *other = somebody_else(s, p);
	if (s->plant != PLANT_WHISPER || !is_of_type(text, "change") || *events != '{' ||
		other->shown_length == 0)
		return;
	char made[8192];
	snprintf(made, sizeof made,
		"{\"type\":\"change\",\"table\":\"%s\",\"view\":{},\"events\":[%.*s]}",
		s->play[p->play].key, (int)strcspn(events, "}") + 1, events);
	deliver_one(s, other, made);
}

void deliver_sent(sim *s, server *v)
{
	for (int i = 0; i < s->people; i++) {
		person *p = &s->person[i];
		if (p->at != v)
			continue;
		for (size_t at = 0; at < p->out_length; at += strlen(p->out + at) + 1) {
			const char *text = p->out + at;
			s->hash = hash_bytes(s->hash, text, strlen(text));
			if (is_left_out(s, text))
				continue;
			bool leaks = s->plant == PLANT_LEAK && sim_below(&s->rng, 30) == 0;
			deliver_one(s, leaks ? somebody_else(s, p) : p, text);
			whisper(s, p, text);
		}
		p->out_length = 0;
		if (p->is_dropped)
			cut_connection(p, s);
	}
}

void deliver_to_people(sim *s)
{
	for (parcel *c; (c = first_arrived(s, false)) != NULL;) {
		person *p = &s->person[c->person];
		char *text = c->text;
		c->text = NULL;
		free_parcel(c);
		person_receives(s, p, text);
		free(text);
	}
}
