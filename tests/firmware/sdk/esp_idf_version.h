/* What an export calls of an SDK, declared for the tests. */
#pragma once
const char *esp_get_idf_version(void);
