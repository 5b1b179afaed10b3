/* name: the finding that a word of the command line means.
 *
 *     7                   its number in the report
 *     907f44757468dd2d    its fingerprint
 *     907f4               the beginning of it, four digits or more, as long as no other begins so
 *
 * A word of decimal digits is a number where the report has one, and else the beginning of a fingerprint. */
#ifndef REPORT_NAME_H
#define REPORT_NAME_H

#include <stdint.h>

#include "base/diag.h"

struct named {
	uint64_t fingerprint;
	uint32_t number; /* 0: none */
};

/* A word that may mean a finding. */
bool name_is_one(const char *word);
/* The beginning of a fingerprint, in the digits that print it: up to 16 and a 0. False: it is none. */
CHECKED bool name_beginning(const char *word, char digits[17]);
/* The place in the list of the one that is meant, from 1. 0: none or more than one is, and the trouble says which. */
uint32_t name_find(const struct named *, uint32_t n, const char *word, struct trouble *);

#endif
