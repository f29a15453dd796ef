/*
 * RISC-V: where the core begins.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

    .option arch, +zicsr
    .section .vectors, "ax"
    .global _start
_start:
    la sp, akela_stack_top
    la t0, akela_trap
    csrw mtvec, t0
    call akela_reset

    .align 6
akela_trap:
    call akela_fault
