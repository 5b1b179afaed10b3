/* census: two walks over all code, on all cores, before the summaries. Each worker notes what it sees for itself; what they
 * have noted is put together when all are done, and does not depend on who has seen what. */
#ifndef SUMMARY_CENSUS_H
#define SUMMARY_CENSUS_H

#include "summary/census/ground.h"

/* The thread that uses some memory, 0 none, USE_MANY; and does one write? */
struct use_by {
	uint32_t user;
	bool written;
};
#define USE_MANY UINT32_MAX

/* Eight bytes of a class. */
struct used_word {
	uint32_t class;
	int32_t number;
	struct use_by use;
};

/* A step of a lock made of atomics. */
struct spin_seen {
	uint64_t word;
	uint32_t context;
	enum spin_step step;
	uint64_t from; /* WAIT: the word that the number was drawn from */
};

enum { SEMAPHORE_TAKEN = 1, SEMAPHORE_GIVEN = 2, SEMAPHORE_HANDED = 4 }; /* 4: the function's caller names it */

/* A function that takes or gives back the semaphore at an offset behind its parameter, from 1. */
struct semaphore_wrapper {
	uint32_t fn, param;
	int64_t offset;
	uint8_t value; /* SEMAPHORE_TAKEN, SEMAPHORE_GIVEN */
	bool bad;      /* it does so with several */
};

struct count_seen {
	uint64_t cell;
	uint32_t value; /* enum count_bits; of notes.operation: TAKEN, GIVEN */
};

/* Two members that are set together; key: which ones, and how. */
struct bond_seen {
	uint64_t key;
	struct bond bond;
};

/* The parameter `to` is one more if `from` is. */
struct hand_down {
	uint32_t from, to;
};

/* What one worker has seen. */
struct notes {
	struct arena scratch;
	struct arena *keep;
	uint32_t who;          /* of the function at hand: its thread, or USE_MANY */
	VEC(struct cell) cell; /* of the touch at hand */
	struct use_by *bulk;   /* by class: what goes over many words */
	struct map word_at;    /* class and word to word + 1 */
	VEC(struct used_word) word;
	struct use_by *variable; /* by symbol, of those that points has no class for */
	uint8_t *churned, *unstable_variable, *written_variable, *written_class;
	struct map unstable_at;
	VEC(uint64_t) unstable;  /* cells */
	struct map spread_at;
	VEC(uint64_t) spread;    /* cells */
	uint8_t *spread_class;
	bool spread_outside;
	VEC(uint64_t) spread_field;
	VEC(struct bond_seen) bond;
	VEC(uint64_t) stored;    /* cells, one for each store */
	uint8_t *unbound;        /* by class: written otherwise */
	uint8_t *semaphore_variable;
	VEC(struct count_seen) semaphore;
	VEC(struct count_seen) operation; /* on semaphores, of the function at hand */
	VEC(struct semaphore_wrapper) wrapped;
	VEC(struct spin_seen) spin;
	VEC(struct hand_down) returns; /* `to` returns what `from` does */
	VEC(uint64_t) spoiled;   /* words that are no locks */
	VEC(struct hand_down) down;
	VEC(uint32_t) named;     /* parameters */
};

struct census {
	struct arena *out, *scratch;
	struct ground *g;
	const struct sharing *sharing;
	const struct threads *threads;
	const struct contexts *c;
	const struct points *pt;
	const struct crew *crew;
	struct notes *notes; /* by worker */
	struct spins spins;
	uint8_t *spun;       /* by class, and 0 for variables without: has such a word, perhaps */
	uint8_t *gives;      /* by function: gives words back as if they were locks, enum spin_step */
	struct semaphore_wrapper *wrapper; /* by function */
	bool *makes;         /* by function: what it returns is new */
};

/* Fills in what ground says of memory, semaphores, locks made of atomics and parameters. */
void census_run(struct census *);

/* The cells of a place, in notes.cell. */
void census_cells(const struct census *, struct notes *, struct fn_id, const struct place *);

/* bound.c: members that are set together. */
void bound_see(const struct census *, struct notes *, const struct body *);
void bound_count(const struct census *, struct notes *, const struct body *, uint32_t inst, const struct touch *);
void bound_join(struct census *);

/* wrapped.c: semaphores that callers name. */
bool wrapped_here(const struct census *, const struct body *, const struct place *on, struct semaphore_wrapper *);
void wrapped_join(struct census *); /* behind the first walk */

/* passed.c: what callers can say of what they pass. */
void passed_prepare(struct census *);
void passed_see_returns(const struct census *, struct notes *, const struct body *); /* in the first walk */
void passed_join_returns(struct census *);
void passed_see_calls(const struct census *, struct notes *, const struct body *);   /* in the second one */
void passed_join_calls(struct census *);
/* The start of a block that was just allocated, or null. */
bool passed_is_new(const struct census *, const struct body *, struct ref);
/* The same, and stored once in the function that has made it, and handed to nobody who keeps it. */
bool passed_is_sole(const struct census *, const struct body *, struct ref);

#endif
