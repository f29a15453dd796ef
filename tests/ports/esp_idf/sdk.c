/* A stand-in for ESP-IDF itself: counted clocks, locks that say who holds them, and a log of DMA transfers. */
#include "esp_crypto_lock.h"
#include "esp_crypto_shared_gdma.h"
#include "esp_private/periph_ctrl.h"

int sdk_sha_aes_locked, sdk_mpi_locked, sdk_clocks[3], sdk_transfers, sdk_peripheral, sdk_no_channel, sdk_deadlocks;
const void *sdk_input, *sdk_output;

void esp_crypto_sha_aes_lock_acquire(void)
{
    sdk_deadlocks += sdk_sha_aes_locked; /* who holds the lock and asks for it again would wait for ever */
    sdk_sha_aes_locked++;
}

void esp_crypto_sha_aes_lock_release(void)
{
    sdk_sha_aes_locked--;
}

void esp_crypto_mpi_lock_acquire(void)
{
    sdk_deadlocks += sdk_mpi_locked;
    sdk_mpi_locked++;
}

void esp_crypto_mpi_lock_release(void)
{
    sdk_mpi_locked--;
}

void periph_module_enable(periph_module_t periph)
{
    sdk_clocks[periph]++;
}

void periph_module_disable(periph_module_t periph)
{
    sdk_clocks[periph]--;
}

esp_err_t esp_crypto_shared_gdma_start(const lldesc_t *input, const lldesc_t *output, gdma_trigger_peripheral_t peripheral)
{
    if (sdk_no_channel) {
        return ESP_FAIL;
    }
    sdk_transfers++;
    sdk_peripheral = (int)peripheral;
    sdk_input = input;
    sdk_output = output;
    return ESP_OK;
}
