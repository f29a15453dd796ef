/*
 * The platform report: chip, SDK, settings, version and source, and what of the stack is left.
 *
 * @AKELA_LICENCE@
 */

#include "report.h"

#include "akela.h"
#include "akela_port.h"
#include "build.h"
#include "console.h"
#include "platform.h"

#define STACK_WANTED @AKELA_STACK@u /* of the algorithm that takes most, and the examples themselves */

#if defined(__OPTIMIZE_SIZE__)
#define OPTIMIZATION "size"
#elif defined(__OPTIMIZE__)
#define OPTIMIZATION "performance"
#else
#define OPTIMIZATION "none"
#endif

static const char *const lines[] = {
@AKELA_REPORT_LINES@
};

static void put_line(const char *name, const char *value)
{
    put_text(name);
    put_text(" = ");
    put_text(value);
    put_text("\n");
}

static void put_known(uint64_t value, const char *unit)
{
    if (value == PLATFORM_UNKNOWN) {
        put_text("unknown");
    } else {
        put_number(value, 0);
        put_text(unit);
    }
}

static void put_stack(void)
{
    put_text("Stack never used: ");
    put_known(platform_stack_unused(), " bytes");
    put_text("; heap free: ");
    put_known(platform_heap_free(), " bytes");
    put_text("\n");
}

void report_begin(const char *title)
{
    size_t i;

    put_text("---------------- ");
    put_text(title);
    put_text(" ----------------\nChip: " BUILD_CHIP ", revision ");
    platform_put_revision();
    put_text("\nSDK: ");
    put_text(platform_sdk());
    put_text("\nSettings: " BUILD_SETTINGS ", hash " AKELA_SETTINGS_HASH "\n");
    put_line("AKELA_VERSION_STRING", AKELA_VERSION_STRING);
    put_text("AKELA_VERSION_HEX = 0x");
    put_hex(AKELA_VERSION_HEX);
    put_text("\nCPU frequency = ");
    put_known(platform_mhz(), " MHz");
    put_text("\n");
    put_stack();
    for (i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        put_text(lines[i]);
        put_text("\n");
    }
    put_line("Optimization", OPTIMIZATION);
    put_line("AKELA_GIT_ORIGIN", BUILD_GIT_ORIGIN);
    put_line("AKELA_GIT_BRANCH", BUILD_GIT_BRANCH);
    put_line("AKELA_GIT_HASH", BUILD_GIT_HASH);
    put_line("AKELA_GIT_SHORT_HASH", BUILD_GIT_SHORT_HASH);
    put_line("AKELA_GIT_HASH_DATE", BUILD_GIT_DATE);
    put_text("Hardware acceleration: " BUILD_ACCELERATION "\nBoot count: ");
    put_known(platform_boot_count(), "");
    put_text("\n");
    if (platform_stack_unused() < STACK_WANTED) {
        put_text("The stack may be too small: give this task ");
        put_number(STACK_WANTED, 0);
        put_text(" bytes\n");
    }
}

static void put_served(void)
{
    static const char *const engines[AKELA_LOCKS] = {"AES", "hashes", "public keys", "random numbers"};
    int what;

    for (what = 0; what < AKELA_LOCKS; what++) {
        if (akela_served(what, 0) != 0 || akela_served(what, 1) != 0) {
            put_text("Accelerator of ");
            put_text(engines[what]);
            put_text(": served ");
            put_number(akela_served(what, 1), 0);
            put_text(" operations, software ");
            put_number(akela_served(what, 0), 0);
            put_text("\n");
        }
    }
}

int report_end(int code)
{
    put_stack();
    put_served();
    put_text("Return code ");
    put_number((uint64_t)(code < 0 ? -code : code), 0);
    put_text("\n");
    return code;
}
