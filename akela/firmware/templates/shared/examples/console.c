/*
 * Text and numbers by akela_port_write.
 *
 * @AKELA_LICENCE@
 */

#include "console.h"

#define DIGITS 20 /* of a number of 64 bits */

static size_t length_of(const char *text)
{
    size_t length = 0;

    while (text[length] != '\0') {
        length++;
    }
    return length;
}

static void put_spaces(size_t used, size_t width)
{
    for (; used < width; used++) {
        akela_port_write(" ", 1);
    }
}

void put_text(const char *text)
{
    akela_port_write(text, length_of(text));
}

void put_padded(const char *text, size_t width)
{
    put_text(text);
    put_spaces(length_of(text), width);
}

uint64_t divided(uint64_t a, uint64_t b)
{
    uint64_t quotient = 0, rest = 0;
    int i;

    for (i = 0; i < 64; i++) {
        const uint64_t carry = rest >> 63;

        rest = rest << 1 | a >> 63;
        a <<= 1;
        quotient <<= 1;
        if (carry != 0 || rest >= b) {
            rest -= b;
            quotient |= 1;
        }
    }
    return quotient;
}

uint64_t times(uint64_t a, uint32_t b)
{
    uint64_t product = 0;

    for (; b != 0; b >>= 1) {
        if ((b & 1) != 0) {
            product += a;
        }
        a <<= 1;
    }
    return product;
}

void put_fixed(uint64_t value, unsigned digits, size_t width)
{
    char text[DIGITS + 1];
    size_t at = sizeof text;
    unsigned done = 0;

    do {
        const uint64_t tenth = divided(value, 10);

        if (digits != 0 && done == digits) {
            text[--at] = '.';
        }
        text[--at] = (char)('0' + (int)(value - times(tenth, 10)));
        value = tenth;
        done++;
    } while (value != 0 || done <= digits);
    put_spaces(sizeof text - at, width);
    akela_port_write(text + at, sizeof text - at);
}

void put_number(uint64_t value, size_t width)
{
    put_fixed(value, 0, width);
}

void put_hex(uint32_t value)
{
    int shift;

    for (shift = 28; shift >= 0; shift -= 4) {
        akela_port_write(&"0123456789abcdef"[value >> shift & 15], 1);
    }
}

/* Where the word ends in the arguments, or NULL. */
static const char *behind(const char *arguments, const char *word)
{
    while (*arguments != '\0') {
        size_t i = 0;

        while (*arguments == ' ' || *arguments == '-') {
            arguments++;
        }
        while (word[i] != '\0' && arguments[i] == word[i]) {
            i++;
        }
        if (word[i] == '\0' && (arguments[i] == ' ' || arguments[i] == '\0')) {
            return arguments + i;
        }
        while (*arguments != ' ' && *arguments != '\0') {
            arguments++;
        }
    }
    return NULL;
}

int is_asked_for(const char *arguments, const char *word)
{
    return behind(arguments, word) != NULL;
}

uint32_t number_behind(const char *arguments, const char *word, uint32_t otherwise)
{
    const char *next = behind(arguments, word);
    uint32_t value = 0;

    if (next == NULL) {
        return otherwise;
    }
    while (*next == ' ') {
        next++;
    }
    if (*next < '0' || *next > '9') {
        return otherwise;
    }
    for (; *next >= '0' && *next <= '9'; next++) {
        value = 10 * value + (uint32_t)(*next - '0');
    }
    return value;
}
