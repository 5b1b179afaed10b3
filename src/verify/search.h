/* What the files of the search share: allow.c (what the next instruction is), step.c (executing it), explore.c (all of them). */
#ifndef VERIFY_SEARCH_H
#define VERIFY_SEARCH_H

#include "code/either.h"
#include "verify/hash.h"
#include "verify/outside/formula.h"
#include "verify/outside/widen.h"
#include "verify/verify.h"

enum verify_kind {
	STEP_INVISIBLE, /* nobody can tell when it happens */
	STEP_VISIBLE,
	STEP_BLOCKED,
	STEP_ENDED,
	STEP_BAD /* it is not executed: search.why */
};

/* The next instruction of a thread. */
struct verify_next {
	uint8_t kind;    /* enum verify_kind */
	bool waits;      /* it would go on for no reason: nobody has signalled */
	bool timed;      /* ... and may also be told that somebody has */
	bool fails;      /* it may fail for no reason (a weak exchange, mtx_trylock) */
	bool wakes;      /* it signals: one of those who wait */
	bool cancelled;  /* the thread was asked to end, and may do so here */
	bool must_end;   /* ... and does not go on */
	bool nondet;     /* its result is one of two */
	bool any;        /* its result may be anything */
	uint32_t alternatives; /* outcomes that values from outside decide about; 0: none do */
	const struct term_values *few; /* an operand has one of these, which is chosen before anything is done; NULL: all are there */
	uint32_t operand;      /* ... this one */
	bool ends;       /* the process, or may */
	bool rows;       /* it touches what its rows say, as machine_look tells */
	bool atomic;
	const struct machine_code *code; /* of `exchanges`: a compare and exchange that values from outside may decide; NULL: none */
	const struct inst *exchanges;
	struct machine_look look; /* of calls and atomic accesses */
};

enum verify_choice_kind { CHOICE_STEP, CHOICE_FAIL, CHOICE_INPUT, CHOICE_GUESS, CHOICE_CANCEL, CHOICE_VALUE };
struct verify_choice {
	uint32_t thread;
	uint8_t kind;   /* enum verify_choice_kind */
	bool spurious;
	uint32_t store; /* of an atomic operation: the index of the store that it reads, or that it goes behind */
	uint64_t value; /* CHOICE_INPUT, CHOICE_GUESS, CHOICE_VALUE */
};

/* One stretch of instructions of one thread, on the way to a state. */
struct verify_trace {
	uint32_t before, thread; /* before: in search.trace; 0: none */
	uint64_t steps;
	bool input; /* at its first instruction something was chosen: */
	uint64_t value, turn;
	uint32_t symbol; /* not 0: the value is that of this term */
	struct fn_id fn;
	uint32_t inst;
};

struct verify_search {
	struct arena *out;
	struct arena arena; /* as long as the search */
	struct machine_image *image;
	const struct verify_options *o;
	struct verify_live *live;
	struct either_effects either;
	struct verify_bytes bytes;
	struct schedule inputs; /* of one step */
	const char *why, *help; /* the first thing that was not done; NULL: all was */
	bool tries;      /* some call tells whether a lock is taken */
	bool weak;       /* atomic accesses with weaker orders than seq_cst */
	bool seq_cst;    /* atomic accesses with that order */
	bool described;  /* some row says that a function is atomic: with which order is known when it is called */
	struct verify_solo *solo; /* NULL: threads run as they do (solo/solo.h) */
	bool near;       /* races are looked for between what threads do at the same time (verify.h) */
	bool *loaded;    /* by symbol: atomic loads, or exchanges that may fail, read it; loads_all: they may read anything */
	bool loads_all;
	bool handlers;   /* some call sets what a signal does */
	bool cancels;    /* some call asks a thread to end */
	bool tries_join; /* some call tells whether a thread has ended */
	bool asks_errno; /* errno is looked at */
	bool asks_start; /* the result of a call that starts a thread is looked at */
	bool fair;       /* some call chooses whether readers wait for writers */
	struct verify_race race;
	VEC(struct verify_trace) trace; /* from 1 */
	struct verify_widen *widen; /* NULL: all numbers are what they are */
	struct verify_terms *terms;  /* NULL: what is from outside is not followed */
	uint32_t symbol;             /* the last step has made this one */
	bool outside;                /* `why` is about a value from outside */
	uint64_t steps;
	bool deadlock; /* in the state that was looked at last */
};

/* ---- allow.c ---- */
void allow_scan(struct verify_search *);
void allow_next(struct verify_search *, struct verify_state *, uint32_t thread, struct verify_next *);
/* Something stands in the way: told once, the first time. */
void search_stop(struct verify_search *, const struct verify_state *, uint32_t thread, const char *help, const char *format, ...)
    PRINTF(5, 6);

/* ---- step.c ---- */
/* One instruction; `next` is what allow_next says of it. False: it is not to be counted: an exchange that this store cannot
 * follow. */
bool step_take(struct verify_search *, struct verify_state *, const struct verify_next *, const struct verify_choice *);

#endif
