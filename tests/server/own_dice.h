/* own_dice.h: people, and a bot if there is a seat for it, at a table where everybody has dice of
 * his own: a nonce, and before it the pledge to it. */
#ifndef APPARAT_TESTS_SERVER_OWN_DICE_H
#define APPARAT_TESTS_SERVER_OWN_DICE_H

#include "server/hub_fixture.h"

#include "text/record.h"

#define assert_done(answer) assert_string_equal(word(answer, "type"), "done")
#define assert_refused(answer, why) assert_string_equal(word(answer, "code"), why)

void write_nonce(int who, char hex[AP_FAIR_HEX + 1]);
void write_pledge(int who, int seat, char hex[AP_FAIR_HEX + 1]);

/* What guest `who` asks for; the answer. */
json_t *about_dice(house *h, int who, const char *field, const char *hex);
json_t *pledge(house *h, int who);
json_t *open_nonce(house *h, int who);
json_t *request(house *h, int who, const char *type);

void come_in(house *h, int people, const char *key); /* and look at that table; NULL: at none */
void set_table(house *h, const ap_game *game);
void begin(house *h); /* who made the table opens last */
const char *status(const house *h);
const char *commitment(const house *h);

#endif
