/* States that were visited: hashes of 128 bits of their bytes (hash.h), or the bytes themselves. */
#ifndef VERIFY_VISITED_H
#define VERIFY_VISITED_H

#include <stdbool.h>

#include "base/store/intern.h"

struct verify_visited {
	uint64_t (*key)[2];
	uint32_t *id;
	uint32_t n, cap;
	struct intern exact;
};

void visited_init(struct verify_visited *, struct arena *);
/* The number of a state, which is its place in the order of visits, from 1; `seen`: it has been visited before. */
uint32_t visited_add(struct verify_visited *, const uint8_t *bytes, uint32_t n, bool exact, bool *seen);
void visited_release(struct verify_visited *);

/* The states and how one leads to another, of who asks for threads that wait for ever. */
struct verify_edge {
	uint32_t from, to; /* to 0: the program has ended */
	uint32_t thread;
	bool spurious; /* it need not happen: nobody has signalled, or it was guessed */
};

struct verify_graph {
	VEC(struct verify_edge) edge;
	VEC(uint64_t) alive; /* by state: threads that have not ended */
};

/* A state in which this thread waits for ever; 0: there is none. */
uint32_t visited_stuck(const struct verify_graph *, struct arena *, uint32_t thread);

#endif
