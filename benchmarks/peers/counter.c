/* Marks of what callgrind counts. SPDX-License-Identifier: Apache-2.0 OR MIT */

#include <valgrind/callgrind.h>

void counter_start(void) { CALLGRIND_ZERO_STATS; }

void counter_stop(const char *name) { CALLGRIND_DUMP_STATS_AT(name); }
