/* state_tell.h: the methods of State by which it tells about itself. */
#ifndef APPARAT_PYTHON_STATE_TELL_H
#define APPARAT_PYTHON_STATE_TELL_H

#include "module.h"

PyObject *state_situation(PyObject *object, PyObject *unused);
PyObject *state_foresee(PyObject *object, PyObject *arguments);
PyObject *state_figure(PyObject *object, PyObject *arguments);
PyObject *state_standing(PyObject *object, PyObject *unused);
PyObject *state_outcome(PyObject *object, PyObject *unused);
PyObject *state_json(PyObject *object, PyObject *unused);
PyObject *state_change(PyObject *object, PyObject *arguments);
PyObject *state_note(PyObject *object, PyObject *arguments);
PyObject *state_pass(PyObject *object, PyObject *arguments);
PyObject *state_worth_asking(PyObject *object, PyObject *arguments);
PyObject *state_actors(PyObject *object, PyObject *unused);
PyObject *state_hash(PyObject *object, PyObject *unused);
PyObject *state_unsound(PyObject *object, PyObject *unused);
PyObject *state_viewer(PyObject *object, PyObject *unused);
PyObject *state_step(PyObject *object, PyObject *unused);
PyObject *state_question(PyObject *object, PyObject *unused);

#endif
