/* Long messages once through each kind of operation on data: what lies between two visits of the hook is counted. */

#include "akela.h"
#include "akela_port.h"
#include "platform.h"

#define BYTES 8192u

static uint8_t data[BYTES + 16u];

#define TRY(call)                    \
    do {                             \
        (void)akela_port_yield();    \
        if ((call) != AKELA_OK) {    \
            return __LINE__;         \
        }                            \
        (void)akela_port_yield();    \
    } while (0)

static const uint8_t key[32] = {1, 2, 3};
static const uint8_t nonce[16] = {4, 5, 6};

int main(void)
{
    static akela_aes_ctx aes;
    static akela_aes_gcm_ctx gcm;
    static akela_chacha20poly1305_ctx chacha;
    static akela_hmac_drbg_ctx drbg;
    static akela_des_ctx des;
    uint8_t tag[64];

    platform_begin();
    TRY(akela_sha256(data, BYTES, tag));
    TRY(akela_sha512(data, BYTES, tag));
    TRY(akela_sha3_256(data, BYTES, tag));
    TRY(akela_blake2s(NULL, 0, data, BYTES, tag));
    TRY(akela_hmac_sha1(key, 32, data, BYTES, tag));
    TRY(akela_aes_cmac(key, 16, data, BYTES, tag));
    TRY(akela_aes_init(&aes, key, 32));
    TRY(akela_aes_cbc_encrypt(&aes, nonce, data, BYTES, data, BYTES));
    TRY(akela_aes_cbc_decrypt(&aes, nonce, data, BYTES, data, BYTES));
    TRY(akela_aes_ctr_xor(&aes, nonce, data, BYTES, data, BYTES));
    TRY(akela_aes_gcm_init(&gcm, key, 16));
    TRY(akela_aes_gcm_encrypt(&gcm, nonce, 12, data, BYTES, NULL, 0, data, BYTES + 16u));
    TRY(akela_aes_gcm_decrypt(&gcm, nonce, 12, data, BYTES + 16u, NULL, 0, data, BYTES));
    TRY(akela_chacha20poly1305_init(&chacha, key));
    TRY(akela_chacha20poly1305_encrypt(&chacha, nonce, data, BYTES, NULL, 0, data, BYTES + 16u));
    TRY(akela_des_init(&des, key, 24));
    TRY(akela_des_cbc_encrypt(&des, nonce, data, BYTES, data, BYTES));
    TRY(akela_hmac_drbg_init(&drbg, key, 32, nonce, 16, NULL, 0));
    TRY(akela_hmac_drbg_generate(&drbg, NULL, 0, BYTES, data, BYTES));
    return 0;
}
