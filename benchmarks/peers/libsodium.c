/* libsodium's portable C. SPDX-License-Identifier: Apache-2.0 OR MIT */

#include "peer.h"
#include <sodium.h>

static uint8_t public_key[32], secret_key[64], signature[64], u[32];

static void set_up(void)
{
    MUST(crypto_sign_seed_keypair(public_key, secret_key, KEY) == 0);
    MUST(crypto_sign_detached(signature, NULL, data, 32, secret_key) == 0);
    MUST(crypto_scalarmult_base(u, KEY) == 0);
}

static void sha256(void) { crypto_hash_sha256(output, data, bytes); }
static void sha512(void) { crypto_hash_sha512(output, data, bytes); }
static void hmac_sha256(void) { crypto_auth_hmacsha256(output, data, bytes, KEY); }
static void chacha(void) { crypto_stream_chacha20_ietf_xor(output, data, bytes, iv, KEY); }
static void poly1305(void) { crypto_onetimeauth(output, data, bytes, KEY); }
static void cha_poly(void) { crypto_aead_chacha20poly1305_ietf_encrypt(output, NULL, data, bytes, KEY, 13, NULL, iv, KEY); }
static void x25519_key(void) { MUST(crypto_scalarmult_base(output, KEY) == 0); }
static void x25519(void) { MUST(crypto_scalarmult(output, KEY, u) == 0); }
static void ed25519_key(void) { uint8_t pk[32], sk[64]; crypto_sign_seed_keypair(pk, sk, KEY); }
static void ed25519_sign(void) { crypto_sign_detached(output, NULL, data, 32, secret_key); }
static void ed25519_verify(void) { MUST(crypto_sign_verify_detached(signature, data, 32, public_key) == 0); }

PEER_ROWS({"SHA-256", sha256}, {"SHA-512", sha512}, {"HMAC-SHA256", hmac_sha256}, {"CHACHA", chacha}, {"POLY1305", poly1305}, {"CHA-POLY", cha_poly},
          {"CURVE 25519 key gen", x25519_key}, {"CURVE 25519 agree", x25519}, {"ED 25519 key gen", ed25519_key}, {"ED 25519 sign", ed25519_sign},
          {"ED 25519 verify", ed25519_verify})
