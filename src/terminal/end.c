/* end.c: how it ended, clause by clause, and the offer to save it. */
#include "terminal/session.h"

#include <string.h>

#include "text/phrases.h"

enum { LINE = 256 };

static void fill_result(session *s, page *p)
{
	const ap_game *game = s->table.game;
	ap_outcome outcome = {0};
	int winners = 0;
	char title[80], reason[TEXT_LINE];
	ap_outcome_of(game, table_state(&s->table), &outcome);
	for (int seat = 0; seat < table_players(&s->table); seat++)
		winners += outcome.result[seat] != AP_LOST;
	snprintf(reason, sizeof reason, S_TITLE " %s %s ", board_title(&s->board, title, sizeof title),
		page_symbol(p, "◢", "|"));
	char *word = reason + strlen(reason);
	text_add(reason, sizeof reason, "%s",
		ap_game_word(game, s->language, "reason", ap_reason_name(game, outcome.reason)));
	text_upper(word);
	text_pad(reason, sizeof reason, p->columns);
	page_add(p, reason);
	page_add(p, "");
	if (winners > 0)
		board_points(&s->board, p);
	page_rule(p, "");
	/* The last things told are who won, or why nobody did. */
	int told = s->table.events - (winners ? winners : 1);
	pages_add_events(s, p, AP_OBSERVER, told > 0 ? told : 0, s->table.events, true);
}

/* Several people look at it together: nobody's own view. */
static int last_viewer(const session *s)
{
	return s->table.people == 1 ? s->at_keyboard : AP_OBSERVER;
}

void dialogue_result(session *s)
{
	page p = page_for(&s->terminal);
	session_look(s, last_viewer(s));
	fill_result(s, &p);
	terminal_clear(&s->terminal);
	page_print(&p, &s->terminal, 0, p.lines);
	page_free(&p);
}

dialogue dialogue_end(session *s)
{
	char line[LINE];
	for (;;) {
		dialogue result = DIALOGUE_ON;
		dialogue_result(s);
		screen_message(s);
		terminal_line read = session_read(s, session_word(s, "cli.end"), line, sizeof line);
		if (read == LINE_RESIZED)
			continue;
		if (read != LINE_READ)
			return DIALOGUE_LEFT;
		if (!line[0] || strcmp(line, "q") == 0) {
			dialogue_offer_to_save(s);
			return DIALOGUE_ON;
		}
		if (strcmp(line, "u") == 0 || !dialogue_command(s, last_viewer(s), line, NULL, &result))
			session_message(s, "cli.no-such", line);
	}
}
