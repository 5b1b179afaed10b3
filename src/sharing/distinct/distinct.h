/* distinct: addresses that differ in each instance of a thread class.
 *
 *     for (i = 0; i < N; i++) { arg[i].id = i; pthread_create(&t[i], NULL, worker, &arg[i]); }
 *     void *worker(void *p) { struct arg *a = p;  a->n++;  slot[a->id]++; }
 *
 * A form says how a value depends on the number of the spawn: an integer mul * i + add, or an address base + stride * i + start +
 * inside; mul and stride are not 0, and what is accessed lies inside one stride. Two accesses with the same base, stride and
 * start, by two instances, do not overlap: that is the key; slot[2 * i] and slot[2 * i + 1] have one. In the function that
 * spawns, i is a variable of the loop around the spawn that grows by a constant, one spawn a round; or the object is made anew
 * for each spawn. In the threads, forms come from the argument, are passed to callees, and are found again in members of the
 * argument's object that are stored once, before the spawn.
 *
 * The creator's own accesses to the element it is about to hand out have the same key, and those behind a join of the thread with
 * the same number, in the round of that join (assumed: the array of handles holds what the spawns put there). All accesses of the
 * class to such objects must have one key for the memory to be the thread's own; two with equal keys are apart anyway.
 *
 * Blocks hang below such an object: a member that is only ever given new blocks, each of which no other member gets, holds one
 * that is its object's alone (alone.c), and so on, further down. Where the object is one of the thread's own, so is all of that.
 *
 *     t->buf = malloc(n);  t->buf[i] = 1;                          t->buf is the thread's own, since t is
 *     all[i] = malloc(n); .. pthread_create(.., all[i])            so is each record, since the array holds it alone
 *     pool->slot[a->id]                                            pool->slot is stored once: one array for all threads
 *
 * A function that hands its parameter on to the spawn is a wrapper; then all this is said of its only call, and so on, up to
 * where the argument is made or numbered. What a function makes outside of loops is another block each time it runs.
 *
 * misses  members that hold what was in another one before: lists, and what is moved; a struct that is copied;
 *         thread ids as indices; counters that the threads draw their number from (race/why/element.c looks at these); forms that
 *         go through memory otherwise */
#ifndef SHARING_DISTINCT_H
#define SHARING_DISTINCT_H

#include "ir/cfg.h"
#include "sharing/state.h"

enum form_kind { FORM_NONE, FORM_UNIFORM, FORM_INT, FORM_ADDRESS, FORM_UNSEEN /* no way that leads there was looked at */ };

struct form {
	uint8_t kind;
	bool inner;	  /* ADDRESS: somewhere inside the element */
	bool loaded;	  /* UNIFORM: from memory, where it is for good */
	bool chunk;	  /* ADDRESS: the stride is several elements of an array; where in them an index leads must be known */
	uint32_t phi;	  /* in the creator: the loop's variable, a value; 0: made for each spawn, or in the threads */
	int64_t mul, add; /* INT */
	uint64_t base;	  /* UNIFORM and ADDRESS: what it starts from, an id of ours; 0: a number */
	int64_t stride, start, inside; /* ADDRESS; UNIFORM: bytes behind base in `inside` */
	int64_t span;		       /* of a chunk: so many bytes further at most */
};

enum { STRIDE_FREE = INT32_MAX }; /* another object each time: any offset is inside */

/* Blocks are told from those of other threads by how they are found: FORM_MADE, whichever call of the creator has made them, or
 * FORM_HELD and who holds them alone: elements, or such blocks, with all that hangs below. One block may be found both ways. */
#define FORM_MADE ((uint64_t)3 << 62 | 0x3fffffffffffffff)
#define FORM_HELD ((uint64_t)1 << 60)

void distinct_run(struct sharing *);
/* The key of an access; 0: not distinct. */
uint32_t distinct_key(const struct sharing *, struct spot, struct ref address);
/* Does it have one, and all others have the same? Then it is the thread's own. */
bool distinct_is_own(const struct sharing *, struct spot, struct ref address);
/* Are two accesses with these keys, of two threads, never of the same memory? */
bool distinct_apart(const struct sharing *, uint32_t a, uint32_t b);

/* What makes two accesses of one kind. */
struct formula {
	uint64_t base;
	int64_t stride, start;
	uint32_t thread;
	uint32_t fn, inst; /* the spawn, or the call of a wrapper */
	uint32_t kept;	   /* who made the block may still use it */
};

/* formula.c: which of them all accesses have, sorted. */
void formulas_find(struct sharing *, struct arena *scratch);
/* Does a call of this function itself touch the memory behind its arguments? Bodies do it in their own name. */
bool touches_argument(const struct sharing *, struct sym_id callee);

/* form.c: what one instruction makes of forms; `form` is by value. */
struct form form_of(const struct sharing *, const struct body *, const struct form *form, struct ref);
struct form form_step(const struct sharing *, const struct body *, const struct form *form, uint32_t inst);

/* What a load from a member of something of this form gives: none, if that is not known. */
struct form form_content(const struct sharing *, struct fn_id, struct ref address, const struct form *at);
/* The same, of what is at one place for all threads, and is stored there once: it is the same for all threads, too. */
struct form form_constant(const struct sharing *, struct fn_id, struct ref address);
/* What is known where two ways meet: both threads' own, whichever it is. */
struct form form_join(const struct form *, const struct form *);
bool form_same(const struct form *, const struct form *);
/* The cell that an address names, if it is one. */
bool form_cell(const struct sharing *, struct fn_id, struct ref address, struct cell *);

/* alone.c: does each such member hold a block that was made for it, and that no other such member holds, now or ever? */
bool alone_holds(struct sharing *, struct cell);
/* What the only store to a place stores there, in words of the function that does; loaded. */
struct form alone_constant(const struct sharing *, const struct stores *);

/* creator.c: the forms in the function that spawns. */
struct creator {
	const struct sharing *s;
	struct arena *arena;
	struct body b;
	struct cfg cfg;
	uint32_t *block_of; /* by instruction */
	uint32_t *cycle;    /* by block: the component of the graph it is in, + 1, if it can be executed again; 0: it cannot */
	struct form *form;  /* by value */
};
void creator_open(struct creator *, struct arena *, const struct sharing *, struct fn_id); /* without forms */
void creator_build(struct creator *, struct arena *, const struct sharing *, struct fn_id);
/* The form of a value as the instruction sees it, which must be executed at most once for each value of the loop's variable. */
struct form creator_form(const struct creator *, uint32_t inst, struct ref);
bool creator_before(const struct creator *, uint32_t a, uint32_t b); /* a is executed before b, always */
bool creator_makes(const struct creator *, uint32_t call);	     /* a new block each time it is executed? */
struct form creator_made(const struct creator *, uint32_t call);     /* that block */
struct form creator_value(const struct creator *, uint32_t value);   /* whatever it is */
/* Is it executed, before, each time that the instruction is executed? */
bool creator_renews(const struct creator *, uint32_t made, uint32_t inst);

#endif
