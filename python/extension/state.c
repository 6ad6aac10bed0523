/* state.c: the type State: playing. state_tell.c has what a state tells about itself. */
#include "module.h"
#include "pictures.h"
#include "state_tell.h"

#include <string.h>

PyTypeObject *state_type;

/* ---- Making and freeing ---------------------------------------------------------------------- */

state_object *new_state(PyTypeObject *type, game_object *table)
{
	state_object *self = (state_object *)PyType_GenericAlloc(type, 0);
	if (!self)
		return NULL;
	self->state = PyMem_Calloc(1, ap_state_size(table->game));
	self->table = (game_object *)Py_NewRef((PyObject *)table);
	if (self->state)
		return self;
	Py_DECREF(self);
	return (state_object *)PyErr_NoMemory();
}

static void state_dealloc(PyObject *object)
{
	state_object *self = (state_object *)object;
	PyMem_Free(self->state);
	Py_CLEAR(self->table);
	free_object(object);
}

static PyObject *state_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
	static char *names[] = {"game", NULL};
	game_object *table;
	if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "O!", names, game_type, &table))
		return NULL;
	state_object *self = new_state(type, table);
	if (self)
		ap_start(table->game, &table->setup, self->state, NULL);
	return (PyObject *)self;
}

/* Returns (state, events): a new game and what has happened in it. */
static PyObject *start(PyObject *type, PyObject *arguments)
{
	game_object *table;
	ap_events events = {0};
	if (!PyArg_ParseTuple(arguments, "O!", game_type, &table))
		return NULL;
	state_object *self = new_state((PyTypeObject *)type, table);
	if (!self)
		return NULL;
	ap_start(table->game, &table->setup, self->state, &events);
	return Py_BuildValue("(NN)", (PyObject *)self, list_of_events(&events));
}

/* Returns a state, or a view if that is wanted, that was written as JSON. */
static PyObject *read_json(PyObject *type, PyObject *arguments)
{
	game_object *table;
	const char *text;
	Py_ssize_t length;
	int is_view;
	ap_error error;
	ap_setup setup;
	if (!PyArg_ParseTuple(arguments, "O!s#p", game_type, &table, &text, &length, &is_view))
		return NULL;
	state_object *self = new_state((PyTypeObject *)type, table);
	if (!self)
		return NULL;
	bool good = is_view ? ap_read_view(table->game, self->state, text, (size_t)length, &error)
						: ap_read_state(table->game, self->state, text, (size_t)length, &error);
	if (good) {
		ap_setup_of(self->state, &setup);
		if (memcmp(&setup, &table->setup, sizeof setup) == 0)
			return (PyObject *)self;
		PyErr_SetString(PyExc_ValueError, "this state has other players or options than the game");
	} else {
		raise_text_error(&error);
	}
	Py_DECREF(self);
	return NULL;
}

static PyObject *of_record(PyObject *type, PyObject *arguments)
{
	game_object *table;
	record_object *record;
	int moves = -1;
	ap_setup setup;
	if (!PyArg_ParseTuple(arguments, "O!O!i", game_type, &table, record_type, &record, &moves))
		return NULL;
	ap_record_file_setup(record->file, &setup);
	if (ap_record_file_game(record->file) != table->game ||
		memcmp(&setup, &table->setup, sizeof setup) != 0)
		return PyErr_Format(PyExc_ValueError, "the record is of another game");
	ap_record_check check;
	ap_record_file_check(record->file, &check);
	if (moves < ap_record_file_first(record->file) || moves > check.moves)
		return PyErr_Format(
			PyExc_IndexError, "the record cannot show the state after %d moves", moves);
	state_object *self = new_state((PyTypeObject *)type, table);
	if (self)
		ap_record_file_at(record->file, moves, self->state);
	return (PyObject *)self;
}

static PyObject *clone(PyObject *object, PyObject *unused)
{
	(void)unused;
	const state_object *from = (state_object *)object;
	state_object *self = new_state(Py_TYPE(object), from->table);
	if (self)
		memcpy(self->state, from->state, ap_state_size(from->table->game));
	return (PyObject *)self;
}

/* ---- Playing --------------------------------------------------------------------------------- */

/* Returns whether this is a full state; raises ValueError if it is a view. */
static int is_full(const state_object *self)
{
	if (ap_viewer(self->state) == AP_EVERYTHING)
		return 1;
	PyErr_SetString(PyExc_ValueError, "this is a view, and only a full state can do that");
	return 0;
}

/* Returns whether a state can tell about a seat: it is full, or the view of that seat. */
static int may_tell(const state_object *self, int seat)
{
	int viewer = ap_viewer(self->state);
	if (!seat_exists(self->table->setup.players, seat))
		return 0;
	if (viewer == AP_EVERYTHING || viewer == seat)
		return 1;
	PyErr_Format(PyExc_ValueError, "this is the view of seat %d, which cannot tell about seat %d",
		viewer, seat);
	return 0;
}

static PyObject *legal(PyObject *object, PyObject *arguments)
{
	const state_object *self = (state_object *)object;
	int seat;
	ap_action actions[AP_MAX_LEGAL];
	if (!PyArg_ParseTuple(arguments, "i", &seat) || !may_tell(self, seat))
		return NULL;
	int count = ap_legal(self->table->game, self->state, seat, actions);
	PyObject *list = PyList_New(count);
	for (int i = 0; list && i < count; i++) {
		PyObject *number = PyLong_FromUnsignedLong(actions[i]);
		if (!number || PyList_SetItem(list, i, number) < 0)
			Py_CLEAR(list);
	}
	return list;
}

static PyObject *result_of(ap_result result, PyObject *events)
{
	return events ? Py_BuildValue("(iiN)", (int)result.code, (int)result.clause, events) : NULL;
}

/* Returns (code, clause, events). */
static PyObject *apply(PyObject *object, PyObject *arguments)
{
	state_object *self = (state_object *)object;
	int seat;
	unsigned action;
	ap_events events = {0};
	if (!PyArg_ParseTuple(arguments, "iI", &seat, &action) || !is_full(self))
		return NULL;
	ap_result result = ap_apply(self->table->game, self->state, seat, action, &events);
	return result_of(result, list_of_events(&events));
}

static PyObject *unseal(PyObject *object, PyObject *arguments)
{
	state_object *self = (state_object *)object;
	int seat;
	if (!PyArg_ParseTuple(arguments, "i", &seat) || !is_full(self))
		return NULL;
	return result_of(ap_unseal(self->table->game, self->state, seat), PyList_New(0));
}

/* Chance answers until somebody else is asked or the game is over. Returns the events. */
static PyObject *roll(PyObject *object, PyObject *arguments)
{
	state_object *self = (state_object *)object;
	random_object *random;
	ap_action actions[AP_MAX_LEGAL];
	if (!PyArg_ParseTuple(arguments, "O!", random_type, &random) || !is_full(self))
		return NULL;
	PyObject *all = PyList_New(0);
	while (all && (ap_actors(self->state) & AP_SEAT(AP_CHANCE))) {
		const ap_game *game = self->table->game;
		ap_events events = {0};
		int count = ap_legal(game, self->state, AP_CHANCE, actions);
		ap_action action = actions[ap_below(&random->rng, (uint32_t)count)];
		ap_apply(game, self->state, AP_CHANCE, action, &events);
		PyObject *list = list_of_events(&events);
		if (!list || PyList_SetSlice(all, PyList_Size(all), PyList_Size(all), list) < 0)
			Py_CLEAR(all);
		Py_XDECREF(list);
	}
	return all;
}

static PyObject *playout(PyObject *object, PyObject *arguments)
{
	state_object *self = (state_object *)object;
	random_object *random;
	int limit = ap_bound(self->table->game, &self->table->setup);
	if (!PyArg_ParseTuple(arguments, "O!|i", random_type, &random, &limit) || !is_full(self))
		return NULL;
	return PyLong_FromLong(ap_playout(self->table->game, self->state, &random->rng, limit));
}

/* ---- Bots ------------------------------------------------------------------------------------ */

/* Returns the action that a bot chooses for a seat. It sees the view of that seat alone. */
static PyObject *bot_action(PyObject *object, PyObject *arguments)
{
	const state_object *self = (state_object *)object;
	const ap_game *game = self->table->game;
	const char *level;
	int seat;
	random_object *random;
	if (!PyArg_ParseTuple(arguments, "siO!", &level, &seat, random_type, &random))
		return NULL;
	const ap_bot *bot = ap_bot_named(game, level);
	if (!bot)
		return PyErr_Format(
			PyExc_ValueError, "%s has no bot of the level '%s'", ap_game_name(game), level);
	if (!may_tell(self, seat))
		return NULL;
	if (seat == AP_CHANCE || !(ap_actors(self->state) & AP_SEAT(seat)))
		return PyErr_Format(PyExc_ValueError, "seat %d is not asked", seat);
	ap_any view;
	memcpy(&view, self->state, ap_state_size(game));
	if (ap_viewer(&view) == AP_EVERYTHING)
		ap_view(game, self->state, seat, &view);
	ap_action action;
	ap_rng rng = random->rng;
	Py_BEGIN_ALLOW_THREADS action = ap_bot_action(bot, game, &view, seat, &rng);
	Py_END_ALLOW_THREADS random->rng = rng;
	return PyLong_FromUnsignedLong(action);
}

/* ---- What a seat may know -------------------------------------------------------------------- */

static PyObject *view(PyObject *object, PyObject *arguments)
{
	const state_object *from = (state_object *)object;
	int viewer, before = ap_viewer(from->state);
	if (!PyArg_ParseTuple(arguments, "i", &viewer))
		return NULL;
	if (viewer == before)
		return clone(object, NULL);
	if (!is_full(from))
		return NULL;
	if ((viewer < 0 || viewer >= from->table->setup.players) && viewer != AP_OBSERVER)
		return PyErr_Format(PyExc_ValueError, "there is no viewer %d", viewer);
	state_object *self = new_state(Py_TYPE(object), from->table);
	if (self)
		ap_view(from->table->game, from->state, viewer, self->state);
	return (PyObject *)self;
}

static PyObject *determinize(PyObject *object, PyObject *arguments)
{
	const state_object *from = (state_object *)object;
	random_object *random;
	if (!PyArg_ParseTuple(arguments, "O!", random_type, &random))
		return NULL;
	if (ap_viewer(from->state) == AP_EVERYTHING)
		return PyErr_Format(PyExc_ValueError, "this is a full state: nothing is unknown in it");
	state_object *self = new_state(Py_TYPE(object), from->table);
	if (self)
		ap_determinize(from->table->game, from->state, &random->rng, self->state);
	return (PyObject *)self;
}

static PyObject *masked(PyObject *object, PyObject *arguments)
{
	const state_object *self = (state_object *)object;
	int seat, viewer;
	unsigned action;
	ap_action actions[AP_MAX_LEGAL];
	if (!PyArg_ParseTuple(arguments, "iIi", &seat, &action, &viewer) || !is_full(self) ||
		!may_tell(self, seat))
		return NULL;
	if (viewer < 0 || viewer > AP_EVERYTHING || viewer == AP_CHANCE)
		return PyErr_Format(PyExc_ValueError, "there is no viewer %d", viewer);
	int count = ap_legal(self->table->game, self->state, seat, actions);
	for (int i = 0; i < count; i++)
		if (actions[i] == action)
			return PyLong_FromUnsignedLong(
				ap_masked(self->table->game, self->state, seat, action, viewer));
	return PyErr_Format(PyExc_ValueError, "this action is not legal now");
}

/* ---- The type -------------------------------------------------------------------------------- */

static PyObject *compare(PyObject *left, PyObject *right, int how)
{
	if ((how != Py_EQ && how != Py_NE) || !PyObject_TypeCheck(right, state_type))
		return Py_NewRef(Py_NotImplemented);
	const state_object *a = (state_object *)left, *b = (state_object *)right;
	bool equal = a->table->game == b->table->game &&
		memcmp(a->state, b->state, ap_state_size(a->table->game)) == 0;
	return PyBool_FromLong(equal == (how == Py_EQ));
}

static PyObject *get_game(PyObject *object, void *unused)
{
	(void)unused;
	return Py_NewRef((PyObject *)((state_object *)object)->table);
}

static PyGetSetDef properties[] = {
	{"game", get_game, NULL, "The game with its players and options.", NULL},
	{NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef methods[] = {
	{"_start", start, METH_VARARGS | METH_CLASS, "A new game and its first events."},
	{"_read_json", read_json, METH_VARARGS | METH_CLASS, "A state from JSON."},
	{"_of_record", of_record, METH_VARARGS | METH_CLASS, "The state after some moves."},
	{"clone", clone, METH_NOARGS, "A copy."},
	{"_legal", legal, METH_VARARGS, "The actions that a seat may choose from."},
	{"_apply", apply, METH_VARARGS, "Applies an action: (code, clause, events)."},
	{"_unseal", unseal, METH_VARARGS, "Takes a sealed answer back: (code, clause, [])."},
	{"_roll", roll, METH_VARARGS, "Chance answers until somebody else is asked."},
	{"_playout", playout, METH_VARARGS, "Plays at random to the end."},
	{"_bot_action", bot_action, METH_VARARGS, "What a bot chooses."},
	{"_view", view, METH_VARARGS, "The state as a viewer may know it."},
	{"_determinize", determinize, METH_VARARGS, "A full state that fits this view."},
	{"_masked", masked, METH_VARARGS, "An action as a viewer may know it."},
	{"_situation", state_situation, METH_NOARGS, "The facts that are true now."},
	{"_foresee", state_foresee, METH_VARARGS, "What an action would bring about."},
	{"_figure", state_figure, METH_VARARGS, "The value of a figure."},
	{"_standing", state_standing, METH_NOARGS, "How the seats stand."},
	{"_outcome", state_outcome, METH_NOARGS, "How the game has ended; None while it runs."},
	{"_json", state_json, METH_NOARGS, "The state as JSON."},
	{"_change", state_change, METH_VARARGS, "The difference to a later state as JSON."},
	{"_note", state_note, METH_VARARGS, "The note of a name of a list."},
	{"_pass", state_pass, METH_VARARGS, "The answer that does nothing, or None."},
	{"_worth_asking", state_worth_asking, METH_VARARGS, "Whether a person should be asked."},
	{"_actors", state_actors, METH_NOARGS, "The seats that may act now."},
	{"_hash", state_hash, METH_NOARGS, "A fingerprint of the state."},
	{"_unsound", state_unsound, METH_NOARGS, "What is wrong with the state, or None."},
	{"_viewer", state_viewer, METH_NOARGS, "Who views it."},
	{"_step", state_step, METH_NOARGS, "The number of the step."},
	{"_scenario", state_scenario, METH_NOARGS, "The state as a scenario."},
	{"_draw", state_draw, METH_VARARGS, "The table as SVG, or None."},
	{"_question", state_question, METH_NOARGS, "The number of the open question."},
	{NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
	{Py_tp_new, SLOT(state_new)},
	{Py_tp_dealloc, SLOT(state_dealloc)},
	{Py_tp_richcompare, SLOT(compare)},
	{Py_tp_hash, SLOT(PyObject_HashNotImplemented)},
	{Py_tp_methods, methods},
	{Py_tp_getset, properties},
	{Py_tp_doc, "State(game): a game that begins."},
	{0, NULL},
};

static PyType_Spec spec = {.name = "apparat._engine.State",
	.basicsize = sizeof(state_object),
	.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
	.slots = slots};

int add_state_type(PyObject *module)
{
	return add_type(module, "State", &spec, &state_type);
}
