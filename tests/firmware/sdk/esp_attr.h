/* What an export calls of an SDK, declared for the tests. */
#pragma once
#define RTC_NOINIT_ATTR
