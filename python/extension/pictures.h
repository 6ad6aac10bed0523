/* pictures.h: scenarios and drawings. */
#ifndef APPARAT_PYTHON_PICTURES_H
#define APPARAT_PYTHON_PICTURES_H

#include "module.h"

PyObject *check_scenarios(PyObject *self, PyObject *arguments);
PyObject *state_scenario(PyObject *object, PyObject *unused);
PyObject *state_draw(PyObject *object, PyObject *arguments);

#endif
