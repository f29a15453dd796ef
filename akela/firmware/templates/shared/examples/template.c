/*
 * The least program that uses Akela: what it runs on, and random bytes.
 *
 * @AKELA_LICENCE@
 */

#include "akela.h"
#include "akela_port.h"
#include "console.h"
#include "platform.h"
#include "report.h"

int akela_template(void);

int akela_template(void)
{
    uint8_t bytes[16] = {0};
    akela_status_t status;

    report_begin("Akela template");
    status = akela_random_bytes(bytes, sizeof bytes);
    put_text("Random bytes: ");
    put_text(akela_strerror(status));
    put_text("\n");
    return report_end(status != AKELA_OK);
}

#if !defined(AKELA_NO_MAIN)
int main(void)
{
    platform_begin();
    return akela_template();
}
#endif
