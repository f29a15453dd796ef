/*
 * The least program that uses Akela: the version, the settings, and random bytes.
 *
 * @AKELA_LICENCE@
 */

#include <stdio.h>

#include "akela.h"
#include "akela_port.h"

int main(void)
{
    uint8_t bytes[16];
    const akela_status_t status = akela_random_bytes(bytes, sizeof bytes);

    printf("Akela %s, settings %s\n", AKELA_VERSION_STRING, AKELA_SETTINGS_HASH);
    if (status != AKELA_OK) {
        printf("Random bytes: %s\n", akela_strerror(status));
    }
    printf("Return code %d\n", (int)status);
    return status == AKELA_OK ? 0 : 1;
}
