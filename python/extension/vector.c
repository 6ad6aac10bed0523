/* vector.c: the type Vector: many games at once, told in arrays that the caller provides. */
#include "learn.h"

#include <apparat/vector.h>
#include <string.h>

static PyTypeObject *vector_type;

enum { BUFFERS = 10 };

typedef struct vector_object {
	PyObject_HEAD ap_vector *vector;
	layout_object *layout;
	game_object *table;
	Py_buffer buffer[BUFFERS]; /* held as long as the games; obj is NULL if it is not given */
	int games;
	bool begun, busy;
} vector_object;

/* ---- Making and freeing ---------------------------------------------------------------------- */

static void vector_dealloc(PyObject *object)
{
	vector_object *self = (vector_object *)object;
	ap_vector_free(self->vector);
	for (int i = 0; i < BUFFERS; i++)
		if (self->buffer[i].obj)
			PyBuffer_Release(&self->buffer[i]);
	Py_CLEAR(self->layout);
	Py_CLEAR(self->table);
	free_object(object);
}

/* Opens the arrays, in the order of ap_vector_buffers; those that are None are left out. */
static int open_buffers(vector_object *self, PyObject *arrays, size_t longest)
{
	size_t games = (size_t)self->games, width = (size_t)ap_layout_width(self->layout->layout);
	size_t indices = (size_t)ap_index_count(self->layout->layout);
	const struct {
		size_t count, size;
		bool needed;
	} shape[BUFFERS] = {{games * width, 1, false}, {games * width, sizeof(float), false},
		{games * longest, 4, true}, {games, 4, true}, {games * indices, 1, false}, {games, 1, true},
		{games, 4, false}, {games, 1, true}, {games * AP_MAX_SEATS, sizeof(float), true},
		{games * sizeof(ap_outcome), 1, false}};
	if (PyTuple_Size(arrays) != BUFFERS) {
		PyErr_Format(PyExc_ValueError, "%d arrays are needed", BUFFERS);
		return -1;
	}
	for (int i = 0; i < BUFFERS; i++) {
		PyObject *array = PyTuple_GetItem(arrays, i);
		if (array == Py_None && !shape[i].needed)
			continue;
		if (open_buffer(array, &self->buffer[i], shape[i].count, shape[i].size) < 0) {
			self->buffer[i].obj = NULL;
			return -1;
		}
	}
	return 0;
}

static int make_games(vector_object *self, ap_vector_spec *spec, PyObject *arrays)
{
	int longest = spec->longest == 0 ? AP_MAX_LEGAL : spec->longest;
	if (spec->games < 1 || spec->threads < 1 || longest < 2 || longest > AP_MAX_LEGAL ||
		spec->limit < 0) {
		PyErr_SetString(PyExc_ValueError, "a number is out of range");
		return -1;
	}
	self->games = spec->games;
	if (open_buffers(self, arrays, (size_t)longest) < 0)
		return -1;
	const Py_buffer *b = self->buffer;
	const ap_vector_buffers buffers = {b[0].buf, b[1].buf, b[2].buf, b[3].buf, b[4].buf, b[5].buf,
		b[6].buf, b[7].buf, b[8].buf, b[9].buf};
	self->vector = ap_vector_new(spec, &buffers);
	if (!self->vector)
		PyErr_SetString(PyExc_ValueError, "these games cannot be played together");
	return self->vector ? 0 : -1;
}

static PyObject *vector_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
	(void)keywords;
	layout_object *layout;
	game_object *table;
	PyObject *arrays;
	unsigned long long seed;
	ap_vector_spec spec = {0};
	if (!PyArg_ParseTuple(arguments, "O!O!iiKiiO!", layout_type, &layout, game_type, &table,
			&spec.games, &spec.threads, &seed, &spec.longest, &spec.limit, &PyTuple_Type, &arrays))
		return NULL;
	if (layout->table->game != table->game)
		return PyErr_Format(PyExc_ValueError, "the encoding is of another game");
	spec.layout = layout->layout;
	spec.setup = table->setup;
	spec.seed = seed;
	vector_object *self = (vector_object *)PyType_GenericAlloc(type, 0);
	if (!self)
		return NULL;
	self->layout = (layout_object *)Py_NewRef((PyObject *)layout);
	self->table = (game_object *)Py_NewRef((PyObject *)table);
	if (make_games(self, &spec, arrays) == 0)
		return (PyObject *)self;
	Py_DECREF(self);
	return NULL;
}

/* ---- Playing --------------------------------------------------------------------------------- */

/* Returns whether the games may be used; raises RuntimeError if another thread does that now. */
static int is_free(const vector_object *self)
{
	if (!self->busy)
		return 1;
	PyErr_SetString(PyExc_RuntimeError, "another thread is at these games");
	return 0;
}

/* Returns whether the games may be used and are begun; raises RuntimeError if not. */
static int is_playing(const vector_object *self)
{
	if (is_free(self) && self->begun)
		return 1;
	if (!PyErr_Occurred())
		PyErr_SetString(PyExc_RuntimeError, "reset() begins the games");
	return 0;
}

static PyObject *reset(PyObject *object, PyObject *unused)
{
	(void)unused;
	vector_object *self = (vector_object *)object;
	if (!is_free(self))
		return NULL;
	self->busy = true;
	Py_BEGIN_ALLOW_THREADS ap_vector_reset(self->vector);
	Py_END_ALLOW_THREADS self->busy = false;
	self->begun = true;
	return Py_NewRef(Py_None);
}

static PyObject *step(PyObject *object, PyObject *arguments)
{
	vector_object *self = (vector_object *)object;
	PyObject *array;
	Py_buffer choice;
	bool good;
	if (!PyArg_ParseTuple(arguments, "O", &array) || !is_playing(self))
		return NULL;
	if (open_buffer(array, &choice, (size_t)self->games, sizeof(int32_t)) < 0)
		return NULL;
	self->busy = true;
	Py_BEGIN_ALLOW_THREADS good = ap_vector_step(self->vector, choice.buf);
	Py_END_ALLOW_THREADS self->busy = false;
	PyBuffer_Release(&choice);
	if (!good)
		return PyErr_Format(PyExc_ValueError, "a choice is out of range");
	return Py_NewRef(Py_None);
}

/* advice(level, choice): what a bot would choose in each game. */
static PyObject *advice(PyObject *object, PyObject *arguments)
{
	vector_object *self = (vector_object *)object;
	const char *level;
	PyObject *array;
	Py_buffer choice;
	if (!PyArg_ParseTuple(arguments, "sO", &level, &array) || !is_playing(self))
		return NULL;
	const ap_bot *bot = ap_bot_named(self->table->game, level);
	if (!bot)
		return PyErr_Format(PyExc_ValueError, "there is no bot of the level '%s'", level);
	if (open_buffer(array, &choice, (size_t)self->games, sizeof(int32_t)) < 0)
		return NULL;
	self->busy = true;
	Py_BEGIN_ALLOW_THREADS ap_vector_advice(self->vector, bot, choice.buf);
	Py_END_ALLOW_THREADS self->busy = false;
	PyBuffer_Release(&choice);
	return Py_NewRef(Py_None);
}

static PyObject *save(PyObject *object, PyObject *unused)
{
	(void)unused;
	vector_object *self = (vector_object *)object;
	if (!is_playing(self))
		return NULL;
	PyObject *out = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)ap_vector_size(self->vector));
	if (out)
		ap_vector_save(self->vector, PyBytes_AsString(out));
	return out;
}

static PyObject *restore(PyObject *object, PyObject *arguments)
{
	vector_object *self = (vector_object *)object;
	const char *bytes;
	Py_ssize_t size;
	if (!PyArg_ParseTuple(arguments, "y#", &bytes, &size) || !is_free(self))
		return NULL;
	if (size != (Py_ssize_t)ap_vector_size(self->vector) || !ap_vector_restore(self->vector, bytes))
		return PyErr_Format(PyExc_ValueError, "these are not such games, or of another version");
	self->begun = true;
	return Py_NewRef(Py_None);
}

/* seats(game number, game or None, levels): who plays in a game from its next beginning on. */
static PyObject *seats(PyObject *object, PyObject *arguments)
{
	vector_object *self = (vector_object *)object;
	int n;
	PyObject *table, *levels;
	const ap_bot *bots[AP_MAX_SEATS] = {0};
	const ap_game *game = self->table->game;
	if (!PyArg_ParseTuple(arguments, "iOO!", &n, &table, &PyTuple_Type, &levels) || !is_free(self))
		return NULL;
	if (table != Py_None && !PyObject_TypeCheck(table, game_type))
		return PyErr_Format(PyExc_TypeError, "a Game is needed");
	for (Py_ssize_t i = 0; i < PyTuple_Size(levels) && i < AP_MAX_SEATS; i++) {
		PyObject *level = PyTuple_GetItem(levels, i);
		const char *name = level == Py_None ? NULL : PyUnicode_AsUTF8AndSize(level, NULL);
		if (level != Py_None && !name)
			return NULL;
		bots[i] = name ? ap_bot_named(game, name) : NULL;
		if (name && !bots[i])
			return PyErr_Format(PyExc_ValueError, "there is no bot of the level '%s'", name);
	}
	if (n < 0 || n >= self->games)
		return PyErr_Format(PyExc_IndexError, "there is no game %d", n);
	const game_object *other = table == Py_None ? NULL : (game_object *)table;
	if ((other && other->game != game) ||
		!ap_vector_table(self->vector, n, other ? &other->setup : NULL, bots))
		return PyErr_Format(PyExc_ValueError, "at least one seat must be the caller's");
	return Py_NewRef(Py_None);
}

static PyObject *sums(PyObject *object, PyObject *unused)
{
	(void)unused;
	const ap_vector *v = ((vector_object *)object)->vector;
	return Py_BuildValue("(KKKK)", (unsigned long long)ap_vector_decisions(v),
		(unsigned long long)ap_vector_actions(v), (unsigned long long)ap_vector_games(v),
		(unsigned long long)ap_vector_lost(v));
}

/* state(type, number): a copy of the state of a game. */
static PyObject *state(PyObject *object, PyObject *arguments)
{
	vector_object *self = (vector_object *)object;
	PyObject *type;
	int n;
	ap_any any;
	ap_setup setup;
	if (!PyArg_ParseTuple(arguments, "Oi", &type, &n) || !is_free(self))
		return NULL;
	if (!PyType_Check(type) || !PyType_IsSubtype((PyTypeObject *)type, state_type))
		return PyErr_Format(PyExc_TypeError, "a type of states is needed");
	if (n < 0 || n >= self->games || !self->begun)
		return PyErr_Format(PyExc_IndexError, "there is no game %d", n);
	ap_vector_state(self->vector, n, &any);
	ap_setup_of(&any, &setup);
	if (memcmp(&setup, &self->table->setup, sizeof setup) != 0)
		return PyErr_Format(PyExc_ValueError, "this game has another set-up");
	state_object *copy = new_state((PyTypeObject *)type, self->table);
	if (copy)
		memcpy(copy->state, &any, ap_state_size(self->table->game));
	return (PyObject *)copy;
}

/* ---- The type -------------------------------------------------------------------------------- */

static PyMethodDef methods[] = {
	{"_reset", reset, METH_NOARGS, "Begins all games."},
	{"_step", step, METH_VARARGS, "Plays a choice in each game."},
	{"_seats", seats, METH_VARARGS, "Says who plays in a game."},
	{"_advice", advice, METH_VARARGS, "Asks a bot what it would choose in each game."},
	{"_save", save, METH_NOARGS, "All games as bytes."},
	{"_restore", restore, METH_VARARGS, "Goes on from such bytes."},
	{"_sums", sums, METH_NOARGS, "Decisions, actions, games, and indices that did not fit."},
	{"_state", state, METH_VARARGS, "A copy of the state of a game."},
	{NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
	{Py_tp_new, SLOT(vector_new)},
	{Py_tp_dealloc, SLOT(vector_dealloc)},
	{Py_tp_methods, methods},
	{Py_tp_doc, "Vector(layout, game, games, threads, seed, longest, limit, arrays): many games."},
	{0, NULL},
};

static PyType_Spec spec = {.name = "apparat._engine.Vector",
	.basicsize = sizeof(vector_object),
	.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
	.slots = slots};

int add_vector_type(PyObject *module)
{
	return add_type(module, "Vector", &spec, &vector_type);
}
