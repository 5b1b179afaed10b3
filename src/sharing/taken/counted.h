/* counted: elements that are taken out of an array by moving a count, or a head, past them.
 *
 *     x = stack[--n];                                      what lies beyond the count is in the array no more
 *     e = ring[head]; head = (head + 1) % size;            nor what the head has passed
 *
 * The index is a cell of memory that this function itself changes by one: down by one; or up by one, and round, if somebody asks
 * whether anything is left, by comparing the head with the tail, or a count of what is left goes down with it. Without that it is
 * not known to be a queue: who takes turns over an array goes round as well, and everybody finds the same elements again. What
 * the rest of the program does to these cells must fit (counts.h). A whole element may be copied to the stack first, and the
 * pointer read out of the copy.
 *
 * misses  counts in registers, heads that are reached by other values than the change of them; elements that others move into the
 * place of what was taken. Assumed: what is beyond the count is read by nobody, and an object is in the array once;
 * of elements of an array that is there for good, take.c looks how they are chosen */
#ifndef SHARING_COUNTED_H
#define SHARING_COUNTED_H

#include "sharing/local/local.h"

struct sharing_counted;

/* A pointer that was taken so. */
struct counted_take {
	uint32_t read;         /* the instruction that reads the element */
	bool copied;           /* to the stack; the pointer itself is loaded later */
	/* of the read and the store that moves the count: from here to there the lock must be held, and from there on it is
	 * ours */
	uint32_t first, last;
	struct ref address;    /* of the element, */
	int32_t behind;        /* and of the pointer so many bytes behind it */
};

/* In the arena of the local; NULL: nothing is in arrays here. */
struct sharing_counted *counted_prepare(struct local *);
bool counted_find(const struct sharing_counted *, uint32_t load, struct counted_take *);

#endif
