/*
 * Watches an emulated Xtensa core: a plugin of QEMU, which shares a file with the process that started it.
 *
 * QEMU lets a load of a byte from flash pass, and an access to memory that it has and the board has not; both are noted here, and the
 * first one is what the caller is told.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#include "../trace.h"
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The part of QEMU's interface for plugins that is used here; its own header is in none of the packages that hold QEMU. */
typedef uint64_t qemu_plugin_id_t;
typedef uint32_t qemu_plugin_meminfo_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum { QEMU_PLUGIN_CB_NO_REGS = 0, QEMU_PLUGIN_MEM_RW = 3 };
extern void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t id, void (*callback)(qemu_plugin_id_t, struct qemu_plugin_tb *));
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *block);
extern struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *block, size_t at);
extern uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *instruction);
extern void qemu_plugin_register_vcpu_insn_exec_cb(
    struct qemu_plugin_insn *instruction, void (*callback)(unsigned, void *), int flags, void *data);
extern void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *instruction,
    void (*callback)(unsigned, qemu_plugin_meminfo_t, uint64_t, void *), int flags, int which, void *data);
extern unsigned qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t access);
extern bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t access);

__attribute__((visibility("default"))) int qemu_plugin_version = PLUGIN_VERSION;

enum { READABLE = 1, WRITABLE = 2, EXECUTABLE = 4, WORDS_ONLY = 8 };
enum { NOTHING, NO_MEMORY, NOT_ALIGNED, PART_OF_WORD, NO_CODE };

typedef struct {
    uint32_t begin, end, access, reserved;
} akela_region;

typedef struct {
    uint32_t start, bytes;   /* of the code */
    uint32_t driver;         /* code from here on is no kernel's, and that in `reset` neither */
    uint32_t reset;
    uint32_t unaligned;      /* 1: words may be at any address */
    uint32_t tracing;
    uint32_t refused;        /* what happened first that the board does not allow: then these hold */
    uint32_t pc, address, size;
    uint32_t regions;
    uint32_t mark;           /* where instructions between two visits are counted */
    akela_region region[8];
    uint64_t instructions, multiplied;
    uint64_t visits, visited, longest; /* of the mark: how often, when last, and the most instructions between two */
    uint64_t hits_at, code_at; /* where in the file: executions of what begins at each byte of the code, and the code */
    akela_trace trace;
} akela_shared;

static akela_shared *shared;
static uint64_t *hits;
static const uint8_t *code;

static void refuse(uint32_t why, uint32_t pc, uint32_t address, uint32_t size)
{
    if (shared->refused != NOTHING)
        return;
    shared->refused = why;
    shared->pc = pc;
    shared->address = address;
    shared->size = size;
}

/* RRR format, Xtensa ISA Reference Manual section 7.3: MULL, MULUH, MULSH, MUL16U, MUL16S. */
static bool multiplies(const uint8_t *at)
{
    unsigned op0 = at[0] & 15, op1 = at[2] & 15, op2 = at[2] >> 4;

    return op0 == 0 && ((op1 == 2 && (op2 == 8 || op2 == 10 || op2 == 11)) || (op1 == 1 && (op2 == 12 || op2 == 13)));
}

static void step(unsigned core, void *data)
{
    uint32_t at = (uint32_t)(uintptr_t)data;

    (void)core;
    hits[at]++;
    shared->instructions++;
    if (shared->start + at == shared->mark) {
        if (shared->visits > 0 && shared->instructions - shared->visited > shared->longest)
            shared->longest = shared->instructions - shared->visited;
        shared->visited = shared->instructions;
        shared->visits++;
    }
    if (shared->tracing)
        akela_note(&shared->trace, AKELA_STEP, shared->start + at, 0);
}

static void product(unsigned core, void *data)
{
    (void)core;
    (void)data;
    shared->multiplied++;
}

static void stray(unsigned core, void *data)
{
    uint32_t pc = (uint32_t)(uintptr_t)data;

    (void)core;
    refuse(NO_CODE, pc, pc, 0);
}

static void touch(unsigned core, qemu_plugin_meminfo_t access, uint64_t whole_address, void *data)
{
    uint32_t pc = shared->start + (uint32_t)(uintptr_t)data, address = (uint32_t)whole_address;
    uint32_t size = 1u << qemu_plugin_mem_size_shift(access);
    uint32_t needs = qemu_plugin_mem_is_store(access) ? WRITABLE : READABLE, i;

    (void)core;
    if (shared->tracing)
        akela_note(&shared->trace, AKELA_ADDRESS, pc, address);
    if (address % size != 0 && !shared->unaligned)
        refuse(NOT_ALIGNED, pc, address, size);
    for (i = 0; i < shared->regions; i++) {
        const akela_region *region = &shared->region[i];

        if (address < region->begin || address - region->begin > region->end - region->begin - size)
            continue;
        if (!(region->access & needs))
            break;
        if ((region->access & WORDS_ONLY) && size < 4)
            refuse(PART_OF_WORD, pc, address, size);
        return;
    }
    refuse(NO_MEMORY, pc, address, size);
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *block)
{
    size_t count = qemu_plugin_tb_n_insns(block), i;

    (void)id;
    for (i = 0; i < count; i++) {
        struct qemu_plugin_insn *instruction = qemu_plugin_tb_get_insn(block, i);
        uint32_t pc = (uint32_t)qemu_plugin_insn_vaddr(instruction), at = pc - shared->start;
        void *data = (void *)(uintptr_t)at;

        if (pc >= shared->driver || pc >> 16 == shared->reset >> 16)
            continue;
        if (at >= shared->bytes) {
            qemu_plugin_register_vcpu_insn_exec_cb(instruction, stray, QEMU_PLUGIN_CB_NO_REGS, (void *)(uintptr_t)pc);
            continue;
        }
        qemu_plugin_register_vcpu_insn_exec_cb(instruction, step, QEMU_PLUGIN_CB_NO_REGS, data);
        qemu_plugin_register_vcpu_mem_cb(instruction, touch, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW, data);
        if (multiplies(code + at))
            qemu_plugin_register_vcpu_insn_exec_cb(instruction, product, QEMU_PLUGIN_CB_NO_REGS, NULL);
    }
}

/* The one argument is shared=PATH. */
__attribute__((visibility("default"))) int qemu_plugin_install(qemu_plugin_id_t id, const void *info, int count, char **arguments)
{
    struct stat about;
    int file;

    (void)info;
    if (count != 1 || strncmp(arguments[0], "shared=", 7) != 0)
        return -1;
    file = open(arguments[0] + 7, O_RDWR);
    if (file < 0 || fstat(file, &about) != 0)
        return -1;
    shared = mmap(NULL, (size_t)about.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (shared == MAP_FAILED)
        return -1;
    hits = (uint64_t *)((uint8_t *)shared + shared->hits_at);
    code = (const uint8_t *)shared + shared->code_at;
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    return 0;
}
