/* handles: where a call of a start or a join finds a handle: an element of an array, and which of its elements over time. */
#ifndef THREADS_HANDLES_H
#define THREADS_HANDLES_H

#include "threads/handles/range.h"

struct handles {
	struct element element;
	struct count_loop loop;
	struct threads_origin first, bound; /* of the numbers that the loop goes through; bound of `stepped`: the index */
	struct threads_range range;	    /* of the index; of an element that is fixed: that one */
	uint32_t context, inst, block;
	bool counted;	       /* the index is the loop's variable; otherwise the element is fixed */
	bool stepped;	       /* the index is what is in memory */
	bool wrapped;	       /* by a wrapper: its result is not that of the start */
	bool record;	       /* but the record with the handle; null: there is no thread */
	bool walked;	       /* by a pointer: loop.first and .bound are addresses, and a step is an element; counted as well */
	struct dep_place kept; /* the store that puts the record with the handle into the array, if that is how it is known */
};

/* So many bytes further on: behind a record of which the handle is a member. */
void handles_move(struct handles *, int64_t inside);
/* The handle at this address; false: not known. */
bool handles_read(const struct running *, uint32_t context, uint32_t inst, struct ref address, struct handles *);
/* The same of a start that puts its handle into a record which is put into an array in the same round. */
bool handles_read_kept(const struct running *, uint32_t context, uint32_t inst, struct ref address, struct handles *);
int64_t handles_place(const struct element *); /* where the elements begin, without the index */
/* Elements of one array, or of what may be one. *shift: by how many those of the first are behind those of the second with the
 * same index. */
bool handles_same_base(const struct element *, const struct element *);
bool handles_same_array(const struct element *, const struct element *, int64_t *shift);

/* What two places must read alike. */
struct deps {
	uint32_t slot; /* of the starts */
	struct dep at[ORIGIN_LOADS * 3 + 1];
	uint32_t n;
};
void deps_add(struct deps *, const struct threads_origin *);
bool deps_add_pointers(const struct handles *,
		       struct deps *); /* those in the array, if it is one of pointers; false: not known */
/* For blocks_reach: is this the way on which the result of the call, a start, is not 0; or null, of one that returns a record? */
struct starting {
	const struct running *r;
	const struct code *code;
	uint32_t call;
	bool record;
};
bool start_has_failed(void *starting, uint32_t from, uint32_t to);

/* cover.c: does the join, or its loop, read every handle that the starts have stored, if memory stays as it is? */
bool handles_cover(struct running *, const struct handles *start, const struct handles *join, struct deps *);

/* Is what the loop compares read when it begins, or in each round? */
bool handles_read_near(const struct running *, const struct handles *);
/* Of both; or by the same loads. */
bool handles_read_alike(const struct running *, const struct handles *, const struct handles *);

/* counter.c: does the index of a `stepped` start count the starts of the slot? */
bool counter_steps(struct running *, const struct handles *, uint32_t slot);

/* made.c: does the function of the start return nothing but the record with the handle, a new one, or null without a thread? */
bool made_is_returned(const struct running *, const struct start *, int64_t *inside);

/* A join, or a call of a function that joins the handle that it is handed, whatever else it does. */
struct threads_waiter {
	uint32_t event;
	uint32_t context, inst;
	uint32_t param; /* of the function that is called: the handle, or where it is, from 1; 0: the join itself */
	bool value;	/* the handle, not its address */
	int64_t inside; /* the handle is so many bytes behind that address */
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
