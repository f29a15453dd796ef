/*
 * What a library under comparison offers to portable_peers.py: rows by name, each a call that can be timed.
 *
 * A shim includes this file, defines its rows and `set_up`, and ends with PEER_ROWS(...).
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint8_t *data, *output; /* a message, and room for a result and a tag */
static size_t bytes;           /* length of the message */

static const uint8_t KEY[64] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32};
static uint8_t iv[16];

typedef struct {
    const char *name; /* as the benchmark of Akela labels it */
    void (*run)(void);
} peer_row;

static void set_up(void);

#define PEER_ROWS(...)                                                                        \
    static const peer_row ROWS[] = {__VA_ARGS__};                                             \
    void peer_prepare(size_t count)                                                           \
    {                                                                                         \
        bytes = count;                                                                        \
        data = calloc(1, count + 64);                                                         \
        output = calloc(1, count + 64);                                                       \
        set_up();                                                                             \
    }                                                                                         \
    const char *peer_name(size_t i) { return i < sizeof ROWS / sizeof *ROWS ? ROWS[i].name : NULL; } \
    double peer_seconds(size_t i, size_t count)                                               \
    {                                                                                         \
        struct timespec start, end;                                                           \
        clock_gettime(CLOCK_MONOTONIC, &start);                                               \
        for (size_t n = 0; n < count; n++)                                                    \
            ROWS[i].run();                                                                    \
        clock_gettime(CLOCK_MONOTONIC, &end);                                                 \
        return (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec); \
    }

/* A peer that fails is no peer. */
#define MUST(condition) \
    do {                \
        if (!(condition)) \
            abort();    \
    } while (0)
