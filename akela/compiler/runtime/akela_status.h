/*
 * Akela: what exported functions return.
 *
 * The codes are those of akela/lang/status.py; a code, once given, keeps its meaning.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#ifndef AKELA_STATUS_H
#define AKELA_STATUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum akela_status {
    AKELA_OK = 0,                     /* The operation was done. */
    AKELA_AUTHENTICATION_FAILED = -1, /* The tag does not match. */
    AKELA_BAD_LENGTH = -2,            /* A key, nonce, input or output has a length that is not taken. */
    AKELA_BAD_PARAMETER = -3,         /* An argument has a value that is not taken. */
    AKELA_BAD_STATE = -4,             /* Called out of order. */
    AKELA_LIMIT_EXCEEDED = -5,        /* More than the standard allows for one key, nonce or seed. */
    AKELA_NOT_SUPPORTED = -6,         /* The hardware or the chosen build cannot do this; software may. */
    AKELA_HARDWARE_FAILED = -7,       /* A peripheral did not answer in time, or reported an error. */
    AKELA_INVALID_SIGNATURE = -8,     /* A signature does not match: the message, the signature or the key is a different one. */
    AKELA_INVALID_KEY = -9,           /* A key is malformed, or not a member of its group. */
    AKELA_INTERRUPTED = -10           /* The program ended the operation when it paused. */
} akela_status_t;

#endif
