/* memory.c: the type Memory: what a seat has witnessed. */
#include "learn.h"

#include <string.h>

PyTypeObject *memory_type;

typedef struct memory_object {
	PyObject_HEAD layout_object *layout;
	void *memory; /* ap_memory_size() bytes */
	int players, seat;
} memory_object;

/* ---- Making and freeing ---------------------------------------------------------------------- */

static memory_object *allocated(PyTypeObject *type, layout_object *layout, int players, int seat)
{
	memory_object *self = (memory_object *)PyType_GenericAlloc(type, 0);
	if (!self)
		return NULL;
	self->layout = (layout_object *)Py_NewRef((PyObject *)layout);
	self->memory = PyMem_Calloc(1, ap_memory_size(layout->layout));
	self->players = players;
	self->seat = seat;
	if (self->memory)
		return self;
	Py_DECREF(self);
	return (memory_object *)PyErr_NoMemory();
}

static PyObject *memory_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
	(void)keywords;
	layout_object *layout;
	int players, seat;
	if (!PyArg_ParseTuple(arguments, "O!ii", layout_type, &layout, &players, &seat))
		return NULL;
	if (players < 1 || players > ap_layout_players(layout->layout) ||
		((seat < 0 || seat >= players) && seat != AP_OBSERVER))
		return PyErr_Format(PyExc_ValueError, "there is no seat %d", seat);
	memory_object *self = allocated(type, layout, players, seat);
	if (self)
		ap_memory_begin(layout->layout, self->memory, players, seat);
	return (PyObject *)self;
}

static void memory_dealloc(PyObject *object)
{
	memory_object *self = (memory_object *)object;
	PyMem_Free(self->memory);
	Py_CLEAR(self->layout);
	free_object(object);
}

const void *memory_of(PyObject *object, const layout_object *layout)
{
	if (!PyObject_TypeCheck(object, memory_type))
		return PyErr_Format(PyExc_TypeError, "a Memory is needed");
	if (((memory_object *)object)->layout != layout)
		return PyErr_Format(PyExc_ValueError, "this memory belongs to another encoding");
	return ((memory_object *)object)->memory;
}

/* ---- Witnessing ------------------------------------------------------------------------------ */

/* Adds a part of a list of events, as many as fit into a buffer, from number `first` on. */
static int witness_some(const memory_object *self, const void *state, PyObject *list, int first)
{
	ap_events events = {0};
	for (Py_ssize_t i = first; i < PyList_Size(list) && events.count < AP_MAX_EVENTS; i++)
		if (!read_event(PyList_GetItem(list, i), &events.list[events.count++]))
			return -1;
	ap_memory_witness(self->layout->layout, self->memory, state, &events);
	return 0;
}

static PyObject *witness(PyObject *object, PyObject *arguments)
{
	const memory_object *self = (memory_object *)object;
	state_object *state;
	PyObject *list;
	if (!PyArg_ParseTuple(arguments, "O!O!", state_type, &state, &PyList_Type, &list))
		return NULL;
	if (state->table->game != self->layout->table->game ||
		state->table->setup.players != self->players)
		return PyErr_Format(PyExc_ValueError, "this is a state of another table");
	int first = 0;
	do {
		if (witness_some(self, state->state, list, first) < 0)
			return NULL;
		first += AP_MAX_EVENTS;
	} while (first < PyList_Size(list));
	return Py_NewRef(Py_None);
}

static PyObject *clone(PyObject *object, PyObject *unused)
{
	(void)unused;
	const memory_object *from = (memory_object *)object;
	memory_object *self = allocated(Py_TYPE(object), from->layout, from->players, from->seat);
	if (self)
		memcpy(self->memory, from->memory, ap_memory_size(from->layout->layout));
	return (PyObject *)self;
}

static PyObject *layout(PyObject *object, PyObject *unused)
{
	(void)unused;
	return Py_NewRef((PyObject *)((memory_object *)object)->layout);
}

static PyObject *seat(PyObject *object, PyObject *unused)
{
	(void)unused;
	return PyLong_FromLong(((memory_object *)object)->seat);
}

/* ---- The type -------------------------------------------------------------------------------- */

static PyMethodDef methods[] = {
	{"_witness", witness, METH_VARARGS, "Adds those of the events that the seat may see."},
	{"_layout", layout, METH_NOARGS, "The layout that it belongs to."},
	{"_seat", seat, METH_NOARGS, "Whose memory it is."},
	{"clone", clone, METH_NOARGS, "A copy."},
	{NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
	{Py_tp_new, SLOT(memory_new)},
	{Py_tp_dealloc, SLOT(memory_dealloc)},
	{Py_tp_methods, methods},
	{Py_tp_doc, "Memory(layout, players, seat): what a seat has witnessed."},
	{0, NULL},
};

static PyType_Spec spec = {.name = "apparat._engine.Memory",
	.basicsize = sizeof(memory_object),
	.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
	.slots = slots};

int add_memory_type(PyObject *module)
{
	return add_type(module, "Memory", &spec, &memory_type);
}
