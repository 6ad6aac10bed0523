/* parts.h: what the drawing of the table shares with its explanations. */
#ifndef APPARAT_RED_EMPIRE_TERMINAL_PARTS_H
#define APPARAT_RED_EMPIRE_TERMINAL_PARTS_H

#include "terminal/board.h"
#include "engine/chapters.h"

const char *re_board_seat(const board *b, int seat);
const char *re_board_leader(const board *b, int leader);
const char *re_board_card(const board *b, int card);
const char *re_board_group(const board *b, int group);
const char *re_board_symbol(const page *p, int group);
void re_board_standing(const re_state *s, int leader, char *out, size_t size);

bool re_board_about(const board *b, page *out, board_thing thing);
void re_board_legend(const board *b, page *out);
void re_board_points(const board *b, page *out);

#endif
