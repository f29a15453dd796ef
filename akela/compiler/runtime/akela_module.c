/* The module object of the extension: CPU features, choice of implementations, registration of functions and classes.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */
#include "akela_module.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>

static uint64_t usable;     /* features that kernels may use: bit i stands for akela_py_features[i] */
static bool software;       /* AKELA_PORT=software: ports serve no operation */
#if defined(AKELA_MEMCHECK)
bool akela_declassifies;    /* AKELA_MEMCHECK=control: no, so that memcheck reports what is declassified */
#endif

/* --- CPU features ----------------------------------------------------------------------------------------------------------------------- */

static int feature_index(const char *name, size_t length)
{
    for (int i = 0; akela_py_features[i].name != NULL; i++)
        if (strlen(akela_py_features[i].name) == length && memcmp(akela_py_features[i].name, name, length) == 0)
            return i;
    return -1;
}

static bool has_feature(const char *name)
{
    int i = feature_index(name, strlen(name));

    return i >= 0 && (usable >> i & 1);
}

/* The names of the features that kernels may use; a new reference, or NULL with an exception. */
static PyObject *usable_names(void)
{
    PyObject *names = PyList_New(0);

    for (int i = 0; names != NULL && akela_py_features[i].name != NULL; i++) {
        PyObject *name = PyUnicode_FromString(akela_py_features[i].name);

        if (name == NULL || ((usable >> i & 1) && PyList_Append(names, name) != 0))
            Py_CLEAR(names);
        Py_XDECREF(name);
    }
    return names;
}

static bool refuse_features(const char *wanted)
{
    PyObject *names = usable_names(), *comma = PyUnicode_FromString(","), *all = names && comma ? PyUnicode_Join(comma, names) : NULL;
    const char *text = all ? PyUnicode_AsUTF8(all) : NULL;

    if (text != NULL)
        PyErr_Format(PyExc_ImportError, "AKELA_CPU=%s: expected some of what this CPU has, with commas between: %s", wanted, text);
    Py_XDECREF(all);
    Py_XDECREF(comma);
    Py_XDECREF(names);
    return false;
}

/* AKELA_CPU=aes,sha: only these features, which the CPU must have. An empty value means none. */
static bool restrict_features(const char *wanted)
{
    const char *name = wanted;
    uint64_t chosen = 0;

    while (*name != '\0') {
        size_t length = strcspn(name, ",");
        int i = feature_index(name, length);

        if (i < 0 || !(usable >> i & 1))
            return refuse_features(wanted);
        chosen |= (uint64_t)1 << i;
        name += length;
        name += *name == ',';
    }
    usable = chosen;
    return true;
}

static bool read_settings(void)
{
    const char *port = getenv("AKELA_PORT"), *cpu = getenv("AKELA_CPU");

    software = port != NULL && strcmp(port, "software") == 0;
    if (port != NULL && !software && *port != '\0') {
        PyErr_Format(PyExc_ImportError, "AKELA_PORT=%s: expected software, or nothing for the best that the CPU can do", port);
        return false;
    }
#if defined(AKELA_MEMCHECK)
    const char *memcheck = getenv("AKELA_MEMCHECK");
    akela_declassifies = memcheck == NULL || strcmp(memcheck, "control") != 0;
#endif
    usable = 0;
    for (int i = 0; akela_py_features[i].name != NULL; i++)
        usable |= (uint64_t)akela_cpu_supports(&akela_py_features[i]) << i;
    return cpu == NULL || restrict_features(cpu);
}

/* Chooses what serves each operation, and notes it in a dict. What the first interpreter of a process is told by the environment holds for
 * all: kernels may be running in other threads when the next one loads the module, whatever the environment says by then. */
static bool choose(PyObject *chosen)
{
    static pthread_mutex_t choosing = PTHREAD_MUTEX_INITIALIZER;
    static bool settled;
    bool done;

    pthread_mutex_lock(&choosing);
    settled = settled || read_settings();
    done = settled && akela_py_choose(chosen);
    pthread_mutex_unlock(&choosing);
    return done;
}

bool akela_py_can_use(const char *feature, ...)
{
    va_list more;
    bool all = !software;

    va_start(more, feature);
    for (; feature != NULL; feature = va_arg(more, const char *))
        all = all && has_feature(feature);
    va_end(more);
    return all;
}

bool akela_py_can_run(const char *who, const char *feature, ...)
{
    va_list more;
    const char *lacking = NULL;
    PyObject *exceptions, *error;

    va_start(more, feature);
    for (; feature != NULL; feature = va_arg(more, const char *))
        lacking = has_feature(feature) ? lacking : feature;
    va_end(more);
    if (lacking == NULL)
        return true;
    exceptions = PyImport_ImportModule("akela.exceptions");
    error = exceptions ? PyObject_GetAttrString(exceptions, "NotSupported") : NULL;
    if (error != NULL)
        PyErr_Format(error, AKELA_PY_CPU_LACKS, who, lacking);
    Py_XDECREF(error);
    Py_XDECREF(exceptions);
    return false;
}

/* --- what the module says about itself -------------------------------------------------------------------------------------------------- */

PyDoc_STRVAR(cpu_features_doc,
    "cpu_features($module, /)\n--\n\n"
    "Names of the CPU features that kernels may use: those that the CPU has and the operating system supports, as far as AKELA_CPU allows.");

static PyObject *cpu_features(PyObject *module, PyObject *unused)
{
    PyObject *names = usable_names(), *tuple;

    (void)module;
    (void)unused;
    tuple = names ? PyList_AsTuple(names) : NULL;
    Py_XDECREF(names);
    return tuple;
}

PyDoc_STRVAR(operations_doc,
    "operations($module, /)\n--\n\n"
    "A dict: each operation and the name of the kernel that serves it in this process.");

static PyObject *operations(PyObject *module, PyObject *unused)
{
    PyObject *chosen = PyObject_GetAttrString(module, "_operations"), *copy;

    (void)unused;
    copy = chosen ? PyDict_Copy(chosen) : NULL;
    Py_XDECREF(chosen);
    return copy;
}

bool akela_py_note(PyObject *chosen, const char *operation, const char *kernel)
{
    PyObject *name = PyUnicode_FromString(kernel);
    bool done = name != NULL && PyDict_SetItemString(chosen, operation, name) == 0;

    Py_XDECREF(name);
    return done;
}

static PyMethodDef about[] = {
    { "cpu_features", cpu_features, METH_NOARGS, cpu_features_doc },
    { "operations", operations, METH_NOARGS, operations_doc },
    { NULL, NULL, 0, NULL },
};

/* --- registration ----------------------------------------------------------------------------------------------------------------------- */

/* Adds a new reference, which may be NULL after an error, under a name. */
static bool add(PyObject *module, const char *name, PyObject *value)
{
    bool done = value != NULL && PyModule_AddObjectRef(module, name, value) == 0;

    Py_XDECREF(value);
    return done;
}

static bool add_class(PyObject *module, const akela_py_class *class)
{
    PyObject *type = PyType_FromModuleAndSpec(module, class->spec, NULL);
    bool done;

    if (type == NULL)
        return false;
    ((PyTypeObject *)type)->tp_vectorcall = class->construct;
    done = PyModule_AddType(module, (PyTypeObject *)type) == 0;
    Py_DECREF(type);
    return done;
}

static bool add_parts(PyObject *module)
{
    for (int i = 0; akela_py_parts[i] != NULL; i++) {
        if (PyModule_AddFunctions(module, akela_py_parts[i]->functions) != 0)
            return false;
        for (const akela_py_class *class = akela_py_parts[i]->classes; class->spec != NULL; class++)
            if (!add_class(module, class))
                return false;
    }
    return true;
}

static bool add_build(PyObject *module)
{
    PyObject *build = PyDict_New();

    for (int i = 0; build != NULL && akela_py_build[i][0] != NULL; i++)
        if (!akela_py_note(build, akela_py_build[i][0], akela_py_build[i][1]))
            Py_CLEAR(build);
    return add(module, "BUILD", build);
}

unsigned int akela_py_generation = 1;

static void count_generation(void)
{
    akela_py_generation++;
}

/* Once a process, also where several interpreters load the module. */
static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, count_generation);
}

static int execute(PyObject *module)
{
    static pthread_once_t watched = PTHREAD_ONCE_INIT;
    PyObject *chosen = PyDict_New();
    bool done = chosen != NULL && choose(chosen)
        && PyModule_AddFunctions(module, about) == 0
        && add_parts(module)
        && akela_py_add_hashes(module)
        && akela_py_add_batches(module)
        && add_build(module)
        && PyModule_AddObjectRef(module, "_operations", chosen) == 0
        && PyModule_AddIntConstant(module, "LONG_INPUT", AKELA_PY_LONG_INPUT) == 0
        && PyModule_AddStringConstant(module, "SOURCE_DIGEST", strchr(akela_py_digest, ':') + 1) == 0;

    pthread_once(&watched, watch_forks);
    Py_XDECREF(chosen);
    return done ? 0 : -1;
}

/* All that is not on the module object is written once, with the same values for every interpreter of the process. */
static PyModuleDef_Slot slots[] = {
    { Py_mod_exec, (void *)execute },
#if PY_VERSION_HEX >= 0x030C0000
    { Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED },
#endif
#if PY_VERSION_HEX >= 0x030D0000
    { Py_mod_gil, Py_MOD_GIL_NOT_USED },
#endif
    { 0, NULL },
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "akela._native",
    .m_doc = "Akela's kernels, compiled. Made from the kernel modules by akela.compiler.native.",
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__native(void)
{
    return PyModuleDef_Init(&definition);
}
