/* pictures.c: scenarios and drawings. */
#include "pictures.h"

#include <apparat/drawings.h>
#include <apparat/scenarios.h>

/* check_scenarios(text, set-ups or None): returns the game or None, and how many there are. */
PyObject *check_scenarios(PyObject *self, PyObject *arguments)
{
	(void)self;
	const char *text, *setups;
	Py_ssize_t length, setups_length;
	ap_error error;
	bool good;
	if (!PyArg_ParseTuple(arguments, "s#z#", &text, &length, &setups, &setups_length))
		return NULL;
	ap_scenario_check *check = PyMem_Calloc(1, sizeof *check);
	if (!check)
		return PyErr_NoMemory();
	Py_BEGIN_ALLOW_THREADS good = ap_check_scenarios(
		text, (size_t)length, setups, setups ? (size_t)setups_length : 0, check, &error);
	Py_END_ALLOW_THREADS PyObject *result = NULL;
	if (good)
		result = Py_BuildValue("(zii)", check->game ? ap_game_name(check->game) : NULL,
			check->scenarios, check->setups);
	else
		raise_text_error(&error);
	PyMem_Free(check);
	return result;
}

static PyObject *freed_text(char *text, size_t length)
{
	PyObject *result = text_of(text, length);
	ap_free_text(text);
	return result;
}

PyObject *state_scenario(PyObject *object, PyObject *unused)
{
	(void)unused;
	const state_object *self = (state_object *)object;
	size_t length;
	if (ap_viewer(self->state) != AP_EVERYTHING)
		return PyErr_Format(
			PyExc_ValueError, "a scenario begins with a full state, not with a view");
	char *text = ap_write_scenario(self->table->game, self->state, &length);
	return text ? freed_text(text, length) : PyErr_NoMemory();
}

PyObject *state_draw(PyObject *object, PyObject *arguments)
{
	const state_object *self = (state_object *)object;
	int language;
	size_t length;
	if (!PyArg_ParseTuple(arguments, "i", &language) || !language_exists(language))
		return NULL;
	if (!ap_has_drawing(self->table->game))
		return Py_NewRef(Py_None);
	char *text = ap_draw(self->table->game, self->state, (ap_language)language, &length);
	return text ? freed_text(text, length) : PyErr_NoMemory();
}
