/* first: which exported functions of a library come before all others, and which come last.
 *
 *     int set_up(void)  { table = calloc(...); init(&lock); ... }        makes what all others use without asking for it
 *     int use(int i)    { lock(&lock); return table->slot[i]; }          would fail before set_up is over: it *needs* the table
 *     void tear_down()  { free(table); table = NULL; }                   ends it
 *
 * A library has no main, and any of its functions may be called by any thread at any time. But who would go through a null
 * pointer, or lock what is no lock yet, if he came before another function, comes after it: a caller that did otherwise would be
 * told by a crash. That is a belief about callers and no proof.
 *
 * A *thing* is a pointer in a variable, null at the start, that one function stores a new object to, or a lock in a variable
 * that one function makes; only one exported function leads there. Functions that ask whether a thing is there, by the pointer
 * itself or by a plain variable that its maker sets, need nothing behind the question; who makes it themselves, too. Who asks
 * an atomic variable needs it, but the maker comes first only with what it does before it sets one. Who makes a thing only if
 * it is not there may be called by several; so may who ends it on some ways only, and the maker beside him.
 *
 * needs   contexts, classes of threads; no main      gives   struct firsts
 * misses  things in records that are made themselves; makers that several exported functions call; questions that a function
 *         asks by more than one call; pairs of a thread of the library and who ends what it uses */
#ifndef THREADS_FIRST_H
#define THREADS_FIRST_H

#include "threads/running.h"

struct first_thing {
	struct sym_id sym;
	int64_t offset;
	struct fn_id maker; /* none: it is none after all */
	uint32_t root;      /* contexts.root: the exported function that leads there; 0: none, or several */
	bool given;         /* what is stored is handed in: it counts beside something that is made */
	bool lock;
};

/* What a function does to a variable, in the order of functions. */
enum first_does { FIRST_STORES, FIRST_MAKES, FIRST_GIVEN, FIRST_CLEARS, FIRST_ENDS, FIRST_INITS, FIRST_PUBLISHES };
struct first_act {
	struct sym_id sym;
	int64_t offset;
	struct fn_id fn;
	uint32_t inst;
	uint8_t does;
};

/* A branch that asks a plain variable, or a function of the program. */
struct first_ask {
	struct fn_id fn, callee; /* callee none: the variable */
	uint32_t block;
	struct sym_id sym;
	int64_t offset;
	const bool *to[2]; /* the blocks that each way leads to without coming back; NULL: not asked for yet */
};

struct first_use {
	struct fn_id fn;
	uint32_t inst, thing;
};

struct firsts {
	struct arena *arena;
	struct running *r;
	VEC(struct first_thing) thing; /* 0 is none */
	struct map thing_at;	       /* variable and offset */
	struct map lock_at;
	VEC(struct first_act) act;
	VEC(struct first_ask) ask;
	VEC(struct first_use) use;
	uint32_t *first_act, *first_ask, *first_use; /* by function, n + 1 */
	struct map state;    /* variable and offset: a maker sets it */
	struct map reads;    /* function: it looks at such a variable (2) or not (1) */
	struct bits bits;    /* sets of things */
	uint32_t export;     /* the class of all exported functions */
	uint32_t *only;	     /* by context: the exported function that leads there; FIRST_MANY: several, or others */
	uint32_t *dep;	     /* by context: what is needed by whoever is there */
	uint32_t *needs, *makes, *ends, *may_end; /* by context, of it and what it calls; all but the last: without asking */
	uint32_t *mine;	     /* by root: the things that it makes */
};

#define FIRST_MANY UINT32_MAX

static inline uint64_t first_key(struct sym_id sym, int64_t offset)
{
	return map_pair(sym.i, (uint32_t)offset);
}

/* things.c */
void things_find(struct firsts *); /* things, acts, asks */
void things_used(struct firsts *); /* uses of what is left of them */
/* Is the block behind a question whether something is there? */
bool first_is_asked(struct firsts *, struct fn_id, uint32_t block);

#endif
