/*
 * The accelerators together with ESP-IDF's own use of them: by its locks, and without a DMA channel, which ESP-IDF gives out itself.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "akela_host.h"
#include "akela_port.h"
#include "esp_crypto_lock.h"

int akela_port_lock(int what)
{
    if (what == AKELA_LOCK_AES || what == AKELA_LOCK_HASH) {
        esp_crypto_sha_aes_lock_acquire();
    } else if (what == AKELA_LOCK_PUBLIC_KEY) {
        esp_crypto_mpi_lock_acquire();
    }
    return 0;
}

void akela_port_unlock(int what)
{
    if (what == AKELA_LOCK_AES || what == AKELA_LOCK_HASH) {
        esp_crypto_sha_aes_lock_release();
    } else if (what == AKELA_LOCK_PUBLIC_KEY) {
        esp_crypto_mpi_lock_release();
    }
}

akela_status_t akela_k_host_dma_channel(uint32_t channel[1])
{
    channel[0] = 0;
    return AKELA_NOT_SUPPORTED;
}
