/* local: one function by itself: from which objects each of its values comes, what it stores into what, and which of these
 * objects others may have found at each place.
 *
 * An origin is an object as the function can name it: made here (an allocation, a stack slot, what a callee made), given to it
 * (what parameter k points to, and all that is reachable from there: its content), or taken out of a shared structure. Everything
 * else is ORIGIN_SHARED. Each value has a set of origins; each origin *holds* others by offset: what was stored into it. Both
 * without regard to the order of statements. Which origins are published, and which holds there are by then, is a matter of
 * order: one bit an origin, or a hold, and place, may-information.
 *
 *     p = malloc(16);            p: { fresh p }
 *     p->name = strdup(s);       fresh p holds fresh #2 at 8
 *     global = p;                published: fresh p, and so fresh #2
 *
 * The bit of an origin in a loop is for the object of the current round. If one of an earlier round is still at hand when the
 * next one is made (a phi above it, or something older holds it), the origin is `carried`: its bit is set once and for all.
 * If whoever holds it is found to hold what parameters lead to as well, in the same place, and others have that from the
 * beginning, it is not: what is loaded from there has the content of the parameter among its origins, which is published
 * (origin_is_carried).
 *
 * misses  pointers that are written in parts smaller than a pointer; see summary.h for calls */
#ifndef SHARING_LOCAL_H
#define SHARING_LOCAL_H

#include "ir/cfg.h"
#include "sharing/state.h"

enum origin_kind { ORIGIN_SHARED, ORIGIN_FRESH, ORIGIN_STACK, ORIGIN_PARAM, ORIGIN_CONTENT, ORIGIN_TAKEN };

struct sharing_origin {
	uint8_t kind;
	bool carried; /* see above; of what parameters hold origin_is_carried tells */
	bool lost;    /* no longer followed: published, always */
	bool taken;   /* what a callee gave us was taken out of a structure */
	bool whole;   /* taken: stands for all that its links lead to, too */
	bool private; /* the models say that each thread has its own */
	uint32_t value;      /* whose object it is; of a parameter: its number from 0 */
	uint32_t hold, nholds; /* local.hold, a list */
	uint32_t alone;        /* the set of it alone; 0: nobody has asked */
	uint64_t older;        /* bits of what is found beside one of an earlier round (effect_beside) */
};

enum { OFFSET_ANY = INT32_MIN, OFFSET_UNSET = INT32_MAX };

struct hold {
	uint32_t held, next;
	int32_t offset;
};

enum action_kind {
	ACTION_STORE = 1, /* into objects of set a, objects of set b */
	ACTION_PUBLISH,   /* objects of set b */
	ACTION_NEW,       /* origin a: a new object, nobody has it */
	ACTION_SEEN,      /* origin a, a taken one: read out of the structure, others can too */
	ACTION_FETCH,     /* origin a: the read itself; from here on the lock must be held */
	ACTION_UNLINK,    /* origin a: the structure no longer leads to it */
	ACTION_RELEASE,   /* some lock may be released */
	ACTION_AGAIN      /* a setjmp comes back, the first time or again: all that there is may have been published */
};

struct action {
	uint32_t inst;
	uint8_t kind;
	uint32_t a, b;
};

/* On the way from one block to the next no value is an object of this origin, as long as what is found beside those that are held
 * somewhere is published (absent.c, effect_beside). */
struct absent {
	uint32_t from, to, origin;
	uint64_t beside;
};

struct local {
	struct arena *arena; /* scratch */
	const struct sharing *s;
	const struct body *b;
	struct cfg cfg;
	struct intern set;
	VEC(struct sharing_origin) origin; /* 0 is ORIGIN_SHARED; parameter k is 1 + 2k, its content 2 + 2k */
	VEC(struct hold) hold;     /* 0 is none */
	uint32_t *value;           /* by value: its set */
	int32_t *offset;           /* by value: bytes behind the start of its objects */
	uint32_t *made;            /* by value: the origin that begins there, or 0 */
	uint32_t *block_of;        /* by instruction */
	uint32_t params;           /* the first ones, which have origins */
	VEC(struct action) action; /* in the order of the blocks in cfg.order */
	uint32_t *first_action;    /* by position in cfg.order, from 0; one more at the end */
	struct take *take;         /* by value, or NULL where nothing is taken (take.h) */
	VEC(struct absent) absent;
	bool recording, changed;
	uint64_t *in;              /* by block: words of bits (published, then broken, then which holds there may be) */
	uint32_t words, bits;      /* of each of the first two; of all */
	bool tied;                 /* parameters may overlap: published together */
	uint64_t common;           /* parameters and contents that lead only to what others have, too, all the time */
	uint64_t ever;             /* published at any place: parameters and contents, as in summaries */
	uint32_t *stack;           /* for walks, a place an origin */
	uint32_t *mark, round;
};

/* Origins, sets, holds and actions of a body. */
void local_build(struct local *, struct arena *scratch, const struct sharing *, const struct body *);
void absent_find(struct local *); /* fills local.absent, when all sets are known */
/* Published bits, with the parameters as `entry` says (summary.h). */
void local_flow(struct local *, uint64_t entry);

/* May objects of this origin that were made earlier be at hand, and pass for the last one? */
static inline bool origin_is_carried(const struct local *l, uint32_t origin)
{
	return l->origin.at[origin].carried || l->origin.at[origin].older & ~l->common;
}

uint32_t local_set(const struct local *, struct ref);
int32_t local_offset(const struct local *, struct ref);
const uint32_t *local_members(const struct local *, uint32_t set, uint32_t *n);
/* All that can be reached from the objects of a set by loads, as a set; without the objects themselves unless they are held. */
uint32_t local_content(struct local *, uint32_t set);

/* A way out of a block; block UINT32_MAX: none. */
struct way_out {
	uint32_t block, way;
};

/* A walk over the blocks in order: the state just before each instruction. */
struct places {
	struct local *l;
	uint32_t position, inst, end; /* in cfg.order; the instruction and the end of its block */
	uint32_t action;
	uint64_t *state;
};
void places_begin(struct places *, struct local *);
bool places_next(struct places *);
bool places_published(const struct places *, uint32_t origin);
/* Are all objects of the set this thread's own here? An empty set has none that is not: true. */
bool places_owned(const struct places *, uint32_t set);

/* The operands of an instruction that are addresses of memory it may access; `n` of them from `first` on. */
void local_addresses(const struct inst *, uint32_t *first, uint32_t *n);

#endif
