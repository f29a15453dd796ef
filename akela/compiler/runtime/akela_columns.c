/* Public-key operations of many items in one call of the operation that does so: it takes each argument as a column.
 *
 * In a column what belongs to the items lies one behind the other. Runs without the GIL.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */
#include "akela_module.h"

#include <stdlib.h>

#define FEWEST 2     /* items that are worth the trouble */
#define MOST 64      /* that are copied at a time: a multiple of all numbers of lanes */
#define LONGEST 8192 /* bytes of an item's argument that is worth copying */

static bool is_short(const akela_py_batch *kernel, const akela_py_item *given)
{
    for (int j = 0; j < kernel->arguments; j++)
        if (given[j].size > LONGEST)
            return false;
    return true;
}

/* The items with these numbers. False where memory is short. */
static bool run_some(const akela_py_batch *kernel, void *context, const akela_py_item *given, const akela_py_item *out, int *statuses,
    const Py_ssize_t *numbers, size_t count)
{
    akela_py_column columns[AKELA_PY_BATCH_ARGUMENTS];
    uint64_t ends[AKELA_PY_BATCH_ARGUMENTS][MOST];
    uint8_t codes[MOST] = { 0 };
    size_t size = 0, out_size = kernel->has_out ? (size_t)out[numbers[0]].size : 0;
    uint8_t *room, *at;

    for (int j = 0; j < kernel->arguments; j++) {
        columns[j].size = 0;
        columns[j].ends = ends[j];
        for (size_t i = 0; i < count; i++)
            ends[j][i] = columns[j].size += (size_t)given[numbers[i] * kernel->arguments + j].size;
        size += columns[j].size;
    }
    room = at = malloc(size + count * out_size + 1);
    if (room == NULL)
        return false;
    for (int j = 0; j < kernel->arguments; j++) {
        columns[j].data = at;
        for (size_t i = 0; i < count; i++) {
            const akela_py_item *item = &given[numbers[i] * kernel->arguments + j];

            if (item->size > 0)
                memcpy(at, item->data, (size_t)item->size);
            at += item->size;
        }
    }
    kernel->columns(context, columns, at, count * out_size, codes, count);
    for (size_t i = 0; i < count; i++) {
        if (out_size > 0)
            memcpy(out[numbers[i]].data, at + i * out_size, out_size);
        statuses[numbers[i]] = -(int)codes[i];
    }
    akela_wipe(room, size + count * out_size);
    free(room);
    return true;
}

bool akela_py_columns(const akela_py_batch *kernel, void *context, const akela_py_item *given, const akela_py_item *out, int *statuses,
    Py_ssize_t count)
{
    Py_ssize_t numbers[MOST];
    size_t waiting = 0;

    if (count < FEWEST)
        return false;
    for (Py_ssize_t i = 0; i < count; i++) {
        if (is_short(kernel, &given[i * kernel->arguments]))
            numbers[waiting++] = i;
        else
            statuses[i] = kernel->run(context, &given[i * kernel->arguments], out[i]);
        if (waiting == MOST || (waiting > 0 && i == count - 1)) {
            if (!run_some(kernel, context, given, out, statuses, numbers, waiting))
                return false;
            waiting = 0;
        }
    }
    return true;
}
