/* sent_games.h: games that a person has played without the server, and sent to it. They are tables
 * like all others whose games are over, but unsigned: nobody else has seen their dice. For the
 * front and the files of the hub. */
#ifndef APPARAT_SERVER_SENT_GAMES_H
#define APPARAT_SERVER_SENT_GAMES_H

#include "server/hub.h"
#include "text/record.h"

typedef enum sv_sent_code {
	SV_SENT_OK,
	SV_SENT_NOT_OVER,  /* the game is not over */
	SV_SENT_NOT_LOCAL, /* it was not played by one person and bots in a browser */
	SV_SENT_TOO_MANY   /* the person has sent too many */
} sv_sent_code;

/* Adds the game of a record, which was read by the rules of this program, to the finished games of
 * a person, whose name is then `name`. `digest` is that of the record's text: a game that was sent
 * before is not added again. Fills in the key of its table. */
sv_sent_code sv_hub_add_sent_game(sv_hub *hub, int64_t person, const char *name,
	const ap_record *record, const unsigned char digest[AP_FAIR_BYTES], char key[SV_KEY_SIZE]);

#endif
