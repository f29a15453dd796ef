/*
 * Text and numbers by akela_port_write, without printf: no floating point, no heap, no C library.
 *
 * @AKELA_LICENCE@
 */

#ifndef AKELA_CONSOLE_H
#define AKELA_CONSOLE_H

#include "akela_port.h"

void put_text(const char *text);

/* The text, and spaces behind it to this width. */
void put_padded(const char *text, size_t width);

/* A whole number, with spaces before it to this width. */
void put_number(uint64_t value, size_t width);

/* A number of so many hundredths (2 digits) or thousandths (3 digits), with spaces before it to this width. */
void put_fixed(uint64_t value, unsigned digits, size_t width);

/* Eight hexadecimal digits. */
void put_hex(uint32_t value);

/* a / b and a * b without the libraries that these take on small processors; b is not 0. */
uint64_t divided(uint64_t a, uint64_t b);
uint64_t times(uint64_t a, uint32_t b);

/* Whether the space between words of `arguments` holds this word, with or without a dash before it. */
int is_asked_for(const char *arguments, const char *word);

/* The number behind this word, or `otherwise`. */
uint32_t number_behind(const char *arguments, const char *word, uint32_t otherwise);

#endif
