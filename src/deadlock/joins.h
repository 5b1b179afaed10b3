/* joins: which classes of threads a join waits for. */
#ifndef DEADLOCK_JOINS_H
#define DEADLOCK_JOINS_H

#include "threads/threads.h"

struct joined_class {
	uint32_t thread, next; /* threads.thread; joins.list */
};

struct joins {
	const struct threads *threads;
	struct map joined; /* event of contexts -> joins.list: the first class of threads that it surely waits for */
	VEC(struct joined_class) list;
};

void joins_index(struct joins *, struct arena *, const struct threads *);
/* By what threads knows of the join, or else by the handle, where it names the calls that have made it. False: neither tells. */
bool joins_each(const struct joins *, uint32_t event, void (*visit)(void *, uint32_t thread), void *with);

#endif
