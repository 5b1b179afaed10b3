/* outline: of a function, only what decides about locks: the operations, the calls that lead to some, the branches between them
 * and the conditions of those. It is made once; the engine walks it once a lock set.
 *
 *     int get(struct dev *d, int wait)                 b0: acquire PARAM 0.FIELD 8 when r == 0       subject 1: the result
 *     {                                                    branch on subject 1 == 0 -> b1, b2
 *             if (mutex_trylock(&d->lock))             b1: call fill(PARAM 0)
 *                     fill(d);                         ...
 *
 * Straight helpers, whose operations run on every path in one order, are unfolded into their callers in the caller's words; the
 * event still says where it really stands (`fn`, `at`). Functions below which there is nothing but blocking are one event.
 *
 * A *subject* is a value that is tested more than once on the way, or that tells exits of calls apart: a register, a member or
 * variable in memory (by its name), what a function without effects answers. Only subjects have facts.
 *
 * A *point* is a place between two events: of block b, point + k is before its event k; the last one is before the jump. */
#ifndef LOCKSET_OUTLINE_H
#define LOCKSET_OUTLINE_H

#include "code/test.h"
#include "lockset/lockset.h"
#include "lockset/outline/unset.h"
#include "path/fact.h"

enum outline_kind {
	OUTLINE_ACQUIRE = 1,
	OUTLINE_RELEASE,
	OUTLINE_CONVERT,  /* downgrade or upgrade */
	OUTLINE_WAIT,
	OUTLINE_JOIN,
	OUTLINE_SIGNAL,
	OUTLINE_ASSERT,
	OUTLINE_BLOCK,
	OUTLINE_SLEEPER,  /* a call below which something blocks and nothing is locked */
	OUTLINE_CALL,
	OUTLINE_SET,      /* memory of a subject is stored to, here or by a function that got its address */
	OUTLINE_KINDS
};

/* A condition on a parameter: (param & mask) compares so with k. */
struct lockset_guard {
	uint32_t param;   /* + 1; 0: always; GUARD_MEMORY: a flag that is kept somewhere, which nobody knows */
	uint16_t test;    /* enum compare */
	uint16_t known;   /* it counts only where it is known to hold: a flag */
	int64_t mask, k;  /* mask -1: all of it */
};

/* A way to something that blocks, through functions that are not walked (sleep.c). */
struct sleep_way {
	struct lockset_guard when;
	uint32_t inst;    /* the call that leads there */
	uint16_t calls;   /* that far */
	uint16_t doubt;   /* by how many functions calls on the way could mean instead: MOST_DOUBT is too much */
	uint32_t next, way; /* the function that is called, and which of its ways; next 0: the call itself blocks */
};

struct sleep_ways {
	uint32_t first, n; /* outlines.way */
};

enum { MOST_WAYS = 4, MOST_DOUBT = 3 }; /* MOST_WAYS: the most that limits.def allows */
#define GUARD_MEMORY UINT32_MAX

struct sleep_site {
	struct sleep_way way[MOST_WAYS];
	uint32_t n;
};

struct outline_arg {
	uint32_t name;    /* 0: none */
	uint32_t subject; /* + 1; 0: none. The argument is (subject & keep) | add */
	uint32_t holder;  /* + 1: the parameter that its name begins at; 0: it does not, or that is not followed */
	int64_t keep, add;
	uint32_t number;  /* the value that is handed over, behind conversions; 0: none */
	bool constant;
	int64_t value;
};

/* An instruction in a helper that was unfolded; if that was unfolded as well, further below. */
struct outline_below {
	struct fn_id fn;
	uint32_t inst, below;
};

struct outline_event {
	uint8_t kind;
	uint8_t test;       /* enum compare: the operation counts if the result compares so with k; 0: always */
	bool unfolded, looked; /* looked: somebody looks at the result; of SET: by a call that locks */
	bool taken;         /* SET: what the call has stored is known already */
	bool sure;          /* a lock operation that reports only misuse: whoever looks at the result sees 0 */
	bool free;          /* an acquisition for reading of what nobody takes exclusively: it never waits */
	int8_t climbs;      /* of an element whose number grows (1) or shrinks (-1) from round to round of a loop; 0: of none */
	uint32_t slot;      /* the element, a place in a table, if the lock is in what it points to; 0: the lock is in the element */
	uint32_t flags;     /* enum held_flag of an acquisition */
	uint32_t inst;      /* in the outline's function */
	struct fn_id fn;    /* where people see the operation: in the helper, unless that is a mere wrapper, */
	uint32_t at;        /* and the instruction there */
	uint32_t below;     /* outlines.below + 1: of an unfolded one, where it stands in the helper; 0: it is not */
	uint32_t name, with;
	uint32_t subject;   /* + 1: of the result, or that is set */
	uint32_t other;     /* OUTLINE_SET: + 1: the subject whose value is stored */
	int64_t k;
	bool constant;      /* OUTLINE_SET: to k */
	bool natural;       /* OUTLINE_SET: to something that is not less than 0 */
	const struct model_row *row;
	uint32_t target, ntargets; /* outlines.target: those that do something */
	uint32_t possible;         /* all that it may reach */
	uint32_t arg, nargs;       /* outlines.arg */
	uint32_t result;           /* name of what the call returns; of SLEEPER: the function that is called */
	/* subject + 1: the pointer that is called, or the parameter that `along` begins at; 0: not one whose value is followed */
	uint32_t through;
	uint32_t along;            /* name of the pointer that is called, in memory behind a parameter or variable; 0: it is in none */
	struct lockset_guard guard;        /* BLOCK, SLEEPER, CALL, and what waits: when */
	uint32_t way;              /* SLEEPER: of the function that is called, in outlines.way */
	uint32_t doubt;            /* SLEEPER: see struct sleep_way */
	bool flagged;              /* CALL: made only if a flag says so that is kept in memory */
	/* SLEEPER: counts only if the pointer is known to be it; another event stands for "some of them" */
	bool only_known;
};

enum outline_end { OUTLINE_JUMP = 1, OUTLINE_BRANCH, OUTLINE_SWITCH, OUTLINE_RETURN, OUTLINE_NEVER };

/* What a branch has to do with a counter of references: nothing; it asks, whichever way it goes then; its first way, or its
 * second, is that of the last one. */
enum outline_count { COUNT_NOT, COUNT_ASKED, COUNT_FIRST, COUNT_SECOND };

struct outline_phi {
	uint32_t subject; /* which gets its value, */
	uint32_t from;    /* when the block is entered from this one: */
	uint32_t other;   /* + 1: another subject's; 0: */
	bool constant;    /* k; or */
	bool object;      /* the address of something: not 0; or */
	uint32_t asks;    /* + 1: 1 if this subject compares so with k, or 0: the end of `a && !b`; or anything */
	uint8_t test;
	int64_t k;
};

struct outline_block {
	uint32_t event, nevents; /* outlines.event */
	uint32_t point;
	uint8_t end, test;       /* test: enum compare, of BRANCH: true leads to the first block */
	bool tested;             /* end is decided by subject */
	struct lockset_guard guard;      /* BRANCH: what is asked, if that is about a parameter */
	uint32_t bits;           /* + 1: the subject of which `mask` is asked, where that is known */
	int64_t mask;
	uint32_t subject, also;  /* also: + 1: a subject in memory that the tested value has just been stored to */
	int64_t k;               /* of SWITCH: outlines.number is parallel to the blocks behind the first */
	uint32_t next, nnext;    /* outlines.next */
	uint32_t number;         /* outlines.number */
	uint32_t phi, nphis;     /* outlines.phi */
	uint64_t live;           /* subjects that matter from here on */
	uint64_t asked;          /* of the first block of a loop: subjects that the loop tests */
	uint32_t position;       /* in reverse postorder, from 1; 0: not reachable */
	uint32_t first, inst;    /* its first instruction, and its last one */
	uint8_t counts;          /* enum outline_count: its branch asks whether a counter of references has come to 0 */
	uint32_t counter;        /* name of that counter */
	bool matters;            /* its branch decides about operations */
};

/* The most that limits.def allows; PARAMS: bits of outline.through. */
enum { OUTLINE_SUBJECTS = 64, OUTLINE_RELEASES = 64, OUTLINE_PARAMS = 64 };

struct outline_subject {
	uint64_t key;
	uint32_t value;    /* register; 0: memory, or an answer */
	uint32_t cell;     /* name of the memory; 0: none */
	uint32_t bits;     /* which bits of it, + 1; 0: all */
	bool part;         /* it is made from what is there: `c->flags & 4` */
	uint32_t param;    /* + 1: it is this parameter */
	uint32_t name;     /* of what it points to; 0: none */
	uint32_t behind;   /* + 1: cell is what this parameter points to */
	/* + 1: cell is a member of what this parameter points to, which nobody sets in some containers (unset.h); */
	uint32_t member;
	int64_t offset;    /* that far inside */
	bool near;         /* cell is a variable of the function, or behind a parameter: who changes it is seen */
	bool called;       /* it is a pointer that is called, here or below */
	bool asked;        /* guards are about it, here or below */
	bool null;         /* a parameter that matters only if it is null: it is handed to what goes through it */
	uint32_t position; /* of the block that makes it */
};

struct outline {
	struct fn_id fn;
	uint32_t block, nblocks; /* outlines.block */
	uint32_t npoints;
	uint32_t subject, nsubjects; /* outlines.subject */
	/* subjects that are members which nobody sets in some containers: known or not for a whole context */
	uint64_t members;
	uint32_t returns;        /* subject + 1: the value returned */
	uint32_t returned;       /* name of it, where it is one */
	uint32_t returned_else;  /* name of it where it is not null, if null is among what may be returned */
	uint32_t release, nreleases; /* outlines.release: names that it or what it calls may release */
	bool releases_more;      /* ... and others */
	bool made, straight, twice;
	uint32_t sorted, nsorted; /* outlines.sorted */
	bool returns_never;      /* no return can be reached: what it takes is never given back by a caller */
	bool identity;           /* it asks whether two things of one type are the same one: `if (other != own)` around a lock */
	bool variable;           /* it asks whether some thing is a certain variable */
	bool nullable;           /* it returns null here and a pointer there, which then is one: believed */
	bool parameters;         /* some subject is a parameter */
	uint64_t through;        /* parameters that it goes through at once, from bit 0 (null.c): they are not null */
	bool answers;            /* it always returns this number: */
	int64_t answer;
};

/* In a block, or wherever both names mean something: the one is known to be less than the other, or not greater. */
struct outline_sorted {
	uint32_t block;
	uint32_t lesser, greater; /* names */
	uint32_t key;             /* by what, as of sorted_by; 0: as they are compared themselves */
};
#define SORTED_ANYWHERE UINT32_MAX

struct outlines {
	struct arena *arena;
	const struct points *points;
	struct names *names;
	struct outline *of;       /* by function */
	uint8_t *relevant;        /* by function: enum */
	uint8_t *never;           /* by function: whoever calls it has given up (dying.c) */
	bool follow_dying;        /* ... and is followed all the same */
	uint8_t *gone;            /* by function: nobody comes back from it, however it ends (dying.c) */
	bool all_targets;         /* calls that may mean many functions are believed */
	/* by function: it initialises locks, also by a store of their kind, or copies variables that may be some */
	uint8_t *inits;
	struct sleep_ways *sleeps; /* by function: how it comes to block */
	VEC(struct sleep_way) way;
	struct map waits;         /* family of a model -> 1 it has exclusive acquisitions, 2 it has none */
	struct map returned, pure; /* function -> name + 1; -> 1 no, 2 yes */
	struct map or_null;       /* function -> 1: it returns what it is called in `returned`, or null */
	struct map counts;        /* function -> what it returns of a change of an atomic number (counter.c) */
	struct unset unset;       /* members that nobody sets */
	struct map answer;        /* function -> answers + 1: it always returns this number; UINT32_MAX: it does not */
	VEC(int64_t) answers;
	VEC(struct outline_event) event;
	VEC(struct outline_below) below;
	VEC(struct outline_block) block;
	VEC(struct outline_phi) phi;
	VEC(struct outline_subject) subject;
	VEC(struct outline_arg) arg;
	VEC(uint32_t) next;
	VEC(int64_t) number;
	VEC(struct fn_id) target;
	VEC(uint32_t) release;
	VEC(struct outline_sorted) sorted;
	VEC(struct cell) slot;            /* tables of pointers to things with locks, whose places locks are sorted by */
	struct map index_name;    /* value that is an index, as a term -> its name */
	VEC(uint64_t) unlocks;    /* by point: outline.unlock_at; statement unlock sets, bits of outline.release (unlock.c) */
	uint32_t *unlock_at;      /* by function: its first point in unlocks */
	struct scc *order;        /* of functions by calls */
};

enum { RELEVANT_NOT, RELEVANT_SLEEPS, RELEVANT_LOCKS };

struct outlines_wish {
	bool follow_dying, all_targets;
};
void outlines_make(struct outlines *, struct arena *, const struct points *, struct names *, const struct outlines_wish *);
const struct outline_block *outline_block(const struct outlines *, const struct outline *, uint32_t block);
/* The block of a point. */
uint32_t outline_block_of(const struct outlines *, const struct outline *, uint32_t point);
/* The instruction at a point: of the event behind it, or the jump. */
uint32_t outline_inst(const struct outlines *, const struct outline *, uint32_t point);

/* ---- inside the phase ---- */

/* A function as a number that facts can be about: not 0, and equal only to itself. */
int64_t outline_function(const struct program *, struct sym_id);
int64_t outline_function_body(struct fn_id);

struct builder {
	struct outlines *o;
	const struct program *p;
	struct arena *scratch;
	struct body *b;
	struct outline *out;
	struct name_values values;
	const struct cfg *cfg;
	uint32_t *block_of;  /* by instruction */
	uint32_t *uses;      /* by value */
	uint8_t *relevant;   /* by block */
	uint8_t *dying;      /* by block */
};

/* relevance.c: which functions have something below, who calls whom, who blocks */
void relevance_find(struct outlines *);
const struct fn_id *relevance_targets(struct outlines *, const struct body *, uint32_t inst, uint32_t *n);
bool relevance_row(const struct model_row *);
/* The parameter that a call goes through, + 1; 0: it does not. */
uint32_t relevance_param(const struct body *, const struct inst *call);

/* dying.c: the blocks from which every path ends with the program being given up, 1 in `dying` */
void dying_find(const struct outlines *, const struct body *, const struct cfg *, uint8_t *dying);
/* Does this call not come back: by its declaration, or by what is known of the function that it names? */
bool call_is_last(const struct outlines *, const struct body *, const struct inst *call);
/* Is there a path to a return without such a call? */

/* sleep.c */
struct sleep_calls {
	const uint32_t *first, *callee; /* calls, by function */
	const uint8_t *blocks;          /* by function: has a call that blocks by itself */
	uint8_t *locks;                 /* by function: has to be walked; set for those that call what they are handed */
};
void sleeps_find(struct outlines *, const struct sleep_calls *);
bool sleep_blocks(const struct model_row *);
/* How a call comes to block, in words of the caller's parameters; through functions that are not walked only. Needs b, cfg,
 * block_of. */
void sleep_site(struct builder *, uint32_t inst, struct sleep_site *);
bool guard_of_condition(const struct builder *, struct ref condition,
			struct lockset_guard *); /* false: it is not about a parameter */
struct lockset_guard guard_of_block(const struct builder *, uint32_t block, bool nearest); /* under which condition it runs */
int guard_truth(const struct lockset_guard *, const struct fact *of_param); /* 1 holds, 0 does not, -1 unknown */

/* subject.c */
/* What a branch asks: does `of` compare so with k? `!x`, `x != 0`, `!!x` are one question. */
struct test subject_condition(const struct builder *, struct ref);
/* by numbers that are known here: it always goes one way */
bool branch_is_decided(const struct builder *, uint32_t block, bool *truth);
void subjects_find(struct builder *);
uint64_t subject_key(struct builder *, struct ref, uint32_t depth);
uint32_t subject_find(const struct builder *, uint64_t key); /* + 1; 0: none */
/* The words of a call: its arguments. */
enum { OUTLINE_WORDS = 16 };
struct name_call outline_words(const struct outlines *, const struct outline_event *, struct fn_id callee,
			       struct name_arg arg[OUTLINE_WORDS]);
/* object.c: variables as numbers that facts can be about; functions as outline_function says them. 0: not known. */
int64_t outline_object(const struct program *, struct sym_id, int64_t offset);
bool outline_is_object(int64_t); /* and no function */
/* What a name stands for, where the parameter that it begins at is this object. */
int64_t outline_object_of(const struct outlines *, uint32_t name, int64_t parameter);
uint32_t outline_holder(const struct builder *, uint32_t name); /* subject + 1 of the parameter that it begins at; 0: none */
/* Does the call reach the function, by what is known of its subject `through` (NULL: nothing)? 1 yes, 0 no, -1 perhaps. */
int outline_calls(const struct outlines *, const struct outline_event *, const struct fact *of_through, struct fn_id);
struct ref subject_strip(const struct builder *, struct ref);
const struct inst *subject_inst(const struct builder *, struct ref); /* behind conversions; NULL: none makes it */
bool subject_constant(const struct builder *, struct ref, int64_t *); /* a number, or a function as outline_function says it */

/* sorted.c: what comparisons tell; needs the events */
/* What locks are sorted by: their addresses; a member of unknown type; from KEY_FIRST on, a member of this class; where that is
 * equal, by address (TIED); the number of the place in a table that points to them (SLOT: outlines.slot). */
enum { KEY_ADDRESS = 1, KEY_MEMBER = 2, KEY_FIRST = 3, KEY_SLOT = 1 << 28, KEY_TIED = 1 << 29 };
uint32_t sorted_slot(struct outlines *, uint32_t place); /* the key of such a table; 0: not known which table it is */
void sorted_find(struct builder *);
bool sorted_matters(const struct builder *); /* some lock is known to be taken in order after another one: by its own names */
/* Where `wanted` is taken in this block, after `held`: by which key the two are ordered, times 2, and 1 more if from the greater
 * to the lesser; 0: not known to be. */
uint32_t sorted_by(const struct outlines *, const struct outline *, uint32_t block, uint32_t held, uint32_t wanted);
bool sorted_is_member(uint32_t sorted); /* the key is a member of the two things; */
bool sorted_is_tied(uint32_t sorted);   /* where that is equal, their addresses; */
uint32_t sorted_class(uint32_t sorted); /* which one: a CLASS; 0: of unknown type */

/* null.c: which parameters it goes through; needs its events */
void null_find(struct builder *);

/* counter.c */
/* what its branch has to do with a counter */
void counter_set(struct builder *, struct outline_block *, const struct test *);

/* unlock.c: pass one of 6.5 */
void unlocks_find(struct outlines *);
uint64_t unlocks_bit(const struct outlines *, const struct outline *, uint32_t name); /* 0: not among them */

/* expand.c: the events of a call */
void expand_call(struct builder *, uint32_t inst);
uint32_t outlines_returned(void *, struct fn_id);
bool outlines_pure(struct outlines *, struct fn_id, uint32_t depth);
bool outlines_only_reads(struct outlines *, struct sym_id callee, uint32_t depth); /* by rows, or its body */
/* Does a small function always return one number? What a configuration leaves of `if (has_feature())`. */
bool outlines_answer(struct outlines *, struct fn_id, int64_t *);

#endif
