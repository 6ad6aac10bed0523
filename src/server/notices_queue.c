/* notices_queue.c: notices wait here until the courier has delivered them, or given up. */
#include "server/notices_internal.h"

#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "server/child.h"

enum {
	SECOND = 1000,
	HOUR = 3600 * SECOND,
	LOOK = 20,             /* ms between two looks at a courier that is on its way */
	OUT = 16,              /* errands at a time */
	WAITING = 1000,        /* notices in all */
	WAITING_A_PERSON = 16, /* and of one person */
	ATTEMPTS = 4,
	BACK_OFF = 6,           /* each pause is so many times longer */
	PATIENCE = 40 * SECOND, /* then the courier hangs */
	FAREWELL = 2 * SECOND,
	CODES = 64,     /* an hour, to anybody */
	CODES_ALIKE = 3 /* to one address, or for one person */
};

typedef struct item {
	struct item *next;
	int64_t person;
	char secret[SV_TOKEN];
	int attempts;
	int64_t at; /* when it is to be sent, or was */
	bool out;   /* the courier has it */
	sv_parcel parcel;
} item;

typedef struct code_sent {
	int64_t at, person;
	char mail[SV_MAIL];
} code_sent;

struct sv_notices {
	sv_notices_options options;
	sv_child courier;
	item *first, **last;
	int out;
	int64_t next_id, due;
	code_sent code[CODES]; /* a ring */
	int codes;
	sv_notice_figures figures;
};

static int64_t now_of(const sv_notices *n)
{
	return n->options.world->now(n->options.world->self);
}

static bool hire(sv_notices *n)
{
	return sv_child_start(&n->courier, "apparat-notices", sv_courier, &n->options);
}

sv_notices *sv_notices_open(const sv_notices_options *o, ap_error *error)
{
	sv_notices *n = sodium_init() >= 0 ? calloc(1, sizeof *n) : NULL;
	if (n) {
		n->options = *o;
		n->last = &n->first;
	}
	if (n && hire(n))
		return n;
	ap_fail(error, 0, "no process to send notices could be started: %s", strerror(errno));
	free(n);
	return NULL;
}

/* ---- The queue ------------------------------------------------------------------------------- */

static void take_out(sv_notices *n, item **at)
{
	item *gone = *at;
	*at = gone->next;
	if (!*at)
		n->last = at;
	n->out -= gone->out;
	n->figures.waiting--;
	sodium_memzero(gone, sizeof *gone);
	free(gone);
}

static int waiting_for(const sv_notices *n, int64_t person)
{
	int count = 0;
	for (const item *i = n->first; i; i = i->next)
		count += i->person == person;
	return count;
}

static item *new_item(sv_notices *n, int64_t person)
{
	item *i = NULL;
	if (n->figures.waiting < WAITING && waiting_for(n, person) < WAITING_A_PERSON)
		i = calloc(1, sizeof *i);
	if (!i) {
		n->figures.dropped++;
		return NULL;
	}
	i->person = person;
	i->at = now_of(n);
	i->parcel.id = ++n->next_id;
	return i;
}

static void enqueue(sv_notices *n, item *i, size_t length)
{
	if (length == 0) {
		n->figures.dropped++;
		free(i);
		return;
	}
	i->parcel.length = (int)length;
	*n->last = i;
	n->last = &i->next;
	n->figures.waiting++;
	n->due = i->at;
}

void sv_notices_drop(sv_notices *n, int64_t person)
{
	for (item **at = &n->first; *at;)
		if ((*at)->person == person)
			take_out(n, at);
		else
			at = &(*at)->next;
}

/* ---- What is to be told ---------------------------------------------------------------------- */

static void unique_of(const sv_notices *n, char out[33])
{
	unsigned char bytes[16];
	n->options.world->random(n->options.world->self, bytes, sizeof bytes);
	sodium_bin2hex(out, 33, bytes, sizeof bytes);
}

static void queue_webhook(sv_notices *n, const sv_notice *notice, const sv_wanted *w)
{
	item *i = new_item(n, notice->person);
	if (!i)
		return;
	snprintf(i->secret, sizeof i->secret, "%s", w->secret);
	snprintf(i->parcel.to, sizeof i->parcel.to, "%s", w->webhook);
	enqueue(
		n, i, sv_write_webhook(notice, n->options.public_url, w->language, i->at, i->parcel.body));
}

static item *new_mail(sv_notices *n, int64_t person, const sv_wanted *w, char unique[33])
{
	item *i = new_item(n, person);
	if (!i)
		return NULL;
	i->parcel.mail = true;
	snprintf(i->parcel.to, sizeof i->parcel.to, "%s", w->mail);
	unique_of(n, unique);
	return i;
}

bool sv_notices_can_mail(const sv_notices *n)
{
	return n->options.smtp != NULL;
}

void sv_notices_take(void *to, const sv_notice *notice)
{
	sv_notices *n = to;
	sv_person_row row;
	sv_wanted w;
	char unique[33];
	if (!sv_store_person(n->options.store, notice->person, &row))
		return;
	sv_read_wanted(&row, &w);
	if (*w.webhook)
		queue_webhook(n, notice, &w);
	if (!*w.mail || *w.code || !sv_notices_can_mail(n))
		return;
	item *i = new_mail(n, notice->person, &w, unique);
	if (i)
		enqueue(n, i, sv_write_mail(notice, &n->options, &w, unique, i->parcel.body));
}

bool sv_notices_may_send_code(const sv_notices *n, int64_t person, const char *mail)
{
	int kept = n->codes < CODES ? n->codes : CODES, alike = 0, recent = 0;
	for (int i = 0; i < kept; i++) {
		const code_sent *c = &n->code[i];
		if (now_of(n) - c->at >= HOUR)
			continue;
		recent++;
		alike += c->person == person || strcmp(c->mail, mail) == 0;
	}
	return alike < CODES_ALIKE && recent < CODES;
}

void sv_notices_send_code(sv_notices *n, int64_t person, const sv_wanted *w)
{
	char unique[33];
	item *i = new_mail(n, person, w, unique);
	if (!i)
		return;
	code_sent *c = &n->code[n->codes++ % CODES];
	*c = (code_sent){.at = now_of(n), .person = person};
	snprintf(c->mail, sizeof c->mail, "%s", w->mail);
	enqueue(n, i, sv_write_code(&n->options, w, unique, i->parcel.body));
}

/* ---- The courier ----------------------------------------------------------------------------- */

static void came_back(sv_notices *n, item **at, bool delivered, int64_t now)
{
	item *i = *at;
	int64_t pause = n->options.limits->notice_retry;
	for (int k = 1; k < i->attempts; k++)
		pause *= BACK_OFF;
	n->out--;
	i->out = false;
	i->at = now + pause;
	n->figures.delivered += delivered;
	n->figures.dropped += !delivered && i->attempts >= ATTEMPTS;
	if (delivered || i->attempts >= ATTEMPTS)
		take_out(n, at);
}

/* What it had with it is sent once more by the next one. */
static void replace_courier(sv_notices *n, int64_t now)
{
	sv_child_end(&n->courier);
	n->figures.restarts++;
	for (item **at = &n->first; *at;) {
		item *i = *at;
		if (i->out)
			came_back(n, at, false, now);
		if (*at == i)
			at = &i->next;
	}
	hire(n);
}

static void take_receipt(sv_notices *n, const sv_receipt *r, int64_t now)
{
	for (item **at = &n->first; *at; at = &(*at)->next)
		if ((*at)->parcel.id == r->id && (*at)->out) {
			came_back(n, at, r->delivered, now);
			return;
		}
}

/* False: the courier is gone. */
static bool take_receipts(sv_notices *n, int64_t now)
{
	sv_receipt r;
	ssize_t got;
	while ((got = recv(n->courier.socket, &r, sizeof r, MSG_DONTWAIT)) == (ssize_t)sizeof r)
		take_receipt(n, &r, now);
	return got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
}

static bool has_one_out(const sv_notices *n, int64_t person)
{
	for (const item *i = n->first; i; i = i->next)
		if (i->out && i->person == person)
			return true;
	return false;
}

/* One at a time of each person: whose webhook hangs takes no other's turn. */
static bool hand_out(sv_notices *n, item *i, int64_t now)
{
	if (i->out || i->at > now || n->out >= OUT || has_one_out(n, i->person))
		return false;
	if (!i->parcel.mail)
		sv_sign(i->secret, now, i->parcel.body, (size_t)i->parcel.length, i->parcel.signature);
	if (send(n->courier.socket, &i->parcel, sizeof i->parcel, MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
		return false;
	i->attempts++;
	i->at = now;
	i->out = true;
	n->out++;
	return true;
}

static bool hangs(const sv_notices *n, int64_t now)
{
	for (const item *i = n->first; i; i = i->next)
		if (i->out && now - i->at > PATIENCE)
			return true;
	return false;
}

void sv_notices_tick(sv_notices *n)
{
	int64_t now = now_of(n), next = now + 60 * SECOND;
	if (!take_receipts(n, now) || hangs(n, now))
		replace_courier(n, now);
	for (item *i = n->first; i; i = i->next) {
		hand_out(n, i, now);
		if (!i->out && i->at < next)
			next = i->at;
	}
	if (n->out > 0 || next <= now)
		next = now + LOOK;
	n->due = next;
}

/* A clock that was set back must not put anything off. */
int64_t sv_notices_due(const sv_notices *n)
{
	return n->due > now_of(n) + 60 * SECOND ? 0 : n->due;
}

/* ---- The end --------------------------------------------------------------------------------- */

static bool is_new(const sv_notices *n)
{
	for (const item *i = n->first; i; i = i->next)
		if (i->out || i->attempts == 0)
			return true;
	return false;
}

void sv_notices_close(sv_notices *n)
{
	static const struct timespec moment = {.tv_nsec = LOOK * 1000000L};
	for (int waited = 0; is_new(n) && waited < FAREWELL; waited += LOOK) {
		sv_notices_tick(n);
		nanosleep(&moment, NULL);
	}
	sv_child_end(&n->courier);
	while (n->first)
		take_out(n, &n->first);
	free(n);
}

void sv_notices_figures(const sv_notices *n, sv_notice_figures *out)
{
	*out = n->figures;
}
