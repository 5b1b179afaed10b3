/* summary: what each function does to locks and to memory that others may reach, in words of its own formals and of globals,
 * whoever calls it (RELAY, section 3). Made bottom-up over the call graph, a component at a time, on all cores.
 *
 *     void count(struct conn *c)           count {}, {}                            takes and gives back as much
 *     {                                    c->hits {c->lock}, {} write             held since entry: c->lock
 *         lock(&c->lock);
 *         c->hits++;
 *         unlock(&c->lock);
 *         c->idle = 0;                     c->idle {}, {c->lock} write             may be given back since entry: c->lock
 *     }
 *
 * Locations and locks are terms (term/value.h), each summary with a table of its own: TERM_PARAM of the function, TERM_SYM,
 * TERM_HEAP, TERM_STACK, TERM_NAMED, and steps from there. What is read from memory that nobody changes while it is shared is
 * TERM_STABLE; from other memory, or out of a call or a loop, TERM_RESULT. TERM_CLASS is what has no name: some memory in this
 * cell of points.
 *
 * needs   sharing, threads, contexts      gives   struct summaries
 * assumes a wait that fails does so for the reason that the program asks for (reason.c); a semaphore that is always initialised
 *         with one is a lock (race/why/posted.c looks at who posts it too often), and so is one that nobody here initialises and
 *         that each function which takes it gives back, and the reverse; a word that is taken by atomic exchanges and
 *         given back by atomic stores of 0 is one (spin.c)
 * misses  what points and contexts miss; calls that are not resolved (gap_call); memory touched by functions outside the program
 *         that have no row; what an assembler statement touches beyond its operands (gap_asm) */
#ifndef SUMMARY_SUMMARY_H
#define SUMMARY_SUMMARY_H

#include "path/fact.h"
#include "path/held.h"
#include "sharing/sharing.h"
#include "term/value.h"

/* A relative lockset (L+, L-): surely taken since the function was entered and still held; maybe given back since then. */
struct relative {
	uint32_t plus, nplus;   /* summary.guard, by term */
	uint32_t minus, nminus; /* a TERM_CLASS: any lock of this cell; TERM_TOP: any lock at all */
};

enum access_flag {
	ACCESS_WRITE = 1,
	ACCESS_ATOMIC = 2,
	ACCESS_VOLATILE = 4,
	ACCESS_FREE = 8,     /* the block is given back: with ACCESS_WRITE, size 0 */
	ACCESS_LIBRARY = 16, /* done by a function outside, by a model row */
	ACCESS_MAY = 32,     /* one of several locations, or of unknown extent */
	/* neither the location nor a lock hangs on a formal that a caller knows better: he can add only the locks he holds */
	ACCESS_CLOSED = 64,
	ACCESS_BELOW = 128   /* in whole tables only: closed in a callee already */
};

/* An object of a library that is more than bytes: a lock, a condition, an attribute. With ACCESS_WRITE it is made, or ended
 * (ACCESS_LAST); else it is used, which disturbs nobody who uses it as well; a signal to who waits is a use with ACCESS_LAST. */
enum { ACCESS_OBJECT = ACCESS_ATOMIC | ACCESS_LIBRARY, ACCESS_LAST = ACCESS_VOLATILE };
static inline bool access_is_object(uint8_t flags)
{
	return (flags & ACCESS_OBJECT) == ACCESS_OBJECT;
}

/* A closed access is not copied to the callers: whoever needs it finds it in its function, and what is held there on entry in
 * contexts. So the tables stay small however deep the calls are; whole tables, for people and for tests, have the accesses of
 * callees, too. */

/* A guarded access: a location, the locks relative to entry, how. */
struct access {
	uint32_t at;             /* term: the address of the first byte */
	uint32_t lockset;        /* summary.relative */
	uint32_t when;           /* summary.condition; 0: always, or not known; only told where the locks differ with it */
	uint32_t size;           /* bytes; 0: not known, or as far as the object goes */
	uint16_t bit, nbits;     /* of a bit-field: its bits, counted from the address; nbits 0: no bit-field */
	uint8_t flags;           /* enum access_flag */
	uint8_t order;           /* of an atomic: enum order */
	uint16_t calls;          /* of its shortest trace: calls, */
	uint16_t conditions;     /* and branches on the way */
	struct konst_id member;  /* the innermost member that was selected (KONST_MEMBER); none */
	struct konst_id within;  /* of bytes that are copied or set as a whole: the member that they begin at; none */
	uint32_t source, nsources; /* summary.source: all that it stands for, the shortest first */
};

/* Where an access comes from: an instruction of this function, or an access of what it calls there. */
struct summary_source {
	uint32_t inst;
	struct fn_id callee; /* none: the instruction itself */
	uint32_t access;     /* in the callee's summary; known when that one is complete */
};

/* What formals are, at entry, when something happens: up to two of them are told. */
enum { CONDITIONS_MOST = 2 };
struct summary_condition {
	struct fact on[CONDITIONS_MOST]; /* of: a parameter, + 1; 0: nothing is said */
};

/* How the function comes back: with results of these signs, the locks changed so. A pointer is null or SIGN_ABOVE. */
struct way_back {
	uint32_t signs; /* enum sign_bit; as wide as the rest: ways are compared as bytes, and padding has any value */
	uint32_t lockset;
	uint32_t when; /* summary.condition; 0: always */
};

/* What the function leaves in memory that its caller gave it: *address holds value. */
struct left {
	uint32_t address, value; /* terms; value TERM_TOP: not known */
};

/* What is held, relative to entry, at all calls of this function that are made here. */
struct under {
	struct fn_id callee;
	uint32_t lockset;
};

struct summary {
	struct fn_id fn;
	const struct term *term; /* 0 is none; a base is always an earlier one */
	uint32_t nterms;
	const struct held *guard;
	const struct relative *relative; /* 0 is ({}, {}) */
	uint32_t nrelatives;
	const struct summary_condition *condition; /* 0 is none */
	uint32_t nconditions;
	const struct access *access;     /* in the order of the code, those that callers look at first */
	uint32_t naccesses;
	const struct summary_source *source;
	uint32_t nsources;
	const struct under *under;       /* each callee once */
	uint32_t nunder;
	uint32_t left_out;               /* accesses that may be in too many places: not all are here (gap_cells) */
	struct way_back back[4];
	uint32_t nbacks;                 /* 0: does not come back */
	uint32_t result;                 /* term: what it returns; 0: nothing that can be named */
	const struct left *left;
	uint32_t nleft;
	/* the first ones of each: all that callers look at */
	uint32_t seen_terms, seen_relatives, seen_accesses, seen_conditions;
	uint32_t sum;                    /* relative: all ways back joined; Figure 1's first line */
};

struct summaries {
	struct arena *arena;
	const struct sharing *sharing;
	const struct threads *threads;
	const struct contexts *contexts;
	const struct points *points;
	const struct program *p;
	struct summary **of; /* by fn_id; NULL: no context of it is entered */
	struct arena *keep; /* the summaries themselves: one a worker */
	uint32_t nkeep;
	uint32_t unsettled; /* recursions that are told in outline (gap_recursion) */
	bool whole;          /* with the closed accesses of callees, except in large recursions */
	struct ground *ground; /* what holds for the program as a whole (ground.h) */
};

struct summaries *summary_run(struct arena *, const struct sharing *, const struct threads *, uint32_t workers, bool whole);
void summary_release(struct summaries *); /* what is not in the arena */
void summary_check(const struct summaries *);
/* --dump=summary[:function]: the tables in the form of Figure 1. */
void summary_dump(const struct summaries *, const char *function, FILE *);

/* A term of a summary in another table (term_translate). */
static inline uint32_t summary_translate(struct terms *to, const struct summary *from, uint32_t term, const uint32_t *arg,
					 uint32_t nargs, uint32_t *memo)
{
	return term_translate(to, &(struct term_table){ from->fn, from->term }, term, arg, nargs, memo);
}
/* The thing at that address, as the source calls it, in the arena: "d->priv->lock". `access`: what is accessed there, whose
 * member is meant. For a lock (`lock`) held at an access: the innermost first member; types that the access tells of help there,
 * too. */
char *summary_name(struct arena *, const struct summaries *, const struct term *table, uint32_t term, const struct access *,
		   bool lock);
/* Members of different records, of which neither is inside the other, lie in different memory; false: they may be one. (C's rules
 * of effective types.) */
bool members_differ(const struct program *, struct konst_id, struct konst_id);

#endif
