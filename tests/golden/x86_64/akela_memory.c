/*
 * Arrays, slices, structs, tables: views, copies, filling, early returns with secrets to wipe.
 *
 * Made by Akela 0.1.0: `akela emit tests.compiler.programs.memory --target x86_64`. Do not edit; change the source.
 *
 * Source:  tests/compiler/programs/memory.py
 * SHA-256: …
 * Target:  x86_64, x86-64, baseline
 * Options: word_bits = 64, u64 = native, wide_mul = native, divide = native
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "akela_memory.h"
#include "akela_rt.h"

static const uint32_t AKELA_TABLE POWERS[40] = {
    0x00000001U, 0x00000003U, 0x00000009U, 0x0000001bU, 0x00000051U, 0x000000f3U, 0x000002d9U, 0x0000088bU,
    0x000019a1U, 0x00004ce3U, 0x0000e6a9U, 0x0002b3fbU, 0x00081bf1U, 0x001853d3U, 0x0048fb79U, 0x00daf26bU,
    0x0290d741U, 0x07b285c3U, 0x17179149U, 0x4546b3dbU, 0xcfd41b91U, 0x6f7c52b3U, 0x4e74f819U, 0xeb5ee84bU,
    0xc21cb8e1U, 0x46562aa3U, 0xd3027fe9U, 0x79077fbbU, 0x6b167f31U, 0x41437d93U, 0xc3ca78b9U, 0x4b5f6a2bU,
    0xe21e3e81U, 0xa65abb83U, 0xf3103289U, 0xd930979bU, 0x8b91c6d1U, 0xa2b55473U, 0xe81ffd59U, 0xb85ff80bU,
};

static const uint8_t AKELA_TABLE SMALL[4] = {
    7, 1, 2, 3,
};

/* Only the elements are read here, up to the length. */
static uint32_t total(const uint32_t *words, size_t words_len)
{
    uint32_t sum = 0U;

    for (ptrdiff_t i = 0; i < (ptrdiff_t)words_len; i++) {
        sum += words[i];
    }

    return sum;
}

/* A slice whose length is not needed. */
AKELA_INLINE uint32_t first(const uint32_t *words)
{
    return words[0];
}

/* Write through both kinds of reference. */
AKELA_INLINE void bump(akela_inner_ctx *part, uint32_t *words, uint32_t by)
{
    part->words[1] += by;
    part->count += 1U;
    words[0] ^= by;
}

/* A local array, and a return from inside of a loop. */
static uint32_t digest(const uint8_t *data, size_t data_len)
{
    uint32_t w[4] = {0};

    for (ptrdiff_t i = 0; i < (ptrdiff_t)data_len; i++) {
        w[i & 3] += (uint32_t)data[i] * POWERS[i];
        if (i == 9) {
            const uint32_t result = w[0] ^ w[1];
            akela_wipe(w, sizeof w);
            return result;
        }
    }

    const uint32_t result = total(w, 4) + first(&w[2]);
    akela_wipe(w, sizeof w);
    return result;
}

/*
 * Requires: out_len == 64
 *
 * Leaks: the length of data.
 */
akela_status_t akela_memory(const uint8_t *data, size_t data_len, uint8_t *out, size_t out_len)
{
    AKELA_REQUIRE((ptrdiff_t)out_len == 64);

    if ((ptrdiff_t)data_len < 16) {
        return AKELA_BAD_STATE;
    }

    akela_outer_ctx whole;
    akela_fill32(whole.inner.words, 3U, 4);
    whole.inner.count = 0U;
    akela_copy(whole.bytes, data, 16);
    whole.secret = 0x8001;
    const uint8_t *const head = &data[4];
    const uint8_t *const tail = &data[(ptrdiff_t)data_len - 4];
    uint32_t scratch[2];
    for (ptrdiff_t i = 0; i < 4; i++) {
        scratch[0] = akela_load_le32(&head[i]);
        scratch[1] = akela_load_le32(tail);
        bump(&whole.inner, &scratch[1], scratch[0]);
        whole.inner.words[i] ^= scratch[1];
    }

    akela_store_le32(out, total(whole.inner.words, 4));
    akela_store_le32(&out[4], total(&whole.inner.words[1], 2) + first(&whole.inner.words[3]));
    akela_store_le32(&out[8], digest(data, data_len));
    akela_store_le32(&out[12], digest(data, 8) + whole.inner.count + (uint32_t)whole.secret);
    akela_copy(&out[16], whole.bytes, 16);
    uint8_t *const copy = &out[32];
    akela_copy(copy, &out[16], 16);
    akela_copy(&copy[1], &copy[1], 3);
    akela_zero(&out[48], out_len - 48);
    akela_fill8(&out[60], 0xa5, out_len - 60);
    uint32_t table_copy[3];
    akela_copy(table_copy, &POWERS[5], 3 * sizeof(uint32_t));
    akela_store_le32(&out[48], total(table_copy, 3) + first(&POWERS[20]));
    for (ptrdiff_t i = 0; i < 4; i++) {
        out[52 + i] = (uint8_t)(SMALL[i] ^ whole.bytes[i]);
    }

    akela_wipe(&whole, sizeof whole);
    akela_wipe(scratch, sizeof scratch);
    akela_wipe(table_copy, sizeof table_copy);
    return AKELA_OK;
}
