/*
 * The example as the main task of an application.
 *
 * @AKELA_LICENCE@
 */

#include "platform.h"
#include "sdkconfig.h"

#if defined(CONFIG_ESP_MAIN_TASK_STACK_SIZE) && CONFIG_ESP_MAIN_TASK_STACK_SIZE < @AKELA_STACK@
#error "the main task needs @AKELA_STACK@ bytes of stack: CONFIG_ESP_MAIN_TASK_STACK_SIZE"
#endif

@AKELA_DECLARATION@;
void app_main(void);

void app_main(void)
{
    platform_begin();
    (void)@AKELA_CALL@;
}
