/* tasks: things that are done on all cores, each as soon as the last one that it waits for is done. */
#ifndef SUMMARY_TASKS_H
#define SUMMARY_TASKS_H

#include <stdatomic.h>
#include <stdbool.h>

#include "base/vec.h"

struct tasks {
	struct arena *arena;
	const uint32_t *first, *after; /* of i: after[first[i]] .. after[first[i + 1]] wait for it */
	_Atomic uint32_t *pending;     /* by task: how many it waits for that are not done */
	void (*run)(void *with, uint32_t task);
	void *with;
	VEC(uint32_t) overflow;        /* ready, found too deep inside other tasks */
};

/* Does them all, beginning with those of task[] that wait for none, in this order. To be called by one thread of a parallel region, or by a task. */
void tasks_run(struct tasks *, const uint32_t *task, uint32_t n);

#endif
