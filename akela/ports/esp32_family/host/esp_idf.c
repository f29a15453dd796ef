/*
 * What the drivers of Espressif's accelerators ask of their surroundings, answered by ESP-IDF 5: its crypto locks, its counted clocks, and
 * the pair of DMA channels that it keeps for cryptography and shares with Mbed TLS. Takes the place of akela_host.c.
 *
 * AES and SHA have one lock, since they share the DMA channels. Taking a lock waits for whoever has it. What goes through DMA lies in 4128
 * bytes of internal RAM, aligned to 4: define AKELA_<CHIP>_DMA_MEMORY_BASE as their address where the drivers are compiled.
 *
 * Written for ESP-IDF 5.0 to 5.5 and compiled against declarations of the functions that it calls; it has not run on a chip.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "akela_host.h"

#include "esp_crypto_lock.h"
#include "esp_crypto_shared_gdma.h"
#include "esp_private/periph_ctrl.h"

enum { ENGINE_AES, ENGINE_HASH, ENGINE_PUBLIC_KEY };

static periph_module_t module_of(ptrdiff_t engine)
{
    switch (engine) {
    case ENGINE_AES:
        return PERIPH_AES_MODULE;
    case ENGINE_HASH:
        return PERIPH_SHA_MODULE;
    default:
        return PERIPH_RSA_MODULE;
    }
}

akela_status_t akela_host_acquire(ptrdiff_t engine)
{
    switch (engine) {
    case ENGINE_AES:
    case ENGINE_HASH:
        esp_crypto_sha_aes_lock_acquire();
        return AKELA_OK;
    case ENGINE_PUBLIC_KEY:
        esp_crypto_mpi_lock_acquire();
        return AKELA_OK;
    default:
        return AKELA_HARDWARE_FAILED;
    }
}

void akela_host_release(ptrdiff_t engine)
{
    if (engine == ENGINE_PUBLIC_KEY) {
        esp_crypto_mpi_lock_release();
    } else {
        esp_crypto_sha_aes_lock_release();
    }
}

akela_status_t akela_host_clock_on(ptrdiff_t engine)
{
    periph_module_enable(module_of(engine));
    return AKELA_OK;
}

akela_status_t akela_host_clock_off(ptrdiff_t engine)
{
    periph_module_disable(module_of(engine));
    return AKELA_OK;
}

akela_status_t akela_host_dma_start(ptrdiff_t engine, uint32_t source, uint32_t target)
{
    const lldesc_t *input = (const lldesc_t *)(uintptr_t)source;
    const lldesc_t *output = (const lldesc_t *)(uintptr_t)target;
    gdma_trigger_peripheral_t peripheral = engine == ENGINE_AES ? GDMA_TRIG_PERIPH_AES : GDMA_TRIG_PERIPH_SHA;

    return esp_crypto_shared_gdma_start(input, output, peripheral) == ESP_OK ? AKELA_OK : AKELA_HARDWARE_FAILED;
}

/* The channels stay with ESP-IDF, ready for whoever is next. */
akela_status_t akela_host_dma_stop(ptrdiff_t engine)
{
    (void)engine;
    return AKELA_OK;
}

/* There is no channel to be programmed by anybody but ESP-IDF. */
akela_status_t akela_host_dma_channel(uint32_t channel[1])
{
    (void)channel;
    return AKELA_NOT_SUPPORTED;
}

void akela_host_served(ptrdiff_t engine, bool hardware)
{
    (void)engine;
    (void)hardware;
}

/* ESP-IDF does not say whether the radio or its start-up code feeds the generator. */
akela_status_t akela_host_noise(void)
{
    return AKELA_NOT_SUPPORTED;
}
