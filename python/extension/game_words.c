/* game_words.c: the methods of Game that return words and sentences. A language is a number. */
#include "game_words.h"

static const ap_game *game_of(PyObject *self)
{
	return ((game_object *)self)->game;
}

/* ---- Words ----------------------------------------------------------------------------------- */

PyObject *game_title(PyObject *self, PyObject *arguments)
{
	int language;
	if (!PyArg_ParseTuple(arguments, "i", &language) || !language_exists(language))
		return NULL;
	return PyUnicode_FromString(ap_game_title(game_of(self), (ap_language)language));
}

PyObject *game_seat_word(PyObject *self, PyObject *arguments)
{
	int language, seat;
	if (!PyArg_ParseTuple(arguments, "ii", &language, &seat) || !language_exists(language))
		return NULL;
	return PyUnicode_FromString(ap_seat_word(game_of(self), (ap_language)language, seat));
}

PyObject *game_list_word(PyObject *self, PyObject *arguments)
{
	int language, list, n;
	if (!PyArg_ParseTuple(arguments, "iii", &language, &list, &n) || !language_exists(language))
		return NULL;
	return PyUnicode_FromString(ap_list_word(game_of(self), (ap_language)language, list, n));
}

PyObject *game_word(PyObject *self, PyObject *arguments)
{
	int language;
	const char *part, *name;
	if (!PyArg_ParseTuple(arguments, "iss", &language, &part, &name) || !language_exists(language))
		return NULL;
	return PyUnicode_FromString(ap_game_word(game_of(self), (ap_language)language, part, name));
}

PyObject *game_prompt(PyObject *self, PyObject *arguments)
{
	int language, step;
	if (!PyArg_ParseTuple(arguments, "ii", &language, &step) || !language_exists(language))
		return NULL;
	if (!ap_step_name(game_of(self), step))
		return PyErr_Format(PyExc_IndexError, "there is no step %d", step);
	return PyUnicode_FromString(ap_prompt(game_of(self), (ap_language)language, step));
}

/* ---- Rules ----------------------------------------------------------------------------------- */

PyObject *game_clause_text(PyObject *self, PyObject *arguments)
{
	int language, clause;
	if (!PyArg_ParseTuple(arguments, "ii", &language, &clause) || !language_exists(language))
		return NULL;
	const ap_clause_text *text = ap_clause(game_of(self), (ap_language)language, clause);
	if (!text)
		return PyErr_Format(PyExc_IndexError, "there is no clause %d", clause);
	return Py_BuildValue("(sss)", text->title, text->body, text->provenance);
}

/* Returns the cells of a table, row by row, the headings first. */
static PyObject *cells_of(const ap_rules_table *table)
{
	int count = table->columns * (table->rows + 1);
	PyObject *cells = PyTuple_New(count);
	for (int i = 0; cells && i < count; i++) {
		PyObject *cell = PyUnicode_FromString(table->cells[i]);
		if (!cell || PyTuple_SetItem(cells, i, cell) < 0)
			Py_CLEAR(cells);
	}
	return cells;
}

PyObject *game_rules_table(PyObject *self, PyObject *arguments)
{
	int language, n;
	if (!PyArg_ParseTuple(arguments, "ii", &language, &n) || !language_exists(language))
		return NULL;
	const ap_rules_table *table = ap_rules_table_at(game_of(self), (ap_language)language, n);
	if (!table)
		return Py_NewRef(Py_None);
	return Py_BuildValue("(sssiiN)", table->name, table->title, table->about, table->clause,
		table->columns, cells_of(table));
}

/* ---- Actions --------------------------------------------------------------------------------- */

PyObject *game_write_action(PyObject *self, PyObject *arguments)
{
	int seat;
	unsigned action;
	PyObject *text;
	if (!PyArg_ParseTuple(arguments, "iI", &seat, &action))
		return NULL;
	if (!ap_verb_name(game_of(self), (int)ap_verb_of(action)))
		return PyErr_Format(PyExc_ValueError, "%u is no action of this game", action);
	WRITE_TEXT(text, ap_write_action(game_of(self), seat, action, out, size));
	return text;
}

PyObject *game_read_action(PyObject *self, PyObject *arguments)
{
	const char *text;
	int seat;
	ap_action action;
	if (!PyArg_ParseTuple(arguments, "s", &text))
		return NULL;
	if (!ap_read_action(game_of(self), text, &seat, &action))
		return PyErr_Format(PyExc_ValueError, "'%s' is not in the notation of %s", text,
			ap_game_name(game_of(self)));
	return Py_BuildValue("(iI)", seat, action);
}

/* Returns whether an action can be said: what it names exists, or is not known. */
static bool can_be_said(const ap_game *game, ap_action action)
{
	if (ap_action_sound(game, action))
		return true;
	unsigned x = ap_x(action) == AP_UNKNOWN ? 0 : ap_x(action);
	unsigned y = ap_y(action) == AP_UNKNOWN ? 0 : ap_y(action);
	return (ap_x(action) == AP_UNKNOWN || ap_y(action) == AP_UNKNOWN) &&
		ap_action_sound(game, ap_act(ap_verb_of(action), x, y));
}

PyObject *game_say_action(PyObject *self, PyObject *arguments)
{
	int language;
	unsigned action;
	PyObject *text;
	if (!PyArg_ParseTuple(arguments, "iI", &language, &action) || !language_exists(language))
		return NULL;
	if (!can_be_said(game_of(self), action))
		return PyErr_Format(PyExc_ValueError, "%u is no action of this game", action);
	WRITE_TEXT(text, ap_say_action(game_of(self), (ap_language)language, action, out, size));
	return text;
}

/* ---- Events, facts, refusals ----------------------------------------------------------------- */

PyObject *game_say_event(PyObject *self, PyObject *arguments)
{
	int language;
	PyObject *tuple, *text;
	ap_event event;
	if (!PyArg_ParseTuple(arguments, "iO!", &language, &PyTuple_Type, &tuple) ||
		!language_exists(language) || !read_event(tuple, &event))
		return NULL;
	if (!ap_event_name(game_of(self), event.kind))
		return PyErr_Format(PyExc_ValueError, "there is no event %d", event.kind);
	WRITE_TEXT(text, ap_say_event(game_of(self), (ap_language)language, &event, out, size));
	return text;
}

PyObject *game_say_fact(PyObject *self, PyObject *arguments)
{
	int language;
	PyObject *tuple, *text;
	ap_fact fact;
	if (!PyArg_ParseTuple(arguments, "iO!", &language, &PyTuple_Type, &tuple) ||
		!language_exists(language) || !read_fact(tuple, &fact))
		return NULL;
	if (!ap_fact_name(game_of(self), fact.kind))
		return PyErr_Format(PyExc_ValueError, "there is no fact %d", fact.kind);
	WRITE_TEXT(text, ap_say_fact(game_of(self), (ap_language)language, &fact, out, size));
	return text;
}

PyObject *game_say_refusal(PyObject *self, PyObject *arguments)
{
	int language, code, clause;
	PyObject *text;
	if (!PyArg_ParseTuple(arguments, "iii", &language, &code, &clause) ||
		!language_exists(language))
		return NULL;
	if (code <= AP_OK || code > AP_NOT_SEALED || clause < 0 ||
		clause >= ap_clause_count(game_of(self)))
		return PyErr_Format(PyExc_ValueError, "there is no such refusal");
	ap_result result = {(ap_code)code, (uint16_t)clause};
	WRITE_TEXT(text, ap_say_refusal(game_of(self), (ap_language)language, result, out, size));
	return text;
}
