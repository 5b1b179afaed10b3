/* graph: locks as nodes, orders as edges; inside the phase. */
#ifndef DEADLOCK_GRAPH_H
#define DEADLOCK_GRAPH_H

#include "deadlock/deadlock.h"

/* All orders of one pair of locks. */
struct link {
	uint32_t held, wanted;  /* ground names */
	uint32_t order, norders; /* graph.order: the shortest first */
	bool twins;              /* two of one class, in both orders: told */
};

struct graph {
	struct deadlocks *d;
	struct arena *scratch;
	struct names *names;
	VEC(struct link) link;  /* sorted by held, wanted */
	VEC(uint32_t) order;    /* lockset.order */
	uint32_t *by_class, *first_by_class; /* links by the class of held; by class name */
	uint32_t *first_by_name;             /* links are sorted by held */
	struct map wants; /* memo of questions to lockset */
	struct map unordered; /* lock -> 1 no, 2 yes: its order is declared to be of its own */
};

void graph_make(struct graph *);
/* The links whose first lock may be `lock`: visits each. */
void graph_next(const struct graph *, uint32_t lock, void (*visit)(void *, uint32_t link), void *);

/* prune.c: the reason why this order, in a circle of n threads, is not believed whatever the others are; NULL: it is. */
const char *edge_reason(const struct graph *, uint32_t order, uint32_t n);
/* The reason why these orders, each of which is believed, cannot deadlock together; NULL: they can. */
const char *cycle_reason(const struct graph *, const uint32_t *order, uint32_t n);
/* May a thread be at the first place while one that begins in this function is at the second? True also where threads did not
 * run, or tells nothing of them. */
bool places_meet(const struct graph *, struct lock_frame, struct lock_frame, struct fn_id begins);
/* At a place where signals are blocked: other ones than the handler's. False where that is not known, as without threads. */
bool signal_is_let_in(const struct graph *, struct lock_frame at, struct lock_frame by, struct fn_id handler);
void cycles_find(struct graph *);
struct joins;
/* wait.c; joins: NULL where threads did not run */
void waits_find(struct graph *, struct joins *);
void stalls_find(struct graph *, struct joins *); /* stall.c: who waits for what nobody does */
void declared_tell(struct graph *); /* declared.c: orders that the source declares otherwise */
void ended_find(struct graph *, struct joins *); /* ends/ended.c: locks that a thread holds when it ends */
void forked_find(struct graph *); /* ends/forked.c: locks that the child of a fork finds held */
/* finding.c */
void cycles_tell(struct graph *);
struct finding_edge edge_of(struct graph *, const struct lock_order *);
/* why they can be there at the same time; "": not known */
const char *overlap_of_roots(const struct graph *, const uint32_t *context, uint32_t n);
uint8_t signal_of(const struct lockset *, uint32_t context); /* enum finding_signal */
uint32_t order_cost(const struct lock_order *);
bool order_is_guessed(const struct lockset *, const struct lock_order *); /* too much so to be believed */

#endif
