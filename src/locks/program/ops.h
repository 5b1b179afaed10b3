/* ops: which calls are lock operations, by the models or because the callee is a thin wrapper around one, and which functions
 * may touch which locks.
 *
 * A wrapper is a function that runs exactly one lock operation on every path that returns, once, on an address that is one of
 * its parameters (or a global) plus a constant, or on the element of it whose number is another parameter: the kernel's
 * spin_lock() over _raw_spin_lock(), or a project's own conn_lock(). A call of it is that operation.
 *
 * Any other function with lock operations below it "touches" classes of locks: a 64-bit set, one hashed bit for each member of a
 * record type or each variable that is not as before when it, or what it calls, returns (balance.c). An indirect call touches
 * what the functions touch that have as many parameters and whose address is taken (indirect.c); in a program without main,
 * everything.
 *
 * needs   lockset      gives   struct ops
 * misses  functions outside the program are taken to touch no lock whose address they do not get */
#ifndef LOCKS_OPS_H
#define LOCKS_OPS_H

#include "base/limit.h"
#include "ir/mutex.h"
#include "lockset/lockset.h"

enum lock_verb { VERB_NONE, VERB_ACQUIRE, VERB_RELEASE, VERB_WAIT, VERB_INIT, VERB_DESTROY, VERB_CONVERT };

/* Where the lock is, seen from the call. */
enum lock_base { AT_ARGUMENT, AT_SYMBOL, AT_NAME };

struct lock_op {
	uint8_t verb, base;
	bool shared, attempt, robust, semaphore, recursive;
	uint32_t family;    /* models->names */
	uint32_t at;        /* argument number, symbol, or name */
	int64_t offset;
	uint32_t index;     /* argument number + 1 that is the number of the element; 0: no element, or one that `offset` tells */
	int64_t stride;     /* of `index`: bytes of an element */
	struct type_id record; /* that `offset` is in, for texts; none: not known */
	uint32_t size;         /* bytes of the lock, for texts; 0: not known */
	bool conditional;       /* it happens for some results only: */
	struct event_test when; /* for these */
};

enum { OPS_OF_CALL = 4 }; /* the most that limits.def allows */
#define TOUCHES_ALL UINT64_MAX
enum { MOST_ARITY = 15 }; /* and more: not told apart; the most that limits.def allows */

/* A function that returns an address computed from an argument or a symbol and does nothing else (getter.c). */
struct getter {
	bool is;
	uint32_t arg;          /* from 0, where `base` is none */
	struct ref base;
	struct type_id record; /* none: the address itself; otherwise a member, in the words of OP_field */
	uint32_t word[4];
};

struct fn_ops {
	struct lock_op wrapper;  /* verb VERB_NONE: not a wrapper */
	bool hands_on;           /* a wrapper that also keeps the address it is given, or gives it to others */
	struct getter getter;
	uint64_t touches;
	uint64_t wraps;            /* of a wrapper: the class that it operates on, for those who call it without a name */
	uint32_t callee, ncallees; /* in ops.callee: functions with a body that it calls, each call once */
	uint32_t operations;       /* calls that are lock operations by a model */
	uint32_t params;
	uint16_t arities;          /* of its indirect calls, one bit each */
	bool address_taken;
	bool indirect;
	bool address;              /* it returns an address that it has counted out, which is not null */
};

struct locks_callers {
	uint32_t *first, *caller; /* of f: caller[first[f]] .. caller[first[f + 1]] */
};

/* A call that is made while locks of these classes are held. */
struct held_call {
	struct fn_id callee; /* none: not called by name */
	uint64_t bits;
};

struct ops {
	struct arena *arena;
	const struct program *p;
	const struct models *models;
	struct lockset *lockset; /* names of locks, and what is known of a lock by its name */
	struct fn_ops *fn;     /* by fn_id */
	VEC(uint32_t) callee;
	struct locks_callers callers;
	uint64_t indirect[MOST_ARITY + 1]; /* touched by an indirect call with so many arguments */
	struct map *bit_of;    /* class of locks -> the number of its bit, + 1 */
	bool whole;            /* has a main: what cannot be seen is not there */
	uint64_t given_back;   /* classes of locks that some function may release without having taken them, */
	uint32_t given_by[64]; /* and which function that is, by bit; UINT32_MAX: several */
	/* ... that some function may have taken when it returns, or when it calls one that may release such a lock */
	uint64_t taken;        /* of those that some function takes that is no wrapper */
	uint64_t in_hands;     /* of those whose address somebody has (escape.c) */
	uint64_t kept;
	VEC(struct held_call) held_call;
	uint64_t pointed;      /* classes of locks that an operation may reach through a pointer of unknown origin */
	struct map handed;     /* variables, by sym_id, that somebody may have the address of */
};

void ops_give_back(struct ops *, uint64_t bits, struct fn_id by);
/* Does some other function release such a lock without having taken it? */
bool ops_others_give_back(const struct ops *, uint64_t bits, struct fn_id than);

/* The rows of the models that speak of a function; NULL: none. */
static inline const struct model_row *ops_rows(const struct ops *o, const struct sym *s)
{
	return o->lockset->points->row[s - o->p->sym.at];
}

/* What a call does. */
struct call_effect {
	struct lock_op op[OPS_OF_CALL];
	uint32_t n;
	uint64_t touches;    /* of the callee; 0 where `n` says it all */
	bool body;           /* the callee is in the program, or may be */
	bool modelled;       /* a model row speaks of it */
	bool hands_on;       /* of a wrapper: fn_ops.hands_on */
	bool ends;           /* does not come back */
	bool address;        /* what it returns is not null */
	bool reader;         /* called again with the same arguments it answers the same, as long as nobody writes */
};

void ops_find(struct ops *, struct arena *, struct lockset *);
void getter_find(const struct body *, struct getter *);
bool getter_counts(const struct body *); /* returns an element or a member of something, on its only way */
/* The body of a function, calls of getters replaced. */
void ops_body(const struct ops *, struct arena *, uint32_t fn, struct body *);
void ops_of_call(const struct ops *, const struct body *, const struct inst *, struct call_effect *);

/* The class of the lock at an address: a member of a record, or a variable; 0: cannot tell. */
uint64_t ops_class(const struct program *, const struct body *, struct ref address);
/* ... of the lock of an operation. */
uint64_t ops_class_at(const struct ops *, const struct body *, const struct inst *call, const struct lock_op *);
/* Equal expressions, equal keys: parameters, symbols, members, loads; behind casts. */
uint64_t ops_expression(const struct body *, struct ref address);
/* The set that the lock of an operation is in. */
uint64_t ops_bits(const struct ops *, const struct body *, const struct inst *call, const struct lock_op *);
/* Notes whose address the body takes and how it calls indirectly; then those in initialisers; true: all there are can be seen. */
void indirect_scan(struct ops *, const struct body *, struct fn_ops *);
bool indirect_is_known(struct ops *);
uint32_t indirect_arity(const struct inst *call);
/* Classes of locks that the body's own operations leave changed (balance.c). */
uint64_t ops_changed_by(struct arena *scratch, struct ops *, const struct body *);
/* Locks of one class that the program takes itself, and whose address nobody has: who calls a library is believed to leave them
 * alone. */
bool ops_are_ours(const struct ops *, uint64_t bits);
/* of a member of some record; 0: it is none */
uint64_t ops_class_in(const struct program *, struct type_id record, int64_t offset);
uint64_t ops_class_of(const struct program *, struct sym_id, int64_t offset); /* of a variable, or a member of it */
uint64_t ops_class_bit(const struct ops *, uint64_t class); /* its bit in a set; for 0, all that a pointer may lead to */
/* Fills ops.handed, and of a whole program ops.pointed (escape.c); wrappers must be known. */
void escape_find(struct ops *, struct body *);
bool escape_by_wrapper(const struct ops *, const struct body *, const struct lock_op *); /* fn_ops.hands_on */
struct ref ops_address(const struct body *, const struct inst *call, const struct lock_op *);
/* The lock, as its author would write it: "pool->lock" where a wrapper is handed `pool`, "row[2].lock". */
const char *ops_path(struct arena *, const struct ops *, const struct body *, const struct inst *call, const struct lock_op *);
/* Equal locks of one body, equal keys. */
uint64_t ops_key(const struct body *, const struct inst *call, const struct lock_op *);
/* What lockset calls the lock of an operation; `v` are the names of the body's values. 0: nothing. */
uint32_t ops_name(struct name_values *v, const struct inst *call, const struct lock_op *);

#endif
