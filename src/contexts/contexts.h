/* contexts: the concurrent control flow graph, as far as pointers to locks, functions and threads tell it apart (async-calls,
 * sections 4.1 and 6, Algorithm 1).
 *
 * A context is a function entered with facts: what the tracked pointers that matter to it hold, and which locks must be held. A
 * call is followed into a new context only if no earlier one of that function has the same facts; so recursion ends and nothing
 * is merged that differs. Calls through pointers are resolved on the way, by the facts, and where those do not know, by the
 * site's targets from points. Facts at one place of one function are kept apart up to a limit, then joined; contexts of one
 * function likewise (counted: contexts_joined). Joined facts say less: locks that all of them hold, locks that any of them may
 * have released; when there are too many, these by class of memory instead of by name, so that in a group of functions that call
 * each other a place is soon at its end, however large the group is.
 *
 * Tracked: cells of variables, stack slots and once-made heap blocks that calls, locks or threads depend on (slice.h);
 * updated strongly. Other memory is read as a TERM_LOAD, a name and no promise. What another thread may store to a tracked cell
 * at any time is added whenever it is read; which stores those are says `interference`, better in the second round than in the
 * first.
 *
 * needs   points      gives   struct contexts
 * misses  what points misses; stores by functions outside the program into tracked cells that they were not given, neither by an
 *         argument nor by a pointer in what an argument leads to, and pointers that they store where no row tells of a range;
 *         locks of callers that are given back between a setjmp and its longjmp, and in front of a cleanup; stores to a number
 *         that a branch tests (test.c) through a type that covers it with its neighbours, or a part of it only */
#ifndef CONTEXTS_CONTEXTS_H
#define CONTEXTS_CONTEXTS_H

#include "path/held.h"
#include "points/begins.h"
#include "term/term.h"

/* Who runs: a chain of spawn sites. A thread that spawns itself again is its own child (parent is kept as it was first). */
struct root {
	uint8_t kind, model;   /* enum root_kind, model_kind */
	struct sym_id fn;
	uint32_t parent;       /* root that spawned it; 0: nobody in the program */
	uint32_t edge;         /* the first edge that did */
	uint32_t context;      /* contexts entered: first one; more by edges with the same root */
	uint32_t runs;         /* set: the functions that it is given, as its argument or in the record there; 0: not known */
};

struct context {
	struct fn_id fn;
	uint32_t group;        /* the roots that share it (root id, or 0: the same for all) */
	uint32_t from, inst;   /* the first context and call that led here; 0 for a root's */
	uint32_t held;         /* locks that must be held at entry: a lock set */
	uint32_t param;        /* contexts.param: one set a parameter; 0: does not matter */
	uint32_t edge, nedges; /* contexts.edge */
	uint32_t event, nevents;
	uint32_t change, nchanges; /* contexts.change */
	bool joined;           /* stands for several that were too many */
	bool once;             /* runs at most once in a run of the program */
	bool returns;          /* some path comes back */
};

/* A call as seen from one context. */
struct edge {
	uint32_t context, inst;
	uint32_t to;           /* context */
	uint32_t site;         /* points.site */
	uint8_t kind, method;  /* enum site_kind, site_method */
	uint32_t root;         /* SPAWN, TASK, HANDLER: contexts.root; 0 otherwise */
	uint32_t id;           /* set: where the thread's id is stored, or the task object; 0: nowhere */
	uint32_t queue;        /* set: TASK: what it is queued on */
	uint32_t arg;          /* set: the argument the new thread gets */
	bool loop;             /* the call is in a loop of its function */
};

/* Any other call that a model speaks of: acquire, release, wait, signal, barrier, once, join, detach, exit-thread, init, ... */
struct event {
	uint32_t context, inst;
	const struct model_row *row;
	uint32_t on;   /* set: the object, or for a join the thread: TERM_THREAD, or TERM_LOAD of where the id is stored */
	uint32_t with; /* set: the lock of a wait; 0 otherwise */
	bool loop;
};

/* From here on, to the next change in the block or its end: the locks that must be held. */
struct change {
	uint32_t at; /* 2 * i: before instruction i, the first of a block; 2 * i + 1: behind instruction i */
	uint32_t held; /* must be held */
	uint32_t may;  /* may be held: on some path that was told apart */
};

struct contexts {
	struct arena *arena;
	const struct points *points;
	struct terms terms;
	VEC(struct root) root;       /* 0 is none, in all of these */
	VEC(struct context) context;
	uint32_t *by_fn, *first_by_fn; /* contexts of f: by_fn[first_by_fn[f]] .. [first_by_fn[f + 1]] */
	VEC(uint32_t) param;
	VEC(struct edge) edge;       /* by context, inst, to */
	uint32_t *into, *first_into;   /* edges that lead to k: into[first_into[k]] .. [first_into[k + 1]] */
	VEC(struct event) event;     /* by context, inst, row */
	VEC(struct change) change;   /* by context, at */
	struct intern held;          /* lock sets */
	/* context and block, of those that test a number: the ways that were taken, one bit each, the last for all others */
	struct map taken;
	struct explorer *explorer;   /* for contexts_value (explore.h) */
	uint32_t rounds, joined;     /* how often all was explored; contexts that stand for several */
};

/* Of a thread that reads: when another thread, or another one of its kind, may have stored what it finds, beyond what its facts
 * tell of. */
enum finds {
	FINDS_NEVER,
	FINDS_AT_START, /* before the reader began, or when it is over: whatever it has stored itself is still there */
	FINDS_ANY_TIME
};

/* Who reads: a function that threads begin with, and what they are given to run (root.runs); fn none: anybody. */
struct reader {
	struct sym_id fn;
	uint32_t runs;
};

/* Which stores of other threads a reader may find; the first time, all. */
struct interference {
	void *with;
	/* Which of the threads that the reader has started may run while it is in this function: a number for `finds`. */
	uint32_t (*during)(void *with, struct reader, struct fn_id);
	/* What is stored at (writer, inst), as an earlier round has it; AT_START: when the reader gets into that function. */
	enum finds (*finds)(void *with, struct reader, uint32_t during, struct fn_id writer, uint32_t inst);
};

struct contexts *contexts_run(struct arena *, const struct points *);
/* Is all of it to be done a second time, if there are threads? A large program's would take too long. */
bool contexts_are_twice(const struct points *);
/* All of it a second time, given which stores of others count; the first result is used up: its terms, roots and slices go on in
 * the new one, and only what `interference` reads of it stays. */
struct contexts *contexts_again(struct contexts *first, const struct interference *);
void contexts_release(struct contexts *); /* what is not in the arena: the facts behind contexts_value */
void contexts_check(const struct contexts *);
/* --dump=contexts[:function] and --dump=callgraph: each function's contexts with facts; who calls whom, and by which method. */
void contexts_dump(const struct contexts *, const char *function, FILE *);
void callgraph_dump(const struct contexts *, const char *function, FILE *);
void callgraph_dot(const struct contexts *, FILE *);

enum alias { ALIAS_NO, ALIAS_MAY, ALIAS_MUST };
bool row_ends_process(const struct models *, const struct model_row *); /* and runs what was registered for that */
const struct held *contexts_locks(const struct contexts *, uint32_t held, uint32_t *n);
char *contexts_lock_text(struct arena *, const struct contexts *, uint32_t lock); /* a term of it, as the source has it */
/* Does some path of this context get to the block of inst? False: the numbers that it was entered with, or that variables hold,
 * lead past it. */
bool contexts_reaches(const struct contexts *, uint32_t context, uint32_t inst);
/* Is the way from the end of the block to its successor of this number (from 0) ever taken? */
bool contexts_takes(const struct contexts *, uint32_t context, uint32_t block, uint32_t way);
/* The lock set that must be held before (context, inst), if it is reached. */
uint32_t contexts_held(const struct contexts *, uint32_t context, uint32_t inst);
uint32_t contexts_may_hold(const struct contexts *, uint32_t context, uint32_t inst);
/* Is the lock at this address held before (context, inst)? */
enum alias contexts_holds(const struct contexts *, uint32_t context, uint32_t inst, struct ref lock);
/* What a reference holds in a context: a set of terms, as of where it is computed. `body` is that of the context's function, from
 * who has it at hand; or NULL. */
uint32_t contexts_value(const struct contexts *, uint32_t context, const struct body *, struct ref);
enum alias contexts_alias(const struct contexts *, uint32_t context, uint32_t inst, struct ref p, struct ref q);

#endif
