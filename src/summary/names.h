/* names: what terms are in summaries beyond what all phases know (contexts/term.h).
 *
 * TERM_INDEX: a is a term, the index; with equal indices the elements are equal. Of an array in an array it is a pair of both:
 * TERM_SITE, base and a being the two. */
#ifndef SUMMARY_NAMES_H
#define SUMMARY_NAMES_H

#include "base/diag.h"
#include "contexts/term.h"

#define NAMES_PAIR UINT32_MAX

static inline bool term_is_pair(const struct term *k)
{
	return k->kind == TERM_SITE && k->b == NAMES_PAIR;
}
static inline bool term_is_step(uint8_t kind)
{
	return kind == TERM_LOAD || kind == TERM_FIELD || kind == TERM_INDEX;
}

#endif
