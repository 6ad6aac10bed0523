/* record_moments.c: see record_moments.h. */
#include "text/record_moments.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "text/memory.h"

/* ---- Where they stand ------------------------------------------------------------------------ */

void ap_moments_begin(ap_moment_places *m)
{
	assert(m);
	*m = (ap_moment_places){.after_start = true};
}

void ap_moments_free(ap_moment_places *m)
{
	assert(m);
	free(m->line_of);
	m->line_of = NULL;
}

/* A line comes that is not a moment. */
static bool leave_place(ap_moment_places *m, int line, ap_error *error)
{
	bool is_missing = m->is_whole && m->after_start;
	m->is_decided = true;
	m->after_start = m->after_move = false;
	return !is_missing || ap_fail(error, line, "expected a line of JSON: what the viewers saw");
}

/* The moves since the present rules began stay in force. */
static bool check_part(const ap_moment_places *m, ap_error *error)
{
	for (int i = m->earlier_moves; i < m->moves && m->is_whole; i++)
		if (m->line_of[i])
			return ap_fail(error, m->line_of[i],
				"expected a line of JSON after this one: what the viewers saw");
	return true;
}

bool ap_moments_state(ap_moment_places *m, int line, ap_error *error)
{
	assert(m && error);
	if (!leave_place(m, line, error) || !check_part(m, error))
		return false;
	m->earlier_moves = m->moves;
	m->after_start = true;
	return true;
}

bool ap_moments_moment(ap_moment_places *m, int line, ap_error *error)
{
	assert(m && error);
	if (!m->is_decided)
		m->is_decided = m->is_whole = true;
	if (!m->is_whole || !(m->after_start || m->after_move))
		return ap_fail(error, line,
			"expected no line of JSON here: a record has what the viewers saw once after each "
			"move, or nowhere");
	if (m->after_move)
		m->line_of[m->moves - 1] = 0;
	m->after_start = m->after_move = false;
	return true;
}

bool ap_moments_move(ap_moment_places *m, int line, ap_error *error)
{
	assert(m && error);
	if (!leave_place(m, line, error))
		return false;
	if (m->moves == m->room) {
		m->room = m->room ? 2 * m->room : 256;
		m->line_of = ap_reallocate(m->line_of, (size_t)m->room, sizeof *m->line_of);
	}
	m->line_of[m->moves++] = line;
	m->after_move = true;
	return true;
}

bool ap_moments_undo(ap_moment_places *m, int moves, int line, ap_error *error)
{
	assert(m && moves >= m->earlier_moves && moves <= m->moves && error);
	if (!leave_place(m, line, error))
		return false;
	for (int i = moves; i < m->moves; i++)
		if (!m->line_of[i])
			return ap_fail(
				error, line, "expected no line of JSON after the moves that are undone here");
	m->moves = moves;
	return true;
}

bool ap_moments_end(ap_moment_places *m, int line, ap_error *error)
{
	assert(m && error);
	return leave_place(m, line, error) && check_part(m, error);
}

/* ---- What they show -------------------------------------------------------------------------- */

/* Goes on to the next moment; NULL if there is none. */
static const char *next_moment(const char **at, const char *end, int *line, size_t *length)
{
	while (*at < end) {
		const char *start = *at, *stop = memchr(start, '\n', (size_t)(end - start));
		*length = (size_t)((stop ? stop : end) - start);
		*at += *length + (stop != NULL);
		++*line;
		if (*length > 0 && *start == '{')
			return start;
	}
	return NULL;
}

/* Since the moments stand where they must, it is enough to compare them one after the other. */
static bool compare_moments(
	const char *text, size_t length, const char *again, size_t again_length, ap_error *error)
{
	const char *at = text, *other_at = again, *one, *other;
	size_t size = 0, other_size = 0;
	int line = 0, unused = 0;
	do {
		one = next_moment(&at, text + length, &line, &size);
		other = next_moment(&other_at, again + again_length, &unused, &other_size);
		if (!one != !other || (one && (size != other_size || memcmp(one, other, size) != 0)))
			return ap_fail(error, line, "this is not what the viewers saw");
	} while (one);
	return true;
}

bool ap_moments_check(const ap_record *record, const char *text, size_t length, ap_error *error)
{
	assert(record && text && error);
	char *again = NULL;
	size_t size = 0;
	FILE *memory = open_memstream(&again, &size);
	bool good = memory && ap_record_write_lines(record, memory);
	good = memory && fclose(memory) == 0 && good;
	good = good ? compare_moments(text, length, again, size, error)
				: ap_fail(error, 0, "there is no room to check it");
	free(again);
	return good;
}
