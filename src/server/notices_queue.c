/* notices_queue.c: notices wait here until they are delivered or given up. A child process, the
 * courier, delivers them. */
#include "server/notices_internal.h"

#include <assert.h>
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "server/child.h"
#include "text/memory.h"

enum {
	SECOND = 1000,
	HOUR = 3600 * SECOND,
	POLL_INTERVAL = 20,        /* ms between two looks at a courier that is delivering */
	MAX_SENDING = 16,          /* notices that the courier has at a time */
	MAX_WAITING = 1000,        /* notices that may wait */
	MAX_WAITING_A_PERSON = 48, /* notices that may wait for one person, on all ways together */
	MAX_ATTEMPTS = 4,
	PAUSE_FACTOR = 6, /* each pause between attempts is so many times as long as the one before */
	SEND_TIMEOUT = 40 * SECOND, /* ms after which the courier is taken to hang */
	CLOSE_TIME = 2 * SECOND,    /* ms that sv_notices_close() waits at most */
	MAX_CODES = 64,             /* codes that are sent in an hour */
	MAX_CODES_ALIKE = 3 /* codes that are sent in an hour to one address, or for one person */
};

typedef struct queued_notice {
	struct queued_notice *next;
	int64_t person;
	char secret[SV_TOKEN_SIZE]; /* of a webhook */
	int attempts;
	int64_t at;   /* when it is to be sent or, if the courier has it, when it was handed over */
	bool sending; /* the courier has it now */
	sv_parcel parcel;
} queued_notice;

typedef struct sent_code {
	int64_t at, person;
	char mail[SV_MAIL_SIZE];
} sent_code;

struct sv_notices {
	sv_notices_options options;
	sv_push_pair pair; /* the server's keys for Web Push */
	sv_child courier;
	queued_notice *first, **last;
	int sending; /* number of notices that the courier has */
	int64_t next_id;
	int64_t due;               /* when sv_notices_tick() has something to do */
	sent_code code[MAX_CODES]; /* a ring of the last codes */
	int codes;                 /* codes ever put into the ring */
	sv_notice_figures figures;
};

static int64_t now_of(const sv_notices *n)
{
	return n->options.world->elapsed(n->options.world->self);
}

/* Returns the hour of the day, for what receivers read. */
static int64_t wall_now_of(const sv_notices *n)
{
	return n->options.world->now(n->options.world->self);
}

static bool start_courier(sv_notices *n)
{
	return sv_child_start(&n->courier, "apparat-notices", sv_run_courier, &n->options);
}

static void free_notices(sv_notices *n)
{
	sodium_memzero(&n->pair, sizeof n->pair);
	free(n);
}

sv_notices *sv_notices_open(const sv_notices_options *o, ap_error *error)
{
	assert(o && o->store && o->world && o->limits && error);
	assert(!o->smtp || o->from);
	sv_notices *n = ap_allocate(1, sizeof *n);
	n->options = *o;
	n->last = &n->first;
	if (sodium_init() >= 0 && sv_load_push_pair(o->store, &n->pair, error)) {
		if (start_courier(n))
			return n;
		ap_fail(error, 0, "no process to send notices could be started: %s", strerror(errno));
	}
	free_notices(n);
	return NULL;
}

/* ---- The queue ------------------------------------------------------------------------------- */

static void remove_notice(sv_notices *n, queued_notice **at)
{
	queued_notice *removed = *at;
	*at = removed->next;
	if (!*at)
		n->last = at;
	n->sending -= removed->sending;
	n->figures.waiting--;
	sodium_memzero(removed, sizeof *removed);
	free(removed);
}

static int count_waiting(const sv_notices *n, int64_t person)
{
	int count = 0;
	for (const queued_notice *queued = n->first; queued; queued = queued->next)
		count += queued->person == person;
	return count;
}

/* Returns NULL if too many wait. */
static queued_notice *new_notice(sv_notices *n, int64_t person)
{
	if (n->figures.waiting >= MAX_WAITING || count_waiting(n, person) >= MAX_WAITING_A_PERSON) {
		n->figures.dropped++;
		return NULL;
	}
	queued_notice *queued = ap_allocate(1, sizeof *queued);
	queued->person = person;
	queued->at = now_of(n);
	queued->parcel.id = ++n->next_id;
	return queued;
}

/* Queues a notice whose body has this length; 0: it did not fit, the notice is dropped. */
static void enqueue(sv_notices *n, queued_notice *queued, size_t length)
{
	if (length == 0) {
		n->figures.dropped++;
		free(queued);
		return;
	}
	queued->parcel.length = (int)length;
	*n->last = queued;
	n->last = &queued->next;
	n->figures.waiting++;
	n->due = queued->at;
}

void sv_notices_drop_person(sv_notices *n, int64_t person)
{
	assert(n);
	for (queued_notice **at = &n->first; *at;)
		if ((*at)->person == person)
			remove_notice(n, at);
		else
			at = &(*at)->next;
}

void sv_notices_drop_push(sv_notices *n, const char *endpoint)
{
	assert(n && endpoint);
	for (queued_notice **at = &n->first; *at;) {
		const queued_notice *queued = *at;
		if (queued->parcel.way == SV_BY_PUSH && strcmp(queued->parcel.to, endpoint) == 0)
			remove_notice(n, at);
		else
			at = &(*at)->next;
	}
}

/* ---- What is sent ---------------------------------------------------------------------------- */

static void draw_unique(const sv_notices *n, char out[SV_UNIQUE_SIZE])
{
	unsigned char bytes[16];
	n->options.world->random(n->options.world->self, bytes, sizeof bytes);
	sodium_bin2hex(out, SV_UNIQUE_SIZE, bytes, sizeof bytes);
}

static void queue_webhook(
	sv_notices *n, const sv_notice *notice, const sv_notice_settings *settings)
{
	queued_notice *queued = new_notice(n, notice->person);
	if (!queued)
		return;
	snprintf(queued->secret, sizeof queued->secret, "%s", settings->secret);
	snprintf(queued->parcel.to, sizeof queued->parcel.to, "%s", settings->webhook);
	enqueue(n, queued,
		sv_write_webhook_body(notice, n->options.public_url, settings->language, wall_now_of(n),
			queued->parcel.body));
}

/* What push_to_browser() needs. */
typedef struct push_task {
	sv_notices *notices;
	const sv_notice *notice;
	ap_language language;
} push_task;

static bool push_to_browser(void *to, const sv_push_row *row)
{
	const push_task *task = to;
	sv_notices *n = task->notices;
	queued_notice *queued = new_notice(n, task->notice->person);
	if (!queued)
		return true;
	enqueue(n, queued,
		sv_write_push(task->notice, &n->options, &n->pair, task->language, row, &queued->parcel));
	return true;
}

bool sv_notices_may_push_to(const sv_notices *n, const char *endpoint)
{
	assert(n && endpoint);
	return sv_is_good_endpoint(endpoint, n->options.allow_private);
}

const uint8_t *sv_notices_push_point(const sv_notices *n)
{
	assert(n);
	return n->pair.point;
}

static queued_notice *new_mail(
	sv_notices *n, int64_t person, const sv_notice_settings *settings, char unique[SV_UNIQUE_SIZE])
{
	queued_notice *queued = new_notice(n, person);
	if (!queued)
		return NULL;
	queued->parcel.way = SV_BY_MAIL;
	snprintf(queued->parcel.to, sizeof queued->parcel.to, "%s", settings->mail);
	draw_unique(n, unique);
	return queued;
}

bool sv_notices_can_mail(const sv_notices *n)
{
	assert(n);
	return n->options.smtp != NULL;
}

void sv_notices_queue(void *to, const sv_notice *notice)
{
	assert(to && notice);
	sv_notices *n = to;
	sv_person_row row;
	sv_notice_settings settings;
	char unique[SV_UNIQUE_SIZE];
	if (!sv_store_find_person(n->options.store, notice->person, &row))
		return;
	sv_read_notice_settings(&row, &settings);
	if (*settings.webhook)
		queue_webhook(n, notice, &settings);
	push_task task = {n, notice, settings.language};
	sv_store_each_push(n->options.store, notice->person, push_to_browser, &task);
	if (!*settings.mail || *settings.code || !sv_notices_can_mail(n))
		return;
	queued_notice *queued = new_mail(n, notice->person, &settings, unique);
	if (queued)
		enqueue(n, queued,
			sv_write_notice_mail(notice, &n->options, &settings, unique, queued->parcel.body));
}

bool sv_notices_may_send_code(const sv_notices *n, int64_t person, const char *mail)
{
	assert(n && mail);
	int count = n->codes < MAX_CODES ? n->codes : MAX_CODES, alike = 0, recent = 0;
	for (int i = 0; i < count; i++) {
		const sent_code *c = &n->code[i];
		if (now_of(n) - c->at >= HOUR)
			continue;
		recent++;
		alike += c->person == person || strcmp(c->mail, mail) == 0;
	}
	return alike < MAX_CODES_ALIKE && recent < MAX_CODES;
}

/* Notes that a code, or a link, is sent. */
static void count_code(sv_notices *n, int64_t person, const char *mail)
{
	sent_code *c = &n->code[n->codes++ % MAX_CODES];
	*c = (sent_code){.at = now_of(n), .person = person};
	snprintf(c->mail, sizeof c->mail, "%s", mail);
}

void sv_notices_send_link(
	sv_notices *n, int64_t person, const sv_notice_settings *settings, const char *link)
{
	assert(n && settings && *settings->mail && link);
	char unique[SV_UNIQUE_SIZE];
	queued_notice *queued = new_mail(n, person, settings, unique);
	if (!queued)
		return;
	count_code(n, person, settings->mail);
	enqueue(
		n, queued, sv_write_link_mail(&n->options, settings, link, unique, queued->parcel.body));
}

const char *sv_notices_public_url(const sv_notices *n)
{
	assert(n);
	return n->options.public_url;
}

void sv_notices_send_code(sv_notices *n, int64_t person, const sv_notice_settings *settings)
{
	assert(n && settings && *settings->mail && *settings->code);
	char unique[SV_UNIQUE_SIZE];
	queued_notice *queued = new_mail(n, person, settings, unique);
	if (!queued)
		return;
	count_code(n, person, settings->mail);
	enqueue(n, queued, sv_write_code_mail(&n->options, settings, unique, queued->parcel.body));
}

/* ---- The courier ----------------------------------------------------------------------------- */

static void finish_attempt(sv_notices *n, queued_notice **at, bool delivered, int64_t now)
{
	queued_notice *queued = *at;
	int64_t pause = n->options.limits->notice_retry;
	for (int k = 1; k < queued->attempts; k++)
		pause *= PAUSE_FACTOR;
	n->sending--;
	queued->sending = false;
	queued->at = now + pause;
	n->figures.delivered += delivered;
	n->figures.dropped += !delivered && queued->attempts >= MAX_ATTEMPTS;
	if (delivered || queued->attempts >= MAX_ATTEMPTS)
		remove_notice(n, at);
}

/* Starts another courier, which sends again what the old one had. */
static void replace_courier(sv_notices *n, int64_t now)
{
	sv_child_kill(&n->courier);
	n->figures.restarts++;
	for (queued_notice **at = &n->first; *at;) {
		queued_notice *queued = *at;
		if (queued->sending)
			finish_attempt(n, at, false, now);
		if (*at == queued)
			at = &queued->next;
	}
	start_courier(n);
}

/* The push service does not know the subscription any more: it is deleted, and what waits for it is
 * dropped. Whoever runs the loop commits that. */
static void end_subscription(sv_notices *n, const queued_notice *queued)
{
	char endpoint[SV_ENDPOINT_SIZE];
	int waiting = n->figures.waiting;
	memcpy(endpoint, queued->parcel.to, sizeof endpoint);
	sv_store_delete_push(n->options.store, queued->person, endpoint);
	sv_notices_drop_push(n, endpoint);
	n->figures.dropped += waiting - n->figures.waiting;
}

static void take_receipt(sv_notices *n, const sv_receipt *r, int64_t now)
{
	for (queued_notice **at = &n->first; *at; at = &(*at)->next)
		if ((*at)->parcel.id == r->id && (*at)->sending) {
			if (r->gone)
				end_subscription(n, *at);
			else
				finish_attempt(n, at, r->delivered, now);
			return;
		}
}

/* Returns false if the courier is gone. */
static bool take_receipts(sv_notices *n, int64_t now)
{
	sv_receipt r;
	ssize_t got;
	while ((got = recv(n->courier.socket, &r, sizeof r, MSG_DONTWAIT)) == (ssize_t)sizeof r)
		take_receipt(n, &r, now);
	return got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
}

static bool is_sending_for(const sv_notices *n, int64_t person)
{
	for (const queued_notice *queued = n->first; queued; queued = queued->next)
		if (queued->sending && queued->person == person)
			return true;
	return false;
}

/* The signature of a webhook tells when it is sent. */
static void write_webhook_headers(queued_notice *queued, int64_t now)
{
	char signature[SV_SIGNATURE_SIZE];
	sv_parcel *parcel = &queued->parcel;
	sv_sign_webhook(queued->secret, now, parcel->body, (size_t)parcel->length, signature);
	snprintf(parcel->headers, sizeof parcel->headers,
		"Content-Type: application/json\nApparat-Signature: %s\n", signature);
}

/* Hands a notice to the courier if it is due. Only one of each person at a time, so that a webhook
 * that hangs holds up nobody else. */
static bool hand_over(sv_notices *n, queued_notice *queued, int64_t now)
{
	if (queued->sending || queued->at > now || n->sending >= MAX_SENDING ||
		is_sending_for(n, queued->person))
		return false;
	if (queued->parcel.way == SV_BY_WEBHOOK)
		write_webhook_headers(queued, wall_now_of(n));
	if (send(n->courier.socket, &queued->parcel, sizeof queued->parcel,
			MSG_DONTWAIT | MSG_NOSIGNAL) < 0)
		return false;
	queued->attempts++;
	queued->at = now;
	queued->sending = true;
	n->sending++;
	return true;
}

static bool courier_hangs(const sv_notices *n, int64_t now)
{
	for (const queued_notice *queued = n->first; queued; queued = queued->next)
		if (queued->sending && now - queued->at > SEND_TIMEOUT)
			return true;
	return false;
}

void sv_notices_tick(sv_notices *n)
{
	assert(n);
	int64_t now = now_of(n), next = now + 60 * SECOND;
	if (!take_receipts(n, now) || courier_hangs(n, now))
		replace_courier(n, now);
	for (queued_notice *queued = n->first; queued; queued = queued->next) {
		hand_over(n, queued, now);
		if (!queued->sending && queued->at < next)
			next = queued->at;
	}
	if (n->sending > 0 || next <= now)
		next = now + POLL_INTERVAL;
	n->due = next;
}

int64_t sv_notices_due(const sv_notices *n)
{
	assert(n);
	return n->due;
}

/* ---- Closing --------------------------------------------------------------------------------- */

/* True if a notice has not been tried yet, or is being delivered. */
static bool has_fresh(const sv_notices *n)
{
	for (const queued_notice *queued = n->first; queued; queued = queued->next)
		if (queued->sending || queued->attempts == 0)
			return true;
	return false;
}

void sv_notices_close(sv_notices *n)
{
	assert(n);
	static const struct timespec moment = {.tv_nsec = POLL_INTERVAL * 1000000L};
	for (int waited = 0; has_fresh(n) && waited < CLOSE_TIME; waited += POLL_INTERVAL) {
		sv_notices_tick(n);
		nanosleep(&moment, NULL);
	}
	sv_child_kill(&n->courier);
	while (n->first)
		remove_notice(n, &n->first);
	free_notices(n);
}

void sv_notices_figures(const sv_notices *n, sv_notice_figures *out)
{
	assert(n && out);
	*out = n->figures;
}
