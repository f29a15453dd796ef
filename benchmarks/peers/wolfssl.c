/* wolfCrypt's portable C. SPDX-License-Identifier: Apache-2.0 OR MIT */

#include "peer.h"
#include <wolfssl/wolfcrypt/settings.h>
#include <wolfssl/wolfcrypt/aes.h>
#include <wolfssl/wolfcrypt/chacha20_poly1305.h>
#include <wolfssl/wolfcrypt/cmac.h>
#include <wolfssl/wolfcrypt/curve25519.h>
#include <wolfssl/wolfcrypt/des3.h>
#include <wolfssl/wolfcrypt/ecc.h>
#include <wolfssl/wolfcrypt/ed25519.h>
#include <wolfssl/wolfcrypt/md5.h>
#include <wolfssl/wolfcrypt/poly1305.h>
#include <wolfssl/wolfcrypt/random.h>
#include <wolfssl/wolfcrypt/ripemd.h>
#include <wolfssl/wolfcrypt/rsa.h>
#include <wolfssl/wolfcrypt/sha.h>
#include <wolfssl/wolfcrypt/sha256.h>
#include <wolfssl/wolfcrypt/sha3.h>
#include <wolfssl/wolfcrypt/sha512.h>

static Aes encrypting, decrypting, counting, gcm, ccm;
static Des3 des3;
static WC_RNG rng;
static RsaKey rsa;
static ecc_key p256;
static ed25519_key ed;
static curve25519_key x25519;
static uint8_t signature[256], ed_signature[64], rsa_input[256], rsa_sealed[256];
static word32 signature_bytes = sizeof signature;

static void set_up(void)
{
    word32 count = sizeof ed_signature, size = sizeof rsa_sealed;
    MUST(wc_InitRng(&rng) == 0);
    MUST(wc_AesInit(&encrypting, NULL, -2) == 0 && wc_AesSetKey(&encrypting, KEY, 16, iv, AES_ENCRYPTION) == 0);
    MUST(wc_AesInit(&decrypting, NULL, -2) == 0 && wc_AesSetKey(&decrypting, KEY, 16, iv, AES_DECRYPTION) == 0);
    MUST(wc_AesInit(&counting, NULL, -2) == 0 && wc_AesSetKey(&counting, KEY, 16, iv, AES_ENCRYPTION) == 0);
    MUST(wc_AesInit(&gcm, NULL, -2) == 0 && wc_AesGcmSetKey(&gcm, KEY, 16) == 0);
    MUST(wc_AesInit(&ccm, NULL, -2) == 0 && wc_AesCcmSetKey(&ccm, KEY, 16) == 0);
    MUST(wc_Des3Init(&des3, NULL, -2) == 0 && wc_Des3_SetKey(&des3, KEY, iv, DES_ENCRYPTION) == 0);
    MUST(wc_InitRsaKey(&rsa, NULL) == 0 && wc_MakeRsaKey(&rsa, 2048, 65537, &rng) == 0 && wc_RsaSetRNG(&rsa, &rng) == 0);
    memcpy(rsa_input + 1, KEY, sizeof KEY);
    MUST(wc_RsaFunction(rsa_input, 256, rsa_sealed, &size, RSA_PUBLIC_ENCRYPT, &rsa, &rng) == 0);
    MUST(wc_ecc_init(&p256) == 0 && wc_ecc_make_key(&rng, 32, &p256) == 0);
    MUST(wc_ecc_set_rng(&p256, &rng) == 0);
    MUST(wc_ecc_sign_hash(data, 32, signature, &signature_bytes, &rng, &p256) == 0);
    MUST(wc_ed25519_init(&ed) == 0 && wc_ed25519_make_key(&rng, 32, &ed) == 0);
    MUST(wc_ed25519_sign_msg(data, 32, ed_signature, &count, &ed) == 0);
    MUST(wc_curve25519_init(&x25519) == 0 && wc_curve25519_make_key(&rng, 32, &x25519) == 0);
}

#define HASH(name, type, init, update, final) \
    static void name(void)                    \
    {                                         \
        type state;                           \
        init;                                 \
        update(&state, data, (word32)bytes);  \
        final(&state, output);                \
    }
HASH(md5, wc_Md5, wc_InitMd5(&state), wc_Md5Update, wc_Md5Final)
HASH(sha1, wc_Sha, wc_InitSha(&state), wc_ShaUpdate, wc_ShaFinal)
HASH(sha256, wc_Sha256, wc_InitSha256(&state), wc_Sha256Update, wc_Sha256Final)
HASH(sha512, wc_Sha512, wc_InitSha512(&state), wc_Sha512Update, wc_Sha512Final)
HASH(sha3, wc_Sha3, wc_InitSha3_256(&state, NULL, -2), wc_Sha3_256_Update, wc_Sha3_256_Final)
HASH(ripemd, RipeMd, wc_InitRipeMd(&state), wc_RipeMdUpdate, wc_RipeMdFinal)

static void cbc_encrypt(void) { wc_AesCbcEncrypt(&encrypting, output, data, (word32)bytes); }
static void cbc_decrypt(void) { wc_AesCbcDecrypt(&decrypting, output, data, (word32)bytes); }
static void ctr(void) { wc_AesCtrEncrypt(&counting, output, data, (word32)bytes); }
static void gcm_encrypt(void) { wc_AesGcmEncrypt(&gcm, output, data, (word32)bytes, iv, 12, output + bytes, 16, KEY, 13); }
static void ccm_encrypt(void) { wc_AesCcmEncrypt(&ccm, output, data, (word32)bytes, iv, 12, output + bytes, 16, KEY, 13); }
static void cmac(void) { word32 size = 16; wc_AesCmacGenerate(output, &size, data, (word32)bytes, KEY, 16); }
static void des3_encrypt(void) { wc_Des3_CbcEncrypt(&des3, output, data, (word32)bytes); }
static void chacha(void)
{
    ChaCha state;
    wc_Chacha_SetKey(&state, KEY, 32);
    wc_Chacha_SetIV(&state, iv, 1);
    wc_Chacha_Process(&state, output, data, (word32)bytes);
}
static void poly1305(void)
{
    Poly1305 state;
    wc_Poly1305SetKey(&state, KEY, 32);
    wc_Poly1305Update(&state, data, (word32)bytes);
    wc_Poly1305Final(&state, output);
}
static void cha_poly(void) { wc_ChaCha20Poly1305_Encrypt(KEY, iv, KEY, 13, data, (word32)bytes, output, output + bytes); }
static void rsa_public(void) { word32 size = 256; MUST(wc_RsaFunction(rsa_input, 256, output, &size, RSA_PUBLIC_ENCRYPT, &rsa, &rng) == 0); }
static void rsa_private(void) { word32 size = 256; MUST(wc_RsaFunction(rsa_sealed, 256, output, &size, RSA_PRIVATE_DECRYPT, &rsa, &rng) == 0); }
static void p256_key(void) { ecc_key key; wc_ecc_init(&key); MUST(wc_ecc_make_key(&rng, 32, &key) == 0); wc_ecc_free(&key); }
static void p256_agree(void) { word32 size = 32; MUST(wc_ecc_shared_secret(&p256, &p256, output, &size) == 0); }
static void p256_sign(void) { word32 size = 128; MUST(wc_ecc_sign_hash(data, 32, output, &size, &rng, &p256) == 0); }
static void p256_verify(void) { int good = 0; MUST(wc_ecc_verify_hash(signature, signature_bytes, data, 32, &good, &p256) == 0 && good); }
static void x25519_key(void) { curve25519_key key; wc_curve25519_init(&key); MUST(wc_curve25519_make_key(&rng, 32, &key) == 0); }
static void x25519_agree(void) { word32 size = 32; MUST(wc_curve25519_shared_secret(&x25519, &x25519, output, &size) == 0); }
static void ed25519_key_gen(void) { ed25519_key key; wc_ed25519_init(&key); MUST(wc_ed25519_make_key(&rng, 32, &key) == 0); }
static void ed25519_sign(void) { word32 size = 64; MUST(wc_ed25519_sign_msg(data, 32, output, &size, &ed) == 0); }
static void ed25519_verify(void) { int good = 0; MUST(wc_ed25519_verify_msg(ed_signature, 64, data, 32, &good, &ed) == 0 && good); }

PEER_ROWS({"MD5", md5}, {"SHA", sha1}, {"SHA-256", sha256}, {"SHA-512", sha512}, {"SHA3-256", sha3}, {"RIPEMD", ripemd}, {"AES-128-CBC-enc", cbc_encrypt},
          {"AES-128-CBC-dec", cbc_decrypt}, {"AES-128-CTR", ctr}, {"AES-128-GCM-enc", gcm_encrypt}, {"AES-128-CCM-enc", ccm_encrypt},
          {"AES-128-CMAC", cmac}, {"3DES", des3_encrypt}, {"CHACHA", chacha}, {"POLY1305", poly1305}, {"CHA-POLY", cha_poly}, {"RSA 2048 public", rsa_public},
          {"RSA 2048 private", rsa_private}, {"ECC [ SECP256R1] 256 key gen", p256_key}, {"ECDHE [ SECP256R1] 256 agree", p256_agree},
          {"ECDSA [ SECP256R1] 256 sign", p256_sign}, {"ECDSA [ SECP256R1] 256 verify", p256_verify}, {"CURVE 25519 key gen", x25519_key},
          {"CURVE 25519 agree", x25519_agree}, {"ED 25519 key gen", ed25519_key_gen}, {"ED 25519 sign", ed25519_sign},
          {"ED 25519 verify", ed25519_verify})
