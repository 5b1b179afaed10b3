/* attributes: what attribute objects say of the locks that are made with them.
 *
 *     pthread_mutexattr_init(&attr);                                        nothing yet: the default kind
 *     pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);            odd
 *     pthread_mutex_init(&m, &attr);
 *
 * A function that makes a lock for its callers, which is a parameter, is looked at in the words of each call: what it is handed
 * as the kind, and as the object; calls that are not made with what it is handed say nothing (reached.h).
 *
 * What a function makes otherwise, in memory of its own choice, is what any of its callers asks for, if all of them are known:
 *
 *     static struct box *make(int kind) { ... mtx_init(&box->lock, kind); ... }     make(mtx_plain), make(mtx_timed): no odd one
 *
 * Of an object that is copied, declared only, or handed to a function outside, nothing is known: it may be odd.
 *
 * Of a local object only what is said before the lock is made counts, and in one block the last word.
 *
 * misses  the order of calls for other objects: one that is odd for one lock is so for all; objects that pointers in memory lead
 *         to may be odd unless they are initialised on the only way to where the lock is made, and so may what goes through
 *         more than a few calls */
#ifndef LOCKSET_ATTRIBUTES_H
#define LOCKSET_ATTRIBUTES_H

#include "base/limit.h"
#include "ir/body.h"
#include "ir/mutex.h"
#include "code/event.h"

enum {
	/* may make a lock that does not block its holder: recursive, or checking for errors */
	ATTRIBUTE_DEEP = MUTEX_DEEP,
	ATTRIBUTE_CHECKED = MUTEX_CHECKED,
	ATTRIBUTE_ODD = MUTEX_ODD,
	ATTRIBUTE_FAIR = 2 /* was seen to make a lock on which new readers wait for waiting writers */
};

/* A call that makes a lock, which is its argument. */
struct made_lock {
	const struct model_row *row; /* NULL: by a function of the program */
	struct fn_id fn;
	uint32_t inst, arg;          /* arg 1: the first */
	uint32_t param;              /* that the lock is, of `fn`; 0: none */
	uint32_t said;               /* where `row` is NULL */
	uint32_t before;             /* another one of the same function that is a parameter, attributes.made + 1; 0: none */
};

/* A call that makes a lock by what its function is handed. */
struct asked_lock {
	const struct model_row *row;
	struct fn_id fn;
	uint32_t inst;
	uint32_t said, calls, before; /* before: another one of the function, attributes.asked + 1; 0: none */
	bool open;                    /* others may call the function, too */
};

struct attributes {
	const struct program *p;
	struct arena *arena;
	const struct model_row *const *row; /* by symbol */
	struct map of;      /* variable -> what is said of it */
	uint32_t elsewhere; /* what is said of objects that parameters and pointers lead to */
	VEC(struct made_lock) made; /* those of parameters, and all by functions of the program */
	struct map handed;  /* function, instruction -> 1 the lock is a parameter, 2 and callers are known */
	struct map helper;  /* function -> made + 1, the last one */
	VEC(struct asked_lock) asked;
	struct map asked_of; /* function -> asked + 1, the last one */
	struct map told;    /* function, instruction -> what callers ask for + 1 */
	uint32_t round;     /* of `made`, when the round before began */
	/* the call in whose words parameters are understood; NULL: they are not */
	const struct body *above;
	const struct inst *by;
	const struct reached *reached; /* of the body that is looked at, in that call; NULL: all of it runs */
	uint32_t init; /* instruction + 1, in the body that is looked at: which makes the lock; 0: not known */
};

/* `row` lives as long as the result. */
void attributes_find(struct attributes *, struct arena *, const struct program *, const struct model_row *const *row);
/* Of the object at this address, in this body. Null: nothing. */
uint32_t attributes_of(const struct attributes *, const struct body *, struct ref address);
/* Of the object that a row says a lock is made with at this call; no such object: nothing. */
uint32_t attributes_of_event(const struct attributes *, const struct body *, const struct inst *call, const struct model_row *);
/* May the lock that a call makes by this row be odd, and how? */
uint32_t attributes_of_init(const struct attributes *, const struct body *, const struct inst *call, const struct model_row *);
/* Does this call make a lock that is a parameter, and are there calls of the function, so that `made` says what is made? */
bool attributes_are_handed(const struct attributes *, struct fn_id, uint32_t inst);

#endif
