/* A stand-in for ESP-IDF's header, with the functions that Akela calls. */
#pragma once
void esp_crypto_sha_aes_lock_acquire(void);
void esp_crypto_sha_aes_lock_release(void);
void esp_crypto_mpi_lock_acquire(void);
void esp_crypto_mpi_lock_release(void);
