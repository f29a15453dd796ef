/*
 * Where an emulated Xtensa core begins, how it calls a kernel, and where it goes when it traps.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#define FUNCTION 0    /* offsets in akela_call, see driver.c */
#define ARGUMENTS 4
#define STACK 28
#define RESULT 32
#define CAUSE 36
#define PC 40
#define ADDRESS 44
#define TRAPPED 48
#define SAVED 52

#define RUNNING 0x20 /* PS: no interrupt level, no exception */

    .section .akela_reset, "ax"
    j 1f
    .align 4
start_address:
    .word _start
1:  l32r a0, start_address
    jx a0

    .section .akela_vectors, "ax"
    .align 256
vectors:
    .org vectors + 0x30 /* kernel exceptions */
    j trapped
    .org vectors + 0x50 /* user exceptions */
    j trapped
    .org vectors + 0x70 /* an exception inside one */
    j trapped

    .section .akela_driver, "ax"
    .literal_position
    .align 4
    .global _start
_start:
    movi a2, vectors
    wsr a2, vecbase
    movi a2, RUNNING
    wsr a2, ps
    rsync
    movi a1, akela_driver_stack_top
    call0 akela_driver

trapped:
    movi a12, akela_call
    rsr a2, exccause
    s32i a2, a12, CAUSE
    rsr a2, epc1
    s32i a2, a12, PC
    rsr a2, excvaddr
    s32i a2, a12, ADDRESS
    movi a2, 1
    s32i a2, a12, TRAPPED
    movi a2, RUNNING
    wsr a2, ps
    rsync
    j leave

/* Calls what akela_call says. */
    .align 4
    .global akela_enter
akela_enter:
    addi a1, a1, -32
    s32i a0, a1, 0
    s32i a12, a1, 4
    s32i a13, a1, 8
    s32i a14, a1, 12
    s32i a15, a1, 16
    movi a12, akela_call
    s32i a1, a12, SAVED
    l32i a1, a12, STACK
    l32i a2, a12, ARGUMENTS
    l32i a3, a12, ARGUMENTS + 4
    l32i a4, a12, ARGUMENTS + 8
    l32i a5, a12, ARGUMENTS + 12
    l32i a6, a12, ARGUMENTS + 16
    l32i a7, a12, ARGUMENTS + 20
    l32i a8, a12, FUNCTION
    callx0 a8
    s32i a2, a12, RESULT
leave:
    l32i a1, a12, SAVED
    l32i a0, a1, 0
    l32i a12, a1, 4
    l32i a13, a1, 8
    l32i a14, a1, 12
    l32i a15, a1, 16
    addi a1, a1, 32
    ret
