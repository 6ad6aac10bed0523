/* upgrade.h: games that were begun by a program with other rules go on under the rules of this one,
 * and games are left at a clean stop in such a way that this is possible. For the files of the hub
 * only. */
#ifndef APPARAT_SERVER_UPGRADE_H
#define APPARAT_SERVER_UPGRADE_H

#include "server/table.h"

/* Lets all running games that were played by other rules go on under those of this program. If any
 * game was left in the middle, so that only the program that wrote its lines can play them again,
 * it changes nothing, returns false, and the error says which release can. A game whose state
 * cannot be played by these rules stays in the store, and is removed from the hub. */
bool sv_upgrade_games(sv_hub *hub, ap_error *error);

/* The same for one table that this node leads from now on. Returns false if its game was left in
 * the middle by other rules, or cannot be played by those of this program. */
bool sv_upgrade_game(sv_table *t);

/* Leaves a running game, which is in memory, so that another program can go on with it. */
void sv_settle_game(sv_table *t);

#endif
