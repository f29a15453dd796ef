/* Many messages of one size hashed together: how a batch is divided among calls of the operation that does so.
 *
 * The operation takes messages that lie one after the other. Where the items of a batch do not, they are copied. Runs without the GIL.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */
#include "akela_module.h"

#include <stdlib.h>

#define FEWEST 8        /* messages that are worth the trouble */
#define LONGEST 8192    /* bytes of a message that is worth copying */
#define ROOM (1 << 17)  /* bytes of messages that are copied at a time: half of a small second-level cache */
#define LANES 16        /* the widest vectors: messages that are copied at a time are a multiple of this */
#define MOST 256        /* and not more than this */

typedef struct {
    const akela_py_batch *kernel;
    const akela_py_item *given, *out;
    size_t used, digests_used; /* of the next two, at most so far */
    uint8_t messages[ROOM];
    uint8_t digests[MOST * 64];
    Py_ssize_t starts[LONGEST + 2]; /* in `order`, of the messages of a size */
    Py_ssize_t order[];             /* numbers of messages, by size */
} work;

/* Whether items lie one behind the other. */
static bool joined(const akela_py_item *items, Py_ssize_t count)
{
    for (Py_ssize_t i = 1; i < count; i++)
        if (items[i].data != items[i - 1].data + items[i - 1].size || items[i].size != items[0].size)
            return false;
    return true;
}

/* Messages of one size, which are copied together. */
static void hash_some(work *w, const Py_ssize_t *numbers, Py_ssize_t count, size_t size)
{
    size_t digest = (size_t)w->out[numbers[0]].size, n = (size_t)count;

    for (size_t i = 0; i < n; i++)
        memcpy(&w->messages[i * size], w->given[numbers[i]].data, size);
    w->used = w->used > n * size ? w->used : n * size;
    w->digests_used = w->digests_used > n * digest ? w->digests_used : n * digest;
    w->kernel->many(w->messages, n * size, (ptrdiff_t)size, w->digests, n * digest);
    for (size_t i = 0; i < n; i++)
        memcpy(w->out[numbers[i]].data, &w->digests[i * digest], digest);
}

/* All messages of one size, their numbers being in `order` from `start` to `stop` - 1. */
static void hash_size(work *w, Py_ssize_t start, Py_ssize_t stop, size_t size)
{
    Py_ssize_t most = size == 0 ? 0 : (Py_ssize_t)(ROOM / size) / LANES * LANES;

    most = most < MOST ? most : MOST;
    while (most > 0 && start < stop) {
        Py_ssize_t count = stop - start < most ? stop - start : most;

        hash_some(w, &w->order[start], count, size);
        start += count;
    }
    for (; start < stop; start++)
        (void)w->kernel->run(NULL, &w->given[w->order[start]], w->out[w->order[start]]);
}

bool akela_py_hash_many(const akela_py_batch *kernel, const akela_py_item *given, const akela_py_item *out, Py_ssize_t count)
{
    size_t size = count > 0 ? (size_t)given[0].size : 0;
    work *w;

    if (count < FEWEST)
        return false;
    if (size > 0 && joined(given, count) && joined(out, count)) {
        kernel->many(given[0].data, (size_t)count * size, (ptrdiff_t)size, out[0].data, (size_t)count * (size_t)out[0].size);
        return true;
    }
    w = malloc(sizeof *w + (size_t)count * sizeof w->order[0]);
    if (w == NULL)
        return false;
    w->kernel = kernel;
    w->given = given;
    w->out = out;
    w->used = w->digests_used = 0;

    /* A counting sort by size; `starts` holds each size's count, then its first place, then, behind its last, that of the next. */
    memset(w->starts, 0, sizeof w->starts);
    for (Py_ssize_t i = 0; i < count; i++) {
        if (given[i].size > LONGEST)
            (void)kernel->run(NULL, &given[i], out[i]);
        else
            w->starts[given[i].size + 1]++;
    }
    for (int i = 1; i <= LONGEST; i++)
        w->starts[i + 1] += w->starts[i];
    for (Py_ssize_t i = 0; i < count; i++)
        if (given[i].size <= LONGEST)
            w->order[w->starts[given[i].size]++] = i;
    for (Py_ssize_t start = 0, i = 0; i <= LONGEST; start = w->starts[i++])
        hash_size(w, start, w->starts[i], (size_t)i);

    akela_wipe(w->messages, w->used);
    akela_wipe(w->digests, w->digests_used);
    free(w);
    return true;
}
