/* loop.h: how the loop waits for its sockets. */
#ifndef APPARAT_SERVER_LOOP_H
#define APPARAT_SERVER_LOOP_H

#include <libwebsockets.h>
#include <stdint.h>

typedef struct sv_loop sv_loop;

/* NULL: not enough memory. The context is made with what sv_loop_use() adds to its options. */
sv_loop *sv_loop_open(void);
void sv_loop_use(sv_loop *loop, struct lws_context_creation_info *info);
void sv_loop_close(sv_loop *loop, struct lws_context *context); /* and the context, if any */

/* What has come is handled; if nothing has, waits for it, but no longer than so many ms. */
void sv_loop_go_round(sv_loop *loop, int64_t wait);

#endif
