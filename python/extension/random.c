/* random.c: the type Random, the library's generator. */
#include "module.h"

PyTypeObject *random_type;

static PyObject *random_new(PyTypeObject *type, PyObject *arguments, PyObject *keywords)
{
	static char *names[] = {"seed", "stream", NULL};
	unsigned long long seed = 0, stream = 0;
	if (!PyArg_ParseTupleAndKeywords(arguments, keywords, "|KK", names, &seed, &stream))
		return NULL;
	random_object *self = (random_object *)PyType_GenericAlloc(type, 0);
	if (self)
		ap_seed(&self->rng, seed, stream);
	return (PyObject *)self;
}

static PyObject *below(PyObject *self, PyObject *arguments)
{
	unsigned long n;
	if (!PyArg_ParseTuple(arguments, "k", &n))
		return NULL;
	if (n == 0 || n > UINT32_MAX)
		return PyErr_Format(PyExc_ValueError, "a number from 1 to 2**32 - 1 is needed");
	return PyLong_FromUnsignedLong(ap_below(&((random_object *)self)->rng, (uint32_t)n));
}

static PyObject *get_state(PyObject *self, PyObject *unused)
{
	(void)unused;
	const ap_rng *rng = &((random_object *)self)->rng;
	return Py_BuildValue("(KK)", (unsigned long long)rng->s[0], (unsigned long long)rng->s[1]);
}

static PyObject *set_state(PyObject *self, PyObject *arguments)
{
	unsigned long long first, second;
	if (!PyArg_ParseTuple(arguments, "(KK)", &first, &second))
		return NULL;
	((random_object *)self)->rng = (ap_rng){{first, second}};
	return Py_NewRef(Py_None);
}

static PyMethodDef methods[] = {
	{"below", below, METH_VARARGS, "A number from 0 to n - 1, each equally likely."},
	{"getstate", get_state, METH_NOARGS, "Two numbers from which setstate() goes on."},
	{"setstate", set_state, METH_VARARGS, "Goes on from where getstate() was called."},
	{NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
	{Py_tp_new, SLOT(random_new)},
	{Py_tp_dealloc, SLOT(free_object)},
	{Py_tp_methods, methods},
	{Py_tp_doc, "A random generator: the same seed and stream give the same numbers everywhere."},
	{0, NULL},
};

static PyType_Spec spec = {.name = "apparat._engine.Random",
	.basicsize = sizeof(random_object),
	.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
	.slots = slots};

int add_random_type(PyObject *module)
{
	return add_type(module, "Random", &spec, &random_type);
}
