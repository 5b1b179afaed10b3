/* range: which elements of an array, between bounds that need not be numbers: those from `lo` on, below `hi`.
 *
 *     for (i = 0; i < n; i++)          0 .. n
 *     for (i = n - 1; i >= 0; i--)     0 .. n
 *     while (i-- > 0) t[i]             0 .. i, as i was before
 *     t[3]                             0 .. 1 of the array that begins there
 *
 * Two bounds are compared where they are the same value and differ in a number. Assumed: nothing wraps around, and a loop that
 * waits for != gets there. */
#ifndef THREADS_RANGE_H
#define THREADS_RANGE_H

#include "code/loop.h"
#include "threads/values/origin.h"

struct threads_range {
	struct threads_origin lo, hi;
	int64_t step; /* every so many of them, from lo on */
	bool least;   /* lo is one of them, even if hi is not above it: the loop tests behind its rounds */
};

struct threads_range range_one(void); /* 0 .. 1 */
/* Of the variable of a loop, with the origins of its first and last value; false: not known. */
bool range_of_loop(const struct count_loop *, const struct threads_origin *first, const struct threads_origin *bound,
		   struct threads_range *);
/* a <= b, surely? */
bool origin_at_most(const struct threads_origin *a, int64_t more, const struct threads_origin *b);
/* Are all elements of the first, shifted by so many, surely some of the second? */
bool range_within(const struct threads_range *, int64_t shift, const struct threads_range *);
/* Has the first, shifted by so many, surely none in common with the second? */
bool range_apart(const struct threads_range *, int64_t shift, const struct threads_range *);

#endif
