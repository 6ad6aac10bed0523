/* record.c: the type Record: a game with its moves. */
#include "module.h"

#include <string.h>

PyTypeObject *record_type;

/* ---- Making and freeing ---------------------------------------------------------------------- */

static PyObject *new_record(PyTypeObject *type, ap_record_file *file)
{
	record_object *self = (record_object *)PyType_GenericAlloc(type, 0);
	if (self)
		self->file = file;
	else
		ap_record_file_free(file);
	return (PyObject *)self;
}

static void record_dealloc(PyObject *object)
{
	ap_record_file_free(((record_object *)object)->file);
	free_object(object);
}

static PyObject *record_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
	static char *names[] = {"game", NULL};
	game_object *table;
	if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O!", names, game_type, &table))
		return NULL;
	return new_record(type, ap_record_file_start(table->game, &table->setup, NULL));
}

static PyObject *parse(PyObject *type, PyObject *arguments)
{
	const char *text;
	Py_ssize_t length;
	ap_error error;
	ap_record_file *file;
	if (!PyArg_ParseTuple(arguments, "s#", &text, &length))
		return NULL;
	Py_BEGIN_ALLOW_THREADS file = ap_record_file_parse(text, (size_t)length, &error);
	Py_END_ALLOW_THREADS if (file) return new_record((PyTypeObject *)type, file);
	raise_text_error(&error);
	return NULL;
}

/* ---- What it tells --------------------------------------------------------------------------- */

static const ap_record_file *file_of(PyObject *object)
{
	return ((record_object *)object)->file;
}

/* Returns (name, players, options). */
static PyObject *setup(PyObject *object, PyObject *unused)
{
	(void)unused;
	const ap_game *game = ap_record_file_game(file_of(object));
	ap_setup agreed;
	int32_t values[AP_MAX_OPTIONS];
	int count = 0;
	ap_record_file_setup(file_of(object), &agreed);
	while (count < AP_MAX_OPTIONS && ap_option_name(game, count)) {
		values[count] = agreed.option[count];
		count++;
	}
	return Py_BuildValue(
		"(siN)", ap_game_name(game), (int)agreed.players, tuple_of_numbers(values, count));
}

static int is_player(PyObject *object, int seat)
{
	ap_setup agreed;
	ap_record_file_setup(file_of(object), &agreed);
	if (seat >= 0 && seat < agreed.players)
		return 1;
	PyErr_Format(PyExc_ValueError, "there is no seat %d", seat);
	return 0;
}

static PyObject *player(PyObject *object, PyObject *arguments)
{
	int seat;
	if (!PyArg_ParseTuple(arguments, "i", &seat) || !is_player(object, seat))
		return NULL;
	return PyUnicode_FromString(ap_record_file_player(file_of(object), seat));
}

static PyObject *set_player(PyObject *object, PyObject *arguments)
{
	int seat;
	const char *who;
	if (!PyArg_ParseTuple(arguments, "is", &seat, &who) || !is_player(object, seat))
		return NULL;
	if (!ap_record_file_set_player(((record_object *)object)->file, seat, who))
		return PyErr_Format(PyExc_ValueError, "a player's name has at most 63 bytes");
	return Py_NewRef(Py_None);
}

static PyObject *dice(PyObject *object, PyObject *unused)
{
	(void)unused;
	return PyUnicode_FromString(ap_record_file_dice(file_of(object)));
}

static PyObject *set_dice(PyObject *object, PyObject *arguments)
{
	const char *text;
	if (!PyArg_ParseTuple(arguments, "s", &text))
		return NULL;
	if (!ap_record_file_set_dice(((record_object *)object)->file, text))
		return PyErr_Format(PyExc_ValueError, "this cannot be said of the dice of this record");
	return Py_NewRef(Py_None);
}

static PyObject *length(PyObject *object, PyObject *unused)
{
	(void)unused;
	ap_record_check check;
	ap_record_file_check(file_of(object), &check);
	return PyLong_FromLong(check.moves);
}

static PyObject *first(PyObject *object, PyObject *unused)
{
	(void)unused;
	return PyLong_FromLong(ap_record_file_first(file_of(object)));
}

/* Returns (seat, action, unseal). */
static PyObject *move(PyObject *object, PyObject *arguments)
{
	int n;
	ap_record_move m;
	if (!PyArg_ParseTuple(arguments, "i", &n))
		return NULL;
	if (!ap_record_file_move(file_of(object), n, &m))
		return PyErr_Format(PyExc_IndexError, "there is no move %d", n);
	return Py_BuildValue(
		"(iIN)", m.seat, m.unseal ? 0u : (unsigned)m.action, PyBool_FromLong(m.unseal));
}

/* Makes move number n in a state, which must be the one before it, and returns its events. */
static PyObject *advance(PyObject *object, PyObject *arguments)
{
	int n;
	state_object *state;
	ap_events events = {0};
	if (!PyArg_ParseTuple(arguments, "iO!", &n, state_type, &state))
		return NULL;
	ap_record_check check;
	ap_record_file_check(file_of(object), &check);
	if (n < ap_record_file_first(file_of(object)) || n >= check.moves)
		return PyErr_Format(PyExc_IndexError, "there is no move %d", n);
	if (state->table->game != ap_record_file_game(file_of(object)))
		return PyErr_Format(PyExc_ValueError, "this is a state of another game");
	ap_record_file_advance(file_of(object), n, state->state, &events);
	return list_of_events(&events);
}

/* ---- Playing on ------------------------------------------------------------------------------ */

static PyObject *result_of(ap_result result, PyObject *events)
{
	return events ? Py_BuildValue("(iiN)", (int)result.code, (int)result.clause, events) : NULL;
}

static PyObject *apply(PyObject *object, PyObject *arguments)
{
	int seat;
	unsigned action;
	ap_events events = {0};
	if (!PyArg_ParseTuple(arguments, "iI", &seat, &action))
		return NULL;
	ap_result result = ap_record_file_apply(((record_object *)object)->file, seat, action, &events);
	return result_of(result, list_of_events(&events));
}

static PyObject *unseal(PyObject *object, PyObject *arguments)
{
	int seat;
	if (!PyArg_ParseTuple(arguments, "i", &seat))
		return NULL;
	return result_of(ap_record_file_unseal(((record_object *)object)->file, seat), PyList_New(0));
}

static PyObject *undo(PyObject *object, PyObject *arguments)
{
	int moves;
	if (!PyArg_ParseTuple(arguments, "i", &moves))
		return NULL;
	if (moves < 0 || !ap_record_file_undo(((record_object *)object)->file, moves))
		return PyErr_Format(PyExc_IndexError, "the record cannot go back to %d moves", moves);
	return Py_NewRef(Py_None);
}

/* ---- Writing --------------------------------------------------------------------------------- */

static PyObject *text(PyObject *object, PyObject *arguments)
{
	int viewer;
	size_t size;
	ap_setup agreed;
	if (!PyArg_ParseTuple(arguments, "i", &viewer))
		return NULL;
	ap_record_file_setup(file_of(object), &agreed);
	if ((viewer < 0 || viewer >= agreed.players) && viewer != AP_OBSERVER &&
		viewer != AP_EVERYTHING)
		return PyErr_Format(PyExc_ValueError, "there is no viewer %d", viewer);
	char *written = ap_record_file_text(file_of(object), viewer, &size);
	if (!written)
		return PyErr_Format(PyExc_ValueError, "the record cannot be written");
	PyObject *result = text_of(written, size);
	ap_free_text(written);
	return result;
}

/* ---- The type -------------------------------------------------------------------------------- */

static PyMethodDef methods[] = {
	{"_parse", parse, METH_VARARGS | METH_CLASS, "Reads a record and plays it."},
	{"_setup", setup, METH_NOARGS, "The game, its players and options."},
	{"_player", player, METH_VARARGS, "Who sits at a seat."},
	{"_set_player", set_player, METH_VARARGS, "Says who sits at a seat."},
	{"_dice", dice, METH_NOARGS, "Where chance came from."},
	{"_set_dice", set_dice, METH_VARARGS, "Says where chance comes from."},
	{"_length", length, METH_NOARGS, "How many moves are in force."},
	{"_first", first, METH_NOARGS, "The first move that can be walked through."},
	{"_move", move, METH_VARARGS, "A move: (seat, action, unseal)."},
	{"_advance", advance, METH_VARARGS, "Makes a move in a state; its events."},
	{"_apply", apply, METH_VARARGS, "Applies an action: (code, clause, events)."},
	{"_unseal", unseal, METH_VARARGS, "Takes a sealed answer back."},
	{"_undo", undo, METH_VARARGS, "Undoes all but the first moves."},
	{"_text", text, METH_VARARGS, "The record as a viewer may know it."},
	{NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
	{Py_tp_new, SLOT(record_new)},
	{Py_tp_dealloc, SLOT(record_dealloc)},
	{Py_tp_methods, methods},
	{Py_tp_doc, "Record(game): the record of a game that begins."},
	{0, NULL},
};

static PyType_Spec spec = {.name = "apparat._engine.Record",
	.basicsize = sizeof(record_object),
	.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
	.slots = slots};

int add_record_type(PyObject *module)
{
	return add_type(module, "Record", &spec, &record_type);
}
