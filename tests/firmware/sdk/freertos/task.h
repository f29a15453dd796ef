/* What an export calls of an SDK, declared for the tests. */
#pragma once
void vTaskDelay(unsigned ticks);
unsigned uxTaskGetStackHighWaterMark(void *task);
