/* tasks: things that are done on all cores, each as soon as the last one that it waits for is done; of those that can be done,
 * the one with most work behind it first. */
#ifndef SUMMARY_TASKS_H
#define SUMMARY_TASKS_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/store/arena.h"

struct tasks {
	struct arena *arena;
	uint32_t n;                    /* tasks */
	const uint32_t *first, *after; /* of i: after[first[i]] .. after[first[i + 1]] wait for it */
	_Atomic uint32_t *pending;     /* by task: how many it waits for that are not done */
	const uint64_t *height;        /* by task: its own work and the most that waits for it, one behind the other */
	void (*run)(void *with, uint32_t task);
	/* of one that waits for nobody any more: there is nothing to do, and nobody need come for it; NULL: there always is */
	bool (*idle)(void *with, uint32_t task);
	void *with;
	uint32_t *ready, nready;       /* a heap, the highest first; in a critical section only */
	uint32_t *below;               /* by task, while it is on somebody's stack: the one below it */
};

/* Fills in height: `weight` is the work of each alone; i waits only for those that stand before it in `order`. */
void tasks_measure(struct tasks *, const uint64_t *weight, const uint32_t *order);
/* Does them all. To be called by one thread of a parallel region, or by a task. */
void tasks_run(struct tasks *);

#endif
