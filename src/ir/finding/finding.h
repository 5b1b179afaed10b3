/* finding: what a check tells and a report prints. Made by the checks, sorted and merged by report, printed in any format.
 * Everything is a plain string or number, so that a finding outlives the body, the program and the phase it came from: the
 * strings are in the arena of the check that made it. */
#ifndef IR_FINDING_H
#define IR_FINDING_H

#include <stdbool.h>
#include <stdint.h>

/* Facts that rank gives points for: ir/finding/evidence.def. */
enum evidence {
	FACT_NONE,
#define FACT(id, name, says) FACT_##id,
#include "ir/finding/evidence.def"
#undef FACT
	FACTS
};

/* Is an access in a signal handler, and may several threads run that at a time? */
enum finding_signal { SIGNAL_NOT, SIGNAL_ONE, SIGNAL_SEVERAL };

/* In the order in which reports show them when nothing better is known. */
enum rule {
	RULE_RACE = 1,
	RULE_RACE_BITFIELD,
	RULE_INCONSISTENT_LOCK,
	RULE_DEADLOCK,
	RULE_SELF_DEADLOCK,
	RULE_UNLOCK_UNHELD,
	RULE_LOCK_LEAK,
	RULE_SLEEP_IN_ATOMIC,
	RULE_WAIT_HOLDING,
	RULE_ASSERT_HELD,
	RULE_ASSERT_FAIL,
	RULE_EMPTY_SECTION,
	RULES
};

struct finding_place {
	const char *file; /* "": not known */
	uint32_t line, column;
};

struct finding_note {
	struct finding_place place;
	const char *text;
};

/* A call on the way to an access. */
struct finding_frame {
	const char *function;
	struct finding_place place; /* where it calls the next one; of the last frame: the access */
};

/* One side of a race: who, how he got there, what he holds. */
struct finding_access {
	struct finding_place place;
	const char *function;
	const char *kind;   /* "write", "read", "atomic write", "free", ... */
	const char *thread; /* "main > pthread_create(worker)": how the thread is started; "main" */
	const char *chain;  /* "worker > conn_close": the calls inside it */
	const char *locks;  /* "pool.lock, c->lock (shared)"; "": none */
	uint8_t signal;	    /* enum finding_signal */
	/* the same calls with their places, outermost first; the innermost ones of a very long chain */
	const struct finding_frame *frame;
	uint32_t nframes;
	uint32_t fn, inst;  /* the instruction in the program that finding.program names; fn 0: not known */
	uint32_t start;     /* the function there that its thread begins with; 0: not known */
};

struct finding_pair {
	struct finding_access a, b; /* a: the finding's own place, or the one that is a write */
	const char *overlap; /* why its two threads can be there at the same time; NULL or "": not known */
};

/* One thread of a deadlock: what it holds, where it took that, and what it waits for at its place. */
struct finding_edge {
	struct finding_access wants; /* kind: "wants 'b'" */
	struct finding_place acquired;
	const char *holds; /* the lock that the others wait for; of who is waited for (finding_is_awaited): what waits */
};

/* Pairs of a finding's location that cannot happen, and why. */
struct finding_ruled {
	const char *why;
	uint32_t pairs;
};

struct finding_fact {
	uint8_t fact; /* enum evidence */
	int32_t value;
	const char *text; /* the value as people read it; NULL: the number */
};

/* A line of the table behind the rank (src/rank/rank.h). */
struct finding_score {
	const char *criterion, *says;
	const char *value;
	int32_t points;
};

/* One step of an execution that shows a finding to be real: what one thread does in one line, while the others stand still. */
struct finding_step {
	uint32_t thread; /* from 0, as they were started */
	const char *function;
	struct finding_place place;
	const char *what;  /* "reads n = 0", "pthread_mutex_lock(m)"; several, parted by ", " */
	const char *locks; /* held after it: "m, pool.lock (shared)"; "": none */
};
/* Steps that happened several times, one round behind the other: those that are there are the last round. */
struct finding_round {
	uint32_t first, length; /* of finding_proof.step; rounds are one inside the other, or apart */
	uint32_t times;		/* more than 1 */
};

/* Where a thread of an execution ends. */
struct finding_end {
	uint32_t number; /* of its thread, as finding_step.thread */
	struct finding_access at;
	/* of a deadlock: the calls by which it took what another one, or itself, waits for, outermost first; the last is of the
	 * lock's own function */
	const struct finding_frame *taken;
	uint32_t ntaken;
};

enum proof_state {
	PROOF_CONFIRMED = 1, /* an execution was found and run again on concrete values by code of its own */
	PROOF_NOT_WITHIN,    /* none was found; `text` says within which bounds */
	PROOF_CANNOT,        /* the program cannot be looked at; `text` says why */
	PROOF_REFUTED,       /* an execution was found but does not happen when it is run again: a mistake of snag's */
	/* as confirmed, but the execution begins in a state that was assumed, which `text` tells: the program may never get
	 * there */
	PROOF_HARNESS,
	/* as confirmed, but it depends on what is assumed of the world outside the program: `assuming` */
	PROOF_ASSUMING,
	PROOF_STATES
};

/* What became of the attempt to prove a finding. Not confirmed says nothing against it. */
struct finding_proof {
	uint8_t state;
	const char *text;
	const char *assuming; /* "'get_mode' returns 3"; "": nothing that it depends on was made up */
	const struct finding_step *step; /* of an execution that was run: the way to what was to be shown */
	uint32_t nsteps;
	const struct finding_round *round; /* by where they begin, the outer ones first */
	uint32_t nrounds;
	const char *const *thread; /* by number: the function that it runs */
	uint32_t nthreads, switches;
	uint32_t goal[2]; /* the two threads, of a race; else the first one twice */
	const struct finding_end *end; /* of a race the two accesses; of a deadlock one a thread */
	uint32_t nends;
	const char *overlap; /* why the threads of the ends are there at the same time, as they were started in the execution */
};

/* An execution shows it, whatever was assumed. */
static inline bool proof_is_shown(const struct finding_proof *p)
{
	return p && (p->state == PROOF_CONFIRMED || p->state == PROOF_HARNESS || p->state == PROOF_ASSUMING);
}

/* How much a reader may believe a finding; calibrated on findings that people have judged (doc/decisions/confidence.md). Of what
 * is shown by an execution from the program's own start nothing is left to believe. */
enum confidence { CONFIDENCE_UNLIKELY, CONFIDENCE_POSSIBLE, CONFIDENCE_LIKELY, CONFIDENCE_CONFIRMED, CONFIDENCES };
const char *confidence_name(enum confidence); /* "likely" */

struct finding {
	uint8_t rule;         /* enum rule */
	struct finding_place place;   /* the primary one */
	const char *message;  /* "'pool.lock' is locked again while it is held" */
	const char *function; /* where the primary place is */
	const char *lock;     /* as people call it, "pool->lock"; "" if it has no name */
	const struct finding_note *note;
	uint32_t nnotes;
	const struct finding_pair *pair; /* of a race: the best one first; at most FINDING_PAIRS, */
	uint32_t npairs, pairs;          /* of so many that there are */
	const struct finding_edge *edge; /* of a deadlock or a wait: one a thread, the next one holds what this one wants */
	uint32_t nedges;
	const char *object;   /* of a race: "conn.state", "g", "table[...].n"; "" otherwise */
	const char *guard;    /* of a race: "12 of 14 accesses hold pool.lock"; "" if nothing is usual */
	const char *usual;    /* that lock; NULL or "": none */
	const char *overlap;  /* why its threads can be there at the same time (ir/finding/overlap.h); NULL or "": not known */
	/* of a race: every place that accesses the location while others may, at most FINDING_ACCESSES, */
	const struct finding_access *access;
	uint32_t naccesses, accesses;        /* of so many that there are */
	/* of a race: what was ruled out at the same location, most pairs first; at most FINDING_RULED reasons */
	const struct finding_ruled *ruled;
	uint32_t nruled;
	/* limits of the analysis that were met in functions on its way: "contexts-cells in worker: ..."; at most FINDING_LIMITS */
	const char *const *limit;
	uint32_t nlimits;
	/* one change that would remove it, made by report (advice.h) from the rest, not kept; NULL or "": none is known */
	const char *fix;
	/* why it is not told: the reason in the source, a pattern, a verdict; NULL: it is. Set by report (ignore.h), not kept */
	const char *suppressed;
	bool in_source;       /* a comment in the source says so */
	bool known;           /* it is in the baseline; set by report */
	bool elsewhere;       /* it involves nothing that has changed, which was asked for; set by report (changed.h), not kept */
	const char *pruned;   /* why it is none after all, "ownership: fresh"; NULL: it is one */
	uint32_t program;     /* which of the run's programs it is in, from 0 */
	const struct finding_proof *proof; /* NULL: not tried */
	/* NULL, or the pair that was the first one before an execution of another was found, which is shown since: the order of
	 * reports, patterns and duplicates go by it, so that a proof does not change them */
	const struct finding_pair *home;
	uint8_t doubt;        /* what the analysis had to assume: 0 the least; rank turns it into points */
	const struct finding_fact *fact; /* each at most once */
	uint32_t nfacts;
	const struct finding_score *score; /* made by rank, with the next four; total: the sum of the points */
	uint32_t nscores;
	int32_t total;        /* findings with more are shown first, */
	uint32_t cost;        /* of those with as much the ones with less to read */
	uint8_t belief;       /* enum confidence, as far as points can tell; finding_confidence() knows of proofs, too */
	uint32_t cause;       /* in the last report, the number of the one that is shown for it; 0: it is shown itself */
	uint64_t fingerprint; /* the same for the same finding after lines have moved */
};

enum { FINDING_PAIRS = 32, FINDING_EDGES = 16, FINDING_ACCESSES = 32, FINDING_RULED = 8, FINDING_LIMITS = 8 };

/* Leaves a fact with a finding; the text must live as long. A fact that is there already is replaced. */
struct arena;
void finding_fact(struct arena *, struct finding *, enum evidence, int32_t value, const char *text);
/* "concurrent=1 write=1 doubt=3": all facts and the doubt, to be kept; and back, what is not understood left out. In the
 * arena. */
const char *finding_facts_text(struct arena *, const struct finding *);
void finding_facts_read(struct arena *, struct finding *, const char *text);
const char *fact_name(uint8_t fact);
const char *fact_says(uint8_t fact);

const char *rule_name(uint8_t rule); /* "self-deadlock"; the name is stable: suppressions and documents use it */

/* What names a finding in reports and patterns, whether it was proved or not. */
static inline const struct finding_place *finding_home(const struct finding *f)
{
	return f->home ? &f->home->a.place : &f->place;
}

static inline const char *finding_home_function(const struct finding *f)
{
	return f->home ? f->home->a.function : f->function;
}

/* A harness may let happen what the program never does, so it adds nothing; what depends on the world outside is likely. */
static inline enum confidence finding_confidence(const struct finding *f)
{
	enum confidence points = (enum confidence)f->belief;

	if (f->proof && f->proof->state == PROOF_CONFIRMED)
		return CONFIDENCE_CONFIRMED;
	return f->proof && f->proof->state == PROOF_ASSUMING && points < CONFIDENCE_LIKELY ? CONFIDENCE_LIKELY : points;
}

/* Is this the side of a wait that takes nothing, and that the other one waits for? */
static inline bool finding_is_awaited(const struct finding *f, uint32_t edge)
{
	return f->rule == RULE_WAIT_HOLDING && edge;
}

#endif
