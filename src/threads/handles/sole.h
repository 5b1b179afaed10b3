/* sole: one start, or a call that leads to nothing but one, and what is known of a flag in front of it (sole.c, awaited.c). */
#ifndef THREADS_SOLE_H
#define THREADS_SOLE_H

#include "threads/values/memory.h"

struct sole {
	struct running *r;
	struct arena *scratch;
	const struct start *start;
	uint32_t group; /* set: the classes it starts */
	/* the place: the start, or the only call of the function that leads to it */
	struct fn_id fn;
	uint32_t inst, block;
	const struct code *code;
	/* the test of the flag: on this way the number is none that is ever stored */
	const struct variable *flag;
	const struct variable_use *load;
	uint32_t test_from, test_to;
	/* the wait */
	const struct event *wait;
	uint32_t first_way; /* running.now.effect, from there on: where it has succeeded */
};

/* The start has failed there: there is no thread. */
bool sole_fails(const struct sole *, uint32_t from, uint32_t to);
/* awaited.c: has the started thread stored to the flag before the next test is made? */
bool sole_is_awaited(struct sole *);

#endif
