/* module.c: the module _engine, and what its files share. */
#include "learn.h"
#include "module.h"
#include "pictures.h"

#include <apparat/version.h>

/* ---- From C to Python ------------------------------------------------------------------------ */

PyObject *text_of(const char *bytes, size_t length)
{
	return PyUnicode_FromStringAndSize(bytes, (Py_ssize_t)length);
}

PyObject *text_or_none(const char *text)
{
	return text ? PyUnicode_FromString(text) : Py_NewRef(Py_None);
}

PyObject *tuple_of_numbers(const int32_t *values, int count)
{
	PyObject *tuple = PyTuple_New(count);
	for (int i = 0; tuple && i < count; i++) {
		PyObject *number = PyLong_FromLong(values[i]);
		if (!number || PyTuple_SetItem(tuple, i, number) < 0)
			Py_CLEAR(tuple);
	}
	return tuple;
}

PyObject *tuple_of_seats(ap_seats set)
{
	int32_t seats[16];
	int count = 0;
	for (int seat = 0; seat < 16; seat++)
		if (set & AP_SEAT(seat))
			seats[count++] = seat;
	return tuple_of_numbers(seats, count);
}

/* Returns (kind, clause, third, arguments). */
static PyObject *told(unsigned kind, unsigned clause, unsigned third, PyObject *arguments)
{
	return arguments ? Py_BuildValue("(IIIN)", kind, clause, third, arguments) : NULL;
}

PyObject *list_of_events(const ap_events *events)
{
	PyObject *list = PyList_New(events->count);
	for (int i = 0; list && i < events->count; i++) {
		const ap_event *event = &events->list[i];
		int32_t arg[AP_EVENT_ARGS];
		for (int n = 0; n < AP_EVENT_ARGS; n++)
			arg[n] = event->arg[n];
		PyObject *item =
			told(event->kind, event->clause, event->seen_by, tuple_of_numbers(arg, AP_EVENT_ARGS));
		if (!item || PyList_SetItem(list, i, item) < 0)
			Py_CLEAR(list);
	}
	return list;
}

PyObject *list_of_facts(const ap_facts *facts)
{
	PyObject *list = PyList_New(facts->count);
	for (int i = 0; list && i < facts->count; i++) {
		const ap_fact *fact = &facts->list[i];
		PyObject *item =
			told(fact->kind, fact->clause, fact->frame, tuple_of_numbers(fact->arg, AP_EVENT_ARGS));
		if (!item || PyList_SetItem(list, i, item) < 0)
			Py_CLEAR(list);
	}
	return list;
}

/* ---- From Python to C ------------------------------------------------------------------------ */

int read_event(PyObject *tuple, ap_event *out)
{
	*out = (ap_event){0};
	return PyArg_ParseTuple(tuple, "HHH(hhhhhh)", &out->kind, &out->clause, &out->seen_by,
		&out->arg[0], &out->arg[1], &out->arg[2], &out->arg[3], &out->arg[4], &out->arg[5]);
}

int read_fact(PyObject *tuple, ap_fact *out)
{
	*out = (ap_fact){0};
	return PyArg_ParseTuple(tuple, "HHb(iiiiii)", &out->kind, &out->clause, &out->frame,
		&out->arg[0], &out->arg[1], &out->arg[2], &out->arg[3], &out->arg[4], &out->arg[5]);
}

int seat_exists(int players, int seat)
{
	if ((seat >= 0 && seat < players) || seat == AP_CHANCE)
		return 1;
	PyErr_Format(PyExc_ValueError, "there is no seat %d", seat);
	return 0;
}

int language_exists(int language)
{
	if (language >= 0 && language < AP_LANGUAGES)
		return 1;
	PyErr_Format(PyExc_ValueError, "there is no language %d", language);
	return 0;
}

void raise_text_error(const ap_error *error)
{
	PyObject *arguments = Py_BuildValue("(si)", error->message, error->line);
	if (arguments)
		PyErr_SetObject(PyExc_ValueError, arguments);
	Py_XDECREF(arguments);
}

/* ---- Types ----------------------------------------------------------------------------------- */

void free_object(PyObject *self)
{
	PyTypeObject *type = Py_TYPE(self);
	freefunc release = (__extension__(freefunc) PyType_GetSlot(type, Py_tp_free));
	release(self);
	Py_DECREF(type);
}

int add_type(PyObject *module, const char *name, PyType_Spec *spec, PyTypeObject **type)
{
	*type = (PyTypeObject *)PyType_FromSpec(spec);
	return *type ? PyModule_AddObjectRef(module, name, (PyObject *)*type) : -1;
}

/* ---- The module ------------------------------------------------------------------------------ */

static PyObject *games(PyObject *self, PyObject *unused)
{
	(void)self, (void)unused;
	PyObject *tuple = PyTuple_New(ap_game_count());
	for (int i = 0; tuple && i < ap_game_count(); i++) {
		PyObject *name = PyUnicode_FromString(ap_game_name(ap_game_at(i)));
		if (!name || PyTuple_SetItem(tuple, i, name) < 0)
			Py_CLEAR(tuple);
	}
	return tuple;
}

static PyObject *version(PyObject *self, PyObject *unused)
{
	(void)self, (void)unused;
	return PyUnicode_FromString(ap_version());
}

static PyObject *language_named(PyObject *self, PyObject *arguments)
{
	(void)self;
	const char *code;
	ap_language language;
	if (!PyArg_ParseTuple(arguments, "s", &code))
		return NULL;
	if (!ap_language_named(code, &language))
		return PyErr_Format(PyExc_ValueError, "there is no language '%s', only en and fr", code);
	return PyLong_FromLong(language);
}

static PyObject *returned_check(const ap_record_check *c)
{
	return Py_BuildValue("{sssisisNsNsNsNsNsNsNsisisisK}", "game", ap_game_name(c->game), "format",
		c->format, "rules", c->rules, "rules_known", PyBool_FromLong(c->rules_known), "over",
		PyBool_FromLong(c->over), "dice_fair", PyBool_FromLong(c->dice_fair), "dice_checked",
		PyBool_FromLong(c->dice_checked), "dice_withheld", PyBool_FromLong(c->dice_withheld),
		"has_views", PyBool_FromLong(c->has_views), "views_checked",
		PyBool_FromLong(c->views_checked), "moves", c->moves, "unchecked_moves", c->unchecked_moves,
		"outcomes", c->outcomes, "hash", (unsigned long long)c->hash);
}

static PyObject *check_record(PyObject *self, PyObject *arguments)
{
	(void)self;
	const char *text;
	Py_ssize_t length;
	ap_record_check check;
	ap_error error;
	bool good;
	if (!PyArg_ParseTuple(arguments, "s#", &text, &length))
		return NULL;
	Py_BEGIN_ALLOW_THREADS good = ap_check_record(text, (size_t)length, &check, &error);
	Py_END_ALLOW_THREADS if (good) return returned_check(&check);
	raise_text_error(&error);
	return NULL;
}

static PyMethodDef functions[] = {
	{"games", games, METH_NOARGS, "The names of the games that are built in."},
	{"version", version, METH_NOARGS, "The version of the library."},
	{"language_named", language_named, METH_VARARGS, "The number of a language, such as 'fr'."},
	{"check_record", check_record, METH_VARARGS, "Checks a record, as a text, as far as it can."},
	{"check_scenarios", check_scenarios, METH_VARARGS, "Runs every scenario of a text."},
	{NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
	PyModuleDef_HEAD_INIT,
	.m_name = "_engine",
	.m_doc = "The library of the project. Use the package apparat, which gives names to all this.",
	.m_size = -1,
	.m_methods = functions,
};

static int add_constants(PyObject *module)
{
	static const struct {
		const char *name;
		int value;
	} constants[] = {
		{"MAX_SEATS", AP_MAX_SEATS},
		{"CHANCE", AP_CHANCE},
		{"OBSERVER", AP_OBSERVER},
		{"EVERYTHING", AP_EVERYTHING},
		{"MAX_LEGAL", AP_MAX_LEGAL},
		{"UNKNOWN", AP_UNKNOWN},
		{"NONE", AP_NONE},
		{"OK", AP_OK},
		{"GAME_OVER", AP_GAME_OVER},
		{"NOT_ASKED", AP_NOT_ASKED},
		{"FORBIDDEN", AP_FORBIDDEN},
		{"NOT_SEALED", AP_NOT_SEALED},
		{"NUMBER_ARGUMENT", AP_NUMBER_ARGUMENT},
		{"ACTION_ARGUMENT", AP_ACTION_ARGUMENT},
		{"EVENT_ARGUMENT", AP_EVENT_ARGUMENT},
	};
	for (size_t i = 0; i < sizeof constants / sizeof constants[0]; i++)
		if (PyModule_AddIntConstant(module, constants[i].name, constants[i].value) < 0)
			return -1;
	return 0;
}

PyMODINIT_FUNC PyInit__engine(void);

PyMODINIT_FUNC PyInit__engine(void)
{
	static int (*const add[])(PyObject *) = {add_constants, add_game_type, add_state_type,
		add_random_type, add_record_type, add_layout_type, add_memory_type, add_vector_type};
	PyObject *module = PyModule_Create(&definition);
	for (size_t i = 0; module && i < sizeof add / sizeof add[0]; i++)
		if (add[i](module) < 0)
			Py_CLEAR(module);
	return module;
}
