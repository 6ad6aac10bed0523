/* learn.h: the types for programs that learn: layouts, memories, and many games at once. */
#ifndef APPARAT_PYTHON_LEARN_H
#define APPARAT_PYTHON_LEARN_H

#include "module.h"

#include <apparat/learn.h>

typedef struct layout_object {
	PyObject_HEAD ap_layout *layout;
	game_object *table;
} layout_object;

extern PyTypeObject *layout_type, *memory_type;

int add_layout_type(PyObject *module);
int add_memory_type(PyObject *module);
int add_vector_type(PyObject *module);

/* Returns the memory in an object of the type Memory; NULL and an exception if its layout is
 * another one. */
const void *memory_of(PyObject *object, const layout_object *layout);

/* Opens a buffer of `count` items of `size` bytes each, which will be written; -1 and an exception
 * if it is something else. */
int open_buffer(PyObject *object, Py_buffer *buffer, size_t count, size_t size);

#endif
