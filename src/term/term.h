/* term: a pointer as far as one context can name it: where it starts and the steps from there. Equal terms, equal ids; so are
 * sets of terms. A term is an address: TERM_LOAD of &c->lock's address is what is stored there.
 *
 *     &pool.lock           SYM pool, FIELD 8
 *     c->ops               PARAM 0 of the root, FIELD 16, LOAD
 *     &slots[i].m          SYM slots, INDEX, FIELD 4
 *
 * A thread id that pthread_create stores is a term too (TERM_THREAD): a join of it names the spawn, wherever the id travelled. */
#ifndef TERM_TERM_H
#define TERM_TERM_H

#include "base/diag.h"
#include "base/store/keys.h"
#include "base/limit.h"
#include "points/points.h"

enum term_kind {
	TERM_TOP = 1, /* anything */
	TERM_NULL,
	TERM_SYM,     /* a variable or a function: a = sym */
	TERM_STACK,   /* an alloca: a = fn, b = inst */
	TERM_HEAP,    /* an allocation: a = fn, b = inst; base: in which copy of an allocator wrapper (TERM_SITE), or none */
	TERM_PARAM,   /* what a root was entered with: a = fn, b = number from 0 */
	TERM_RESULT,  /* what a call outside the program gave: a = fn, b = inst */
	TERM_INT,     /* no address: a number, offset; what a function returned */
	TERM_ONE_OF,  /* of a lock: one of the set a, which one is not known */
	TERM_NAMED,   /* "@name": a = name in the models */
	/* a thread or task: a = fn, b = inst of the call that made it; base: as of TERM_HEAP, or sealed (term_seal) */
	TERM_THREAD,
	TERM_LOAD,    /* what is stored at base, at some time: two of them need not be equal values */
	TERM_STABLE,  /* what is stored at base, which nobody changes while it is shared: two of them are equal values */
	TERM_FIELD,   /* offset bytes behind base; base is no FIELD */
	TERM_INDEX,   /* an element of the array at base, chosen at run time: by a, a term; 0: any */
	TERM_OUTER,   /* TERM_PARAM of an activation further out of a recursive function */
	/* no address: the cell (a = class, offset) of points, for stores that went through a pointer of unknown origin */
	TERM_CLASS,
	TERM_SITE,    /* no address: a call, a = fn, b = inst; base: the one before it, or none; a = 0: sealed */
	TERM_MARK,    /* no address: of the object base; b = 0: there are several of this name; 1: others have it */
	TERM_COMPUTED, /* a value: what an operation gives of base and a, which may be none; b tells which: computed_by; 0: the sum */
	TERM_ALL,     /* no address: as the index of a lock that is held, all elements */
	TERM_MEMBER,  /* of some record of type a: what is offset bytes behind its start, b pointers further on */
	TERM_ABOVE,   /* a lock of some caller that the function has no words for: of the kind base, and the b-th of them */
	TERM_KINDS
};

struct term {
	uint8_t kind;
	uint32_t base; /* a term, or 0 */
	uint32_t a, b;
	int64_t offset;
};

static inline bool term_is_load(uint8_t kind)
{
	return kind == TERM_LOAD || kind == TERM_STABLE;
}
static inline bool term_is_step(uint8_t kind)
{
	return term_is_load(kind) || kind == TERM_FIELD || kind == TERM_INDEX;
}
/* Is a of it a term? */
static inline bool term_has_second(uint8_t kind)
{
	return kind == TERM_INDEX || kind == TERM_COMPUTED;
}

/* Is it one of many, whichever: what stands for the locks of a kind? */
static inline bool term_is_class(uint8_t kind)
{
	return kind == TERM_MEMBER || kind == TERM_CLASS;
}

enum { TERM_MOST_STEPS = 8, SET_MOST = 8 }; /* the most that limits.def allows */

/* A term, and what is asked of it all the time. */
struct term_row {
	struct term term;
	uint32_t root;   /* without the steps */
	uint32_t single; /* the set of it alone; 0: not made yet */
	uint32_t loaded; /* TERM_LOAD or TERM_STABLE of it: a table has one of the two; 0: not made yet */
	uint8_t steps;
	bool fixed;      /* term_is_fixed */
};

struct terms {
	struct arena *arena;
	enum limit longest; /* how many steps a term may have; longer ones are TERM_TOP */
	struct keys term;  /* of struct term */
	struct intern set; /* of arrays of term ids, ascending */
	VEC(struct term_row) row; /* by term; [0] is none */
	VEC(uint8_t) nature;     /* by set: what was found out of it; 0: nothing yet */
	uint32_t top, null;      /* the sets { TOP } and { NULL } */
};

void terms_init(struct terms *, struct arena *);
uint32_t term_make(struct terms *, const struct term *); /* folds FIELD of FIELD; TOP where it gets too long */
static inline const struct term_row *term_row(const struct terms *t, uint32_t term)
{
	if (term >= t->row.n)
		BUG("term %u of %u", term, t->row.n);
	return &t->row.at[term];
}
static inline struct term term_get(const struct terms *t, uint32_t term)
{
	return term_row(t, term)->term;
}
static inline uint32_t term_root(const struct terms *t, uint32_t term)
{
	return term_row(t, term)->root;
}
static inline struct term term_root_of(const struct terms *t, uint32_t term)
{
	return term_get(t, term_root(t, term));
}
/* A lock that is one bit of a word lies so far behind the word, times its number: further than anything else, so that it is no
 * bit of the next word. */
enum { TERM_BIT = 1 << 30 };
static inline int64_t term_bit_offset(int64_t number)
{
	return (number & 0xffffff) * TERM_BIT;
}
struct term term_object(const struct terms *, uint32_t term); /* without members and elements: what it is inside of */
/* The thing that it is a member of, itself if it is none; and how many bytes behind its start. */
static inline uint32_t term_thing(const struct terms *t, uint32_t term)
{
	const struct term *k = &term_row(t, term)->term;

	return k->kind == TERM_FIELD ? k->base : term;
}
static inline int64_t term_offset(const struct terms *t, uint32_t term)
{
	const struct term *k = &term_row(t, term)->term;

	return k->kind == TERM_FIELD ? k->offset : 0;
}
uint32_t term_loads(const struct terms *, uint32_t term); /* how many pointers are followed */
uint32_t term_number(struct terms *, int64_t);
static inline bool term_is_number(const struct term *k)
{
	return k->kind == TERM_INT || k->kind == TERM_NULL;
}
uint32_t term_field(struct terms *, uint32_t term, int64_t offset);
uint32_t term_step(struct terms *, enum term_kind, uint32_t base); /* TERM_LOAD, TERM_STABLE, TERM_INDEX */
/* The term with its root replaced: the same steps from `root`. */
uint32_t term_rebase(struct terms *, uint32_t term, uint32_t root);
/* Of a TERM_HEAP or TERM_THREAD: the function whose activation the name speaks of. */
uint32_t term_maker(const struct terms *, const struct term *);
/* A TERM_THREAD as those see it who do not know whose activation made it: no call will be added to its name. Others are what they
 * are. */
uint32_t term_seal(struct terms *, uint32_t term);
uint32_t set_seal(struct terms *, uint32_t set);
/* No load and no INDEX among its steps, and not TOP: one place behind its root. */
static inline bool term_is_fixed(const struct terms *t, uint32_t term)
{
	return term_row(t, term)->fixed;
}
uint32_t set_make(struct terms *, uint32_t *term, uint32_t n); /* sorts in place; 0 is the empty set */
uint32_t set_of(struct terms *, uint32_t term);
uint32_t set_union(struct terms *, uint32_t a, uint32_t b);
const uint32_t *set_get(const struct terms *, uint32_t set, uint32_t *n);
/* Its only element; 0: none or several. */
uint32_t set_only(const struct terms *, uint32_t set);
bool set_is_top(const struct terms *, uint32_t set);
bool set_is_named(struct terms *, uint32_t set);     /* objects, every one with a name */
bool set_is_number(struct terms *, uint32_t set);    /* one number, or null */
bool set_is_kept(struct terms *, uint32_t set);      /* worth a place among the cells: named, or one number */
bool set_is_variables(struct terms *, uint32_t set); /* addresses of variables: none is null */
/* Exact: equal texts, equal terms, as far as C has words: "pool.lock", "param(f:0)+8". For people: term/text.h. */
void term_print(const struct terms *, const struct program *, const struct models *, uint32_t term, FILE *);
void set_print(const struct terms *, const struct program *, const struct models *, uint32_t set, FILE *);

#endif
