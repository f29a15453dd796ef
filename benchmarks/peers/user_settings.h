/* wolfCrypt without assembly, with its single-precision C for 64 bits. SPDX-License-Identifier: Apache-2.0 OR MIT */

#define WOLFCRYPT_ONLY
#define SINGLE_THREADED
#define NO_FILESYSTEM
#define HAVE_AESGCM
#define GCM_TABLE_4BIT
#define HAVE_AESCCM
#define WOLFSSL_AES_COUNTER
#define WOLFSSL_AES_DIRECT
#define WOLFSSL_CMAC
#define WOLFSSL_DES_ECB
#define HAVE_CHACHA
#define HAVE_POLY1305
#define WOLFSSL_SHA224
#define WOLFSSL_SHA384
#define WOLFSSL_SHA512
#define WOLFSSL_SHA3
#define WOLFSSL_RIPEMD
#define HAVE_ECC
#define HAVE_CURVE25519
#define HAVE_ED25519
#define HAVE_CURVED25519_128BIT
#define WC_RSA_BLINDING
#define ECC_TIMING_RESISTANT
#define TFM_TIMING_RESISTANT
#define WOLFSSL_KEY_GEN
#define WOLFSSL_SP
#define WOLFSSL_SP_MATH_ALL
#define WOLFSSL_HAVE_SP_RSA
#define WOLFSSL_HAVE_SP_ECC
#define SP_WORD_SIZE 64
#define HAVE___UINT128_T 1
#define SIZEOF_LONG 8
#define SIZEOF_LONG_LONG 8
