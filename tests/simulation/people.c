/* people.c: people of the simulation. Whoever has made a table waits for the others and begins the
 * game; all ask for every question, answer at random, and let the clock run out now and then. What
 * is not answered they send again under its old id, over the next connection, too. */
#include "simulation/simulation.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/memory.h"

enum { PATIENCE = 4000, LATER = 500, LONG = 3600 * 1000 };

bool is_of_type(const char *message, const char *type)
{
	static const char start[] = "{\"type\":\"";
	size_t length = strlen(type);
	return strncmp(message, start, sizeof start - 1) == 0 &&
		strncmp(message + sizeof start - 1, type, length) == 0 &&
		message[sizeof start - 1 + length] == '"';
}

void copy_field(const char *message, const char *name, char *out, size_t size)
{
	const char *at = strstr(message, name);
	at = at ? at + strlen(name) : "";
	snprintf(out, size, "%.*s", (int)strcspn(at, "\""), at);
}

static play *play_of(sim *s, const person *p)
{
	return &s->play[p->play];
}

static bool is_player(const person *p)
{
	return p->seat != AP_OBSERVER;
}

static bool is_owner(const person *p)
{
	return p->seat == 0;
}

void begin_people(sim *s)
{
	for (int i = 0; i < s->plays; i++) {
		const play *g = &s->play[i];
		int last = g->people - (sim_below(&s->people_rng, 3) > 0); /* sometimes somebody looks on */
		for (int seat = 0; seat <= last; seat++) {
			person *p = &s->person[s->people];
			p->number = s->people++;
			p->id = p->number + 1;
			p->play = i;
			p->seat = seat < g->people ? seat : AP_OBSERVER;
			p->next_at = s->now + 1 + sim_below(&s->people_rng, 100);
		}
	}
}

void forget_connection(person *p)
{
	p->greeted = p->watches = p->asked = false;
	p->shown_length = 0;
}

/* ---- Asking for something -------------------------------------------------------------------- */

static void transmit(sim *s, person *p)
{
	request_kind kind = p->request.kind;
	p->request.sent_at = s->now;
	p->next_at = s->now + PATIENCE + sim_below(&s->people_rng, 1000);
	send_to_server(s, p, p->request.text, kind == ACT || kind == UNSEAL || kind == JOIN);
}

/* The rest of the message is written as by printf; the type comes first, the id last. */
static void ask_server(sim *s, person *p, request_kind kind, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

static void ask_server(sim *s, person *p, request_kind kind, const char *format, ...)
{
	request *r = &p->request;
	va_list list;
	r->kind = kind;
	snprintf(r->id, sizeof r->id, "%c%d", 'a' + p->number, ++p->requests);
	va_start(list, format);
	int n = vsnprintf(r->text, sizeof r->text, format, list);
	va_end(list);
	snprintf(r->text + n, sizeof r->text - (size_t)n, ",\"id\":\"%s\"}", r->id);
	transmit(s, p);
}

static void ask_for_table(sim *s, person *p)
{
	const play *g = play_of(s, p);
	char seats[160] = "\"me\"";
	for (int i = 1; i < g->players; i++)
		strcat(seats, i < g->people ? ",\"open\"" : ",{\"bot\":\"random\"}");
	ask_server(s, p, CREATE,
		"{\"type\":\"create\",\"game\":\"%s\",\"players\":%d,\"seats\":[%s],\"pace\":\"%s\","
		"\"move_ms\":%d,\"countdown_ms\":%d",
		ap_game_name(g->game), g->players, seats, g->slow ? "slow" : "live", (int)g->move,
		(int)g->countdown);
}

/* ---- Playing --------------------------------------------------------------------------------- */

static void note_act(sim *s, person *p, const char *action)
{
	if (s->acts == MOST_ACTS)
		fail_sim(s, "simulation: too many decisions");
	act *a = &s->act[s->acts++];
	*a = (act){.person = p->number, .is_unseal = !action, .question = p->question};
	memcpy(a->id, p->request.id, sizeof a->id);
	snprintf(a->action, sizeof a->action, "%s", action ? action : "");
	s->tallies->decisions++;
}

static void choose(sim *s, const person *p, char out[SV_ACTION_SIZE])
{
	const char *at = p->legal;
	for (int skip = sim_below(&s->people_rng, p->choices); skip > 0; skip--)
		at = strchr(at + 1, '"') + 2;
	copy_field(at, "\"", out, SV_ACTION_SIZE);
}

/* Rarely with a question that is not open, which is to be refused. */
static void decide(sim *s, person *p)
{
	const char *key = play_of(s, p)->key;
	char chosen[SV_ACTION_SIZE];
	const char *action = chosen;
	choose(s, p, chosen);
	int wrong = sim_below(&s->people_rng, 40) == 0 ? 1 - sim_below(&s->people_rng, 3) : 0;
	p->question += wrong;
	if (sim_below(&s->people_rng, 30) == 0) {
		ask_server(s, p, UNSEAL, "{\"type\":\"unseal\",\"table\":\"%s\",\"question\":%d", key,
			p->question);
		action = NULL;
	} else {
		ask_server(s, p, ACT,
			"{\"type\":\"act\",\"table\":\"%s\",\"question\":%d,\"action\":\"%s\"", key,
			p->question, action);
	}
	note_act(s, p, action);
	p->question -= wrong;
}

static bool all_are_ready(const sim *s, int which)
{
	for (int i = 0; i < s->people; i++) {
		const person *p = &s->person[i];
		if (p->play == which && is_player(p) && (!p->joined || !p->wished))
			return false;
	}
	return true;
}

/* What he has to do before he can play. Returns false if there is nothing. */
static bool prepares(sim *s, person *p)
{
	const play *g = play_of(s, p);
	if (!g->key[0] && !is_owner(p))
		p->next_at = s->now + LATER;
	else if (!g->key[0])
		ask_for_table(s, p);
	else if (is_player(p) && !p->joined)
		ask_server(s, p, JOIN,
			"{\"type\":\"join\",\"table\":\"%s\",\"invite\":\"%s\",\"seat\":\"%s\"", g->key,
			g->invite, ap_seat_name(g->game, p->seat));
	else if (is_player(p) && !p->wished)
		ask_server(s, p, WISH, "{\"type\":\"wishes\",\"table\":\"%s\",\"ask_all\":true", g->key);
	else if (!p->watches)
		ask_server(s, p, WATCH, "{\"type\":\"watch\",\"table\":\"%s\",\"invite\":\"%s\"", g->key,
			g->invite);
	else if (is_owner(p) && !p->started && all_are_ready(s, p->play))
		ask_server(s, p, START, "{\"type\":\"start\",\"table\":\"%s\"", g->key);
	else if (is_owner(p) && !p->started)
		p->next_at = s->now + LATER;
	else
		return false;
	return true;
}

static void connect_and_greet(sim *s, person *p)
{
	connect_person(p, s);
	p->next_at = s->now + (p->at ? PATIENCE : LATER);
	if (p->at)
		send_to_server(s, p, "{\"type\":\"hello\",\"version\":1}", false);
}

void act_as_person(sim *s, person *p)
{
	if (!p->at) {
		connect_and_greet(s, p);
	} else if (!p->greeted || (p->request.kind != NOTHING && sim_below(&s->people_rng, 6) == 0)) {
		cut_connection(p, s);
	} else if (p->request.kind != NOTHING) {
		s->tallies->repeated++;
		transmit(s, p);
	} else if (!prepares(s, p)) {
		p->next_at = s->now + LONG;
		if (p->asked && !s->calm)
			decide(s, p);
	}
}

/* ---- Being told ------------------------------------------------------------------------------ */

/* He thinks for a while; sometimes for longer than there is time. */
static void think(sim *s, person *p)
{
	bool sleeps = sim_below(&s->people_rng, 25) == 0;
	p->next_at = s->now + 1 + sim_below(&s->people_rng, 1500);
	if (sleeps && play_of(s, p)->move < 120000)
		p->next_at += play_of(s, p)->move + 60000;
}

/* A list such as "pass","go-on" is kept without its brackets. */
static void keep_legal(person *p, const char *list)
{
	const char *at = list;
	p->choices = 0;
	for (; *at == '"' || *at == ','; p->choices++)
		at = strchr(at + (*at == ',') + 1, '"') + 1;
	size_t length = (size_t)(at - list);
	p->legal = ap_reallocate(p->legal, length + 1, 1);
	memcpy(p->legal, list, length);
	p->legal[length] = '\0';
}

static void hear_question(sim *s, person *p, const char *text)
{
	static const char legal[] = "\"legal\":[", question[] = "\"question\":";
	const char *ask = strstr(text, "\"ask\":{"), *list = ask ? strstr(ask, legal) : NULL;
	p->asked = list != NULL;
	if (!list)
		return;
	keep_legal(p, list + sizeof legal - 1);
	p->question = atoi(strstr(ask, question) + sizeof question - 1);
	if (p->request.kind == NOTHING)
		think(s, p);
}

static void is_answered(sim *s, person *p)
{
	p->request.kind = NOTHING;
	p->next_at = s->now + 1;
	if (p->asked)
		think(s, p);
}

/* What is refused because it was done before is done. */
static void hear_refusal(sim *s, person *p, const char *code)
{
	if (strcmp(code, "storage") == 0) { /* again, in a while */
		p->next_at = s->now + LATER;
		return;
	}
	if (p->request.kind == JOIN && strcmp(code, "seated") == 0)
		p->joined = true;
	else if (p->request.kind == START)
		p->started = true;
	else if (p->request.kind != ACT && p->request.kind != UNSEAL && !s->disk.lost_synced)
		fail_sim(s, "people: %s was refused: %s", p->request.text, code);
	is_answered(s, p);
}

static void hear_answer(sim *s, person *p, const char *text)
{
	char code[40];
	request_kind kind = p->request.kind;
	play *g = play_of(s, p);
	if (is_of_type(text, "refused")) {
		copy_field(text, "\"code\":\"", code, sizeof code);
		hear_refusal(s, p, code);
		return;
	}
	if (kind == CREATE) {
		copy_field(text, "\"table\":\"", g->key, sizeof g->key);
		copy_field(text, "\"invite\":\"", g->invite, sizeof g->invite);
	}
	p->joined = p->joined || kind == CREATE || kind == JOIN;
	p->wished = p->wished || kind == WISH;
	p->watches = p->watches || kind == WATCH;
	p->started = p->started || kind == START;
	is_answered(s, p);
}

/* The id stands after the type, if there is one. */
static bool answers(const char *text, const char *id)
{
	const char *end = strchr(text, ',');
	return end && strncmp(end, ",\"id\":\"", 7) == 0 && strncmp(end + 7, id, strlen(id)) == 0 &&
		end[7 + strlen(id)] == '"';
}

void person_receives(sim *s, person *p, const char *text)
{
	if (is_of_type(text, "welcome")) {
		p->greeted = true;
		p->next_at = s->now + 1;
	}
	if (is_of_type(text, "table") || is_of_type(text, "change")) {
		hear_question(s, p, text);
		if (strstr(text, "\"status\":\"over\""))
			play_of(s, p)->is_over = true;
	}
	if (p->request.kind == NOTHING)
		return;
	if (answers(text, p->request.id))
		hear_answer(s, p, text);
	else if (is_of_type(text, "refused"))
		p->next_at = s->now + 1; /* the store has failed: what was not answered is sent again */
}

bool is_at_rest(const sim *s)
{
	for (int i = 0; i < s->servers; i++)
		if (!s->server[i].store || sv_hub_is_troubled(s->server[i].hub))
			return false;
	for (int i = 0; i < s->people; i++) {
		const person *p = &s->person[i];
		if (!p->at || !p->greeted || p->request.kind != NOTHING || (!p->watches && p->joined))
			return false;
	}
	return next_arrival(s) == INT64_MAX;
}
