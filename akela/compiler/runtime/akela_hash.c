/* Hash objects in the shape of the standard library's: a constructor for each hash, one type for what they make.
 *
 * The kernels behind them come from the generated table `akela_py_hashes`. A digest is made of a copy of the state, so that an object can
 * go on after it.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */
#include "akela_module.h"

/* The most output that one call gives, as in the standard library. */
#define MOST_OUTPUT ((UINT64_C(1) << 29) - 1)

/* What a constructor is bound to. It keeps what Python has pointers to: the definition, and the texts in it. */
typedef struct {
    PyObject_HEAD
    const akela_py_hash *hash;
    PyMethodDef constructor;
    PyObject *name;
    PyObject *doc;
    PyObject *home; /* the name of the module that has the constructor as an attribute */
    Py_ssize_t block_size;
    PyTypeObject *made;
} maker_object;

typedef struct {
    akela_py_object head;
    maker_object *maker;
    akela_py_hash_state state;
} hash_object;

/* --- objects ---------------------------------------------------------------------------------------------------------------------------- */

static hash_object *allocate(maker_object *maker)
{
    hash_object *self = (hash_object *)maker->made->tp_alloc(maker->made, 0);

    if (self != NULL)
        self->maker = (maker_object *)Py_NewRef((PyObject *)maker);
    return self;
}

static void dealloc(PyObject *object)
{
    hash_object *self = (hash_object *)object;
    PyTypeObject *type = Py_TYPE(object);

    if (self->maker != NULL)
        akela_wipe(self->state.bytes, self->maker->hash->state_size);
    Py_XDECREF((PyObject *)self->maker);
    akela_py_free_lock(&self->head.lock);
    type->tp_free(object);
    Py_DECREF(type);
}

static bool take(hash_object *self, PyObject *data)
{
    const akela_py_hash *hash = self->maker->hash;
    akela_py_buffer buffer;
    bool done;

    akela_py_empty(&buffer);
    if (!akela_py_input(&buffer, data, hash->name, "data"))
        return false;
    done = akela_py_enter(&self->head.lock, buffer.size, hash->name);
    if (done) {
        AKELA_PY_RUN(buffer.size, hash->update(self->state.bytes, buffer.data, (size_t)buffer.size));
        akela_py_leave(&self->head.lock);
    }
    akela_py_release(&buffer);
    return done;
}

PyDoc_STRVAR(update_doc, "update($self, data, /)\n--\n\nTake data as the next piece of the message.");

static PyObject *update(PyObject *self, PyObject *data)
{
    return take((hash_object *)self, data) ? Py_NewRef(Py_None) : NULL;
}

static bool copy_state(hash_object *self, akela_py_hash_state *state)
{
    if (!akela_py_enter(&self->head.lock, 0, self->maker->hash->name))
        return false;
    memcpy(state->bytes, self->state.bytes, self->maker->hash->state_size);
    akela_py_leave(&self->head.lock);
    return true;
}

PyDoc_STRVAR(copy_doc, "copy($self, /)\n--\n\nA new object in the same state.");

static PyObject *copy(PyObject *object, PyObject *unused)
{
    hash_object *self = (hash_object *)object, *twin = allocate(self->maker);

    (void)unused;
    if (twin != NULL && !copy_state(self, &twin->state))
        Py_CLEAR(twin);
    return (PyObject *)twin;
}

/* How much output a call of digest or hexdigest asks for: the digest, or `length` where the output may have any. */
static bool output_size(const akela_py_hash *hash, Py_ssize_t *size, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    Py_ssize_t given = count + (names ? PyTuple_GET_SIZE(names) : 0);
    uint64_t length = 0;

    if (!akela_py_count(given, hash->digest_size ? 0 : 1, hash->name, hash->digest_size ? "" : "length"))
        return false;
    *size = hash->digest_size;
    if (hash->digest_size > 0)
        return true;
    if (count == 0 && PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(names, 0), "length") != 0) {
        PyErr_Format(PyExc_TypeError, AKELA_PY_UNKNOWN_KEYWORD, hash->name, PyTuple_GET_ITEM(names, 0));
        return false;
    }
    if (!akela_py_public_word(&length, args[0], MOST_OUTPUT, hash->name, "length", "2**29-1"))
        return false;
    *size = (Py_ssize_t)length;
    return true;
}

static PyObject *digest_bytes(hash_object *self, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    const akela_py_hash *hash = self->maker->hash;
    akela_py_hash_state state;
    PyObject *bytes;
    Py_ssize_t size;

    if (!output_size(hash, &size, args, count, names) || !copy_state(self, &state))
        return NULL;
    bytes = PyBytes_FromStringAndSize(NULL, size);
    if (bytes != NULL)
        AKELA_PY_RUN(size, hash->finish(state.bytes, (uint8_t *)PyBytes_AS_STRING(bytes), (size_t)size));
    akela_wipe(state.bytes, hash->state_size);
    return bytes;
}

PyDoc_STRVAR(digest_doc, "digest(length)\n\nThe digest of the message so far as bytes. Only SHAKE takes a length.");

static PyObject *digest(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    return digest_bytes((hash_object *)self, args, count, names);
}

PyDoc_STRVAR(hexdigest_doc, "hexdigest(length)\n\nThe digest of the message so far as hexadecimal digits. Only SHAKE takes a length.");

static PyObject *hexdigest(PyObject *self, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    static const char digits[] = "0123456789abcdef";
    PyObject *bytes = digest_bytes((hash_object *)self, args, count, names), *text;

    text = bytes ? PyUnicode_New(2 * PyBytes_GET_SIZE(bytes), 127) : NULL;
    for (Py_ssize_t i = 0; text != NULL && i < PyBytes_GET_SIZE(bytes); i++) {
        uint8_t byte = (uint8_t)PyBytes_AS_STRING(bytes)[i];

        PyUnicode_1BYTE_DATA(text)[2 * i] = (Py_UCS1)digits[byte >> 4];
        PyUnicode_1BYTE_DATA(text)[2 * i + 1] = (Py_UCS1)digits[byte & 15];
    }
    Py_XDECREF(bytes);
    return text;
}

static PyObject *repr(PyObject *self)
{
    return PyUnicode_FromFormat("<%U hash object at %p>", ((hash_object *)self)->maker->name, (void *)self);
}

static PyObject *get_name(PyObject *self, void *unused)
{
    (void)unused;
    return Py_NewRef(((hash_object *)self)->maker->name);
}

static PyObject *get_digest_size(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromSsize_t(((hash_object *)self)->maker->hash->digest_size);
}

static PyObject *get_block_size(PyObject *self, void *unused)
{
    (void)unused;
    return PyLong_FromSsize_t(((hash_object *)self)->maker->block_size);
}

static PyGetSetDef attributes[] = {
    { "name", get_name, NULL, "The name by which new() knows the hash.", NULL },
    { "digest_size", get_digest_size, NULL, "Bytes of a digest; 0 where it may have any length.", NULL },
    { "block_size", get_block_size, NULL, "Bytes that the hash takes at a time.", NULL },
    { NULL, NULL, NULL, NULL, NULL },
};

static PyMethodDef methods[] = {
    { "update", update, METH_O, update_doc },
    { "digest", AKELA_PY_FAST(digest), METH_FASTCALL | METH_KEYWORDS, digest_doc },
    { "hexdigest", AKELA_PY_FAST(hexdigest), METH_FASTCALL | METH_KEYWORDS, hexdigest_doc },
    { "copy", copy, METH_NOARGS, copy_doc },
    { "__reduce__", akela_py_reduce, METH_NOARGS, "Refuses: what was hashed may be a secret." },
    { NULL, NULL, 0, NULL },
};

static PyType_Slot hash_slots[] = {
    { Py_tp_dealloc, (void *)dealloc },
    { Py_tp_repr, (void *)repr },
    { Py_tp_methods, methods },
    { Py_tp_getset, attributes },
    { Py_tp_doc, "A hash computation: update, digest, hexdigest, copy; name, digest_size, block_size." },
    { 0, NULL },
};

static PyType_Spec hash_spec = {
    .name = "akela._native.Hash",
    .basicsize = sizeof(hash_object),
    .flags = AKELA_PY_TYPE_FLAGS,
    .slots = hash_slots,
};

/* --- constructors ----------------------------------------------------------------------------------------------------------------------- */

static PyObject *new_hash(PyObject *object, PyObject *const *args, Py_ssize_t count, PyObject *names)
{
    maker_object *maker = (maker_object *)object;
    const char *who = maker->hash->name;
    PyObject *data = count > 0 ? args[0] : NULL;
    hash_object *self;

    if (count > 1) {
        akela_py_count(count, 1, who, "data");
        return NULL;
    }
    for (Py_ssize_t i = 0; names != NULL && i < PyTuple_GET_SIZE(names); i++) {
        PyObject *name = PyTuple_GET_ITEM(names, i);
        bool is_data = PyUnicode_CompareWithASCIIString(name, "string") == 0 || PyUnicode_CompareWithASCIIString(name, "data") == 0;

        if (is_data && data == NULL) {
            data = args[count + i];
        } else if (PyUnicode_CompareWithASCIIString(name, "usedforsecurity") != 0) {
            PyErr_Format(PyExc_TypeError, is_data ? AKELA_PY_GIVEN_TWICE : AKELA_PY_UNKNOWN_KEYWORD, who, name);
            return NULL;
        }
    }
    self = allocate(maker);
    if (self == NULL)
        return NULL;
    maker->hash->begin(self->state.bytes);
    if (data != NULL && !take(self, data))
        Py_CLEAR(self);
    return (PyObject *)self;
}

static void dealloc_maker(PyObject *object)
{
    maker_object *self = (maker_object *)object;
    PyTypeObject *type = Py_TYPE(object);

    Py_XDECREF(self->name);
    Py_XDECREF(self->doc);
    Py_XDECREF(self->home);
    Py_XDECREF((PyObject *)self->made);
    type->tp_free(object);
    Py_DECREF(type);
}

/* Pickle writes a bound function as an attribute of what it is bound to; here of its module, which has an attribute of that name, too. */
static PyObject *reduce_maker(PyObject *object, PyObject *unused)
{
    PyObject *importlib = PyImport_ImportModule("importlib"), *reduced = NULL;

    (void)unused;
    if (importlib != NULL)
        reduced = Py_BuildValue("N(O)", PyObject_GetAttrString(importlib, "import_module"), ((maker_object *)object)->home);
    Py_XDECREF(importlib);
    return reduced;
}

static PyMethodDef maker_methods[] = {
    { "__reduce__", reduce_maker, METH_NOARGS, "How pickle finds the constructor." },
    { NULL, NULL, 0, NULL },
};

static PyType_Slot maker_slots[] = {
    { Py_tp_dealloc, (void *)dealloc_maker },
    { Py_tp_methods, maker_methods },
    { Py_tp_doc, "What a hash constructor is bound to." },
    { 0, NULL },
};

static PyType_Spec maker_spec = {
    .name = "akela._native._HashMaker",
    .basicsize = sizeof(maker_object),
    .flags = AKELA_PY_TYPE_FLAGS,
    .slots = maker_slots,
};

PyDoc_STRVAR(hash_constructor_doc,
    "hash_constructor($module, kernel, name, block_size, home, /)\n--\n\n"
    "The constructor of hash objects, shaped like hashlib.sha256, for a hash kernel. `name` and `block_size` become attributes of the objects;\n"
    "the constructor is called `name`, and has to be an attribute of the module `home` to be pickled.");

static PyObject *hash_constructor(PyObject *module, PyObject *args)
{
    const char *kernel;
    PyObject *name, *home, *types[2], *made = NULL;
    Py_ssize_t block_size;
    const akela_py_hash *hash = akela_py_hashes;
    maker_object *maker;

    if (!PyArg_ParseTuple(args, "sUnU:hash_constructor", &kernel, &name, &block_size, &home))
        return NULL;
    while (hash->name != NULL && strcmp(hash->name, kernel) != 0)
        hash++;
    if (hash->name == NULL) {
        PyErr_Format(PyExc_ValueError, "hash_constructor: there is no hash %s", kernel);
        return NULL;
    }
    types[0] = PyObject_GetAttrString(module, "Hash");
    types[1] = PyObject_GetAttrString(module, "_HashMaker");
    maker = types[0] && types[1] ? (maker_object *)((PyTypeObject *)types[1])->tp_alloc((PyTypeObject *)types[1], 0) : NULL;
    if (maker != NULL) {
        maker->hash = hash;
        maker->name = Py_NewRef(name);
        maker->home = Py_NewRef(home);
        maker->doc = PyUnicode_FromFormat("%U($self, data=b'', *, usedforsecurity=True)\n--\n\nA hash object that has taken data.", name);
        maker->block_size = block_size;
        maker->made = (PyTypeObject *)Py_NewRef(types[0]);
        maker->constructor = (PyMethodDef){ PyUnicode_AsUTF8(name), AKELA_PY_FAST(new_hash), METH_FASTCALL | METH_KEYWORDS,
            maker->doc ? PyUnicode_AsUTF8(maker->doc) : NULL };
        if (maker->constructor.ml_name != NULL && maker->constructor.ml_doc != NULL)
            made = PyCFunction_NewEx(&maker->constructor, (PyObject *)maker, home);
        Py_DECREF((PyObject *)maker);
    }
    Py_XDECREF(types[0]);
    Py_XDECREF(types[1]);
    return made;
}

static PyMethodDef functions[] = {
    { "hash_constructor", hash_constructor, METH_VARARGS, hash_constructor_doc },
    { NULL, NULL, 0, NULL },
};

bool akela_py_add_hashes(PyObject *module)
{
    PyType_Spec *specs[] = { &hash_spec, &maker_spec };

    for (int i = 0; i < 2; i++) {
        PyObject *type = PyType_FromModuleAndSpec(module, specs[i], NULL);
        bool done = type != NULL && PyModule_AddType(module, (PyTypeObject *)type) == 0;

        Py_XDECREF(type);
        if (!done)
            return false;
    }
    return PyModule_AddFunctions(module, functions) == 0;
}
