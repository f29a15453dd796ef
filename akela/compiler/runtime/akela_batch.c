/* Batches: one kernel over many items in one call, without the GIL while it runs.
 *
 * Which kernels can do this, and how they are called, is in the generated tables `batches` of the wrapper files. All arguments of all items
 * are taken and checked first, item by item; then the results are allocated, and the kernel runs.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */
#include "akela_module.h"

#define AHEAD 4

/* What is held while a batch runs. */
typedef struct {
    const akela_py_batch *kernel;
    Py_ssize_t count;      /* of items */
    akela_py_item *given;  /* `kernel->arguments` for each item */
    akela_py_item *out;    /* the result of each item */
    int *statuses;         /* of each item */
    PyObject *kept;        /* a list of what the items lie in */
    Py_buffer *views;      /* of items that are not bytes */
    Py_ssize_t views_used, views_room;
    void *context;         /* a copy: others may change the object meanwhile */
    size_t context_size;
} batch;

static void clear(batch *b)
{
    for (Py_ssize_t i = 0; i < b->views_used; i++)
        PyBuffer_Release(&b->views[i]);
    if (b->context != NULL)
        akela_wipe(b->context, b->context_size);
    PyMem_Free(b->context);
    PyMem_Free(b->views);
    PyMem_Free(b->statuses);
    PyMem_Free(b->out);
    PyMem_Free(b->given);
    Py_XDECREF(b->kept);
}

/* Puts the number of the item before the message of the exception. */
static bool name_item(Py_ssize_t index)
{
    PyObject *type, *value, *traceback;

    if (!PyErr_ExceptionMatches(PyExc_TypeError) && !PyErr_ExceptionMatches(PyExc_ValueError) && !PyErr_ExceptionMatches(PyExc_BufferError))
        return false;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_Format(type, "item %zd: %S", index, value);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(traceback);
    return false;
}

/* --- taking the arguments --------------------------------------------------------------------------------------------------------------- */

/* The memory of one buffer, kept for as long as the batch. */
static bool take(batch *b, akela_py_item *item, PyObject *given, int argument)
{
    const akela_py_batch *kernel = b->kernel;
    akela_py_buffer buffer;

    akela_py_empty(&buffer);
    if (!(kernel->none_is_empty >> argument & 1 ? akela_py_optional : akela_py_input)(&buffer, given, kernel->label, kernel->names[argument]))
        return false;
    if (buffer.view.obj != NULL) {
        if (b->views_used == b->views_room) {
            Py_ssize_t room = b->views_room ? 2 * b->views_room : 16;
            Py_buffer *larger = PyMem_Realloc(b->views, (size_t)room * sizeof(Py_buffer));

            if (larger == NULL) {
                akela_py_release(&buffer);
                PyErr_NoMemory();
                return false;
            }
            b->views = larger;
            b->views_room = room;
        }
        b->views[b->views_used++] = buffer.view;
    }
    item->data = buffer.data;
    item->size = buffer.size;
    return true;
}

static bool has_its_size(batch *b, const akela_py_item *item, int argument)
{
    akela_py_buffer buffer = { .size = item->size };
    Py_ssize_t size = b->kernel->sizes[argument];

    return size < 0 || akela_py_has_size(&buffer, size, b->kernel->label, b->kernel->names[argument]);
}

/* A column of the arguments as it is given: a list or tuple with a buffer for each item; one buffer that holds them all, `size` bytes each;
 * or one for every item. */
typedef struct {
    PyObject *each;     /* a list of its own, or a tuple */
    akela_py_item item; /* the next one, where `each` is NULL */
    Py_ssize_t size;    /* bytes from one to the next */
} column;

static bool take_column(batch *b, column *c, PyObject *given, Py_ssize_t size, Py_ssize_t start, int argument)
{
    Py_ssize_t stop = start + b->count;

    memset(c, 0, sizeof *c);
    if (size < 0) {
        if (!PyList_Check(given) && !PyTuple_Check(given)) {
            PyErr_Format(PyExc_TypeError, AKELA_PY_NO_COLUMN, b->kernel->label, b->kernel->names[argument], Py_TYPE(given)->tp_name);
            return false;
        }
        c->each = PySequence_GetSlice(given, start, stop); /* nobody else changes this one */
        if (c->each == NULL || PyList_Append(b->kept, c->each) != 0) {
            Py_XDECREF(c->each);
            return false;
        }
        Py_DECREF(c->each); /* `kept` holds it */
        if (PySequence_Fast_GET_SIZE(c->each) != b->count) {
            PyErr_Format(PyExc_ValueError, AKELA_PY_SHORT_COLUMN, b->kernel->label, b->kernel->names[argument]);
            return false;
        }
        return true;
    }
    if (!take(b, &c->item, given, argument))
        return false;
    c->size = size;
    if (size > 0) {
        if (c->item.size / size < stop) {
            PyErr_Format(PyExc_ValueError, AKELA_PY_SHORT_COLUMN, b->kernel->label, b->kernel->names[argument]);
            return false;
        }
        c->item.data += start * size;
        c->item.size = size;
    }
    return true;
}

static bool take_items(batch *b, PyObject *given, PyObject *sizes, Py_ssize_t start)
{
    column columns[AKELA_PY_BATCH_ARGUMENTS];
    int arguments = b->kernel->arguments;

    for (int j = 0; j < arguments; j++) {
        Py_ssize_t size = PyLong_AsSsize_t(PyTuple_GET_ITEM(sizes, j));

        if ((size == -1 && PyErr_Occurred()) || !take_column(b, &columns[j], PyTuple_GET_ITEM(given, j), size, start, j))
            return false;
    }
    for (Py_ssize_t i = 0; i < b->count; i++) {
        akela_py_item *item = &b->given[i * arguments];

        for (int j = 0; j < arguments; j++) {
            if (columns[j].each != NULL) {
                if (!take(b, &item[j], PySequence_Fast_GET_ITEM(columns[j].each, i), j))
                    return name_item(start + i);
            } else {
                item[j] = columns[j].item;
                columns[j].item.data += columns[j].size;
            }
            if (!has_its_size(b, &item[j], j))
                return name_item(start + i);
        }
        if (!b->kernel->check(item, &b->out[i].size))
            return name_item(start + i);
    }
    return true;
}

static bool take_context(batch *b, PyObject *object)
{
    akela_py_lock *lock;

    if (b->kernel->type == NULL)
        return true;
    if (strcmp(Py_TYPE(object)->tp_name, b->kernel->type) != 0) {
        PyErr_Format(PyExc_TypeError, AKELA_PY_NO_CONTEXT, b->kernel->label, Py_TYPE(object)->tp_name);
        return false;
    }
    lock = &((akela_py_object *)object)->lock;
    b->context_size = akela_py_contents_size(object);
    b->context = PyMem_Malloc(b->context_size);
    if (b->context == NULL) {
        PyErr_NoMemory();
        return false;
    }
    if (!akela_py_enter(lock, 0, b->kernel->label))
        return false;
    memcpy(b->context, akela_py_contents(object), b->context_size);
    akela_py_leave(lock);
    return true;
}

/* --- results ---------------------------------------------------------------------------------------------------------------------------- */

/* A list with a bytes object for each item, or, `joined`, one bytes object with all; a list of None where the kernel gives nothing. */
static PyObject *allocate(batch *b, bool joined)
{
    PyObject *results;
    Py_ssize_t total = 0;
    uint8_t *at;

    if (joined && b->kernel->has_out) {
        for (Py_ssize_t i = 0; i < b->count; i++)
            total += b->out[i].size;
        results = PyBytes_FromStringAndSize(NULL, total);
        at = results ? (uint8_t *)PyBytes_AS_STRING(results) : NULL;
        for (Py_ssize_t i = 0; results != NULL && i < b->count; at += b->out[i++].size)
            b->out[i].data = at;
        return results;
    }
    results = PyList_New(b->count);
    for (Py_ssize_t i = 0; results != NULL && i < b->count; i++) {
        PyObject *result = b->kernel->has_out ? PyBytes_FromStringAndSize(NULL, b->out[i].size) : Py_NewRef(Py_None);

        if (result == NULL) {
            Py_CLEAR(results);
            break;
        }
        PyList_SET_ITEM(results, i, result);
        if (b->kernel->has_out)
            b->out[i].data = (uint8_t *)PyBytes_AS_STRING(result);
    }
    return results;
}

/* The list of (index, status) of the items that failed, whose results are taken back. */
static PyObject *failures(batch *b, PyObject *results, Py_ssize_t start)
{
    PyObject *found = PyList_New(0);

    for (Py_ssize_t i = 0; found != NULL && i < b->count; i++) {
        PyObject *pair;

        if (b->statuses[i] == 0)
            continue;
        if (b->kernel->has_out) {
            akela_wipe(b->out[i].data, (size_t)b->out[i].size);
            if (PyList_Check(results))
                PyList_SetItem(results, i, Py_NewRef(Py_None));
        }
        pair = Py_BuildValue("ni", start + i, b->statuses[i]);
        if (pair == NULL || PyList_Append(found, pair) != 0)
            Py_CLEAR(found);
        Py_XDECREF(pair);
    }
    return found;
}

/* --- the call --------------------------------------------------------------------------------------------------------------------------- */

static const akela_py_batch *find(const char *label)
{
    for (int i = 0; akela_py_parts[i] != NULL; i++)
        for (const akela_py_batch *kernel = akela_py_parts[i]->batches; kernel->label != NULL; kernel++)
            if (strcmp(kernel->label, label) == 0)
                return kernel;
    return NULL;
}

static bool make_room(batch *b)
{
    size_t count = (size_t)b->count;

    b->given = PyMem_Calloc(count * (size_t)b->kernel->arguments + 1, sizeof(akela_py_item));
    b->out = PyMem_Calloc(count + 1, sizeof(akela_py_item));
    b->statuses = PyMem_Calloc(count + 1, sizeof(int));
    b->kept = PyList_New(0);
    if (b->given != NULL && b->out != NULL && b->statuses != NULL)
        return b->kept != NULL;
    PyErr_NoMemory();
    return false;
}

/* The items lie apart in memory, and have left the caches since they were taken: what comes soon is fetched ahead. */
static void run_all(batch *b)
{
    int arguments = b->kernel->arguments;

    if (b->kernel->many != NULL && akela_py_hash_many(b->kernel, b->given, b->out, b->count))
        return;
    if (b->kernel->columns != NULL && akela_py_columns(b->kernel, b->context, b->given, b->out, b->statuses, b->count))
        return;
    for (Py_ssize_t i = 0; i < b->count; i++) {
        if (i + AHEAD < b->count) {
            __builtin_prefetch(b->given[(i + AHEAD + 1) * arguments - 1].data);
            __builtin_prefetch(b->out[i + AHEAD].data, 1);
        }
        b->statuses[i] = b->kernel->run(b->context, &b->given[i * arguments], b->out[i]);
    }
}

PyDoc_STRVAR(run_batch_doc,
    "run_batch($module, label, context, columns, sizes, start, stop, joined, /)\n--\n\n"
    "The kernel called `label`, on the items `start` to `stop` - 1. A column holds one argument of all items: with size -1 a list or tuple,\n"
    "with size 0 one buffer for every item, otherwise one buffer with `size` bytes for each. Gives the results (a list, or one bytes object\n"
    "where `joined`), and a list of (index, status) of the items that failed. Raises LookupError for a kernel that cannot do this.");

static PyObject *run_batch(PyObject *module, PyObject *args)
{
    const char *label;
    PyObject *context, *columns, *sizes, *results = NULL, *failed = NULL;
    Py_ssize_t start, stop, bytes = 0;
    int joined;
    batch b = { 0 };

    (void)module;
    if (!PyArg_ParseTuple(args, "sOO!O!nnp:run_batch", &label, &context, &PyTuple_Type, &columns, &PyTuple_Type, &sizes, &start, &stop, &joined))
        return NULL;
    b.kernel = find(label);
    if (b.kernel == NULL) {
        PyErr_Format(PyExc_LookupError, "run_batch: %s does not run in batches", label);
        return NULL;
    }
    if (start < 0 || stop < start || PyTuple_GET_SIZE(columns) != b.kernel->arguments || PyTuple_GET_SIZE(sizes) != b.kernel->arguments) {
        PyErr_Format(PyExc_TypeError, "run_batch: %s takes %d columns and as many sizes, and items from 0 on", label, (int)b.kernel->arguments);
        return NULL;
    }
    b.count = stop - start;
    if (make_room(&b) && take_context(&b, context) && take_items(&b, columns, sizes, start))
        results = allocate(&b, joined != 0);
    if (results != NULL) {
        for (Py_ssize_t i = 0; i < b.count && bytes < AKELA_PY_LONG_INPUT; i++)
            bytes += b.given[i * b.kernel->arguments].size + b.out[i].size;
        AKELA_PY_RUN(bytes, run_all(&b));
        failed = failures(&b, results, start);
    }
    clear(&b);
    if (failed == NULL) {
        Py_XDECREF(results);
        return NULL;
    }
    return Py_BuildValue("NN", results, failed);
}

PyDoc_STRVAR(batch_arguments_doc,
    "batch_arguments($module, label, /)\n--\n\nHow many arguments the kernel called `label` takes in a batch; 0 where it cannot run in one.");

static PyObject *batch_arguments(PyObject *module, PyObject *label)
{
    const char *text = PyUnicode_AsUTF8(label);
    const akela_py_batch *kernel = text ? find(text) : NULL;

    (void)module;
    return text ? PyLong_FromLong(kernel ? kernel->arguments : 0) : NULL;
}

static PyMethodDef functions[] = {
    { "run_batch", run_batch, METH_VARARGS, run_batch_doc },
    { "batch_arguments", batch_arguments, METH_O, batch_arguments_doc },
    { NULL, NULL, 0, NULL },
};

bool akela_py_add_batches(PyObject *module)
{
    return PyModule_AddFunctions(module, functions) == 0;
}
