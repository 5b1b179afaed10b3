/* name: what a lock is called. A name is an access path: a root, then members, elements and pointers followed.
 *
 *     &pool.lock            SYM pool, FIELD 8
 *     &c->pool->lock        PARAM 0, FIELD 16, LOAD, FIELD 8           in the words of one function
 *     struct pool.lock      CLASS                                      whichever pool it is (racerx, section 3, "Approximations")
 *
 * Names that begin at a parameter hold in one function; a call puts the argument in the place of the parameter (names_enter,
 * names_leave). OUTER is a lock of some caller that this function has no words for: of a class, and the how many-th of that class
 * in the lock set. The others mean the same everywhere: they are *ground*. Equal names, equal ids; two ground names may still be
 * one lock: a CLASS is any of its members. Names longer than lockset-names are cut down to their class. */
#ifndef LOCKSET_NAME_H
#define LOCKSET_NAME_H

#include "base/limit.h"
#include "points/points.h"

enum name_kind {
	NAME_SYM = 1, /* a: a variable */
	NAME_NAMED,   /* a: "@rcu" of the models */
	NAME_LOCAL,   /* a: function, b: the alloca */
	NAME_VALUE,   /* a: function, b: value: what a call returned, what a loop changes */
	NAME_PARAM,   /* a: number, from 0, b: of this function */
	NAME_OUTER,   /* a: CLASS name, b: number */
	/* a: type of the record, k: offset of the member in it, b: pointers followed from there; or a 0: of unknown type, what
	 * points calls class b, offset k */
	NAME_CLASS,
	NAME_FIELD, /* a: base name, k: bytes */
	/* a: base name: an element of it; b: the value that is the index, k: in this function, stride: bytes of an element; or b
	 * 0: some element */
	NAME_INDEX,
	NAME_LOAD /* a: base name: what is stored there */
};

enum { NAME_DEPTH = 8 }; /* the most that limits.def allows */

struct name {
	uint32_t kind, a, b, stride;
	int64_t k;
};

struct names {
	struct arena *arena;
	const struct points *points;
	struct intern known;    /* struct name */
	VEC(uint32_t) class;    /* by name: its CLASS; 0: not known */
	VEC(uint8_t) depth;
	struct map ground;      /* name -> its ground form */
	struct map bare;        /* type -> 2 it is all lock, 1 it is not; remembered */
	struct map chain;       /* a loop's own value that goes along a pointer, `n = n->parent` -> the class of that pointer */
	struct map start;       /* such a value, and others of loops -> what else it is: where the walk begins; UINT32_MAX: several */
	struct map lock_type;   /* type of a variable that is a lock -> the first such variable; LOCK_TYPE: there are several */
};

/* A variable that is handed to a lock function as it is. The type of several such is that of locks, and says nothing about which
 * one. */
#define LOCK_TYPE UINT32_MAX
void name_is_lock(struct names *, uint32_t sym);
void names_init(struct names *, struct arena *, const struct points *);
struct name name_get(const struct names *, uint32_t name);
uint32_t name_make(struct names *, const struct name *);
uint32_t name_member(struct names *, uint32_t base, int64_t offset, struct type_id record);
/* The element of this number, a value of a function; value 0: some element. */
struct name_number {
	uint32_t fn, value, stride;
};
uint32_t name_index(struct names *, uint32_t base, struct name_number);
uint32_t name_load(struct names *, uint32_t base);
uint32_t name_root(const struct names *, uint32_t name); /* behind members, elements and pointers */
uint32_t name_class(const struct names *, uint32_t name); /* CLASS; 0: not known */

bool name_is_ground(const struct names *, uint32_t name);
bool name_is_global(const struct names *, uint32_t name); /* a variable or member of it: one object */
/* a CLASS of which not even the type it is in is known: two of them are seldom one */
bool name_is_nameless(const struct names *, uint32_t name);
bool name_is_exact(const struct names *, uint32_t name);  /* no element, no class: equal names at one time are one lock */
uint32_t name_loads(const struct names *, uint32_t name); /* pointers followed */

/* One name for a lock at the start of a variable: `g`, of a record that is more than a lock, is `g.lock`. Others are what they
 * are. */
uint32_t name_at_start(struct names *, uint32_t name);

/* Where points thinks that the named thing is; class 0: it does not know one place. In an instance of the function
 * (points.instance), 0: in all of them. */
struct cell name_cell(const struct names *, uint32_t name, uint32_t instance);
/* A ground name: what points knows to be one object by that object, the rest by class. */
uint32_t name_ground(struct names *, uint32_t name);
/* May two ground names be one lock? */
bool name_may_alias(struct names *, uint32_t a, uint32_t b);

/* A call: the caller's names for the arguments (0: none), and which numbers they are: that of the element which a lock is. */
struct name_arg {
	uint32_t name;
	uint32_t value; /* of the caller, behind conversions; 0: none */
	bool constant;
	int64_t k;      /* of a constant */
};
struct name_call {
	const struct name_arg *arg;
	uint32_t nargs;
	uint32_t returned, result;
	struct fn_id caller, callee;
};
/* The callee's name for a lock of the caller: the same for what means the same everywhere; 0: the callee has no words for it. */
uint32_t name_enter(struct names *, uint32_t name, const struct name_call *);
/* What a thing that begins at a named address is, if somebody knows its C type: the class of its first member. */
void name_is_a(struct names *, uint32_t name, struct type_id type);
/* The caller's name for a lock of the callee: arguments for parameters, `result` for what the callee returns (`returned`, 0:
 * nothing); 0: the caller has no words for it. */
uint32_t name_leave(struct names *, uint32_t name, const struct name_call *);

/* The same name, or the same class and not surely two different variables: a release of the one may be meant for the other. */
bool name_is_like(const struct names *, uint32_t a, uint32_t b);

/* Pointers in records, whichever record of that type it is: by the name of the place where the pointer is, or by its address. 0:
 * not known to be one. */
uint32_t name_holder(struct names *, uint32_t place);
uint32_t name_holder_at(struct names *, const struct body *, struct ref address);
/* do they lead to things of one type, or to one that begins with the other? */
bool name_holders_match(const struct names *, uint32_t a, uint32_t b);

/* As people write it: "pool.lock", "c->lock", "struct pool.lock"; `fn` for the names of values. In the arena. */
const char *name_text(struct arena *, const struct names *, struct fn_id fn, uint32_t name);

/* The names of the values of a body, made on demand (values.c). */
struct name_values {
	struct names *names;
	const struct body *b;
	uint32_t *of;             /* by value: name; 0: not asked for yet */
	uint32_t (*returned)(void *, struct fn_id); /* what a function always returns, in its own words; 0: not one thing */
	void *with;
	bool null;                /* what is this or null is called by this; */
	bool was_null;            /* and some was */
};
uint32_t name_of_ref(struct name_values *, struct ref); /* 0: a number, or nothing to call it by */

#endif
