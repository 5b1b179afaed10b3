/* recogniser: the parts of the phases that recognise how programs are written, one table (recognisers.def). Each can be switched
 * off, and counts what it has decided, so that it is known which of them matter (doc/recognisers.md).
 *
 * Process-wide, as limits are. What is off is set before the first phase begins and only read then; workers count with
 * atomics. */
#ifndef BASE_RECOGNISER_H
#define BASE_RECOGNISER_H

#include <stdbool.h>
#include <stdint.h>

struct trouble;

enum recogniser {
#define RECOGNISER(phase, what, file, text, unit) RECOGNISER_##phase##_##what,
#include "recognisers.def"
#undef RECOGNISER
	RECOGNISER_COUNT
};

struct recogniser_row {
	const char *name; /* "threads-array": the phase, then what it looks for */
	const char *file; /* below src/ */
	const char *text, *unit; /* what it recognises; what it counts */
};

extern bool recogniser_off[RECOGNISER_COUNT]; /* only recogniser_is_on() reads it */

static inline bool recogniser_is_on(enum recogniser r)
{
	return !recogniser_off[r];
}

const struct recogniser_row *recogniser_row(enum recogniser);
bool recogniser_without(const char *names, struct trouble *); /* "threads-array,threads-list" */
void recogniser_count(enum recogniser);
uint64_t recogniser_decided(enum recogniser);
void recogniser_restore(enum recogniser, uint64_t decided); /* counted by an earlier run whose findings are told again */
void recogniser_repeat(bool); /* as stat_repeat */

static inline bool recogniser_counts(enum recogniser r)
{
	recogniser_count(r);
	return true;
}

/* Is it so, as this recogniser says? Then that is counted; if it is off, nobody looks. */
#define RECOGNISED(name, is) (recogniser_is_on(RECOGNISER_##name) && (is) && recogniser_counts(RECOGNISER_##name))

#endif
