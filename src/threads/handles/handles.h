/* handles: where a call of a start or a join finds a handle: an element of an array, and the loop that goes through them. */
#ifndef THREADS_HANDLES_H
#define THREADS_HANDLES_H

#include "threads/values/loop.h"
#include "threads/values/origin.h"

struct handles {
	struct element element;
	struct count_loop loop;
	struct threads_origin first, bound; /* of the numbers that the loop goes through */
	uint32_t context, inst, block;
	bool counted; /* the index is the loop's variable; otherwise the element is fixed */
	bool wrapped; /* by a wrapper: its result is not that of the start */
	bool walked;  /* by a pointer: loop.first and .bound are addresses, and a step is an element; counted as well */
};

/* The handle at this address; false: not known. */
bool handles_read(const struct running *, uint32_t context, uint32_t inst, struct ref address, struct handles *);
/* Is what the loop compares read when it begins, or in each round? */
bool handles_read_near(const struct running *, const struct handles *);
/* Of both; or by the same loads. */
bool handles_read_alike(const struct running *, const struct handles *, const struct handles *);

/* A join, or a call of a function that joins the handle that it is handed, whatever else it does. */
struct threads_waiter {
	uint32_t event;
	uint32_t context, inst;
	uint32_t param; /* of the function that is called: the handle, or where it is, from 1; 0: the join itself */
	bool value;	/* the handle, not its address */
	uint32_t depth; /* calls around the join */
};

struct waiters {
	struct threads_waiter *at;
	uint32_t n, cap;
};

/* The joins, and the calls of functions that join what they are handed. */
void waiters_find(struct running *, struct waiters *);
/* The handle that is waited for; false: not known. */
bool waiter_reads(const struct running *, const struct threads_waiter *, struct handles *);

#endif
