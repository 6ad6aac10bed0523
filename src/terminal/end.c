/* end.c: the result of a game, and what can be done after it. */
#include "terminal/session.h"

#include <assert.h>
#include <string.h>

#include "text/phrases.h"

enum { LINE_SIZE = 256 };

static void add_result(session *s, page *p)
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
	/* The last events tell who has won: one for each winner, or one that tells why nobody has. */
	int first = s->table.log_length - (winners ? winners : 1);
	pages_add_events(s, p, AP_OBSERVER, first > 0 ? first : 0, s->table.log_length, true);
}

/* Returns whose view is shown. Several people look at the result together: no person's own. */
static int result_viewer(const session *s)
{
	return s->table.people == 1 ? s->at_keyboard : AP_OBSERVER;
}

void dialogue_show_result(session *s)
{
	page p = page_for(&s->terminal);
	session_set_viewer(s, result_viewer(s));
	add_result(s, &p);
	terminal_clear(&s->terminal);
	page_print(&p, &s->terminal, 0, p.lines);
	page_free(&p);
}

dialogue_outcome dialogue_end_game(session *s)
{
	assert(ap_actors(table_state(&s->table)) == 0);
	char line[LINE_SIZE];
	for (;;) {
		dialogue_outcome result = DIALOGUE_CONTINUE;
		dialogue_show_result(s);
		screen_print_message(s);
		terminal_input read = session_read_line(s, session_word(s, "cli.end"), line, sizeof line);
		if (read == INPUT_REDRAW)
			continue;
		if (read != INPUT_LINE)
			return DIALOGUE_QUIT;
		if (!line[0] || strcmp(line, "q") == 0) {
			dialogue_offer_to_save(s);
			return DIALOGUE_CONTINUE;
		}
		if (strcmp(line, "u") == 0 ||
			!dialogue_run_command(s, result_viewer(s), line, NULL, &result))
			session_set_message(s, "cli.no-such", line);
	}
}
