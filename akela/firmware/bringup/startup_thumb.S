/*
 * Cortex-M: the table that the core begins with, the first stack pointer and the first address among them.
 *
 * SPDX-License-Identifier: Apache-2.0 OR MIT
 */

    .syntax unified
    .thumb

    .section .vectors, "a"
    .word akela_stack_top
    .word akela_reset
    .rept 14
    .word akela_fault
    .endr
