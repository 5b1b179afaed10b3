/* round: the graph of flow.c with its cells, as one round sees it. */
#ifndef POINTS_ROUND_H
#define POINTS_ROUND_H

#include "points/build.h"

enum { NODE_P, NODE_T, NODE_R, CELL_NODES };
#define ANY_NAME 0x7fffffffu /* as the source of an edge: whatever was stored in memory that was copied here */

struct answer {
	uint32_t sym, n;    /* round.found */
	bool too_many;
	bool renamed;       /* memory on the way was copied as a block, maybe from members of another name */
};

/* Edges by where they lead: those into a node are in[first[node]] .. in[first[node + 1]]. */
struct edges {
	uint32_t *first, *in;
};

struct round {
	struct build *b;
	struct arena arena;
	uint32_t nclasses;
	uint32_t nodes;                 /* values and locations; behind them CELL_NODES for each cell that may hold functions */
	struct map cell;                /* cell -> its number, from 1 */
	uint32_t ncells;
	VEC(struct flow_edge) edge;     /* of cells */
	VEC(struct flow_edge) loose;    /* from T to a load by another name, where offsets mean something */
	struct edges strict, any;       /* without and with the loose ones */
	uint32_t *first_fn, *fn;        /* by class: its functions, as symbols */
	bool *tables;                   /* by class: has variables; NULL: does not matter */
	uint32_t *seen, stamp;          /* by node; UINT32_MAX: declared as a pointer to a record, nothing to look for */
	/* by class: may be memory of which nobody here knows what is in it; NULL: not asked yet */
	bool *outside;
	VEC(uint32_t) todo, found;
	struct map answer;              /* node -> answers, from 1 */
	VEC(struct answer) answers;
};

/* `tables`: also cells that hold pointers to variables. All memory is in round.arena. */
void round_open(struct round *, struct build *, bool tables);
void round_close(struct round *);
struct edges round_edges(struct round *, bool loose); /* by where they lead */
struct edges round_value_edges(struct round *);       /* the same, without those of cells */
/* the node P of a cell, the others follow; 0: what is stored there is no function */
uint32_t round_cell(struct round *, struct cell);
void round_edge(struct round *, uint32_t from, uint32_t to);
/* address.c: whether what is read by name there is found by address_edges, which adds what only its pointer tells. */
bool address_is_asked(const struct round *, const struct flow_access *);
void address_edges(struct round *);
bool round_is_outside(struct round *, struct cell);

#endif
