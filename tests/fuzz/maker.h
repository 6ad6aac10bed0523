/* maker.h: makes messages of clients from the bytes of the input. Most of them make sense at the
 * tables of a hub, some are slightly wrong, and some make no sense. */
#ifndef APPARAT_TESTS_FUZZ_MAKER_H
#define APPARAT_TESTS_FUZZ_MAKER_H

#include "fuzz/bytes.h"
#include "server/hub_internal.h"

enum { MAKER_ROOM = 32 << 10 };

/* Writes a message that `client` could send now, with an id that contains `number`. Returns its
 * length. */
size_t make_message(
	bytes *in, const sv_hub *hub, const sv_client *client, int number, char out[MAKER_ROOM]);

#endif
