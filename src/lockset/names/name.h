/* name: what a lock is called: a term (term/term.h).
 *
 *     &pool.lock            SYM pool, FIELD 8
 *     &c->pool->lock        PARAM 0, FIELD 16, LOAD, FIELD 8           in the words of one function
 *     struct pool.lock      MEMBER                                     whichever pool it is (racerx, section 3, "Approximations")
 *
 * Each name has a *class*, if it is known of which record the lock is a member (MEMBER); of a lock of unknown type the cell of
 * points (CLASS) takes its place. Names that begin at a parameter hold in one function; a call puts the argument in the place of
 * the parameter (name_enter, name_leave). ABOVE is a lock of some caller that this function has no words for. RESULT is what a
 * call returned or a loop changes; an index is a RESULT or a PARAM, 0: some element. The others mean the same everywhere: they
 * are *ground*. Two ground names may still be one lock: a class is any of its members. Names longer than lockset-names are cut
 * down to their class. NAMED without a name is a way of running (walk/engine.h). */
#ifndef LOCKSET_NAME_H
#define LOCKSET_NAME_H

#include "term/term.h"

struct names {
	struct arena *arena;
	const struct points *points;
	struct terms terms;
	VEC(uint32_t) class;    /* by name: its class; 0: not known */
	struct map ground;      /* name -> its ground form */
	struct map bare;        /* type -> 2 it is all lock, 1 it is not; remembered */
	struct map chain;       /* a loop's own value that goes along a pointer, `n = n->parent` -> the class of that pointer */
	struct map start;       /* such a value, and others of loops -> what else it is: where the walk begins; UINT32_MAX: several */
	struct map content;     /* a slot on the stack -> what it always holds (content.c) */
	struct map lock_type;   /* type of a variable that is a lock -> the first such variable; LOCK_TYPE: there are several */
};

/* A variable that is handed to a lock function as it is. The type of several such is that of locks, and says nothing about which
 * one. */
#define LOCK_TYPE UINT32_MAX
void name_is_lock(struct names *, uint32_t sym);
struct type_id name_element(const struct program *, struct type_id); /* what it is an array of, at whatever depth; itself */
void names_init(struct names *, struct arena *, const struct points *);
uint32_t name_make(struct names *, const struct term *);
uint32_t name_member(struct names *, uint32_t base, int64_t offset, struct type_id record);
/* The element of this number, so many bytes apart; index 0: some element. */
uint32_t name_index(struct names *, uint32_t base, uint32_t index, uint32_t stride);
/* A value of a function, from 1, and back: 0: it is something else. */
uint32_t name_of_value(struct names *, struct fn_id, uint32_t value);
uint32_t name_value(const struct names *, uint32_t name, struct fn_id);
uint32_t name_load(struct names *, uint32_t base);
uint32_t name_class(const struct names *, uint32_t name); /* 0: not known */

bool name_is_ground(const struct names *, uint32_t name);
bool name_is_global(const struct names *, uint32_t name); /* a variable or member of it: one object */
/* a class of which not even the type it is in is known: two of them are seldom one */
bool name_is_nameless(const struct names *, uint32_t name);
bool name_is_exact(const struct names *, uint32_t name);  /* no element, no class: equal names at one time are one lock */

/* Where points thinks that the named thing is; class 0: it does not know one place. In an instance of the function
 * (points.instance), 0: in all of them. */
struct cell name_cell(const struct names *, uint32_t name, uint32_t instance);
/* A ground name: what points knows to be one object by that object, the rest by class. */
uint32_t name_ground(struct names *, uint32_t name);
/* May two ground names be one lock? */
bool name_may_alias(struct names *, uint32_t a, uint32_t b);

/* A call: the caller's names for the arguments, and which numbers they are: that of the element which a lock is. */
struct name_arg {
	uint32_t name;   /* 0: none */
	uint32_t number; /* a value of the caller, behind conversions, or a TERM_INT; 0: none */
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
/* May an element whose number is not known be this lock, which is an element with a known number of the same array? */
bool name_may_be_element(const struct names *, uint32_t element, uint32_t lock);

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
void content_find(struct name_values *); /* before the names of values are asked for */
uint32_t name_of_ref(struct name_values *, struct ref); /* 0: a number, or nothing to call it by */

#endif
