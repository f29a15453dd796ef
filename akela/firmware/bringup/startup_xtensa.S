/*
 * Xtensa on QEMU's machine `sim`: the reset vector at its fixed place, and the table of exceptions.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

#define RUNNING 0x20 /* PS: no interrupt level, no exception */

    .section .akela_reset, "ax"
    j 1f
    .align 4
start_address:
    .word akela_start
1:  l32r a0, start_address
    jx a0

    .section .vectors, "ax"
    .align 256
exceptions:
    .org exceptions + 0x30 /* of the kernel */
    j trapped
    .org exceptions + 0x50 /* of the user */
    j trapped
    .org exceptions + 0x70 /* inside another one */
trapped:
    movi a1, akela_stack_top
    movi a2, RUNNING
    wsr a2, ps
    rsync
    call0 akela_fault

    .literal_position
    .align 4
    .global akela_start
akela_start:
    movi a2, exceptions
    wsr a2, vecbase
    movi a2, RUNNING
    wsr a2, ps
    rsync
    movi a1, akela_stack_top
    call0 akela_reset
