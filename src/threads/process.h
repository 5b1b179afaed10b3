/* process: which places run in the child of a fork. */
#ifndef THREADS_PROCESS_H
#define THREADS_PROCESS_H

#include "threads/threads.h"

enum { FORKS_MOST = 63 }; /* bits of a set: the most that limits.def allows */
#define IN_HANDLER ((uint64_t)1 << 63) /* in a handler of some fork that runs in its child */

struct fork_place {
	struct fn_id fn;
	uint32_t inst;
};

struct processes {
	const struct threads *threads;
	uint32_t n;
	struct fork_place fork[FORKS_MOST];
	uint8_t *where[FORKS_MOST]; /* by block of its function */
	uint64_t *surely, *may;     /* by context: the children that it runs in, by number of the fork */
	uint64_t *called;           /* by context: those that it is called in, among others, by who forked */
	bool *reached;
};

struct processes *processes_find(struct arena *, const struct threads *); /* NULL: nobody forks, as far as the program knows */
/* The children that a place of this function surely is in, or may be in, as far as the function itself tells. */
uint64_t processes_here(const struct processes *, struct fn_id, uint32_t inst, bool surely);

#endif
