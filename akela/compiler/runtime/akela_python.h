/* What the generated CPython wrappers are made of: arguments in, results out, locks, errors.
 *
 * Every function that can fail returns false with a Python exception set. `who` names the callable and `what` the parameter in messages;
 * the messages themselves (AKELA_PY_...) are generated from akela/compiler/messages.py, so that all executions speak alike.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */
#ifndef AKELA_PYTHON_H
#define AKELA_PYTHON_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "akela_messages.h"
#include "akela_rt.h"

/* Off the fast path; a file need not use all of them. */
#define AKELA_PY_COLD static __attribute__((noinline, cold, unused))
#define AKELA_PY_SHARED static __attribute__((unused))

/* Calls that touch at least so many bytes release the GIL: below, giving it up costs more than it brings. */
#define AKELA_PY_LONG_INPUT 4096

/* --- buffers ---------------------------------------------------------------------------------------------------------------------------- */

/* Memory of an argument or of a result. `view.obj` is set where a Py_buffer is held, `bytes` where a new bytes object owns the memory. */
typedef struct {
    uint8_t *data;
    Py_ssize_t size; /* in bytes */
    PyObject *bytes;
    Py_buffer view;
} akela_py_buffer;

/* Where an empty buffer points: kernels may be given no bytes, but never NULL. Nothing is read or written there. */
static uint8_t akela_py_nothing[1];

static inline void akela_py_empty(akela_py_buffer *buffer)
{
    buffer->data = akela_py_nothing;
    buffer->size = 0;
    buffer->bytes = NULL;
    buffer->view.obj = NULL;
}

static inline void akela_py_release(akela_py_buffer *buffer)
{
    if (buffer->view.obj != NULL)
        PyBuffer_Release(&buffer->view);
    Py_CLEAR(buffer->bytes);
}

/* Replaces the BufferError or ValueError of a failed PyObject_GetBuffer by one that names the callable, the parameter and what was given.
 * What else an object's own `__buffer__` raises is its affair. */
AKELA_PY_COLD bool akela_py_refuse_buffer(PyObject *given, const char *who, const char *what, int flags)
{
    const char *wanted = (flags & PyBUF_WRITABLE) ? "contiguous writable" : "contiguous";
    const char *example = (flags & PyBUF_WRITABLE) ? "bytearray" : "bytes";
    PyObject *type, *value, *traceback, *reason;

    if (!PyObject_CheckBuffer(given)) {
        PyErr_Format(PyExc_TypeError, AKELA_PY_NO_BUFFER, who, what, Py_TYPE(given)->tp_name, wanted, example);
        return false;
    }
    if (!PyErr_ExceptionMatches(PyExc_BufferError) && !PyErr_ExceptionMatches(PyExc_ValueError))
        return false;
    PyErr_Fetch(&type, &value, &traceback);
    reason = value ? PyObject_Str(value) : NULL;
    PyErr_Clear();
    PyErr_Format(PyExc_BufferError, AKELA_PY_BAD_BUFFER, who, what, reason ? PyUnicode_AsUTF8(reason) : "it has no memory", wanted, example);
    Py_XDECREF(reason);
    Py_XDECREF(type);
    Py_XDECREF(value);
    Py_XDECREF(traceback);
    return false;
}

/* Whether the memory holds references to Python objects, such as an array of numpy's objects: no bytes to read or write. The names of
 * fields, between colons in the format, may have any letters. */
AKELA_PY_COLD bool akela_py_holds_objects(const char *format)
{
    bool in_name = false;

    for (; *format != '\0'; format++) {
        in_name ^= *format == ':';
        if (*format == 'O' && !in_name)
            return true;
    }
    return false;
}

static inline bool akela_py_view(akela_py_buffer *buffer, PyObject *given, const char *who, const char *what, int flags)
{
    if (PyObject_GetBuffer(given, &buffer->view, flags | PyBUF_ND | PyBUF_FORMAT) != 0) {
        buffer->view.obj = NULL;
        return akela_py_refuse_buffer(given, who, what, flags);
    }
    if (buffer->view.format != NULL && akela_py_holds_objects(buffer->view.format)) {
        PyErr_SetString(PyExc_BufferError, "it holds Python objects");
        return akela_py_refuse_buffer(given, who, what, flags);
    }
    buffer->data = buffer->view.len > 0 ? buffer->view.buf : akela_py_nothing;
    buffer->size = buffer->view.len;
    return true;
}

/* An input. bytes, by far the most frequent, needs no Py_buffer: it cannot move, and the caller holds it during the call. */
static inline bool akela_py_input(akela_py_buffer *buffer, PyObject *given, const char *who, const char *what)
{
    if (PyBytes_CheckExact(given)) {
        buffer->data = (uint8_t *)PyBytes_AS_STRING(given);
        buffer->size = PyBytes_GET_SIZE(given);
        return true;
    }
    return akela_py_view(buffer, given, who, what, PyBUF_SIMPLE);
}

/* An input for which None stands for no bytes. */
static inline bool akela_py_optional(akela_py_buffer *buffer, PyObject *given, const char *who, const char *what)
{
    return given == Py_None || akela_py_input(buffer, given, who, what);
}

/* A buffer of the caller's that the kernel writes. */
static inline bool akela_py_writable(akela_py_buffer *buffer, PyObject *given, const char *who, const char *what)
{
    return akela_py_view(buffer, given, who, what, PyBUF_WRITABLE);
}

static inline bool akela_py_has_size(const akela_py_buffer *buffer, Py_ssize_t size, const char *who, const char *what)
{
    if (buffer->size == size)
        return true;
    PyErr_Format(PyExc_ValueError, AKELA_PY_WRONG_LENGTH, who, what, buffer->size, buffer->size == 1 ? "" : "s", size);
    return false;
}

/* A buffer of words: whole ones, and aligned, because the kernel reads them as words. */
static inline bool akela_py_has_words(const akela_py_buffer *buffer, Py_ssize_t word, const char *who, const char *what)
{
    if (buffer->size % word != 0) {
        PyErr_Format(PyExc_ValueError, AKELA_PY_WRONG_MULTIPLE, who, what, buffer->size, buffer->size == 1 ? "" : "s", word);
        return false;
    }
    if (buffer->size > 0 && (uintptr_t)buffer->data % (uintptr_t)word != 0) {
        PyErr_Format(PyExc_ValueError, AKELA_PY_NOT_ALIGNED, who, what, word);
        return false;
    }
    return true;
}

/* The result: a new bytes object, or the caller's buffer where one is given. */
static inline bool akela_py_out(akela_py_buffer *buffer, PyObject *given, Py_ssize_t size, const char *who)
{
    if (given != NULL)
        return akela_py_writable(buffer, given, who, "out") && akela_py_has_size(buffer, size, who, "out");
    buffer->bytes = PyBytes_FromStringAndSize(NULL, size);
    if (buffer->bytes == NULL)
        return false;
    buffer->data = (uint8_t *)PyBytes_AS_STRING(buffer->bytes);
    buffer->size = size;
    return true;
}

/* What the callable returns once `out` is filled: the bytes object, or the number of bytes written. */
static inline PyObject *akela_py_result(akela_py_buffer *out)
{
    PyObject *bytes = out->bytes;

    if (bytes == NULL)
        return PyLong_FromSsize_t(out->size);
    out->bytes = NULL;
    return bytes;
}

/* Written and other memory must be separate; or, where they may be the same, begin at the same place. */
static inline bool akela_py_apart(const akela_py_buffer *written, const akela_py_buffer *other, bool may_be_same, const char *who,
    const char *written_name, const char *other_name)
{
    uintptr_t a = (uintptr_t)written->data, b = (uintptr_t)other->data;

    if (a >= b + (uintptr_t)other->size || b >= a + (uintptr_t)written->size || (may_be_same && a == b))
        return true;
    PyErr_Format(PyExc_ValueError, may_be_same ? AKELA_PY_PARTLY_OVERLAPS : AKELA_PY_OVERLAPS, who, written_name, other_name);
    return false;
}

/* --- work areas ------------------------------------------------------------------------------------------------------------------------- */

static inline bool akela_py_work(akela_py_buffer *work, Py_ssize_t size)
{
    uint8_t *memory = PyMem_Malloc((size_t)size);

    if (memory == NULL) {
        PyErr_NoMemory();
        return false;
    }
    work->data = memory;
    work->size = size;
    return true;
}

static inline void akela_py_free_work(akela_py_buffer *work)
{
    if (work->data == akela_py_nothing)
        return;
    akela_wipe(work->data, (size_t)work->size);
    PyMem_Free(work->data);
}

/* --- numbers ---------------------------------------------------------------------------------------------------------------------------- */

/* What an object's own `__index__` raises is left as it is. */
AKELA_PY_COLD bool akela_py_not_a_number(PyObject *given, const char *who, const char *what)
{
    if (!PyIndex_Check(given))
        PyErr_Format(PyExc_TypeError, AKELA_PY_NO_NUMBER, who, what, Py_TYPE(given)->tp_name);
    return false;
}

/* `number` is shown where it is given, because it is public, and has no more digits than Python writes. */
AKELA_PY_COLD bool akela_py_out_of_range(PyObject *number, const char *who, const char *what, const char *least, const char *most)
{
    PyObject *digits;

    PyErr_Clear();
    digits = number == NULL ? NULL : PyObject_Str(number);
    if (digits == NULL) {
        PyErr_Format(PyExc_ValueError, AKELA_PY_WRONG_VALUE, who, what, least, most);
    } else {
        PyErr_Format(PyExc_ValueError, AKELA_PY_WRONG_PUBLIC_VALUE, who, what, PyUnicode_AsUTF8(digits), least, most);
        Py_DECREF(digits);
    }
    return false;
}

/* An int from 0 to `most`, which `most_text` shows. */
static inline bool akela_py_number_to(
    uint64_t *word, PyObject *given, uint64_t most, const char *who, const char *what, const char *most_text, bool is_public)
{
    PyObject *number = PyNumber_Index(given);
    unsigned long long value;

    if (number == NULL)
        return akela_py_not_a_number(given, who, what);
    value = PyLong_AsUnsignedLongLong(number);
    if (value > most || (value == (unsigned long long)-1 && PyErr_Occurred())) {
        akela_py_out_of_range(is_public ? number : NULL, who, what, "0", most_text);
        Py_DECREF(number);
        return false;
    }
    Py_DECREF(number);
    *word = value;
    return true;
}

/* A word that may be a secret: no message shows it. */
static inline bool akela_py_word(uint64_t *word, PyObject *given, uint64_t most, const char *who, const char *what, const char *most_text)
{
    return akela_py_number_to(word, given, most, who, what, most_text, false);
}

static inline bool akela_py_public_word(
    uint64_t *word, PyObject *given, uint64_t most, const char *who, const char *what, const char *most_text)
{
    return akela_py_number_to(word, given, most, who, what, most_text, true);
}

/* An `int` of the language: signed and pointer-sized. */
static inline bool akela_py_int(ptrdiff_t *number, PyObject *given, const char *who, const char *what)
{
    PyObject *index = PyNumber_Index(given);
    Py_ssize_t value;

    if (index == NULL)
        return akela_py_not_a_number(given, who, what);
    value = PyLong_AsSsize_t(index);
    if (value == -1 && PyErr_Occurred()) {
        akela_py_out_of_range(index, who, what, "-2**63", "2**63-1");
        Py_DECREF(index);
        return false;
    }
    Py_DECREF(index);
    *number = value;
    return true;
}

static inline bool akela_py_bool(bool *flag, PyObject *given, const char *who, const char *what)
{
    if (!PyBool_Check(given)) {
        PyErr_Format(PyExc_TypeError, AKELA_PY_NO_BOOL, who, what, Py_TYPE(given)->tp_name);
        return false;
    }
    *flag = given == Py_True;
    return true;
}

/* Lengths and conditions are computed in a type that lengths and ints cannot overflow. */
#ifdef __SIZEOF_INT128__
__extension__ typedef __int128 akela_py_number;
#else
typedef long long akela_py_number;
#endif

/* Turns a length in elements into a size in bytes. False, without an exception, for one that no memory has. */
static inline bool akela_py_size(Py_ssize_t *size, akela_py_number length, int element)
{
    if (length < 0 || length > PY_SSIZE_T_MAX / element)
        return false;
    *size = (Py_ssize_t)length * element;
    return true;
}

/* --- the call --------------------------------------------------------------------------------------------------------------------------- */

/* `names` are those of the arguments, with ", " between them: those that are missing are named, or all that there may be. */
AKELA_PY_COLD bool akela_py_wrong_count(Py_ssize_t given, Py_ssize_t expected, const char *who, const char *names)
{
    const char *relation = given < expected ? "; missing " : ": ";

    for (Py_ssize_t i = 0; i < given && given < expected; i++)
        names = strchr(names, ',') + 2;
    if (*names == '\0')
        relation = "";
    PyErr_Format(PyExc_TypeError, AKELA_PY_WRONG_COUNT, who, given, given == 1 ? "" : "s", expected, relation, names);
    return false;
}

static inline bool akela_py_count(Py_ssize_t given, Py_ssize_t expected, const char *who, const char *names)
{
    return given == expected || akela_py_wrong_count(given, expected, who, names);
}

/* The place of a name among names with ", " between them; -1 where it is none of them. */
AKELA_PY_COLD Py_ssize_t akela_py_place(PyObject *name, const char *names)
{
    Py_ssize_t size, place = 0;
    const char *text = PyUnicode_AsUTF8AndSize(name, &size), *end;

    for (; text != NULL && *names != '\0'; place++) {
        end = names + strcspn(names, ",");
        if (end - names == size && memcmp(names, text, (size_t)size) == 0)
            return place;
        names = *end == '\0' ? end : end + 2;
    }
    return -1;
}

/* Arguments of which some are given by keyword, in the order of `names`. Returns false where one is unknown, given twice or missing. */
AKELA_PY_COLD bool akela_py_by_name(
    PyObject **ordered, Py_ssize_t expected, PyObject *const *args, Py_ssize_t count, PyObject *given, const char *who, const char *names
)
{
    Py_ssize_t more = PyTuple_GET_SIZE(given);

    for (Py_ssize_t i = 0; i < expected; i++)
        ordered[i] = i < count ? args[i] : NULL;
    for (Py_ssize_t i = 0; i < more; i++) {
        PyObject *name = PyTuple_GET_ITEM(given, i);
        Py_ssize_t place = akela_py_place(name, names);

        if (place < 0)
            return PyErr_Occurred() == NULL && PyErr_Format(PyExc_TypeError, AKELA_PY_UNKNOWN_KEYWORD, who, name) != NULL;
        if (ordered[place] != NULL)
            return PyErr_Format(PyExc_TypeError, AKELA_PY_NAMED_TWICE, who, name) != NULL;
        ordered[place] = args[count + i];
    }
    if (count + more == expected)
        return true;
    return PyErr_Format(PyExc_TypeError, AKELA_PY_WRONG_COUNT, who, count + more, count + more == 1 ? "" : "s", expected, ": ", names) != NULL;
}

/* Raises what a function of akela.exceptions makes of these arguments, a tuple in the format of Py_BuildValue. Returns false. */
AKELA_PY_COLD bool akela_py_refuse(const char *function, const char *format, ...)
{
    PyObject *module = PyImport_ImportModule("akela.exceptions"), *make, *arguments, *error;
    va_list values;

    va_start(values, format);
    arguments = Py_VaBuildValue(format, values);
    va_end(values);
    make = module ? PyObject_GetAttrString(module, function) : NULL;
    error = make && arguments ? PyObject_CallObject(make, arguments) : NULL;
    if (error != NULL)
        PyErr_SetObject((PyObject *)Py_TYPE(error), error);
    Py_XDECREF(error);
    Py_XDECREF(make);
    Py_XDECREF(arguments);
    Py_XDECREF(module);
    return false;
}

/* Runs `call` without the GIL where it touches many bytes. */
#define AKELA_PY_RUN(bytes, call)                     \
    do {                                              \
        if ((bytes) < AKELA_PY_LONG_INPUT) {          \
            call;                                     \
        } else {                                      \
            PyThreadState *saved = PyEval_SaveThread(); \
            call;                                     \
            PyEval_RestoreThread(saved);              \
        }                                             \
    } while (0)

/* --- locks of contexts ------------------------------------------------------------------------------------------------------------------ */

/* How often this process was forked off another one, plus one. */
extern unsigned int akela_py_generation;

#if PY_VERSION_HEX >= 0x030D0000
typedef PyMutex akela_py_mutex;
#else
typedef PyThread_type_lock akela_py_mutex;
#endif

/* One operation at a time on a context: others wait, without holding the GIL.
 * `held` is the generation of the process in which an operation holds the lock, 0 while none does. A child that was forked meanwhile has
 * the lock, but not the thread that would release it, and a state in the middle of a change. */
typedef struct {
    akela_py_mutex mutex;
    unsigned int held;
} akela_py_lock;

static inline bool akela_py_usable(akela_py_lock *lock, const char *who)
{
    unsigned int held = __atomic_load_n(&lock->held, __ATOMIC_RELAXED);

    return held == 0 || held == akela_py_generation || akela_py_refuse("forked", "(s)", who);
}

#if PY_VERSION_HEX >= 0x030D0000

static inline bool akela_py_enter(akela_py_lock *lock, Py_ssize_t bytes, const char *who)
{
    (void)bytes;
    if (!akela_py_usable(lock, who))
        return false;
    PyMutex_Lock(&lock->mutex);
    __atomic_store_n(&lock->held, akela_py_generation, __ATOMIC_RELAXED);
    return true;
}

static inline void akela_py_leave(akela_py_lock *lock)
{
    __atomic_store_n(&lock->held, 0, __ATOMIC_RELAXED);
    PyMutex_Unlock(&lock->mutex);
}

static inline void akela_py_free_lock(akela_py_lock *lock)
{
    (void)lock;
}

#else

/* Short operations keep the GIL, which is lock enough. The first long one makes a lock, and from then on all take it. */
static inline bool akela_py_enter(akela_py_lock *lock, Py_ssize_t bytes, const char *who)
{
    if (lock->mutex == NULL) {
        if (bytes < AKELA_PY_LONG_INPUT)
            return true;
        lock->mutex = PyThread_allocate_lock();
        if (lock->mutex == NULL) {
            PyErr_NoMemory();
            return false;
        }
    }
    if (!akela_py_usable(lock, who))
        return false;
    if (!PyThread_acquire_lock(lock->mutex, NOWAIT_LOCK)) {
        Py_BEGIN_ALLOW_THREADS
        PyThread_acquire_lock(lock->mutex, WAIT_LOCK);
        Py_END_ALLOW_THREADS
    }
    lock->held = akela_py_generation;
    return true;
}

static inline void akela_py_leave(akela_py_lock *lock)
{
    lock->held = 0;
    if (lock->mutex != NULL)
        PyThread_release_lock(lock->mutex);
}

static inline void akela_py_free_lock(akela_py_lock *lock)
{
    if (lock->mutex != NULL)
        PyThread_free_lock(lock->mutex);
}

#endif

/* --- objects ---------------------------------------------------------------------------------------------------------------------------- */

/* The head of the object of a struct; the struct follows. Types have tp_basicsize bytes in all, and no other memory. */
typedef struct {
    PyObject_HEAD
    akela_py_lock lock;
} akela_py_object;

/* Calling the type goes to tp_vectorcall, which akela_module.c sets: there is no way to make an object without its constructor. */
#define AKELA_PY_TYPE_FLAGS (Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION)

#define AKELA_PY_FAST(function) ((PyCFunction)(void (*)(void))(function))

static inline char *akela_py_contents(PyObject *self)
{
    return (char *)self + sizeof(akela_py_object);
}

static inline size_t akela_py_contents_size(PyObject *self)
{
    return (size_t)Py_TYPE(self)->tp_basicsize - sizeof(akela_py_object);
}

/* A zeroed object of a type that was called with these keywords. */
static inline PyObject *akela_py_allocate(PyObject *type, PyObject *names, const char *who)
{
    if (names != NULL && PyTuple_GET_SIZE(names) > 0) {
        PyErr_Format(PyExc_TypeError, AKELA_PY_NO_KEYWORDS, who);
        return NULL;
    }
    return ((PyTypeObject *)type)->tp_alloc((PyTypeObject *)type, 0);
}

/* The object, once its `_init` kernel has run; `done` is NULL where that failed. */
static inline PyObject *akela_py_constructed(PyObject *self, PyObject *done)
{
    if (done == NULL)
        Py_CLEAR(self);
    Py_XDECREF(done);
    return self;
}

AKELA_PY_SHARED void akela_py_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);

    akela_wipe(akela_py_contents(self), akela_py_contents_size(self));
    akela_py_free_lock(&((akela_py_object *)self)->lock);
    type->tp_free(self);
    Py_DECREF(type);
}

AKELA_PY_SHARED PyObject *akela_py_copy(PyObject *self, PyObject *unused)
{
    akela_py_lock *lock = &((akela_py_object *)self)->lock;
    PyObject *copy = Py_TYPE(self)->tp_alloc(Py_TYPE(self), 0);

    (void)unused;
    if (copy == NULL || !akela_py_enter(lock, 0, Py_TYPE(self)->tp_name)) {
        Py_XDECREF(copy);
        return NULL;
    }
    memcpy(akela_py_contents(copy), akela_py_contents(self), akela_py_contents_size(self));
    akela_py_leave(lock);
    return copy;
}

AKELA_PY_SHARED PyObject *akela_py_reduce(PyObject *self, PyObject *unused)
{
    (void)unused;
    PyErr_Format(PyExc_TypeError, AKELA_PY_NO_PICKLE, Py_TYPE(self)->tp_name);
    return NULL;
}

/* What every object has besides its kernels. */
#define AKELA_PY_OBJECT_METHODS                                                                                        \
    { "copy", akela_py_copy, METH_NOARGS, "copy($self, /)\n--\n\nA new object in the same state." },                    \
    { "__reduce__", akela_py_reduce, METH_NOARGS, "Refuses: the object may hold secrets." }

#endif
