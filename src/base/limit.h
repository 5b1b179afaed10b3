/* limit: the numbers that bound the work of the phases, one table (limits.def). A limit that is met costs precision, never a
 * crash; it is counted, with the function that was looked at, so that --stats can show it, --dump=limits can name the places,
 * and a finding on whose way it was met can say so. --limit NAME=N sets one.
 *
 * Process-wide, as counters are. Values are set before the first phase begins and only read then; workers count with atomics,
 * and what is printed is in the order of the table and of the functions, whoever was first. */
#ifndef BASE_LIMIT_H
#define BASE_LIMIT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct trouble;

enum limit {
#define LIMIT(phase, what, value, most, unit, lost) LIMIT_##phase##_##what,
#include "limits.def"
#undef LIMIT
	LIMIT_COUNT
};

struct limit_row {
	const char *name; /* "contexts-cells": the phase, then what it bounds */
	uint32_t value, most; /* the default; the largest that can be set */
	const char *unit, *lost; /* what it counts; what happens beyond it */
};

extern uint32_t limit_value[LIMIT_COUNT]; /* only limit() reads it */

static inline uint32_t limit(enum limit l)
{
	return limit_value[l];
}

const struct limit_row *limit_row(enum limit);
bool limit_set(const char *setting, struct trouble *); /* "contexts-cells=20" */
bool limit_is_changed(enum limit);

/* Whatever this thread meets from now on, it meets in this function of the program; 0: in none. Gives the one before. */
uint32_t limit_in(uint32_t function);
void limit_met(enum limit);
/* Is n beyond the limit? Then it is met. */
static inline bool limit_over(enum limit l, uint64_t n)
{
	if (n <= limit(l))
		return false;
	limit_met(l);
	return true;
}

/* There are n: is there no room for one more? Then it is met. For loops: `more && !limit_full(l, n)`. */
static inline bool limit_full(enum limit l, uint64_t n)
{
	return limit_over(l, n + 1);
}

uint64_t limit_times(enum limit);
void limit_restore(enum limit, uint64_t times); /* counted by an earlier run whose findings are told again */
/* The functions of the present program in which it was met, ascending; ends before the next program begins. */
uint32_t limit_places(enum limit, const uint32_t **function);
void limit_program(void); /* another program begins: its functions have other numbers */
void limit_repeat(bool); /* as stat_repeat */

#endif
