/* loop.h: how the server waits for its sockets: an event loop of libuv, which libwebsockets uses.
 */
#ifndef APPARAT_SERVER_LOOP_H
#define APPARAT_SERVER_LOOP_H

#include <libwebsockets.h>
#include <stdint.h>

typedef struct sv_loop sv_loop;

/* Returns NULL if the loop cannot be made. */
sv_loop *sv_loop_open(void);

/* Returns the loop of libuv itself: a uv_loop_t. */
void *sv_loop_of(sv_loop *loop);

/* Makes a context that is created with `info` use this loop. */
void sv_loop_configure(sv_loop *loop, struct lws_context_creation_info *info);

/* Destroys the context, which may be NULL, and then the loop. */
void sv_loop_close(sv_loop *loop, struct lws_context *context);

/* From now on the loop also stops waiting when this socket can be read; -1: no such socket. Its
 * owner may close it at any time. */
void sv_loop_watch(sv_loop *loop, int socket);

/* Handles what has arrived. If nothing has, waits for it, but not longer than `wait` ms. */
void sv_loop_run_once(sv_loop *loop, int64_t wait);

#endif
