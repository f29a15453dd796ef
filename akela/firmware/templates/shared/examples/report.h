/*
 * How every example begins and ends.
 *
 * @AKELA_LICENCE@
 */

#ifndef AKELA_REPORT_H
#define AKELA_REPORT_H

/* Say what runs here, and how much stack has not been used. */
void report_begin(const char *title);

/* Say how much stack has not been used, and the result; gives it. */
int report_end(int code);

#endif
