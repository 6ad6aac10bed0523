/* front_internal.h: what the files of the front share. front.h is for everybody else. */
#ifndef APPARAT_SERVER_FRONT_INTERNAL_H
#define APPARAT_SERVER_FRONT_INTERNAL_H

#include <libwebsockets.h>
#include <stdatomic.h>

#include "server/front.h"
#include "server/hasher.h"
#include "server/loop.h"

#define SV_SUBPROTOCOL "apparat.1"

enum {
	SV_ADDRESS = 16,     /* bytes of an address */
	SV_PEERS = 256,      /* buckets of them */
	SV_BODY = 4 << 10,   /* bytes of a request's body */
	SV_CHUNK = 16 << 10, /* bytes of an answer written at a time */
	SV_HEAD = 2 << 10    /* bytes of an answer's head */
};

/* Why a WebSocket is closed: RFC 6455, and the registry of IANA. */
enum {
	SV_CLOSE_BINARY = 1003,
	SV_CLOSE_POLICY = 1008,
	SV_CLOSE_TOO_LONG = 1009,
	SV_CLOSE_RESTART = 1012
};

/* An address that is connected, or was within the last minute. */
typedef struct sv_peer {
	unsigned char address[SV_ADDRESS];
	int connections;
	bool proxy; /* the trusted one itself */
	int tries;  /* of passwords, in the minute that began then */
	int64_t minute;
	struct sv_peer *next;
} sv_peer;

/* A WebSocket; libwebsockets allocates it. */
typedef struct sv_socket sv_socket;

struct sv_front {
	sv_hub *hub;
	sv_people *people;
	sv_store *store;
	sv_world world;
	sv_limits limits;
	bool tls;
	sv_notices *notices; /* NULL: none are sent */
	sv_hasher *hasher;
	bool proxied; /* a proxy of this address tells whose requests it brings */
	unsigned char proxy[SV_ADDRESS];
	struct lws_context *context;
	char url[96];
	atomic_bool stop; /* was asked for */
	int64_t stop_at;  /* when we stop waiting for the others; 0: we do not stop */
	sv_loop *loop;
	int64_t tick_at, sweep_at, hour_at, look_at;
	bool heard;                /* something came for the hub since its last tick */
	uint64_t pass;             /* of the loop */
	int64_t requests;          /* answered, for /metrics */
	int exchanges;             /* requests under way */
	sv_socket *sockets, *line; /* all, and those with something new to write */
	sv_peer *peers[SV_PEERS];
	int connections, most_connections;
	sv_session arriving; /* who upgrades just now; person 0: nobody */
	unsigned char scratch[LWS_PRE + SV_CHUNK];
};

static inline int64_t sv_front_now(const sv_front *front)
{
	return front->world.now(front->world.self);
}

static inline sv_front *sv_front_of(struct lws *wsi)
{
	return lws_context_user(lws_get_context(wsi));
}

/* ---- front.c --------------------------------------------------------------------------------- */

void sv_front_pass(sv_front *front); /* once round the loop, without waiting: for tests */

/* ---- peers.c --------------------------------------------------------------------------------- */

bool sv_peer_may_come(sv_front *front, int fd);
sv_peer *sv_peer_come(sv_front *front, int fd); /* NULL: no memory, or it is gone again */
void sv_peer_go(sv_front *front, sv_peer *peer);
/* Whose request the proxy brings: from now on the connection counts as his. */
void sv_peer_behind_proxy(struct lws *wsi);
bool sv_peer_is_local(struct lws *wsi);               /* on this machine, with nobody between */
bool sv_peer_may_try(sv_front *front, sv_peer *peer); /* a password */
/* `address` in digits, or NULL: none. False: see `error`. */
bool sv_trust_proxy(sv_front *front, const char *address, ap_error *error);
void sv_peers_tidy(sv_front *front, bool all);

/* ---- answer.c: what is sent back over HTTP --------------------------------------------------- */

typedef struct sv_answer {
	int status;
	const char *type;  /* of the body; NULL: JSON */
	const char *cache; /* Cache-Control; NULL: no-store */
	char more[512];    /* further lines of the head, each with its end */
	const char *body;
	size_t length;
	bool owned; /* the body is freed when it is sent */
} sv_answer;

/* An error's body in JSON, which goes into `room`. */
enum { SV_ERROR = 256 };
sv_answer sv_answer_error(int status, const char *code, const char *text, char room[SV_ERROR]);

/* The head into the front's scratch, after LWS_PRE; returns its length, 0: too long. */
size_t sv_answer_head(sv_front *front, const sv_answer *answer);
/* All of it at once; for what is refused before there is an exchange. */
void sv_answer_at_once(struct lws *wsi, const sv_answer *answer);

/* ---- http.c: requests ------------------------------------------------------------------------ */

typedef struct sv_exchange sv_exchange;
typedef void sv_handler(sv_exchange *x);

typedef struct sv_refusal {
	int status; /* 0: it is not refused */
	const char *code, *text;
} sv_refusal;

/* A request and its answer. libwebsockets allocates it, anew for each request. */
struct sv_exchange {
	sv_front *front;
	struct lws *wsi;
	bool counted, head;  /* HEAD: no body is sent */
	sv_handler *handler; /* of a POST, when its body is here */
	sv_refusal refusal;  /* of a POST, when its body is swallowed */
	const char *path;    /* of a GET, while its handler runs */
	char *received;      /* with a zero after it; NULL: nothing came */
	size_t received_length;
	bool answered;
	sv_answer answer;
	size_t sent;       /* bytes of its body */
	sv_proofs *proofs; /* hashes of passwords that were needed so far */
	bool waiting;      /* for one of them */
	bool hashed;       /* all of them are here: the handler may go on */
};

int sv_on_http(
	struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);

/* Exactly once for each request; sends the head, then what follows. */
void sv_respond(sv_exchange *x, const sv_answer *answer);
/* A handler that has not answered goes on: it is called again. */
void sv_http_go_on(void *exchange);
void sv_respond_error(sv_exchange *x, int status, const char *code, const char *text);
/* A header of the request; false: missing or too long. */
bool sv_header(struct lws *wsi, enum lws_token_indexes which, char *out, size_t size);
/* Does the request come from a page of ours? Programs without pages have no origin. */
bool sv_own_origin(struct lws *wsi);
/* Connections of this address are within the limit. */
bool sv_address_welcome(struct lws *wsi);

/* ---- api.c: who somebody is ------------------------------------------------------------------ */

/* Whose session the request's cookie tells; false: nobody's. */
bool sv_session_of(struct lws *wsi, sv_session *out, char token[SV_TOKEN]);

/* Around what writes to the store of people. All that waits is first made durable for itself: what
 * fails after that is only ours to forget. */
void sv_begin_change(sv_exchange *x);
sv_people_code sv_end_change(sv_exchange *x, sv_people_code code);

sv_handler sv_api_guest, sv_api_register, sv_api_login, sv_api_logout, sv_api_password,
	sv_api_delete, sv_api_me;

/* ---- notices_api.c --------------------------------------------------------------------------- */

sv_handler sv_get_notices, sv_post_notices;

/* ---- pages.c, static_files.c: what there is to read ------------------------------------------ */

sv_handler sv_get_record, sv_get_health, sv_get_metrics, sv_get_static;

/* ---- socket.c: WebSockets -------------------------------------------------------------------- */

int sv_on_socket(
	struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t length);
extern const size_t sv_socket_size;

/* May this request become a WebSocket? 0: yes; otherwise it was refused. */
int sv_on_upgrade(struct lws *wsi);
void sv_sockets_write(sv_front *front); /* what the hub has sent */
void sv_sockets_sweep(sv_front *front); /* pings the silent, lets the dead go */
void sv_sockets_leave(sv_front *front, int code);
/* A person's sessions are over, or (not NULL) one of them. */
void sv_sockets_end(sv_front *front, int64_t person, const uint8_t session[SV_SECRET]);

#endif
