/* One search on its way: explore.c goes on, found.c tells what it has found. */
#ifndef VERIFY_RUN_H
#define VERIFY_RUN_H

#include "base/store/map.h"
#include "verify/search.h"
#include "verify/visited.h"

enum { MOST_THREADS = 64 };

struct verify_node {
	struct verify_state *s; /* NULL: handed on with the last choice */
	uint32_t first, next, last; /* in run.choice */
	uint32_t id, traces;
};

struct verify_run {
	struct verify_search x;
	struct verify_visited visited;
	struct verify_graph graph;
	VEC(struct verify_node) node;
	VEC(bool) open; /* by state, with options.solo: it is on the way to here */
	VEC(struct verify_choice) choice; /* of the nodes, one behind the other */
	struct map told; /* hash of the places of a state in which threads wait for ever */
	struct verify_result *result;
	double until;
	uint64_t transitions;
};

/* ---- found.c ---- */
void found_race(struct verify_run *, const struct verify_state *);
void found_assert(struct verify_run *, const struct verify_state *, struct schedule_place);
/* Threads that have not ended: bits. */
uint64_t found_alive(const struct verify_state *);
/* Threads wait for ever in this state, since they wait for each other, or nobody goes on: it is told. */
void found_stuck(struct verify_run *, struct verify_state *, bool any);

#endif
