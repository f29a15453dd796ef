/* Mbed TLS without assembly. SPDX-License-Identifier: Apache-2.0 OR MIT */

#include "peer.h"
#include <mbedtls/aes.h>
#include <mbedtls/chacha20.h>
#include <mbedtls/chachapoly.h>
#include <mbedtls/cmac.h>
#include <mbedtls/des.h>
#include <mbedtls/ecdh.h>
#include <mbedtls/ecdsa.h>
#include <mbedtls/gcm.h>
#include <mbedtls/ccm.h>
#include <mbedtls/md5.h>
#include <mbedtls/poly1305.h>
#include <mbedtls/ripemd160.h>
#include <mbedtls/rsa.h>
#include <mbedtls/sha1.h>
#include <mbedtls/sha256.h>
#include <mbedtls/sha512.h>

static mbedtls_aes_context encrypting, decrypting;
static mbedtls_gcm_context gcm;
static mbedtls_ccm_context ccm;
static mbedtls_des3_context des3;
static mbedtls_chachapoly_context chachapoly;
static mbedtls_rsa_context rsa;
static mbedtls_ecp_group group;
static mbedtls_mpi d, r, s;
static mbedtls_ecp_point q;
static uint8_t modulus_bytes[256], sealed[256];

static int random_bytes(void *state, unsigned char *out, size_t count)
{
    static uint32_t x = 1;
    (void)state;
    for (size_t i = 0; i < count; i++) {
        x = 1664525 * x + 1013904223;
        out[i] = (uint8_t)(x >> 24);
    }
    return 0;
}

static void set_up(void)
{
    mbedtls_aes_init(&encrypting);
    mbedtls_aes_init(&decrypting);
    MUST(mbedtls_aes_setkey_enc(&encrypting, KEY, 128) == 0 && mbedtls_aes_setkey_dec(&decrypting, KEY, 128) == 0);
    mbedtls_gcm_init(&gcm);
    MUST(mbedtls_gcm_setkey(&gcm, MBEDTLS_CIPHER_ID_AES, KEY, 128) == 0);
    mbedtls_ccm_init(&ccm);
    MUST(mbedtls_ccm_setkey(&ccm, MBEDTLS_CIPHER_ID_AES, KEY, 128) == 0);
    mbedtls_des3_init(&des3);
    MUST(mbedtls_des3_set3key_enc(&des3, KEY) == 0);
    mbedtls_chachapoly_init(&chachapoly);
    MUST(mbedtls_chachapoly_setkey(&chachapoly, KEY) == 0);
    mbedtls_rsa_init(&rsa, MBEDTLS_RSA_PKCS_V15, 0);
    MUST(mbedtls_rsa_gen_key(&rsa, random_bytes, NULL, 2048, 65537) == 0);
    memcpy(modulus_bytes, KEY, sizeof KEY);
    MUST(mbedtls_rsa_public(&rsa, modulus_bytes, sealed) == 0);
    mbedtls_ecp_group_init(&group);
    mbedtls_ecp_point_init(&q);
    mbedtls_mpi_init(&d);
    mbedtls_mpi_init(&r);
    mbedtls_mpi_init(&s);
    MUST(mbedtls_ecp_group_load(&group, MBEDTLS_ECP_DP_SECP256R1) == 0);
    MUST(mbedtls_ecp_gen_keypair(&group, &d, &q, random_bytes, NULL) == 0);
    MUST(mbedtls_ecdsa_sign(&group, &r, &s, &d, data, 32, random_bytes, NULL) == 0);
}

static void md5(void) { mbedtls_md5_ret(data, bytes, output); }
static void sha1(void) { mbedtls_sha1_ret(data, bytes, output); }
static void sha256(void) { mbedtls_sha256_ret(data, bytes, output, 0); }
static void sha512(void) { mbedtls_sha512_ret(data, bytes, output, 0); }
static void ripemd160(void) { mbedtls_ripemd160_ret(data, bytes, output); }
static void cbc_encrypt(void) { mbedtls_aes_crypt_cbc(&encrypting, MBEDTLS_AES_ENCRYPT, bytes, iv, data, output); }
static void cbc_decrypt(void) { mbedtls_aes_crypt_cbc(&decrypting, MBEDTLS_AES_DECRYPT, bytes, iv, data, output); }
static void ctr(void)
{
    uint8_t stream[16];
    size_t offset = 0;
    mbedtls_aes_crypt_ctr(&encrypting, bytes, &offset, iv, stream, data, output);
}
static void gcm_encrypt(void) { mbedtls_gcm_crypt_and_tag(&gcm, MBEDTLS_GCM_ENCRYPT, bytes, iv, 12, KEY, 13, data, output, 16, output + bytes); }
static void ccm_encrypt(void) { mbedtls_ccm_encrypt_and_tag(&ccm, bytes, iv, 12, KEY, 13, data, output, output + bytes, 16); }
static void des3_encrypt(void) { mbedtls_des3_crypt_cbc(&des3, MBEDTLS_DES_ENCRYPT, bytes, iv, data, output); }
static void chacha(void) { mbedtls_chacha20_crypt(KEY, iv, 1, bytes, data, output); }
static void poly1305(void) { mbedtls_poly1305_mac(KEY, data, bytes, output); }
static void cha_poly(void) { mbedtls_chachapoly_encrypt_and_tag(&chachapoly, bytes, iv, KEY, 13, data, output, output + bytes); }
static void rsa_public(void) { MUST(mbedtls_rsa_public(&rsa, modulus_bytes, output) == 0); }
static void rsa_private(void) { MUST(mbedtls_rsa_private(&rsa, random_bytes, NULL, sealed, output) == 0); }
static void p256_key(void)
{
    mbedtls_mpi key;
    mbedtls_ecp_point point;
    mbedtls_mpi_init(&key);
    mbedtls_ecp_point_init(&point);
    MUST(mbedtls_ecp_gen_keypair(&group, &key, &point, random_bytes, NULL) == 0);
    mbedtls_mpi_free(&key);
    mbedtls_ecp_point_free(&point);
}
static void p256_agree(void)
{
    mbedtls_mpi z;
    mbedtls_mpi_init(&z);
    MUST(mbedtls_ecdh_compute_shared(&group, &z, &q, &d, random_bytes, NULL) == 0);
    mbedtls_mpi_free(&z);
}
static void p256_sign(void) { MUST(mbedtls_ecdsa_sign(&group, &r, &s, &d, data, 32, random_bytes, NULL) == 0); }
static void p256_verify(void) { MUST(mbedtls_ecdsa_verify(&group, data, 32, &q, &r, &s) == 0); }

PEER_ROWS({"MD5", md5}, {"SHA", sha1}, {"SHA-256", sha256}, {"SHA-512", sha512}, {"RIPEMD", ripemd160}, {"AES-128-CBC-enc", cbc_encrypt},
          {"AES-128-CBC-dec", cbc_decrypt}, {"AES-128-CTR", ctr}, {"AES-128-GCM-enc", gcm_encrypt}, {"AES-128-CCM-enc", ccm_encrypt},
          {"3DES", des3_encrypt}, {"CHACHA", chacha}, {"POLY1305", poly1305}, {"CHA-POLY", cha_poly}, {"RSA 2048 public", rsa_public},
          {"RSA 2048 private", rsa_private}, {"ECC [ SECP256R1] 256 key gen", p256_key}, {"ECDHE [ SECP256R1] 256 agree", p256_agree},
          {"ECDSA [ SECP256R1] 256 sign", p256_sign}, {"ECDSA [ SECP256R1] 256 verify", p256_verify})
