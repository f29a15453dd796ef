/* The seam between the generated C and the module object: what `akela_native.c` and the wrapper files define, and what akela_module.c gives.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */
#ifndef AKELA_MODULE_H
#define AKELA_MODULE_H

#include "akela_python.h"

#include "akela_cpu.h"

/* --- generated -------------------------------------------------------------------------------------------------------------------------- */

/* A class: its type, and what calling it does. */
typedef struct {
    PyType_Spec *spec;
    vectorcallfunc construct;
} akela_py_class;

/* An argument or the result of one item of a batch. */
typedef struct {
    uint8_t *data;
    Py_ssize_t size;
} akela_py_item;

#define AKELA_PY_BATCH_ARGUMENTS 6

/* An argument of many items, one behind the other; item i ends at `ends[i]`. */
typedef struct {
    uint8_t *data;
    size_t size;
    const uint64_t *ends;
} akela_py_column;

/* A kernel that runs in batches. `check` says whether the arguments of an item will do, and how long its result is; where not, an exception
 * is set. `run` gives the kernel's status. */
typedef struct {
    const char *label;
    const char *type; /* of the object whose method it is, or NULL */
    bool has_out;
    int arguments;
    unsigned int none_is_empty; /* bit i: argument i may be None */
    const char *names[AKELA_PY_BATCH_ARGUMENTS];
    Py_ssize_t sizes[AKELA_PY_BATCH_ARGUMENTS]; /* -1: any */
    bool (*check)(const akela_py_item *given, Py_ssize_t *out_size);
    int (*run)(void *context, const akela_py_item *given, akela_py_item out_arg);
    void (*many)(const uint8_t *messages, size_t bytes, ptrdiff_t size, uint8_t *out, size_t out_bytes); /* of a hash, or NULL */
    void (*columns)(void *context, const akela_py_column *given, uint8_t *out, size_t out_bytes, uint8_t *statuses, size_t count); /* or NULL */
} akela_py_batch;

/* What one wrapper file holds; `classes` and `batches` end with an empty row. */
typedef struct {
    PyMethodDef *functions;
    const akela_py_class *classes;
    const akela_py_batch *batches;
} akela_py_part;

/* Room for the state of any hash; the generated code asserts that it suffices. */
typedef union {
    uint64_t aligned;
    uint8_t bytes[224];
} akela_py_hash_state;

/* A hash by its kernels. */
typedef struct {
    const char *name;
    size_t state_size;
    Py_ssize_t digest_size; /* 0 where the output may have any length */
    void (*begin)(void *state);
    void (*update)(void *state, const uint8_t *data, size_t count);
    void (*finish)(void *state, uint8_t *out, size_t count);
} akela_py_hash;

extern const akela_py_hash akela_py_hashes[]; /* ends with a row without name */
extern const akela_py_part *const akela_py_parts[]; /* ends with NULL */
extern const akela_cpu_feature akela_py_features[]; /* ends with a row without name; at most 64 */
extern const char *const akela_py_build[][2];       /* name and value; ends with NULL */
extern const char akela_py_digest[];                /* after the marker by which it is found in the file */

/* Points every operation at the kernel that serves it, and notes the names in `chosen`. */
bool akela_py_choose(PyObject *chosen);

/* --- given ------------------------------------------------------------------------------------------------------------------------------ */

/* Whether ports may serve operations, and all these features (ended by NULL) may be used. */
bool akela_py_can_use(const char *feature, ...);

/* The same for a call of a port's kernel by its own name. Raises NotSupported where a feature is lacking. */
bool akela_py_can_run(const char *who, const char *feature, ...);

bool akela_py_note(PyObject *chosen, const char *operation, const char *kernel);

/* akela_hash.c: the function `hash_constructor` and its types. */
bool akela_py_add_hashes(PyObject *module);
bool akela_py_add_batches(PyObject *module); /* akela_batch.c: run_batch, batch_arguments */

/* akela_side_by_side.c: the digests of the messages in `given`, those of one size together. False, with nothing done, for a few messages, or where memory is short. */
bool akela_py_hash_many(const akela_py_batch *kernel, const akela_py_item *given, const akela_py_item *out, Py_ssize_t count);

/* akela_columns.c: all items by the operation that takes columns. False for a single one, or where memory is short. */
bool akela_py_columns(const akela_py_batch *kernel, void *context, const akela_py_item *given, const akela_py_item *out, int *statuses,
    Py_ssize_t count);

#endif
