/* layout.c: the type Layout: views and actions as numbers. */
#include "learn.h"

PyTypeObject *layout_type;

/* ---- Making and freeing ---------------------------------------------------------------------- */

static PyObject *layout_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
	(void)keywords;
	game_object *table;
	int players;
	unsigned parts;
	if (!PyArg_ParseTuple(arguments, "O!iI", game_type, &table, &players, &parts))
		return NULL;
	if (players < 0 || players > ap_max_players(table->game) || parts == 0 || parts > 15)
		return PyErr_Format(PyExc_ValueError, "there is no such layout");
	layout_object *self = (layout_object *)PyType_GenericAlloc(type, 0);
	if (!self)
		return NULL;
	self->table = (game_object *)Py_NewRef((PyObject *)table);
	self->layout = ap_layout_new(table->game, players, parts);
	return (PyObject *)self;
}

static void layout_dealloc(PyObject *object)
{
	layout_object *self = (layout_object *)object;
	ap_layout_free(self->layout);
	Py_CLEAR(self->table);
	free_object(object);
}

int open_buffer(PyObject *object, Py_buffer *buffer, size_t count, size_t size)
{
	if (PyObject_GetBuffer(object, buffer, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS) < 0)
		return -1;
	if (buffer->itemsize == (Py_ssize_t)size && buffer->len == (Py_ssize_t)(count * size))
		return 0;
	PyErr_Format(PyExc_ValueError, "an array of %zu items of %zu bytes is needed", count, size);
	PyBuffer_Release(buffer);
	return -1;
}

/* ---- Columns and words ----------------------------------------------------------------------- */

static const ap_layout *layout_of(PyObject *object)
{
	return ((layout_object *)object)->layout;
}

static PyObject *width(PyObject *object, PyObject *unused)
{
	(void)unused;
	return PyLong_FromLong(ap_layout_width(layout_of(object)));
}

static PyObject *size(PyObject *object, PyObject *unused)
{
	(void)unused;
	return PyLong_FromLong(ap_index_count(layout_of(object)));
}

static PyObject *hash(PyObject *object, PyObject *unused)
{
	(void)unused;
	return PyLong_FromUnsignedLongLong(ap_layout_hash(layout_of(object)));
}

static PyObject *players(PyObject *object, PyObject *unused)
{
	(void)unused;
	return PyLong_FromLong(ap_layout_players(layout_of(object)));
}

/* Returns (name, kind, low, high, list). */
static PyObject *column(PyObject *object, PyObject *arguments)
{
	int n;
	ap_column c;
	if (!PyArg_ParseTuple(arguments, "i", &n))
		return NULL;
	if (!ap_column_at(layout_of(object), n, &c))
		return PyErr_Format(PyExc_IndexError, "there is no column %d", n);
	return Py_BuildValue("(siiii)", c.name, (int)c.kind, (int)c.low, (int)c.high, c.list);
}

/* Returns the name of a word; None past the last one. */
static PyObject *word(PyObject *object, PyObject *arguments)
{
	int n;
	if (!PyArg_ParseTuple(arguments, "i", &n))
		return NULL;
	return text_or_none(n < 0 ? NULL : ap_word_name(layout_of(object), n));
}

/* Returns the numbers of the words of an index. */
static PyObject *words_of(PyObject *object, PyObject *arguments)
{
	int index;
	int32_t words[AP_INDEX_WORDS];
	if (!PyArg_ParseTuple(arguments, "i", &index))
		return NULL;
	if (index < 0 || !ap_index_about(layout_of(object), index, words))
		return PyErr_Format(PyExc_IndexError, "there is no index %d", index);
	return tuple_of_numbers(words, AP_INDEX_WORDS);
}

/* ---- Observing ------------------------------------------------------------------------------- */

/* Returns whether a state is one of this layout's; raises ValueError if not. */
static int fits(const layout_object *self, const state_object *state)
{
	if (state->table->game == self->table->game &&
		state->table->setup.players <= ap_layout_players(self->layout))
		return 1;
	PyErr_SetString(PyExc_ValueError, "this state is of another game, or has more players");
	return 0;
}

/* observe(view, memory, out): `out` has bytes or floats. */
static PyObject *observe(PyObject *object, PyObject *arguments)
{
	const layout_object *self = (layout_object *)object;
	state_object *state;
	PyObject *given, *target;
	const void *memory = NULL;
	int floats;
	Py_buffer out;
	if (!PyArg_ParseTuple(arguments, "O!OOp", state_type, &state, &given, &target, &floats) ||
		!fits(self, state))
		return NULL;
	if (given != Py_None && !(memory = memory_of(given, self)))
		return NULL;
	size_t columns = (size_t)ap_layout_width(self->layout);
	if (open_buffer(target, &out, columns, floats ? sizeof(float) : 1) < 0)
		return NULL;
	if (floats)
		ap_observe_floats(self->layout, state->state, memory, out.buf);
	else
		ap_observe(self->layout, state->state, memory, out.buf);
	PyBuffer_Release(&out);
	return Py_NewRef(Py_None);
}

/* ---- Actions --------------------------------------------------------------------------------- */

static int may_tell(const layout_object *self, const state_object *state, int seat)
{
	int viewer = ap_viewer(state->state);
	if (!fits(self, state) || !seat_exists(state->table->setup.players, seat))
		return 0;
	if (seat != AP_CHANCE && (viewer == AP_EVERYTHING || viewer == seat))
		return 1;
	PyErr_Format(PyExc_ValueError, "this state cannot tell about seat %d", seat);
	return 0;
}

static PyObject *encode(PyObject *object, PyObject *arguments)
{
	int count, seat;
	unsigned action;
	if (!PyArg_ParseTuple(arguments, "iiI", &count, &seat, &action))
		return NULL;
	if (count < 1 || count > ap_layout_players(layout_of(object)) || seat < 0 || seat >= count)
		return PyErr_Format(PyExc_ValueError, "there is no seat %d", seat);
	return PyLong_FromLong(ap_encode(layout_of(object), count, seat, action));
}

/* legal(state, seat, mask or None): returns the indices of the legal actions, each once. */
static PyObject *legal(PyObject *object, PyObject *arguments)
{
	const layout_object *self = (layout_object *)object;
	state_object *state;
	int seat;
	PyObject *target;
	Py_buffer mask = {0};
	int32_t indices[AP_MAX_LEGAL];
	if (!PyArg_ParseTuple(arguments, "O!iO", state_type, &state, &seat, &target) ||
		!may_tell(self, state, seat))
		return NULL;
	if (target != Py_None &&
		open_buffer(target, &mask, (size_t)ap_index_count(self->layout), 1) < 0)
		return NULL;
	int count = ap_encode_legal(self->layout, state->state, seat, indices, NULL, mask.buf);
	if (target != Py_None)
		PyBuffer_Release(&mask);
	return tuple_of_numbers(indices, count);
}

static PyObject *decode(PyObject *object, PyObject *arguments)
{
	const layout_object *self = (layout_object *)object;
	state_object *state;
	int seat, index;
	ap_action action;
	if (!PyArg_ParseTuple(arguments, "O!ii", state_type, &state, &seat, &index) ||
		!may_tell(self, state, seat))
		return NULL;
	return ap_decode(self->layout, state->state, seat, index, &action)
		? PyLong_FromUnsignedLong(action)
		: Py_NewRef(Py_None);
}

/* ---- The type -------------------------------------------------------------------------------- */

static PyMethodDef methods[] = {
	{"_width", width, METH_NOARGS, "How many columns an observation has."},
	{"_size", size, METH_NOARGS, "How many indices there are."},
	{"_hash", hash, METH_NOARGS, "A hash of all columns."},
	{"_players", players, METH_NOARGS, "For how many players it is."},
	{"_column", column, METH_VARARGS, "A column: (name, kind, low, high, list)."},
	{"_word", word, METH_VARARGS, "The name of a word, or None."},
	{"_words_of", words_of, METH_VARARGS, "The words of an index."},
	{"_observe", observe, METH_VARARGS, "Writes a view as numbers."},
	{"_encode", encode, METH_VARARGS, "The index of an action, or -1."},
	{"_legal", legal, METH_VARARGS, "The indices of the legal actions, and their mask."},
	{"_decode", decode, METH_VARARGS, "The legal action with an index, or None."},
	{NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
	{Py_tp_new, SLOT(layout_new)},
	{Py_tp_dealloc, SLOT(layout_dealloc)},
	{Py_tp_methods, methods},
	{Py_tp_doc, "Layout(game, players, parts): what the numbers of an observation mean."},
	{0, NULL},
};

static PyType_Spec spec = {.name = "apparat._engine.Layout",
	.basicsize = sizeof(layout_object),
	.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
	.slots = slots};

int add_layout_type(PyObject *module)
{
	return add_type(module, "Layout", &spec, &layout_type);
}
