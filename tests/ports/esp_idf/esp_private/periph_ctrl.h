/* A stand-in for ESP-IDF's header, with what Akela uses of it. */
#pragma once
typedef enum { PERIPH_AES_MODULE, PERIPH_SHA_MODULE, PERIPH_RSA_MODULE } periph_module_t;
void periph_module_enable(periph_module_t periph);
void periph_module_disable(periph_module_t periph);
