/*
 * SHA-256 and SHA-224, FIPS 180-4.
 *
 * Functions with a decorator are in the kernel language, `docs/language.md`; all else is Python that runs when the
 * module is imported. Section numbers, and names such as K, the working variables a to h and T1, are the standard's.
 *
 * Made by Akela 0.1.0: `akela emit akela.kernels.sha256 --target rv32imc`. Do not edit; change the source.
 *
 * Source:  akela/kernels/sha256.py
 * SHA-256: …
 * Target:  rv32imc, RISC-V RV32IMC
 * Options: word_bits = 32, u64 = native, wide_mul = native, divide = native
 * Unroll:  blake2.rounds = 1, des.rows = 1, sha512.rounds = 4
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "akela_sha256.h"
#include "akela_rt.h"

/* Section 4.2.2: from the cube roots of the first 64 primes. */
static const uint32_t AKELA_TABLE K[64] = {
    0x428a2f98U, 0x71374491U, 0xb5c0fbcfU, 0xe9b5dba5U, 0x3956c25bU, 0x59f111f1U, 0x923f82a4U, 0xab1c5ed5U,
    0xd807aa98U, 0x12835b01U, 0x243185beU, 0x550c7dc3U, 0x72be5d74U, 0x80deb1feU, 0x9bdc06a7U, 0xc19bf174U,
    0xe49b69c1U, 0xefbe4786U, 0x0fc19dc6U, 0x240ca1ccU, 0x2de92c6fU, 0x4a7484aaU, 0x5cb0a9dcU, 0x76f988daU,
    0x983e5152U, 0xa831c66dU, 0xb00327c8U, 0xbf597fc7U, 0xc6e00bf3U, 0xd5a79147U, 0x06ca6351U, 0x14292967U,
    0x27b70a85U, 0x2e1b2138U, 0x4d2c6dfcU, 0x53380d13U, 0x650a7354U, 0x766a0abbU, 0x81c2c92eU, 0x92722c85U,
    0xa2bfe8a1U, 0xa81a664bU, 0xc24b8b70U, 0xc76c51a3U, 0xd192e819U, 0xd6990624U, 0xf40e3585U, 0x106aa070U,
    0x19a4c116U, 0x1e376c08U, 0x2748774cU, 0x34b0bcb5U, 0x391c0cb3U, 0x4ed8aa4aU, 0x5b9cca4fU, 0x682e6ff3U,
    0x748f82eeU, 0x78a5636fU, 0x84c87814U, 0x8cc70208U, 0x90befffaU, 0xa4506cebU, 0xbef9a3f7U, 0xc67178f2U,
};

/* Section 5.3.3: from the square roots of the first 8 primes. */
static const uint32_t AKELA_TABLE INITIAL_256[8] = {
    0x6a09e667U, 0xbb67ae85U, 0x3c6ef372U, 0xa54ff53aU, 0x510e527fU, 0x9b05688cU, 0x1f83d9abU, 0x5be0cd19U,
};

/* Section 5.3.2: from the second 32 bits of the fractions of the square roots of the next 8 primes. */
static const uint32_t AKELA_TABLE INITIAL_224[8] = {
    0xc1059ed8U, 0x367cd507U, 0x3070dd17U, 0xf70e5939U, 0xffc00b31U, 0x68581511U, 0x64f98fa7U, 0xbefa4fa4U,
};

/* Equation 4.2, choice: where a bit of x is one the bit of y, else that of z. The same as (x & y) ^ (~x & z). */
AKELA_INLINE uint32_t ch(uint32_t x, uint32_t y, uint32_t z)
{
    return z ^ (x & (y ^ z));
}

/*
 * Equation 4.3, majority. The same as (x & y) ^ (x & z) ^ (y & z); and y ^ z is the x ^ y of the round before, already
 * computed.
 */
AKELA_INLINE uint32_t maj(uint32_t x, uint32_t y, uint32_t z)
{
    return y ^ ((x ^ y) & (y ^ z));
}

/* Equation 4.4. */
AKELA_INLINE uint32_t big_sigma0(uint32_t x)
{
    return akela_rotr32(x, 2) ^ akela_rotr32(x, 13) ^ akela_rotr32(x, 22);
}

/* Equation 4.5. */
AKELA_INLINE uint32_t big_sigma1(uint32_t x)
{
    return akela_rotr32(x, 6) ^ akela_rotr32(x, 11) ^ akela_rotr32(x, 25);
}

/* Equation 4.6. */
AKELA_INLINE uint32_t small_sigma0(uint32_t x)
{
    return akela_rotr32(x, 7) ^ akela_rotr32(x, 18) ^ (x >> 3);
}

/* Equation 4.7. */
AKELA_INLINE uint32_t small_sigma1(uint32_t x)
{
    return akela_rotr32(x, 17) ^ akela_rotr32(x, 19) ^ (x >> 10);
}

/* Step 1: word start + t of the message schedule, which takes the place of the word sixteen before. */
AKELA_INLINE uint32_t schedule(uint32_t w[16], const uint8_t block[64], ptrdiff_t start, ptrdiff_t t)
{
    if (start == 0) {
        w[t] = akela_load_be32(&block[4 * t]);
    } else {
        w[t] += small_sigma1(w[(t + 14) & 15]) + w[(t + 9) & 15] + small_sigma0(w[(t + 1) & 15]);
    }

    return w[t];
}

/* Take one block of the message into the hash value. `w` is room for the last sixteen words of the schedule. */
static void compress(uint32_t value[8], uint32_t w[16], const uint8_t block[64])
{
    /* Step 2: the working variables. */
    uint32_t a = value[0];
    uint32_t b = value[1];
    uint32_t c = value[2];
    uint32_t d = value[3];
    uint32_t e = value[4];
    uint32_t f = value[5];
    uint32_t g = value[6];
    uint32_t h = value[7];

    /* Step 3: the rounds, sixteen at a time. How many of these are written out one by one is the target's choice. */
    for (ptrdiff_t start = 0; start < 64; start += 16) {
        uint32_t t1 = h + big_sigma1(e) + ch(e, f, g) + K[start] + schedule(w, block, start, 0);
        h = t1 + big_sigma0(a) + maj(a, b, c);
        d += t1;
        t1 = g + big_sigma1(d) + ch(d, e, f) + K[start + 1] + schedule(w, block, start, 1);
        g = t1 + big_sigma0(h) + maj(h, a, b);
        c += t1;
        t1 = f + big_sigma1(c) + ch(c, d, e) + K[start + 2] + schedule(w, block, start, 2);
        f = t1 + big_sigma0(g) + maj(g, h, a);
        b += t1;
        t1 = e + big_sigma1(b) + ch(b, c, d) + K[start + 3] + schedule(w, block, start, 3);
        e = t1 + big_sigma0(f) + maj(f, g, h);
        a += t1;
        t1 = d + big_sigma1(a) + ch(a, b, c) + K[start + 4] + schedule(w, block, start, 4);
        d = t1 + big_sigma0(e) + maj(e, f, g);
        h += t1;
        t1 = c + big_sigma1(h) + ch(h, a, b) + K[start + 5] + schedule(w, block, start, 5);
        c = t1 + big_sigma0(d) + maj(d, e, f);
        g += t1;
        t1 = b + big_sigma1(g) + ch(g, h, a) + K[start + 6] + schedule(w, block, start, 6);
        b = t1 + big_sigma0(c) + maj(c, d, e);
        f += t1;
        t1 = a + big_sigma1(f) + ch(f, g, h) + K[start + 7] + schedule(w, block, start, 7);
        a = t1 + big_sigma0(b) + maj(b, c, d);
        e += t1;
        t1 = h + big_sigma1(e) + ch(e, f, g) + K[start + 8] + schedule(w, block, start, 8);
        h = t1 + big_sigma0(a) + maj(a, b, c);
        d += t1;
        t1 = g + big_sigma1(d) + ch(d, e, f) + K[start + 9] + schedule(w, block, start, 9);
        g = t1 + big_sigma0(h) + maj(h, a, b);
        c += t1;
        t1 = f + big_sigma1(c) + ch(c, d, e) + K[start + 10] + schedule(w, block, start, 10);
        f = t1 + big_sigma0(g) + maj(g, h, a);
        b += t1;
        t1 = e + big_sigma1(b) + ch(b, c, d) + K[start + 11] + schedule(w, block, start, 11);
        e = t1 + big_sigma0(f) + maj(f, g, h);
        a += t1;
        t1 = d + big_sigma1(a) + ch(a, b, c) + K[start + 12] + schedule(w, block, start, 12);
        d = t1 + big_sigma0(e) + maj(e, f, g);
        h += t1;
        t1 = c + big_sigma1(h) + ch(h, a, b) + K[start + 13] + schedule(w, block, start, 13);
        c = t1 + big_sigma0(d) + maj(d, e, f);
        g += t1;
        t1 = b + big_sigma1(g) + ch(g, h, a) + K[start + 14] + schedule(w, block, start, 14);
        b = t1 + big_sigma0(c) + maj(c, d, e);
        f += t1;
        t1 = a + big_sigma1(f) + ch(f, g, h) + K[start + 15] + schedule(w, block, start, 15);
        a = t1 + big_sigma0(b) + maj(b, c, d);
        e += t1;
    }

    /* Step 4: the new hash value. */
    value[0] += a;
    value[1] += b;
    value[2] += c;
    value[3] += d;
    value[4] += e;
    value[5] += f;
    value[6] += g;
    value[7] += h;
}

/*
 * Take whole blocks of the message into the hash value.
 *
 * Requires: (data_len & 63) == 0
 *
 * Leaks: the length of `data`.
 */
void akela_sha256_blocks(uint32_t value[8], const uint8_t *data, size_t data_len)
{
    AKELA_REQUIRE(((ptrdiff_t)data_len & 63) == 0);
    uint32_t w[16];

    for (ptrdiff_t start = 0; start < (ptrdiff_t)data_len; start += 64) {
        compress(value, w, &data[start]);
    }

    akela_wipe(w, sizeof w);
}

/*
 * Take `data` as the next piece of the message.
 *
 * Leaks: the lengths of this piece and of those before it.
 */
void akela_sha256_update(akela_sha256_ctx *ctx, const uint8_t *data, size_t data_len)
{
    const ptrdiff_t used = (ptrdiff_t)(ctx->total & 0x3fULL);

    ctx->total += (uint64_t)data_len;
    ptrdiff_t start = 0;
    if (used > 0) {
        const ptrdiff_t free = 64 - used;
        start = (ptrdiff_t)data_len > free ? free : (ptrdiff_t)data_len;
        akela_copy(&ctx->block[used], data, (size_t)start);
        if (start == free) {
            AKELA_OP(sha256_blocks)(ctx->h, ctx->block, 64);
        }
    }

    const ptrdiff_t end = start + (((ptrdiff_t)data_len - start) >> 6) * 64;
    if (end > start) {
        AKELA_OP(sha256_blocks)(ctx->h, &data[start], (size_t)(end - start));
    }

    akela_copy(ctx->block, &data[end], data_len - (size_t)end);
}

/* Section 5.1: a one bit, zeros, and the length of the message in bits fill its last block. */
AKELA_INLINE void sha256_pad(akela_sha256_ctx *ctx)
{
    const ptrdiff_t used = (ptrdiff_t)(ctx->total & 0x3fULL);

    ctx->block[used] = 0x80;
    akela_zero(&ctx->block[used + 1], (size_t)(64 - (used + 1)));
    if (used >= 56) {
        AKELA_OP(sha256_blocks)(ctx->h, ctx->block, 64);
        akela_zero(ctx->block, 64);
    }

    akela_store_be64(&ctx->block[56], ctx->total << 3);
    AKELA_OP(sha256_blocks)(ctx->h, ctx->block, 64);
}

/*
 * Begin a message.
 *
 * Leaks: nothing.
 */
void akela_sha256_init(akela_sha256_ctx *ctx)
{
    akela_copy(ctx->h, INITIAL_256, 8 * sizeof(uint32_t));
    ctx->total = 0ULL;
}

/*
 * Give the digest of the message, and begin the next message.
 *
 * Leaks: the length of the message.
 */
void akela_sha256_final(akela_sha256_ctx *ctx, uint8_t out[32])
{
    sha256_pad(ctx);
    akela_store_be32(ctx->block, ctx->h[0]);
    akela_store_be32(&ctx->block[4], ctx->h[1]);
    akela_store_be32(&ctx->block[8], ctx->h[2]);
    akela_store_be32(&ctx->block[12], ctx->h[3]);
    akela_store_be32(&ctx->block[16], ctx->h[4]);
    akela_store_be32(&ctx->block[20], ctx->h[5]);
    akela_store_be32(&ctx->block[24], ctx->h[6]);
    akela_store_be32(&ctx->block[28], ctx->h[7]);
    akela_copy(out, ctx->block, 32);
    akela_sha256_init(ctx);
}

/*
 * The digest of one message.
 *
 * Leaks: the length of the message.
 */
void akela_sha256(const uint8_t *data, size_t data_len, uint8_t out[32])
{
    akela_sha256_ctx ctx;

    akela_sha256_init(&ctx);
    akela_sha256_update(&ctx, data, data_len);
    akela_sha256_final(&ctx, out);
    akela_wipe(&ctx, sizeof ctx);
}

/*
 * Begin a message.
 *
 * Leaks: nothing.
 */
void akela_sha224_init(akela_sha256_ctx *ctx)
{
    akela_copy(ctx->h, INITIAL_224, 8 * sizeof(uint32_t));
    ctx->total = 0ULL;
}

/*
 * Give the digest of the message, and begin the next message.
 *
 * Leaks: the length of the message.
 */
void akela_sha224_final(akela_sha256_ctx *ctx, uint8_t out[28])
{
    sha256_pad(ctx);
    akela_store_be32(ctx->block, ctx->h[0]);
    akela_store_be32(&ctx->block[4], ctx->h[1]);
    akela_store_be32(&ctx->block[8], ctx->h[2]);
    akela_store_be32(&ctx->block[12], ctx->h[3]);
    akela_store_be32(&ctx->block[16], ctx->h[4]);
    akela_store_be32(&ctx->block[20], ctx->h[5]);
    akela_store_be32(&ctx->block[24], ctx->h[6]);
    akela_store_be32(&ctx->block[28], ctx->h[7]);
    akela_copy(out, ctx->block, 28);
    akela_sha224_init(ctx);
}

/*
 * The digest of one message.
 *
 * Leaks: the length of the message.
 */
void akela_sha224(const uint8_t *data, size_t data_len, uint8_t out[28])
{
    akela_sha256_ctx ctx;

    akela_sha224_init(&ctx);
    akela_sha256_update(&ctx, data, data_len);
    akela_sha224_final(&ctx, out);
    akela_wipe(&ctx, sizeof ctx);
}
