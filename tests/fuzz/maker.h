/* maker.h: messages of clients made from bytes: mostly ones that mean something at the tables of a
 * hub, some that almost do, some that do not. */
#ifndef APPARAT_TESTS_FUZZ_MAKER_H
#define APPARAT_TESTS_FUZZ_MAKER_H

#include "fuzz/bytes.h"
#include "server/hub_internal.h"

enum { MAKER_ROOM = 32 << 10 };

/* What `client` might say next. `number` makes its id. Returns the length. */
size_t make_message(
	bytes *in, const sv_hub *hub, const sv_client *client, int number, char out[MAKER_ROOM]);

#endif
