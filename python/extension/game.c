/* game.c: the type Game: a game with its set-up, and the tables by which its numbers have names. */
#include "game_words.h"
#include "module.h"

#include <string.h>

PyTypeObject *game_type;

/* ---- Making one ------------------------------------------------------------------------------ */

static PyObject *game_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
	(void)keywords;
	const char *name;
	PyObject *options;
	unsigned char players;
	if (!PyArg_ParseTuple(arguments, "sbO!", &name, &players, &PyTuple_Type, &options))
		return NULL;
	const ap_game *game = ap_game_named(name);
	if (!game)
		return PyErr_Format(PyExc_ValueError, "there is no game '%s'", name);
	ap_setup setup = {.players = players};
	Py_ssize_t count = PyTuple_Size(options);
	for (Py_ssize_t i = 0; i < count && i < AP_MAX_OPTIONS; i++) {
		long value = PyLong_AsLong(PyTuple_GetItem(options, i));
		if (PyErr_Occurred())
			return NULL;
		setup.option[i] = value < 0 || value > UINT8_MAX ? UINT8_MAX : (uint8_t)value;
	}
	if (count > AP_MAX_OPTIONS || !ap_setup_sound(game, &setup))
		return PyErr_Format(
			PyExc_ValueError, "%s cannot be played by %d with these options", name, players);
	game_object *self = (game_object *)PyType_GenericAlloc(type, 0);
	if (self) {
		self->game = game;
		self->setup = setup;
	}
	return (PyObject *)self;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* Adds an object to a list and lets go of it. */
static int add(PyObject *list, PyObject *item)
{
	int status = item ? PyList_Append(list, item) : -1;
	Py_XDECREF(item);
	return status;
}

/* Adds what `name_at` returns, until it returns NULL. */
static PyObject *all_names(const ap_game *game, const char *(*name_at)(const ap_game *, int))
{
	PyObject *list = PyList_New(0);
	const char *name;
	for (int i = 0; list && (name = name_at(game, i)); i++)
		if (add(list, PyUnicode_FromString(name)) < 0)
			Py_CLEAR(list);
	return list;
}

static PyObject *names_of_list(const ap_game *game, int n)
{
	PyObject *list = PyList_New(0);
	const char *name;
	for (int i = 0; list && (name = ap_list_name(game, n, i)); i++)
		if (add(list, PyUnicode_FromString(name)) < 0)
			Py_CLEAR(list);
	return list;
}

static PyObject *all_lists(const ap_game *game)
{
	PyObject *list = PyList_New(0);
	for (int i = 0; list && i < ap_list_count(game); i++)
		if (add(list, Py_BuildValue("(sN)", ap_list_kind(game, i), names_of_list(game, i))) < 0)
			Py_CLEAR(list);
	return list;
}

static PyObject *values_of_option(const ap_game *game, int option)
{
	PyObject *list = PyList_New(0);
	const char *value;
	for (int i = 0; list && (value = ap_option_value(game, option, i)); i++)
		if (add(list, PyUnicode_FromString(value)) < 0)
			Py_CLEAR(list);
	return list;
}

static PyObject *all_options(const ap_game *game)
{
	PyObject *list = PyList_New(0);
	const char *name;
	for (int i = 0; list && (name = ap_option_name(game, i)); i++)
		if (add(list, Py_BuildValue("(sN)", name, values_of_option(game, i))) < 0)
			Py_CLEAR(list);
	return list;
}

static PyObject *all_steps(const ap_game *game)
{
	PyObject *list = PyList_New(0);
	const char *name;
	for (int i = 0; list && (name = ap_step_name(game, i)); i++)
		if (add(list,
				Py_BuildValue("(siNN)", name, ap_step_clause(game, i),
					PyBool_FromLong(ap_step_sealed(game, i)),
					PyBool_FromLong(ap_step_reaction(game, i)))) < 0)
			Py_CLEAR(list);
	return list;
}

/* The arguments of a kind of event or of fact: (name, list). */
static PyObject *arguments_of(
	const ap_game *game, int kind, const char *(*argument)(const ap_game *, int, int, int *))
{
	PyObject *list = PyList_New(0);
	const char *name;
	int values;
	for (int n = 0; list && (name = argument(game, kind, n, &values)); n++)
		if (add(list, Py_BuildValue("(si)", name, values)) < 0)
			Py_CLEAR(list);
	return list;
}

static PyObject *all_events(const ap_game *game)
{
	PyObject *list = PyList_New(0);
	const char *name;
	for (int i = 0; list && (name = ap_event_name(game, i)); i++)
		if (add(list, Py_BuildValue("(sN)", name, arguments_of(game, i, ap_event_argument))) < 0)
			Py_CLEAR(list);
	return list;
}

static PyObject *all_facts(const ap_game *game)
{
	PyObject *list = PyList_New(0);
	const char *name;
	for (int i = 0; list && (name = ap_fact_name(game, i)); i++)
		if (add(list, Py_BuildValue("(sN)", name, arguments_of(game, i, ap_fact_argument))) < 0)
			Py_CLEAR(list);
	return list;
}

static PyObject *all_figures(const ap_game *game)
{
	PyObject *list = PyList_New(0);
	ap_figure_info info;
	for (int i = 0; list && ap_figure_about(game, i, &info); i++)
		if (add(list, Py_BuildValue("(siii)", info.name, info.clause, info.keys, info.values)) < 0)
			Py_CLEAR(list);
	return list;
}

static PyObject *all_attributes(const ap_game *game)
{
	PyObject *all = PyList_New(0);
	ap_attribute_info info;
	for (int list = 0; all && list < ap_list_count(game); list++)
		for (int i = 0; all && ap_attribute_about(game, list, i, &info); i++)
			if (add(all,
					Py_BuildValue("(iisii)", list, i, info.name, (int)info.kind, info.values)) < 0)
				Py_CLEAR(all);
	return all;
}

static PyObject *all_clauses(const ap_game *game)
{
	PyObject *list = PyList_New(0);
	for (int i = 0; list && i < ap_clause_count(game); i++)
		if (add(list, PyUnicode_FromString(i == 0 ? "" : ap_clause_id(game, i))) < 0)
			Py_CLEAR(list);
	return list;
}

static PyObject *all_levels(const ap_game *game)
{
	PyObject *list = PyList_New(0);
	const ap_bot *bot;
	for (int i = 0; list && (bot = ap_bot_at(game, i)); i++)
		if (add(list, PyUnicode_FromString(ap_bot_level(bot))) < 0)
			Py_CLEAR(list);
	return list;
}

static PyObject *all_seats(const ap_game *game)
{
	PyObject *list = PyList_New(0);
	for (int i = 0; list && i <= AP_OBSERVER; i++)
		if (add(list, PyUnicode_FromString(ap_seat_name(game, i))) < 0)
			Py_CLEAR(list);
	return list;
}

static PyObject *describe(PyObject *self, PyObject *unused)
{
	(void)unused;
	const ap_game *game = ((game_object *)self)->game;
	return Py_BuildValue("{sNsNsNsNsNsNsNsNsNsNsNsN}", "seats", all_seats(game), "options",
		all_options(game), "reasons", all_names(game, ap_reason_name), "lists", all_lists(game),
		"verbs", all_names(game, ap_verb_name), "steps", all_steps(game), "events",
		all_events(game), "facts", all_facts(game), "figures", all_figures(game), "attributes",
		all_attributes(game), "clauses", all_clauses(game), "levels", all_levels(game));
}

static PyObject *attribute(PyObject *self, PyObject *arguments)
{
	const ap_game *game = ((game_object *)self)->game;
	int list, n, which;
	int32_t values[256];
	ap_attribute_info info;
	if (!PyArg_ParseTuple(arguments, "iii", &list, &n, &which))
		return NULL;
	if (!ap_attribute_about(game, list, which, &info) || !ap_list_name(game, list, n))
		return PyErr_Format(PyExc_IndexError, "there is no such attribute");
	int count = ap_attribute_of(game, list, n, which, values, 256);
	return tuple_of_numbers(values, count < 256 ? count : 256);
}

/* ---- The type -------------------------------------------------------------------------------- */

static PyObject *get_name(PyObject *self, void *unused)
{
	(void)unused;
	return PyUnicode_FromString(ap_game_name(((game_object *)self)->game));
}

static PyObject *get_players(PyObject *self, void *unused)
{
	(void)unused;
	return PyLong_FromLong(((game_object *)self)->setup.players);
}

static PyObject *get_option_values(PyObject *self, void *unused)
{
	(void)unused;
	const game_object *table = (game_object *)self;
	int32_t values[AP_MAX_OPTIONS];
	int count = 0;
	while (count < AP_MAX_OPTIONS && ap_option_name(table->game, count)) {
		values[count] = table->setup.option[count];
		count++;
	}
	return tuple_of_numbers(values, count);
}

static PyObject *get_rules_version(PyObject *self, void *unused)
{
	(void)unused;
	return PyLong_FromLong(ap_rules_version(((game_object *)self)->game));
}

static PyObject *get_data_hash(PyObject *self, void *unused)
{
	(void)unused;
	return PyLong_FromUnsignedLongLong(ap_data_hash(((game_object *)self)->game));
}

static PyObject *get_bound(PyObject *self, void *unused)
{
	(void)unused;
	const game_object *table = (game_object *)self;
	return PyLong_FromLong(ap_bound(table->game, &table->setup));
}

static PyObject *get_standing_name(PyObject *self, void *unused)
{
	(void)unused;
	return PyUnicode_FromString(ap_standing_name(((game_object *)self)->game));
}

static PyGetSetDef properties[] = {
	{"name", get_name, NULL, "The name of the game, such as 'red-empire'.", NULL},
	{"players", get_players, NULL, "How many play.", NULL},
	{"option_values", get_option_values, NULL, "For each option, the number of its value.", NULL},
	{"rules_version", get_rules_version, NULL, "Raised whenever the rules change.", NULL},
	{"data_hash", get_data_hash, NULL, "A hash of the cards, people, spaces and tables.", NULL},
	{"bound", get_bound, NULL, "The greatest number of actions that a game can have.", NULL},
	{"standing_name", get_standing_name, NULL, "What standings count, such as 'points'.", NULL},
	{NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef methods[] = {
	{"describe", describe, METH_NOARGS, "The tables by which the game's numbers have names."},
	{"attribute", attribute, METH_VARARGS, "The values of an attribute of a name."},
	{"title", game_title, METH_VARARGS, "The title of the game for people."},
	{"seat_word", game_seat_word, METH_VARARGS, "The word for a seat."},
	{"list_word", game_list_word, METH_VARARGS, "The word for a name of a list."},
	{"word", game_word, METH_VARARGS, "The word for something else that the game names."},
	{"prompt", game_prompt, METH_VARARGS, "What a step asks."},
	{"clause_text", game_clause_text, METH_VARARGS, "Title, body and provenance of a clause."},
	{"rules_table", game_rules_table, METH_VARARGS, "A table of the rules."},
	{"write_action", game_write_action, METH_VARARGS, "An action in the game's notation."},
	{"read_action", game_read_action, METH_VARARGS, "The seat and the number of an action."},
	{"say_action", game_say_action, METH_VARARGS, "An action in words."},
	{"say_event", game_say_event, METH_VARARGS, "An event in words."},
	{"say_fact", game_say_fact, METH_VARARGS, "A fact in words."},
	{"say_refusal", game_say_refusal, METH_VARARGS, "Why an attempt was refused."},
	{NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
	{Py_tp_new, SLOT(game_new)},
	{Py_tp_dealloc, SLOT(free_object)},
	{Py_tp_methods, methods},
	{Py_tp_getset, properties},
	{Py_tp_doc, "Game(name, players, options): a game with its set-up."},
	{0, NULL},
};

static PyType_Spec spec = {.name = "apparat._engine.Game",
	.basicsize = sizeof(game_object),
	.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
	.slots = slots};

int add_game_type(PyObject *module)
{
	return add_type(module, "Game", &spec, &game_type);
}
