/* A settings file in the shape of those of ESP-IDF projects, in words of our own, for tests. */
#pragma once

#include <sdkconfig.h>

#define WOLFSSL_ESPIDF
#define WOLFSSL_LWIP
#define FREERTOS
#define NO_WRITEV
#define NO_WOLFSSL_DIR
#define WOLFSSL_NO_CURRDIR
#define BENCH_EMBEDDED

#if defined(CONFIG_IDF_TARGET_ESP32C3)
    #define WOLFSSL_ESP32
    /* #define NO_ESP32_CRYPT */
    #define NO_WOLFSSL_ESP32_CRYPT_AES
#elif defined(CONFIG_IDF_TARGET_ESP8266)
    #define WOLFSSL_ESP8266
    #define NO_ESP32_CRYPT
#else
    #define NO_ESP32_CRYPT
#endif

#ifndef NO_ESPIDF_DEFAULT
    #define HAVE_AESGCM
    #define WOLFSSL_SHA384
    #define WOLFSSL_SHA512
    #define WOLFSSL_SHA3
    #define HAVE_ECC
    #define HAVE_CURVE25519
    #define HAVE_ED25519
    #define HAVE_HKDF
#endif

#define USE_FAST_MATH
#define TFM_TIMING_RESISTANT
#define ECC_TIMING_RESISTANT
#define WC_RSA_BLINDING
#define WC_NO_CACHE_RESISTANT
#define WOLFSSL_SMALL_STACK
#define RSA_LOW_MEM
#define ESP_RSA_MULM_BITS 8

// #define WC_NO_HARDEN
#define GCM_TABLE
#undef GCM_TABLE
#define GCM_TABLE_4BIT
