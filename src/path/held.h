/* held: a lock in a lock set, and lock sets: what is held at one point of a path, or was given back on the way there.
 *
 *     lock(&a); rdlock(&b);        {a, b (shared)}
 *
 * A lock is its name and its family. Sets are arrays in the order of held_order, each lock once, interned by who keeps them:
 * equal sets are one number, 0 is the empty set. What locks mean to each other (may two names be one lock? what does a release
 * of a name that is not held take away?) is said by who knows the names. */
#ifndef PATH_HELD_H
#define PATH_HELD_H

#include "base/limit.h"
#include "base/store/intern.h"

enum held_flag {
	HELD_SHARED = 1,    /* for reading only */
	HELD_CERTAIN = 2,   /* the name means one object: this very lock is held */
	/* the rest is lockset's own */
	HELD_SPIN = 4,      /* who holds it must not sleep */
	HELD_RECURSIVE = 8,
	HELD_SEMAPHORE = 16,
	HELD_ROB = 32,      /* let go while its holder sleeps (racerx, 5.2) */
	HELD_CONTEXT = 64,  /* not a lock: interrupts or preemption are off */
	HELD_UP = 128,      /* came out of a call: downward propagation alone would not know (6.2, 6.4) */
	HELD_PAIRED = 256,  /* a release can be reached from where it was taken, in this function (6.5) */
	HELD_ABOVE = 512,   /* a caller releases it later: the call unlockset (6.5) */
	HELD_ENTERED = 1024, /* held when the function was entered */
	HELD_SUBCLASS = 2048, /* taken with lockdep's nesting level, or inside a lock that orders it */
	HELD_TRIED = 4096,
	HELD_OLD = 8192,    /* taken in an earlier round of a loop, under a name that now means another */
	HELD_LEFT = 16384,  /* in an exit: past its last release in the function, which returns a value that says so */
	HELD_DOUBT = 32768, /* two bits: how unlikely the calls since are, all together; HELD_FAINT: too much so to be told of */
	HELD_FAINT = 3 * HELD_DOUBT,
	HELD_FAIR = 131072  /* shared; readers that come later wait for a writer that waits */
};

/* No padding: sets are interned by their bytes. */
struct held {
	uint32_t term;   /* its name: a term of who keeps the set */
	uint32_t family; /* of the models: which kind of lock, since a term may be two; 0: of no matter */
	uint32_t flags;  /* enum held_flag */
	/* how often; of what is given back: at most; HELD_ALL: as often as it may be held; 0: only what was taken here */
	uint16_t count;
	uint16_t twins;  /* rows of one number (not 0) are names of one lock */
};
#define HELD_ALL UINT16_MAX

static inline bool held_is_shared(const struct held *h)
{
	return h->flags & HELD_SHARED;
}
static inline void held_set_shared(struct held *h, bool shared)
{
	h->flags = shared ? h->flags | HELD_SHARED : h->flags & ~(uint32_t)HELD_SHARED;
}
static inline bool held_is_same(const struct held *x, const struct held *y)
{
	return x->term == y->term && x->family == y->family;
}
/* Do holders of one lock keep each other out? Two readers do not. */
static inline bool held_excludes(const struct held *x, const struct held *y)
{
	return !(x->flags & y->flags & HELD_SHARED);
}
int held_order_names(const struct held *, const struct held *);
int held_order(const void *, const void *); /* of struct held: by name, for writing before for reading */
struct held *held_find(const struct held *, uint32_t n, const struct held *); /* of this name; NULL: none */
bool held_has_term(const struct held *, uint32_t n, uint32_t term);
/* In order, each once: of two with one name the first, in the order of held_order. How many are left. */
uint32_t held_sort(struct held *, uint32_t n);
/* The lock is taken once more, or as often as `more` says: counted up to a limit, or one that is taken again and again on paths
 * that do not exist would make sets differ for ever. */
void held_again(struct held *, const struct held *more, enum limit most);
/* Held on both ways: the less of the two. At most nx; `out` may be x. */
uint32_t held_meet(struct held *out, const struct held *x, uint32_t nx, const struct held *y, uint32_t ny);

uint32_t held_keep(struct intern *, const struct held *, uint32_t n);
const struct held *held_get(const struct intern *, uint32_t set, uint32_t *n);

/* How a lock is called, in the arena. */
struct held_names {
	const char *(*name)(void *with, struct arena *, const struct held *);
	void *with;
};
/* The text of a lock set wherever there is one, "c->lock (shared), pool.lock x2", in the order of the alphabet; "" for none. */
const char *held_text(struct arena *, const struct held *, uint32_t n, const struct held_names *);

#endif
