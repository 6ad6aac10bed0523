/* game_words.h: the methods of Game that return words and sentences. */
#ifndef APPARAT_PYTHON_GAME_WORDS_H
#define APPARAT_PYTHON_GAME_WORDS_H

#include "module.h"

PyObject *game_title(PyObject *self, PyObject *arguments);
PyObject *game_seat_word(PyObject *self, PyObject *arguments);
PyObject *game_list_word(PyObject *self, PyObject *arguments);
PyObject *game_word(PyObject *self, PyObject *arguments);
PyObject *game_prompt(PyObject *self, PyObject *arguments);
PyObject *game_clause_text(PyObject *self, PyObject *arguments);
PyObject *game_rules_table(PyObject *self, PyObject *arguments);
PyObject *game_write_action(PyObject *self, PyObject *arguments);
PyObject *game_read_action(PyObject *self, PyObject *arguments);
PyObject *game_say_action(PyObject *self, PyObject *arguments);
PyObject *game_say_event(PyObject *self, PyObject *arguments);
PyObject *game_say_fact(PyObject *self, PyObject *arguments);
PyObject *game_say_refusal(PyObject *self, PyObject *arguments);

#endif
