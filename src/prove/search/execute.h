/* execute: runs the sequential program path by path.
 *
 * One path is executed at a time. Where there is a choice (whom to let run, where to stop, which value an unknown has), the
 * first alternative is taken and the choice is remembered; when the path ends, the last choice that has an alternative left is
 * gone back to (region.h). So the search is depth first, and search.c deepens it: few preemptions first.
 *
 * Values are known wherever possible. Where an instruction needs to know one that is not (a condition, an address), it asks for
 * it: the solver says which values it can have, and each is an alternative. Instructions do nothing before all that they need is
 * known, so going back is to execute them again.
 *
 * Each thread has a stack of its own, so that RAISE is to leave a stack alone, and schedules beyond the paper's discipline need
 * nothing new:
 *
 *     discipline   whoever is scheduled runs until it ends or is ended, then the one below goes on          (kiss, section 4)
 *     rounds       whoever was interrupted may go on later                                                     (--switches)
 *
 * In an atomic section (thread.alone) no other thread is let run. A section that has to wait is not begun: such a path ends.
 *
 * What "all schedules" means. The search is complete if every path of the last depth, and of the search for accesses that stand
 * apart, has ended in one of these ways and no cut (cuts.def) was met on any of them:
 *     - the program has ended, or every thread waits, or nobody can get to the goal any more, as points knows calls and branches;
 *     - an assumption of the program's own does not hold, or an atomic section waits;
 *     - the program has done something undefined (an access out of bounds, a division by zero): nothing is said of what follows;
 *     - the solver has said that the path cannot be;
 *     - an alternative leads to a state that was there before (a loop that waits).
 * Executions are those of a closed program, begun at main: nobody outside changes its variables unless it gets their address. The
 * pairs of accesses are those that the finding names. Whatever else ends a path or leaves out an alternative calls execute_cut
 * or execute_cannot: there is no third way.
 *
 * misses  what values, memory and library miss: such a path ends, and the first reason is told if nothing is found */
#ifndef PROVE_EXECUTE_H
#define PROVE_EXECUTE_H

#include "code/either.h"
#include "prove/search/cuts.h"
#include "prove/prove.h"
#include "prove/search/sequential.h"
#include "prove/data/space.h"

enum step {
	STEP_ON,      /* the instruction is done, or the next operation is at hand */
	STEP_REFINE,  /* a value must be known first: execution.refine */
	STEP_BLOCKED, /* an assumption of a primitive does not hold: others first */
	STEP_DEAD,    /* the path ends */
	STEP_FOUND    /* the goal is reached */
};

enum purpose {
	FRAME_PLAIN,
	FRAME_BOTTOM,    /* the thread's start function */
	FRAME_PRIMITIVE, /* a body of src/model/bodies: when it returns, primitive_done */
	/* a function of the program called by the library: when it returns, the call is done again, in its next phase */
	FRAME_INNER
};

struct frame {
	struct seq_fn *fn;
	struct value *reg;
	uint16_t *visits; /* by block: branches on unknown conditions */
	uint32_t op, from; /* of a frame that does not run: the next operation; the block it came from */
	uint32_t rooms;    /* the newest stack object; the others behind room.next */
	uint8_t purpose;
	uint64_t rest;     /* what the arguments behind the named ones are in */
};

enum thread_status {
	THREAD_NONE,
	THREAD_READY,     /* created, has not run: an element of ts */
	THREAD_RUNNING,   /* runs, or is interrupted and below in the discipline's stack, or can be resumed in rounds */
	THREAD_PARKED,    /* stands at its part of the goal and stays there */
	THREAD_RAISED,    /* ended by the scheduler */
	THREAD_FINISHED
};

struct prove_access {
	uint64_t at, len;
	bool write, atomic, is_volatile;
	bool acquires; /* an atomic read that learns what it reads the release of */
	struct value expected; /* of a compare and exchange: it writes only if this is there; no bits: of anything else */
};

enum { MOST_ACCESSES = 8, MOST_DEPTH = 4096, MOST_KEYS = 32 };
enum { CHOOSE_VALUES = 64, CHOOSE_LETTERS = 4 }; /* of an unknown; of a byte of a string, where most do not matter */
enum { ORDER_SYNCS = 256, ORDER_SEQUENCES = 256, ORDER_SEEN = 256 }; /* of order.c */

struct prove_thread {
	uint8_t status;
	uint8_t phase;  /* of a call that takes several steps: 0 not begun */
	bool blocked;   /* when it last ran */
	bool joined;    /* somebody has waited for it: nobody may again */
	uint8_t signal; /* it runs the handler of this signal (visitor.h) */
	bool later;     /* not the first one of its call */
	uint32_t carrier; /* the thread that it interrupts, + 1 */
	uint64_t mask;  /* signals that it blocks */
	uint64_t errno_at; /* where its errno is; 0: nobody has asked */
	uint32_t alone; /* how many atomic sections it is in: nobody else runs until it is in none */
	uint32_t depth;
	struct frame *frame;
	struct value result;
	int64_t ticket;   /* what the first step of such a call has left for the next */
	uint64_t blocked_at; /* how much had happened then */
	bool yielded;     /* at what it is about to do it has already let others go first */
	bool woken;       /* from a wait on a condition, without a signal */
	bool signalled;   /* it waits there no more: a signal has gone to it */
	uint64_t waits_at; /* the condition that it waits on, in phase 1 */
	uint64_t watch;   /* a state that it was in: memory, its registers, what it was about to do */
	uint32_t other;   /* how many visible things it has done since, in other states */
	uint32_t nkeys;
	struct value key[MOST_KEYS]; /* its thread-specific values */
	uint32_t naccesses;
	struct prove_access access[MOST_ACCESSES]; /* THREAD_PARKED */
};

struct input {
	uint32_t thread;
	struct fn_id fn;
	uint32_t inst;
	uint64_t turn; /* instructions of the thread before it */
	struct value value;
	bool written; /* an object that the call writes: outputs.c */
};

/* The part of a state that is put back as a whole. */
struct core {
	uint32_t current;  /* the running thread; NOBODY: the final schedule() */
	uint32_t op, from; /* of its topmost frame */
	uint32_t nthreads;
	uint32_t nstack;   /* of the discipline */
	uint32_t spent;    /* preemptions */
	uint32_t strayed;  /* choices in which not the first option was taken */
	uint32_t nrooms;
	uint32_t nconditions;
	uint32_t ninputs, nsegments;
	uint32_t nkeys;
	uint64_t state, finishes;
	uint64_t steps, segment; /* of the path; of the running segment */
	uint32_t nparked;
	uint32_t arguments; /* of a harness: how many are decided */
	uint32_t nsyncs, nsequences, nseen; /* of order.c */
	bool arrived; /* the running thread was let run, and has not yet done what it was let run for */
};
#define NOBODY UINT32_MAX

enum { HARNESS_ARGUMENTS = 16 }; /* of one root */
enum { MOST_SEGMENTS = 1 << 16, MOST_INPUTS = 1 << 14, MOST_OPTIONS = SPACE_THREADS + 2, FRAME_CLASSES = 24 };

struct choice {
	struct region_mark mark;
	struct core core;
	struct value *place; /* of an unknown value; NULL: a choice among options */
	uint64_t at;         /* not 0: and the byte in memory that it is */
	value_wide tried;
	uint32_t option, noptions;
};

struct option {
	uint8_t kind;
	uint32_t thread;
};

struct execution {
	struct arena *arena;
	struct seq_program *seq;
	const struct prove_options *opt;
	struct region region;
	struct smt smt;
	struct space space;
	struct core core;
	/* in the region */
	struct prove_thread *thread;
	uint32_t *stack;
	struct input *input;
	struct schedule_segment *segment;
	struct value *undefined; /* by constant of the program that is any value (a local variable that nobody has set): which */
	void **spare; /* by class of size: registers of frames that are gone */
	struct order_of *order; /* NULL: not kept */
	struct value *root_arg; /* of a harness: HARNESS_ARGUMENTS for each root */
	/* of the search */
	VEC(struct choice) choice;
	bool discipline;
	bool eager;         /* who can still get to the goal goes before who cannot, at no cost: scheduler.c */
	bool apart;         /* races of accesses that need not stand side by side: order.c */
	uint32_t limit, deepest; /* preemptions: allowed now; tried so far */
	uint64_t most_steps; /* instructions on a path, now */
	uint32_t stray;     /* how often not the first option may be taken now; UINT32_MAX: always */
	bool cut;           /* something was left out because of that, or of the time that this depth has */
	uint32_t forced;    /* the option to take next; NOBODY: make a choice */
	struct value *refine;
	const value_wide *hope; /* the value that leads to the goal, if it can be; NULL: any */
	value_wide hoped;
	uint64_t refine_at; /* not 0: the byte in memory that *refine is a copy of */
	uint64_t paths, steps; /* of all */
	struct cuts cuts;   /* of this depth, and of those before it in the same way */
	uint32_t *visited;  /* by pair: 1 side a, 2 side b, 3 both; or by place: 1 (goal.c) */
	const char *cannot; /* the first thing that could not be followed */
	double deadline, slice; /* of the search; of this depth */
	uint64_t most_resident; /* bytes that the process may have */
	uint64_t clock, looks; /* instructions, and how often the clock was looked at */
	struct touching *touching; /* NULL, or who runs a library function only to see what it touches: library_accesses.c */
	bool probing;       /* would_block: nothing is found now */
	uint32_t holder;    /* of what the last one that was probed waits for, the owner; NOBODY: not known */
	bool anybody;       /* it waits for what has no owner: any thread may let it go on */
	const char *end;    /* why the path ended, for --dump */
	struct either_effects either;
	bool startup;       /* the program has constructors or destructors */
	bool named_by_all;  /* it has variables or functions that a function outside can name */
	struct fn_id start;
	struct value start_arg[3];
	const char *no_start; /* why it cannot begin */
	uint32_t nstart;
	struct schedule_place found[SPACE_THREADS];
	uint32_t nfound;
};

/* The search is cut short here, though something may be there; `at` says where, or is NULL (cuts.def). */
static inline void execute_cut(struct execution *m, enum cut cut, const char *at)
{
	cuts_meet(&m->cuts, cut, at);
}

/* choose.c */
uint32_t execute_choose(struct execution *, uint32_t n); /* 0 .. n - 1; before anything is changed */
bool execute_refine(struct execution *);                 /* makes execution.refine known; false: the path ends */
bool execute_back(struct execution *);                   /* to the last choice with an alternative; false: there is none */

/* frame.c */
struct prove_thread *execute_thread(struct execution *);
struct frame *execute_frame(struct execution *);
struct fn_id execute_fn(const struct frame *);
bool execute_push(struct execution *, struct seq_fn *, const struct value *arg, uint32_t n, uint8_t purpose);
void execute_pop(struct execution *);
uint32_t execute_spawn(struct execution *, struct fn_id, const struct value *arg, uint32_t n); /* NOBODY: too many */
void execute_switch(struct execution *, uint32_t thread); /* who runs */
void execute_set(struct execution *, uint32_t inst, struct value);
struct value execute_get(struct execution *, struct ref);
/* A known operand; false: STEP_REFINE must be returned, or, with bits 0, nothing can be said. */
bool execute_need(struct execution *, struct ref, struct value *);
uint32_t execute_bits(const struct program *, struct type_id);
void execute_next(struct execution *);   /* on to the next operation */
void execute_count(struct execution *);  /* one instruction of the program is done */
enum step execute_dead(struct execution *, const char *why);          /* the program does something undefined: the path ends */
/* the executor does not understand it: the path ends and that is told */
enum step execute_cannot(struct execution *, const char *what);
enum step execute_wrong(struct execution *);                          /* an access that space refused */

/* instruction.c, call.c, rows.c */
enum step execute_do(struct execution *, uint32_t inst);
enum step execute_call(struct execution *, uint32_t inst);
bool execute_input(struct execution *, uint32_t inst, struct value); /* false: too many */
enum step execute_rows(struct execution *, uint32_t inst, struct sym_id);
/* The value or address that a place of a row is at a call. False: what to return instead. */
bool execute_place(struct execution *, uint32_t inst, const struct model_place *, struct value *, enum step *);
bool execute_may_wake(struct execution *); /* it waits on a condition */
bool execute_writes_id(struct execution *, uint32_t inst); /* the second step of a call that starts a thread is next */
/* unsure.c: what is looked at may be otherwise: bytes that are read; addresses and ids that are compared for being equal,
 * measured against each other, or used as numbers. What is stored, and copied, decides what may be. */
void execute_note_read(struct execution *, uint64_t at, uint64_t bytes);
void execute_note_store(struct execution *, uint64_t at, uint64_t bytes);
void execute_note_copy(struct execution *, uint64_t to, uint64_t from);
void execute_note_equal(struct execution *, struct value, struct value);
void execute_note_measured(struct execution *, struct value, struct value, bool compares);
void execute_note_number(struct execution *, struct value);
enum step execute_primitive_done(struct execution *, struct value);
enum step execute_return(struct execution *, struct value);
/* The function that is called; none and a step: it is not known yet, or it is none. */
struct sym_id execute_callee(struct execution *, uint32_t inst, enum step *);

/* scheduler.c */
enum step execute_schedule(struct execution *, uint32_t inst);
enum step execute_blocked(struct execution *);
enum step execute_finish(struct execution *, struct value result);
enum step execute_final(struct execution *); /* nobody runs: who is next? */
void execute_run_now(struct execution *, uint32_t thread); /* interrupts whoever runs */
enum step execute_leave(struct execution *, uint8_t status); /* the running thread is done with */

/* goal.c */
enum step execute_check(struct execution *, uint32_t inst);
enum step execute_fail(struct execution *, uint32_t inst);
bool execute_deadlock(struct execution *);
bool execute_was_reached(const struct execution *); /* each of its places, by somebody, on some path */
/* of a deadlock: the running thread is at one of its places, or in a call made there */
bool execute_is_at_goal(struct execution *);
/* A part of the goal; by calls and branches alone, as points knows them. */
bool execute_can_reach(const struct execution *, uint32_t thread);
bool execute_reachable(struct execution *); /* some thread can */
void execute_park(struct execution *, const struct prove_access *, uint32_t n);
/* What an instruction touches: false: STEP_REFINE. */
bool execute_accesses(struct execution *, uint32_t inst, struct prove_access *, uint32_t *n);

bool goal_is_pair(const struct execution *, const struct schedule_place *, const struct schedule_place *);
bool goal_conflict(const struct prove_access *, const struct prove_access *);

/* order.c: all of these do nothing where no order is kept */

/* An atomic operation. What reads and writes is a read-modify-write. */
struct order_op {
	uint8_t order, order2; /* enum order; order2: of a read-modify-write that may have failed, else ORDER_NONE */
	bool reads, writes;
	uint64_t at, len;
};

bool order_begin(struct execution *);
void order_acquire(struct execution *, uint64_t at);
void order_release(struct execution *, uint64_t at);
void order_outside(struct execution *); /* a function outside was called */
bool order_acquires(uint8_t order);
void order_fence(struct execution *, uint8_t order);
void order_atomic(struct execution *, const struct order_op *); /* it has been done */
void order_spawn(struct execution *, uint32_t child);
void order_join(struct execution *, uint32_t thread);
bool order_meets(struct execution *, const struct schedule_place *, const struct prove_access *, uint32_t n,
		 struct schedule_place *earlier);

/* outputs.c: what a call of a function outside writes */
enum { MOST_OUTPUTS = 16 };
struct prove_output {
	uint64_t at, len;
};
struct outputs {
	bool counted; /* the result says how many of them are written */
	bool never_none, never_ends; /* of a format: 0, or -1, is no result that it can have (C17 7.21.6.2) */
	uint32_t n;
	struct prove_output at[MOST_OUTPUTS];
};
bool outputs_find(struct execution *, uint32_t inst, struct sym_id, struct outputs *); /* false: STEP_REFINE */
bool outputs_make(struct execution *, uint32_t inst, const struct outputs *, uint32_t n); /* the first n; false: they cannot be */

/* harness.c */
enum step harness_start(struct execution *); /* one more decision, or the threads begin */
enum step harness_load(struct execution *, uint32_t inst, uint64_t at); /* before a pointer is loaded from there */
/* How many bytes there are before the next pointer in a thing that a harness has made, at most these: half a pointer that is
 * known would let the solver make up the other half. */
uint64_t harness_before_pointer(struct execution *, uint64_t at, uint64_t most);

/* run.c */
enum step execute_run(struct execution *); /* to the goal, or the end of all paths, or a bound of the whole search (STEP_DEAD) */
enum step execute_step(struct execution *);
enum step execute_start(struct execution *); /* search.c: the first step of every path */

#endif
