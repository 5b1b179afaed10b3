/* slice: what one function does to tracked pointers, locks and threads, and nothing else (async-calls, section 4: the statements
 * that may affect aliases of the pointers we ask about). It is the summary of its update sequences from one call to the next:
 * contexts runs it with facts, as often as there are contexts, and never looks at the body again.
 *
 *     static void run(struct job *j)                      registers  r1 = load
 *     {                                                   b0: r1 = load (FIELD param0 8)
 *         log("start");                                       call log
 *         j->fn(j->arg);                                      call r1
 *     }                                                       return
 *
 * A node is an address or a value as the code has it, a term of slices.terms: TERM_PARAM and TERM_STACK are of this function,
 * TERM_LOAD is read when the call is made (only in places of model rows, "**0"), TERM_TOP is anything: arithmetic, too long. A
 * register is a value that depends on when it is computed, a load, a phi, a select, the result of a call: TERM_RESULT, whose b is
 * its number. */
#ifndef CONTEXTS_SLICE_H
#define CONTEXTS_SLICE_H

#include "base/limit.h"
#include "points/points.h"
#include "term/term.h"

enum step_kind {
	STEP_LOAD = 1, /* reg = what is at a */
	STEP_SELECT,   /* reg = a or b */
	STEP_STORE,    /* at a: b */
	STEP_UPDATE,   /* at a: b or what was there */
	STEP_COPY,     /* at a: what is at b, `bytes` long; b null: zeros */
	STEP_CALL,     /* slice.call at `call` */
	STEP_RETURN    /* a */
};

struct contexts_step {
	uint8_t kind;
	uint32_t inst;
	uint32_t reg, a, b;
	uint32_t call;
	uint32_t cell, ncells; /* slice.cell: where a may be, for a store through a pointer that facts do not know */
	uint64_t bytes;        /* of STEP_COPY; 0: not known */
};

struct argument {
	uint32_t param, node;
};

/* A place of a model row: a node, whether the object at it is meant or the value itself. */
struct operand {
	uint32_t node; /* 0: the row does not name it */
	bool value;
};

struct operation {
	const struct model_row *row;
	/* in the order of row_places; id: of `join` and `exit-thread`, the value */
	struct operand on, with, fn, arg, arg2, arg3, id, queue, task;
	uint32_t cell, ncells; /* slice.cell: where a thread's id may be stored, and functions and arguments read from */
	bool returned;         /* a release: surely of the lock that the same expression has taken (same.h) */
};

struct call {
	uint32_t inst;
	uint32_t node;                  /* of the callee; 0: direct */
	struct sym_id callee;           /* direct: the function; none otherwise */
	struct fn_id body;              /* direct, to be followed */
	uint32_t argument, narguments;  /* slice.argument: those that the targets want */
	uint32_t operation, noperations;
	uint32_t site;                  /* points.site: the plain call's; 0: none */
	uint32_t reg;                   /* where the result goes, + 1; 0: nobody wants it */
	bool loop, ends;                /* in a loop; does not come back */
	bool tested;                    /* some branch looks at its result (struct branch) */
	bool fresh;                     /* the result is newly allocated */
	bool twice;                     /* setjmp: it may come back again, later */
	bool again;                     /* .. and go on to the end of the function then (code/again.h) */
};

struct phi {
	uint32_t reg, from, node; /* from: a block */
};

/* A block that ends with a comparison of a call's result: which way is taken tells what the call did. Or of another number
 * (test.c): if it is known, so is the way. */
struct branch {
	uint32_t call;    /* slice.call, + 1; 0: no such thing */
	uint32_t node;    /* the other number; 0: no such thing */
	uint8_t compare;  /* enum compare, of the first successor; COMPARE_none: a switch */
	int64_t value;
	uint32_t number;  /* of a switch: slice.number, one for each way but the first */
};
static inline bool branch_tests(const struct branch *b)
{
	return b->call || b->node;
}

/* The bit of contexts.taken for this way out of a block; the last one is for all the others. */
static inline uint32_t way_bit(uint32_t way)
{
	return way < limit(LIMIT_contexts_ways) ? way : limit(LIMIT_contexts_ways);
}

#define ALL_LIVE UINT32_MAX
#define BLOCK_OWN UINT32_MAX

struct slice_block {
	uint8_t failing;        /* ways that are gone only when a lock call has failed, a bit each (points/failing.h) */
	uint32_t step, nsteps;
	uint32_t next, nnexts; /* slice.next */
	uint32_t phi, nphis;   /* slice.phi, by from, then reg */
	uint32_t live;         /* slice.live: registers live at its beginning, as bits; ALL_LIVE: too many to tell */
	uint32_t first_inst, ninsts;
	/* nothing happens here: it belongs to this block, through others of its kind; BLOCK_OWN: it is visited itself */
	uint32_t head;
	struct branch branch;
};

struct slice {
	struct fn_id fn;
	uint32_t nparams, nregs;
	VEC(struct contexts_step) step;
	VEC(struct call) call;
	VEC(struct argument) argument;
	VEC(struct operation) operation;
	VEC(struct slice_block) block;
	VEC(uint32_t) next;
	VEC(struct phi) phi;
	VEC(uint64_t) live;
	VEC(struct cell) cell;
	VEC(uint32_t) reg_inst; /* by register: the instruction */
	VEC(int64_t) number;    /* of the cases of switches */
	uint64_t wanted;        /* parameters that decide something: one bit each */
	uint64_t numbers;       /* parameters that do if they are known numbers */
};

enum { SUMMARY_WORDS = 16 };

/* A set of cells, hashed: may say yes wrongly, never no. */
struct hashed {
	uint64_t bit[SUMMARY_WORDS];
};

static inline uint32_t hashed_bit(struct cell c)
{
	return (c.class * 2654435761u ^ (uint32_t)c.offset * 2246822519u) >> 22;
}
static inline void hashed_add(struct hashed *h, struct cell c)
{
	h->bit[hashed_bit(c) / 64] |= 1ull << hashed_bit(c) % 64;
}
static inline bool hashed_has(const struct hashed *h, struct cell c)
{
	return h->bit[hashed_bit(c) / 64] >> hashed_bit(c) % 64 & 1;
}
static inline bool hashed_join(struct hashed *h, const struct hashed *o)
{
	uint64_t new = 0;

	for (int i = 0; i < SUMMARY_WORDS; i++) {
		new |= o->bit[i] & ~h->bit[i];
		h->bit[i] |= o->bit[i];
	}
	return new;
}

/* An element that is named by a constant: to points it is the first one, `delta` before it. Terms count bytes. */
struct fold {
	int64_t from, to, delta; /* offsets in the class, as terms count; of what is in the element */
	uint32_t next;           /* of the same class, in slices.fold */
};

enum { ASKED_NUMBER = 1, ASKED_VALUE = 2 };

/* demand.c: what must be marked again, since more is needed of it. */
struct demand;
struct slices;
void demand_cell(struct demand *, struct cell); /* is read now: the functions that store there */
void demand_fn(struct demand *, uint32_t fn);
void demand_find(struct slices *, struct body *, const uint32_t *first, const uint32_t *callee); /* fills wanted, asked, read */

struct slices {
	struct demand *demand; /* while it is being found */
	struct arena *keep;    /* for the tables here */
	struct arena *arena;   /* for slices */
	const struct points *points;
	struct slice *fn;      /* by fn_id */
	struct hashed *reads;  /* by fn_id: cells that it or what it calls loads tracked pointers from */
	struct hashed *writes;  /* ... or stores them to */
	bool *changes;          /* by fn_id: it or what it calls changes locks or starts threads: its ways out may differ */
	bool *spawns;          /* by fn_id: it or what it calls starts threads, tasks or handlers */
	bool *makes;           /* by fn_id: it or what it calls starts threads */
	uint32_t *part;        /* by fn_id: functions that call each other, by every kind of site, have the same number */
	bool *returns;         /* by fn_id: some way through it comes back, as far as calls by name tell */
	bool *quiet;           /* by fn_id: it comes back, and the caller's facts are what they were */
	bool results;           /* somebody reads what a join has got: what threads return matters */
	uint8_t *asked;        /* by fn_id: some caller needs the number it returns, or (ASKED_VALUE) whatever it returns */
	struct map read;       /* cells (map_pair of class and offset) that some slice loads from: only stores to these matter */
	VEC(struct cell) read_cell;  /* the same as a list; [0] is none */
	/* by place in read_cell: the next of the same class, or 0; the first under map_pair(class, UINT32_MAX) */
	VEC(uint32_t) next_read;
	struct map stored;     /* cells that some slice stores to */
	VEC(struct fold) fold; /* [0] is none */
	struct map fold_of;    /* class: its first one */
	struct terms terms;    /* nodes; 0 is none */
	/* by node: what it is wherever it is asked for, filled by node_value; 0: it depends, or nobody has asked */
	uint32_t *set;
};

void slices_make(struct slices *, struct arena *, const struct points *);
bool slices_follows(const struct points *, struct sym_id); /* a function with a body that no model row stands for */

/* One function, by what is known of its callees; `b` is its body. Marking tells only what it needs of others (mark.c); building
 * makes the slice (build.c). */
void slice_mark(struct slices *, struct slice *, const struct body *b, struct arena *scratch);
void slice_build(struct slices *, struct slice *, const struct body *b, struct arena *scratch);
/* those of the block that look at this edge */
const struct phi *slice_phis(const struct slice *, uint32_t block, uint32_t from, uint32_t *n);

/* rows.c */
void changes_find(struct slices *, struct body *); /* fills changes, of each function by itself */
/* What a reference may point to, in all instances of its function; many of them are in the arena. */
enum { CELLS_FEW = 8 };
struct cells {
	struct cell *at, few[CELLS_FEW];
	uint32_t n;
};
void cells_of(struct arena *, const struct points *, struct fn_id, struct ref, struct cells *);
void cells_of_place(struct arena *, const struct points *, struct fn_id, const struct place *, struct cells *);
static inline uint64_t cell_key(struct cell c)
{
	return map_pair(c.class, (uint32_t)c.offset);
}
/* Of an OP_index: by a number that is written out. */
bool index_is_constant(const struct program *, const struct body *, const struct inst *, int64_t *offset);
bool row_is_fill(const struct model_row *); /* a range is written */
bool row_matters(const struct models *, const struct model_row *); /* it becomes an operation */
/* The places of a row whose pointers are tracked. */
enum { ROW_PLACES = 9 };
uint32_t row_places(const struct model_row *, const struct model_place *place[ROW_PLACES]);

#endif
