/* module.h: what the files of the extension share. The extension is the library of the project as
 * Python sees it: numbers, tuples and texts. The package around it (python/apparat) gives them
 * names. It uses CPython's limited API, so that one build serves every version from 3.11 on. */
#ifndef APPARAT_PYTHON_MODULE_H
#define APPARAT_PYTHON_MODULE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <apparat/apparat.h>
#include <apparat/bots.h>
#include <apparat/records.h>
#include <apparat/text.h>

/* ---- Types ----------------------------------------------------------------------------------- */

/* A game with its set-up: the number of players and the options. */
typedef struct game_object {
	PyObject_HEAD const ap_game *game;
	ap_setup setup;
} game_object;

/* A state or a view. */
typedef struct state_object {
	PyObject_HEAD game_object *table;
	void *state; /* ap_state_size() bytes */
} state_object;

typedef struct random_object {
	PyObject_HEAD ap_rng rng;
} random_object;

typedef struct record_object {
	PyObject_HEAD ap_record_file *file;
} record_object;

extern PyTypeObject *game_type, *state_type, *random_type, *record_type;

/* Each adds a type to the module; -1 and an exception if it cannot. */
int add_game_type(PyObject *module);
int add_state_type(PyObject *module);
int add_random_type(PyObject *module);
int add_record_type(PyObject *module);

/* ---- Helpers --------------------------------------------------------------------------------- */

/* A function in a table of slots. */
#define SLOT(function) (__extension__(void *)(function))

/* Sets `result` to a string that CALL writes to `out`, which has room for `size` bytes; NULL and an
 * exception if there is no memory. CALL returns the length of the whole text. */
#define WRITE_TEXT(result, CALL)                                                                   \
	do {                                                                                           \
		char small[1024], *out = small;                                                            \
		size_t size = sizeof small, length = (CALL);                                               \
		if (length >= size) {                                                                      \
			size = length + 1;                                                                     \
			out = PyMem_Malloc(size);                                                              \
			length = out ? (CALL) : 0;                                                             \
		}                                                                                          \
		(result) = out ? text_of(out, length) : PyErr_NoMemory();                                  \
		if (out != small)                                                                          \
			PyMem_Free(out);                                                                       \
	} while (0)

/* Returns a string of `length` bytes of UTF-8. */
PyObject *text_of(const char *bytes, size_t length);
/* Returns a string, or None if `text` is NULL. */
PyObject *text_or_none(const char *text);
/* Returns a tuple of the seats in a set. */
PyObject *tuple_of_seats(ap_seats set);
/* Returns a tuple of numbers. */
PyObject *tuple_of_numbers(const int32_t *values, int count);
/* Returns a list of (kind, clause, seen by, arguments). */
PyObject *list_of_events(const ap_events *events);
/* Reads such a tuple; false and an exception if it is none. */
int read_event(PyObject *tuple, ap_event *out);
/* Returns a list of (kind, clause, frame, arguments). */
PyObject *list_of_facts(const ap_facts *facts);
int read_fact(PyObject *tuple, ap_fact *out);
/* Frees an object's own memory, and lets go of its type. */
void free_object(PyObject *self);
/* Adds a type to the module and keeps it in `*type`. */
int add_type(PyObject *module, const char *name, PyType_Spec *spec, PyTypeObject **type);

/* Returns whether `seat` is at the table or chance; raises ValueError if not. */
int seat_exists(int players, int seat);
/* Returns whether a language has this number; raises ValueError if not. */
int language_exists(int language);
/* Returns a new, uninitialised state of this type. */
state_object *new_state(PyTypeObject *type, game_object *table);
/* Raises apparat's error for a text that cannot be read: ValueError(message, line). */
void raise_text_error(const ap_error *error);

#endif
