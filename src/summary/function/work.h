/* work: one function while its summary is being made. Three steps (RELAY, sections 3.1 to 3.3), one after the other:
 *
 *     symbolic.c   what each value is, in words of formals and globals (memory.c: what memory holds)
 *     flow.c       which locks are held at each place, on paths that are told apart as far as locks differ on them (step.c:
 *                  behind a call; known.c: by what was tested; all.c: behind loops that take all locks of an array; choice.c:
 *                  behind conditionals that choose them)
 *     access.c     which memory is touched there, own instructions and summaries of callees alike
 *
 * and finish.c makes of it a summary that needs nothing of this any more. */
#ifndef SUMMARY_WORK_H
#define SUMMARY_WORK_H

#include "ir/cfg.h"
#include "summary/census/ground.h"
#include "term/value.h"

/* Sizes of arrays: the most that limits.def allows. */
enum {
	STATES_MOST = 6, /* at the beginning of one block; more are joined */
	FACTS_KEPT = 16, /* of one state */
	CELLS_FEW = 16   /* of one term that are compared */
};

/* What a value is: always a name (at worst its own), and the names it may be an alias of. */
struct summary_value {
	uint32_t must;
	uint32_t may; /* set; 0: nothing but must */
};

struct path_state {
	uint32_t lockset; /* work.relative */
	uint32_t lost;    /* bit k: work.taken[k] is not all that was taken (all.c) */
	uint32_t nfacts;
	struct fact fact[FACTS_KEPT]; /* of terms, the oldest first */
};

/* A loop whose variable goes through all numbers below `rounds`, in which no lock is given back; `out`: where its test leads
 * out. */
struct counted_loop {
	uint32_t header, latch, out, phi;
	int64_t rounds;
};

/* A lock that is held at the end of a round, and the name of it and its like in all rounds. */
struct taken_all {
	uint32_t loop; /* work.loop */
	struct held one;
	uint32_t all;
};

/* Two choices among x and y, the one what the other is not, and four names of the two locks that are reached from there
 * (choice.c). */
struct opposite {
	uint32_t p, q, x, y; /* terms */
};
struct lock_names {
	uint32_t term[4]; /* of p, q, x, y */
};

struct states_at {
	uint32_t n, done;
	struct path_state *at; /* STATES_MOST; NULL until the first comes */
	bool joined;
};

struct known {
	uint32_t address, value; /* terms */
};
typedef VEC(struct known) memory; /* by address */

struct made_access {
	struct access a;
	uint32_t last; /* work.made_source + 1: a list */
};
struct made_source {
	struct summary_source s;
	uint32_t weight; /* 3 * calls + conditions */
	uint32_t next;
};

struct locks_key {
	uint32_t nplus, nminus;
};

/* How much a summary tells its callers. */
enum detail {
	DETAIL_ALL,
	DETAIL_RECURSIVE, /* of a function that calls itself, perhaps through others: fewer accesses */
	DETAIL_CLOSED,    /* no accesses: they stay here, whoever could say more */
	DETAIL_OUTLINE,   /* and nothing of what it returns and leaves behind; locks, but not when which */
	DETAIL_NONE       /* nor which locks: anything may be given back */
};

struct work {
	struct arena *arena; /* of this function */
	const struct summaries *s;
	const struct ground *g;
	const struct points *pt;
	const struct program *p;
	struct body b;
	struct cfg cfg;
	struct terms terms;
	struct summary_value *value;   /* by value */
	uint32_t *block_of;    /* by instruction */
	uint32_t *conditions;  /* by block: branches on the shortest way to it */
	uint8_t *local;        /* by instruction: of an alloca, enum alloca_use */
	/* locks */
	struct intern relative; /* of struct held arrays; see lockset.c */
	struct states_at *at;   /* by block */
	VEC(struct counted_loop) loop;
	VEC(struct taken_all) taken;
	VEC(struct opposite) opposite;
	VEC(struct lock_names) names;
	bool opposites_known;
	VEC(uint32_t) todo;     /* blocks */
	bool *queued;
	struct intern condition; /* of struct summary_condition */
	bool split;             /* while blocks are visited: the instruction at hand is come to with different locks */
	bool again;             /* the instruction at hand is looked at more than once: on several paths, for several reasons */
	/* results */
	VEC(struct made_access) access;
	VEC(struct made_source) made_source;
	struct keys access_key; /* of struct access without its trace; the id is its place in access, + 1 */
	struct way_back back[16];
	uint32_t nbacks;
	memory left;
	bool left_seen;
	uint32_t left_out;      /* accesses of which not every place is kept */
	VEC(struct under) under;
	struct map under_of;    /* callee to its place in under, + 1 */
	uint32_t result;        /* term, once a return was seen */
	bool result_seen;
	enum detail detail;
	bool in_scc;           /* calls itself, perhaps through others */
	uint32_t nopen, most_open; /* accesses that are not closed */
	VEC(uint32_t) memo;     /* of summary_translate */
	VEC(uint32_t) args;     /* of work_arguments */
	struct map canonical;   /* lockset and parts of the location to the lockset that is left of it, + 1 */
	struct intern parts;    /* of canonical.c */
	struct keys source_key; /* of access.c: access and source */
	struct map open_locks;  /* lockset to 1: none of its locks hangs on a formal, 2: one does */
	struct map for_callers; /* lockset to what callers need of it, + 1 */
};

enum alloca_use { USE_LOCAL, USE_PASSED, USE_STORED };

/* symbolic.c */
void symbolic_run(struct work *);
uint32_t work_ref(struct work *, struct ref);               /* the term of an operand */
/* the address a place means; TERM_TOP: cannot be named */
uint32_t work_place(struct work *, const struct place *, uint32_t inst);
bool work_is_foreign(const struct work *, uint32_t term);   /* has a part that only a callee understands */
/* has a part that no caller understands: what an instruction here gave */
bool work_is_own(const struct work *, uint32_t term);
uint32_t *work_memo(struct work *, const struct summary *); /* for summary_translate of what is seen; the same memory each time */
uint32_t work_opaque(struct work *, uint32_t inst, uint32_t base);
typedef bool part_test(const struct work *, const struct term *, uint32_t with);
bool work_any_part(const struct work *, uint32_t term, part_test *, uint32_t with);
bool term_mentions(const struct work *, uint32_t term, uint32_t block); /* is made of something that this block makes anew */
/* what the target's parameters are; the same memory each time */
uint32_t *work_arguments(struct work *, uint32_t inst, const struct target *);

/* memory.c */
uint32_t work_cells(const struct work *, uint32_t term, struct cell out[CELLS_FEW]); /* as term_cells_of */
struct term work_root(const struct work *, uint32_t term);
bool work_is_stable(const struct work *, uint32_t address); /* does it hold the same as long as this function runs? */
uint32_t work_stable(struct work *, uint32_t address); /* its content, then: by the one name that it has */
bool work_may_meet(const struct work *, uint32_t a, uint32_t b, bool near); /* are they one address, or in one object? */
uint32_t work_load(struct work *, memory *, uint32_t inst, uint32_t address);       /* the name of what the load gives */
void work_keep(struct work *, memory *, uint32_t address, uint32_t value);          /* if it can be known */
void work_forget(struct work *, memory *, uint32_t address, bool whole_object);     /* what may be there, or beside it */
void work_forget_reachable(struct work *, memory *); /* all that a function that was called may write */
bool work_join_memory(memory *to, const memory *from);      /* is there less now? */
void work_copy_memory(struct work *, memory *to, const memory *from);

/* element.c: terms; 0: there is no such array. */
uint32_t element_of_choice(struct work *, uint32_t inst, uint32_t first, uint32_t n); /* one of the operands first .. */
uint32_t element_returned(struct work *, uint32_t inst, uint32_t term);               /* by a callee, whose word the term is */
bool element_is_chosen(const struct work *, const struct term *index);                /* and may be null */

/* lockset.c */
enum { LOCKS_NONE = 0 };
void locks_init(struct work *);
const struct held *locks_get(const struct work *, uint32_t set, uint32_t *nplus, uint32_t *nminus); /* plus, then minus */
uint32_t locks_acquire(struct work *, uint32_t set, struct held);
uint32_t locks_release(struct work *, uint32_t set, struct held);
uint32_t locks_mode(struct work *, uint32_t set, struct held);
uint32_t locks_join(struct work *, uint32_t a, uint32_t b);
uint32_t locks_update(struct work *, uint32_t set, uint32_t then); /* lockUpdate of Figure 3 */
uint32_t locks_rebind(struct work *, const struct summary *, uint32_t relative, const uint32_t *arg, uint32_t nargs,
		      uint32_t *memo, bool access);
uint32_t locks_forget(struct work *, uint32_t set, uint32_t block); /* names that this block makes anew */
uint32_t locks_unknown(struct work *, uint32_t set);                /* at another time: anything may be given back */

uint32_t locks_for_callers(struct work *, uint32_t set);
uint32_t locks_rename(struct work *, uint32_t set, uint32_t (*rename)(void *, uint32_t term), void *with);
uint32_t locks_named_after(struct work *, uint32_t set, uint32_t from, uint32_t to); /* two names of one value */
uint32_t locks_follow(struct work *, uint32_t set, uint32_t came, uint32_t value, uint32_t phi, uint32_t block);

/* all.c: loops that take all locks of an array */
void all_find_loops(struct work *);
/* on the way from one block to the next, before names are forgotten */
void all_enter(struct work *, uint32_t from, uint32_t to, struct path_state *);

/* choice.c: locks that a conditional chooses */
/* Of the pairs of choices behind `from`, the next that the lock may be the second one of: its number + 1; 0: there is none. */
uint32_t choice_names(struct work *, uint32_t lock, uint32_t from, struct lock_names *);
bool choice_keep(struct work *, const struct lock_names *); /* in work.names; false: there is no room */

/* canonical.c: an access of a callee, without the names that only it understands. */
void canonical_access(struct work *, struct access *);

/* flow.c */
void flow_summary(struct work *);
/* What the state knows of the function's formals; work.condition, 0: nothing. */
uint32_t flow_condition(struct work *, const struct path_state *);
/* A callee's condition in the words of the caller; false: it cannot hold in this state. */
bool flow_translate(struct work *, const struct path_state *, const struct summary_condition *, const uint32_t *arg,
		    uint32_t nargs, struct summary_condition *out);
/* What such a condition says of the arguments from then on; false: it cannot hold. */
bool flow_learn(struct work *, struct path_state *, const struct summary_condition *, const uint32_t *arg, uint32_t nargs);
uint32_t flow_intern(struct work *, const struct summary_condition *);
/* Called for each instruction with each state before it, when the states are final. */
void flow_visit(struct work *, void (*see)(struct work *, uint32_t inst, const struct path_state *));
void flow_ways_back(struct work *); /* instead: how the function comes back, and nothing else */

/* access.c */
void access_run(struct work *);

/* finish.c */
struct summary *finish_summary(struct work *, struct arena *keep);
bool summary_equal(const struct summary *, const struct summary *);

/* schedule.c */
/* `rough`: without accesses and what is held at calls; for callers who do not look at them. */
struct summary *summary_make(struct arena *keep, const struct summaries *, struct fn_id, enum detail, bool rough);

#endif
