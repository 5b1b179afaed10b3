/* shape: the control flow of the functions that passage.c walks, and the whole bodies of the few that loops are looked for in. */
#ifndef THREADS_SHAPE_H
#define THREADS_SHAPE_H

#include "base/store/map.h"
#include "ir/cfg.h"

/* A call that may come back twice. */
struct shape_twice {
	uint32_t inst;
	uint32_t from, to; /* the way that is taken at once when it has come back again; UINT32_MAX: any */
};

struct shape {
	uint32_t nblocks;
	struct block *block;
	uint32_t *first_next, *next; /* successors of b: next[first_next[b]] .. [first_next[b + 1]] */
	uint32_t *order, nreached;   /* reverse postorder */
	bool *returns;		     /* by block: it ends with ret */
	struct shape_twice *twice;
	uint32_t ntwice;
};

struct code {
	const struct program *p;
	struct body body;
	struct cfg cfg;
};

struct shapes;

struct shapes *shapes_make(struct arena *, const struct program *);
const struct shape *shape_get(struct shapes *, struct fn_id); /* kept */
const struct code *code_get(struct shapes *, struct fn_id);   /* kept */
uint32_t shape_block(const struct shape *, uint32_t inst);
uint32_t code_block(const struct code *, uint32_t inst);

#endif
