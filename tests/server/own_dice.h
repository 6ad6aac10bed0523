/* own_dice.h: a table of people, and a bot if there is a seat for it, where every person pledges a
 * nonce for the fair dice. */
#ifndef APPARAT_TESTS_SERVER_OWN_DICE_H
#define APPARAT_TESTS_SERVER_OWN_DICE_H

#include "server/hub_fixture.h"

#include "text/record.h"

#define assert_done(answer) assert_string_equal(text_in(answer, "type"), "done")
#define assert_refused(answer, why) assert_string_equal(text_in(answer, "code"), why)

void write_nonce(int who, char hex[AP_FAIR_HEX + 1]);
void write_pledge(int who, int seat, char hex[AP_FAIR_HEX + 1]);

/* Each sends a message of client `who` and returns the answer. */
json_t *send_dice(fixture *h, int who, const char *field, const char *hex);
json_t *send_pledge(fixture *h, int who);
json_t *send_nonce(fixture *h, int who);
json_t *send_plain(fixture *h, int who, const char *type);

/* Connects people; they watch the table with this key, or none if it is NULL. */
void connect_people(fixture *h, int people, const char *key);
void create_table(fixture *h, const ap_game *game);

/* Lets all pledge and open their nonces; the owner opens last. */
void start_game(fixture *h);
const char *status(const fixture *h);
const char *commitment(const fixture *h);

/* Forgets the messages that the clients were sent. */
void drop_received(fixture *h);
/* Lets a client that is asked answer at random; returns the answer of the hub. */
json_t *answer(fixture *h, test_client *g, ap_rng *rng);

#endif
