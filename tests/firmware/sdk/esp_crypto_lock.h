/* What an export calls of an SDK, declared for the tests. */
#pragma once
void esp_crypto_sha_aes_lock_acquire(void);
void esp_crypto_sha_aes_lock_release(void);
void esp_crypto_mpi_lock_acquire(void);
void esp_crypto_mpi_lock_release(void);
