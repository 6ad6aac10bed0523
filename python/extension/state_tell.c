/* state_tell.c: the methods of State by which it tells about itself. A full state tells everything;
 * the package asks views. */
#include "state_tell.h"

static const ap_game *game_of(PyObject *object)
{
	return ((state_object *)object)->table->game;
}

static const void *state_of(PyObject *object)
{
	return ((state_object *)object)->state;
}

/* Returns whether a seat is asked and this state can tell about it; raises ValueError if not. */
static int is_asked(PyObject *object, int seat)
{
	int viewer = ap_viewer(state_of(object));
	if (seat < 0 || seat > AP_CHANCE || !(ap_actors(state_of(object)) & AP_SEAT(seat)))
		PyErr_Format(PyExc_ValueError, "seat %d is not asked", seat);
	else if (viewer != AP_EVERYTHING && viewer != seat)
		PyErr_Format(PyExc_ValueError, "this view cannot tell about seat %d", seat);
	else
		return 1;
	return 0;
}

/* ---- What is going on ------------------------------------------------------------------------ */

PyObject *state_situation(PyObject *object, PyObject *unused)
{
	(void)unused;
	ap_facts facts = {0};
	ap_situation(game_of(object), state_of(object), &facts);
	return list_of_facts(&facts);
}

PyObject *state_foresee(PyObject *object, PyObject *arguments)
{
	int seat;
	unsigned action;
	ap_action legal[AP_MAX_LEGAL];
	ap_facts facts = {0};
	if (!PyArg_ParseTuple(arguments, "iI", &seat, &action) || !is_asked(object, seat))
		return NULL;
	int count = ap_legal(game_of(object), state_of(object), seat, legal), n = 0;
	while (n < count && legal[n] != action)
		n++;
	if (n == count)
		return PyErr_Format(PyExc_ValueError, "this action is not legal now");
	ap_foresee(game_of(object), state_of(object), seat, action, &facts);
	return list_of_facts(&facts);
}

PyObject *state_figure(PyObject *object, PyObject *arguments)
{
	int figure, key;
	ap_figure_info info;
	if (!PyArg_ParseTuple(arguments, "ii", &figure, &key))
		return NULL;
	if (!ap_figure_about(game_of(object), figure, &info) || key < 0 ||
		key >= (info.keys < 0 ? 1 : ap_list_size(game_of(object), info.keys)))
		return PyErr_Format(PyExc_IndexError, "there is no such figure");
	int value = ap_figure(game_of(object), state_of(object), figure, key);
	return value == AP_NONE ? Py_NewRef(Py_None) : PyLong_FromLong(value);
}

PyObject *state_standing(PyObject *object, PyObject *unused)
{
	(void)unused;
	int32_t standing[AP_MAX_SEATS] = {0};
	ap_standing(game_of(object), state_of(object), standing);
	return tuple_of_numbers(standing, ap_players(state_of(object)));
}

/* Returns (reason, results, scores). */
PyObject *state_outcome(PyObject *object, PyObject *unused)
{
	(void)unused;
	ap_outcome outcome;
	int32_t results[AP_MAX_SEATS], scores[AP_MAX_SEATS];
	int players = ap_players(state_of(object));
	if (!ap_outcome_of(game_of(object), state_of(object), &outcome))
		return Py_NewRef(Py_None);
	for (int i = 0; i < players; i++) {
		results[i] = outcome.result[i];
		scores[i] = outcome.score[i];
	}
	return Py_BuildValue("(iNN)", (int)outcome.reason, tuple_of_numbers(results, players),
		tuple_of_numbers(scores, players));
}

PyObject *state_note(PyObject *object, PyObject *arguments)
{
	int language, list, n;
	PyObject *text;
	if (!PyArg_ParseTuple(arguments, "iii", &language, &list, &n) || !language_exists(language))
		return NULL;
	if (!ap_list_name(game_of(object), list, n))
		return PyErr_Format(PyExc_IndexError, "there is no such name");
	WRITE_TEXT(text,
		ap_say_note(game_of(object), (ap_language)language, state_of(object), list, n, out, size));
	return text;
}

/* ---- The question ---------------------------------------------------------------------------- */

PyObject *state_pass(PyObject *object, PyObject *arguments)
{
	int seat;
	ap_action action;
	if (!PyArg_ParseTuple(arguments, "i", &seat) || !is_asked(object, seat))
		return NULL;
	return ap_pass(game_of(object), state_of(object), seat, &action)
		? PyLong_FromUnsignedLong(action)
		: Py_NewRef(Py_None);
}

PyObject *state_worth_asking(PyObject *object, PyObject *arguments)
{
	int seat;
	if (!PyArg_ParseTuple(arguments, "i", &seat) || !is_asked(object, seat))
		return NULL;
	return PyBool_FromLong(ap_worth_asking(game_of(object), state_of(object), seat));
}

PyObject *state_actors(PyObject *object, PyObject *unused)
{
	(void)unused;
	return tuple_of_seats(ap_actors(state_of(object)));
}

PyObject *state_step(PyObject *object, PyObject *unused)
{
	(void)unused;
	return PyLong_FromLong(ap_step_of(state_of(object)));
}

PyObject *state_question(PyObject *object, PyObject *unused)
{
	(void)unused;
	return PyLong_FromLong(ap_question(state_of(object)));
}

/* ---- The state itself ------------------------------------------------------------------------ */

PyObject *state_json(PyObject *object, PyObject *unused)
{
	(void)unused;
	PyObject *text;
	WRITE_TEXT(text, ap_write_state(game_of(object), state_of(object), out, size));
	return text;
}

PyObject *state_change(PyObject *object, PyObject *arguments)
{
	PyObject *now, *text;
	if (!PyArg_ParseTuple(arguments, "O!", state_type, &now))
		return NULL;
	if (game_of(now) != game_of(object) ||
		ap_viewer(state_of(now)) != ap_viewer(state_of(object)) ||
		ap_players(state_of(now)) != ap_players(state_of(object)))
		return PyErr_Format(PyExc_ValueError, "these are not two states of the same viewer");
	WRITE_TEXT(text, ap_write_change(game_of(object), state_of(object), state_of(now), out, size));
	return text;
}

PyObject *state_hash(PyObject *object, PyObject *unused)
{
	(void)unused;
	return PyLong_FromUnsignedLongLong(ap_hash(game_of(object), state_of(object)));
}

PyObject *state_unsound(PyObject *object, PyObject *unused)
{
	(void)unused;
	return text_or_none(ap_unsound(game_of(object), state_of(object)));
}

PyObject *state_viewer(PyObject *object, PyObject *unused)
{
	(void)unused;
	return PyLong_FromLong(ap_viewer(state_of(object)));
}
