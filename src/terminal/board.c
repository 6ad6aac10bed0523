/* board.c: calls the game's drawing, answers for what it leaves out, and helps it to draw. */
#include "terminal/board.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "terminal/generic.h"
#include "terminal/words.h"
#include "text/phrases.h"

/* The drawings in the order of the games; NULL for a game without one. See tools/games.py. */
extern const board_drawing *const ap_registered_boards[];

static const board_drawing *own_drawing(const ap_game *game)
{
	int index = ap_game_index(game);
	return index < 0 ? NULL : ap_registered_boards[index];
}

const board_drawing *board_drawing_for(const ap_game *game, bool generic)
{
	assert(game);
	const board_drawing *own = own_drawing(game);
	return own && !generic ? own : &generic_board;
}

/* ---- Helpers for drawings -------------------------------------------------------------------- */

const char *board_title(const board *b, char *out, size_t size)
{
	assert(b->game && size > 0);
	snprintf(out, size, "%s", ap_game_title(b->game, b->language));
	text_upper(out);
	return out;
}

const ap_names *board_list(const ap_game *game, const char *kind)
{
	assert(game && kind);
	for (int i = 0; game->names[i]; i++)
		if (strcmp(game->names[i]->kind, kind) == 0)
			return game->names[i];
	return NULL;
}

const char *board_number(char out[12], int n)
{
	assert(n > -100000000);
	snprintf(out, 12, n < 0 ? "−%d" : "%d", abs(n));
	return out;
}

void board_bar_start(const board *b, char line[TEXT_LINE])
{
	char title[80];
	snprintf(line, TEXT_LINE, S_TITLE " %s ", board_title(b, title, sizeof title));
}

void board_bar_part(const page *p, char line[TEXT_LINE], const char *part)
{
	char capitals[TEXT_LINE];
	snprintf(capitals, sizeof capitals, "%s", part);
	text_upper(capitals);
	text_add(line, TEXT_LINE, " %s %s", page_symbol(p, "◢", "|"), capitals);
}

void board_bar_turn(const board *b, const page *p, char line[TEXT_LINE], int seat, bool started)
{
	char text[TEXT_LINE];
	assert(seat >= 0 && seat < ap_players(b->view));
	play_say(text, sizeof text, b->language, started ? "cli.turn" : "cli.set-up",
		ap_seat_word(b->game, b->language, seat), NULL);
	board_bar_part(p, line, text);
	if (started)
		text_add(line, TEXT_LINE, " (%s)", b->who[seat]);
}

void board_bar_end(page *out, char line[TEXT_LINE], const char *right)
{
	int edge = out->columns - text_width(right) - 1;
	text_clip(line, edge - 1);
	/* The style of the bar must reach up to the edge. */
	if (line[strlen(line) - 1] == S_PLAIN[0])
		line[strlen(line) - 1] = '\0';
	text_pad(line, TEXT_LINE, edge);
	text_add(line, TEXT_LINE, "%s ", right);
	page_add(out, line);
}

const char *board_turn_mark(const page *p, bool turn, bool own)
{
	return turn ? page_symbol(p, "▶", ">") : own ? page_symbol(p, "▷", "*") : " ";
}

void board_list_hand(const board *b, page *out, board_mark *mark)
{
	char line[TEXT_LINE], title[80];
	board_thing card;
	snprintf(line, sizeof line, S_RED "%s" S_PLAIN,
		play_title(title, sizeof title, b->language, "cli.hand"));
	for (int n = 0; (card = board_held(b, n)).names != NULL; n++) {
		text_add(line, sizeof line, "  " S_DIM "%c" S_PLAIN "\u00a0", 'a' + n);
		mark(out, card.index, line);
		text_add_whole(
			line, sizeof line, ap_name_word(b->game, b->language, card.names, card.index));
		text_add(line, sizeof line, S_PLAIN);
	}
	if (board_held(b, 0).names == NULL)
		text_add(line, sizeof line, "  %s", play_word(b->language, "cli.hand.empty"));
	page_wrap(out, 2, line);
}

/* ---- Asking the drawing ---------------------------------------------------------------------- */

void board_table(const board *b, page *out, bool brief)
{
	assert(b->drawing && b->drawing->table && b->view);
	b->drawing->table(b, out, brief);
}

void board_hand(const board *b, page *out)
{
	assert(b->drawing && b->view);
	if (b->drawing->hand)
		b->drawing->hand(b, out);
}

void board_hand_at_length(const board *b, page *out)
{
	assert(b->drawing && b->view);
	if (b->drawing->hand_at_length)
		b->drawing->hand_at_length(b, out);
	else
		board_hand(b, out);
}

void board_part(const board *b, page *out, int part)
{
	assert(b->drawing->parts && part >= 0 && part < b->drawing->parts->count);
	b->drawing->part(b, out, part);
}

int board_part_asked(const board *b)
{
	assert(b->drawing->parts);
	return b->drawing->part_asked ? b->drawing->part_asked(b) : 0;
}

board_thing board_belongs(const board *b, board_thing thing)
{
	assert(b->drawing);
	bool can = thing.names && b->drawing->belongs;
	return can ? b->drawing->belongs(b, thing) : (board_thing){NULL, 0};
}

board_thing board_held(const board *b, int n)
{
	assert(b->drawing && n >= 0);
	return b->drawing->held ? b->drawing->held(b, n) : (board_thing){NULL, 0};
}

bool board_say(const board *b, const page *p, ap_action a, bool rest, char *out, size_t size)
{
	assert(b->drawing && size > 0);
	return b->drawing->say && b->drawing->say(b, p, a, rest, out, size);
}

void board_note(const board *b, const page *p, ap_action a, bool whole, char *out, size_t size)
{
	assert(b->drawing && size > 0);
	out[0] = '\0';
	if (b->drawing->note)
		b->drawing->note(b, p, a, whole, out, size);
}

const char *board_group(const board *b, int verb)
{
	assert(b->drawing && verb >= 0);
	return b->drawing->group ? b->drawing->group(verb) : NULL;
}

bool board_about(const board *b, page *out, board_thing thing)
{
	assert(b->drawing && thing.names && thing.index >= 0 && thing.index < thing.names->count);
	return (b->drawing->about && b->drawing->about(b, out, thing)) || generic_about(b, out, thing);
}

bool board_quiet(const ap_game *game, const ap_event *event)
{
	assert(event->kind < game->event_count);
	return game->events[event->kind].quiet;
}

bool board_outdated(const board_drawing *drawing, const ap_event *event, const ap_event *next)
{
	assert(drawing && event && next);
	return drawing->outdated && drawing->outdated(event, next);
}

const char *board_loud(const board_drawing *drawing, const page *p, const ap_event *event)
{
	assert(drawing && event);
	return drawing->loud ? drawing->loud(p, event) : NULL;
}

bool board_calm(const ap_game *game, ap_action a)
{
	assert(ap_verb_of(a) < game->verb_count);
	return game->verbs[ap_verb_of(a)].nothing;
}

board_word board_standing(const ap_game *game, int step)
{
	assert(step >= 0 && step < game->step_count);
	return game->steps[step].often   ? WORD_HOLDS
		: game->steps[step].own_turn ? WORD_ENDS
									 : WORD_OTHER;
}

int board_die(const ap_game *game, const ap_event *event)
{
	assert(event->kind < game->event_count);
	int argument = game->events[event->kind].die_argument;
	return argument ? event->arg[argument - 1] : 0;
}

void board_legend(const board *b, page *out)
{
	assert(b->drawing);
	if (b->drawing->legend)
		b->drawing->legend(b, out);
}

void board_points(const board *b, page *out)
{
	assert(b->drawing && b->view);
	if (b->drawing->points)
		b->drawing->points(b, out);
}
