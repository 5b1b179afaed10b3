/* machine: executes a concurrent program on concrete values, one instruction of one thread at a time. Who is next is the caller's
 * choice.
 *
 * It is the independent half of a proof (kiss section 4.1: what the sequential program does, some execution of the concurrent one
 * must do): nothing here knows of the transformation, of symbols or of a solver; all that it shares with the search is what a
 * schedule is (schedule.h), which also says what counts as one instruction.
 *
 * Memory is objects. An address is the number of its object in the upper half and a biased offset in the lower one, so that a
 * pointer keeps its provenance through integers, unions and memcpy, and running out of an object never ends in another one:
 *
 *     63            32 31                    0
 *     |  object        |  0x10000000 + offset |        0 .. 2^32 - 1: no object; null is 0
 *
 * Where pointers have four bytes, objects lie in 2^32 bytes, each at a page of its own with an empty one behind it.
 *
 * Variables have the number of their symbol; stack and heap objects, thread-local copies and what a schedule brings come after.
 *
 * needs   a linked program, models        gives   the state after each step; what the next step of a thread touches or waits for
 * misses  weak memory: executions are sequentially consistent; handlers inside handlers, cancellation but for who decides when
 *         (machine_leave), fork, longjmp through a
 *         copy of what setjmp has set; inline assembly that does something; integers of more than 128 bits, half and quad
 *         floats: the machine stops and says so (MACHINE_UNKNOWN). What functions outside do that it does not know is assumed,
 *         and told (machine_assume.c) */
#ifndef PROVE_MACHINE_H
#define PROVE_MACHINE_H

#include "ir/body.h"
#include "model/model.h"
#include "prove/replay/schedule.h"

struct machine_image; /* the program as all machines of it see it: unpacked code and what its names mean */
struct machine_image *machine_image(struct arena *, const struct program *, const struct models *);

enum machine_state {
	MACHINE_RUNS,
	MACHINE_EXITED,    /* the process has ended: return of main, exit(), abort() */
	MACHINE_FAILED,    /* an assertion has failed: `thread`, `fn`, `inst` are the call */
	MACHINE_UNDEFINED, /* undefined behaviour: `why` */
	MACHINE_UNKNOWN    /* something the machine does not do, or a limit: `why` */
};

struct machine_object {
	uint8_t *bytes; /* NULL: nobody has looked at this variable yet */
	uint64_t base;  /* its address */
	uint64_t size;
	struct sym_id sym;
	struct type_id type;
	uint8_t kind; /* enum machine_object_kind */
	bool dead;    /* freed, or its frame has returned */
	uint32_t thread; /* whose: of stack and thread-local objects; who allocated it */
	struct fn_id fn; /* where it was made, if not a variable */
	uint32_t inst;
};
enum machine_object_kind { MACHINE_VARIABLE = 1, MACHINE_FUNCTION, MACHINE_STACK, MACHINE_HEAP, MACHINE_LOCAL, MACHINE_GIVEN };

enum machine_frame_kind {
	FRAME_CODE,
	FRAME_ONCE, /* the call behind it has run its function and has still to come back */
	FRAME_BEGIN, FRAME_END /* end.c */
};

struct machine_frame {
	uint8_t kind;
	uint8_t phase;   /* of the instruction: 1: a wait, a barrier or the start of a thread has begun */
	struct fn_id fn; /* FRAME_CODE */
	uint32_t inst, block;
	uint32_t values; /* where its values begin, in machine_thread.values */
	uint32_t locals; /* how many stack objects the thread had before */
	uint64_t varargs; /* address of the arguments behind the last parameter */
	/* FRAME_ONCE: machine.sync; of a call that starts a thread, in its second step: the thread; FRAME_END: how many were called */
	uint32_t sync;
};

/* What the next instruction of a thread would do. */
struct machine_access {
	uint64_t at, bytes;
	bool write, atomic, frees;
	bool acquires; /* an atomic read that synchronises with what it reads */
	uint8_t of;    /* enum machine_access_of */
	struct sym_id by; /* a function that need not do it, whose call nobody vouches for; none: it surely happens */
};
enum machine_access_of { OF_MEMORY, OF_MAKING, OF_USING, OF_ENDING }; /* the last three: of what threads synchronise with */
enum machine_next { NEXT_RUNS, NEXT_BLOCKS, NEXT_ENDED };
enum { MACHINE_ACCESSES = 8 };
struct machine_look {
	uint8_t next; /* enum machine_next */
	struct fn_id fn;
	uint32_t inst;
	bool visible;  /* others can tell when it happens: memory that is not its own, synchronisation, the end of the process */
	bool failing;  /* it is a failing assertion */
	bool waits;    /* a wait on a condition that nobody has signalled: it may go on, but need not */
	uint32_t sync; /* NEXT_BLOCKS: machine.sync it waits for, + 1 */
	uint32_t join; /* NEXT_BLOCKS: the thread it waits for, + 1 */
	struct machine_access access[MACHINE_ACCESSES];
	uint32_t naccesses;
};

/* What is known at an object that threads synchronise at; machine_order.c says of what. */
struct machine_known {
	uint64_t at;
	uint32_t knows;
};

/* An atomic object and the side effects whose release sequences the next reader reads. */
struct machine_effect {
	uint32_t thread;
	uint32_t gives; /* what it lets know who acquires it */
	bool modifies;  /* it is a read-modify-write */
};
struct machine_atomic {
	uint64_t at, bytes;
	VEC(struct machine_effect) effect;
};

/* An access that has happened. */
struct machine_watched {
	struct machine_look look;
};

/* What a setjmp has noted, as long as its function has not returned: where it was called, and the values of its frame then. */
struct machine_jump {
	uint64_t env;
	uint32_t frame, fn, inst, block;
	bool masks;    /* it brings the mask back */
	uint64_t mask;
	VEC(uint8_t) values;
};

struct machine_thread {
	VEC(struct machine_frame) frame; /* none: the thread has ended */
	VEC(uint8_t) values;
	VEC(uint32_t) local;             /* its stack objects, the innermost last */
	VEC(uint64_t) specific;          /* by key */
	VEC(uint64_t) cleanup;
	VEC(struct machine_jump) jump;
	struct fn_id start;
	/* who started it, + 1, by which instruction, and the function called for that; 0: nobody */
	uint32_t parent;
	struct fn_id parent_fn;
	uint32_t parent_inst;
	struct sym_id how;
	uint64_t result;
	uint32_t input;     /* how many of its inputs it has taken */
	uint32_t generation; /* of the barrier it waits at */
	bool ended, joined, detached, signalled;
	bool leaving;   /* it ends, and runs what is left to run */
	bool cancelled, deaf; /* somebody has asked it to end; it does not listen */
	bool jumped;    /* ... and has just jumped to a handler: for who listens, who sets it back */
	uint8_t signal; /* it runs the handler of this signal: a visitor (schedule.h) */
	uint64_t mask;  /* signals that it blocks */
	uint32_t knows, seen, fenced; /* machine_order.c */
	uint64_t steps;
};

/* A lock, semaphore, condition, barrier or once; or an attribute object. Named by its address (or a number, or a @name) and a
 * part of it. */
struct machine_sync {
	uint64_t at, part;
	uint8_t kind;      /* enum machine_mutex_kind */
	bool robust, done, running;
	bool made;         /* by an initialising call */
	/* Threads that have made or destroyed it, and those that have done anything else to it: bits, the last for all beyond. */
	uint64_t makers, users;
	uint32_t owner;    /* thread + 1 */
	uint32_t count;    /* how often he has it */
	VEC(uint32_t) reader; /* threads, as often as they have it */
	VEC(uint32_t) waiter; /* of a condition, the longest first */
	int64_t value;     /* of a semaphore; of a barrier: how many must come */
	uint32_t arrived, generation;
};
enum machine_mutex_kind { MUTEX_NORMAL, MUTEX_RECURSIVE, MUTEX_ERRORCHECK };

/* What an execution takes for granted and nothing vouches for: machine_assume.c. */
enum machine_assumed {
	ASSUMED_RESULT,
	ASSUMED_NOTHING,
	ASSUMED_WRITTEN,
	ASSUMED_UNWRITTEN,
	ASSUMED_VARIABLE,
	ASSUMED_RETURN,
	ASSUMED_ACCESS,
	ASSUMED_PLACES
};
struct machine_assumption {
	uint8_t kind; /* enum machine_assumed */
	struct sym_id sym; /* the function, or the variable */
	struct type_id type; /* ASSUMED_RESULT */
	uint8_t value[16]; /* ASSUMED_RESULT, ASSUMED_WRITTEN: the first bytes */
	uint64_t at, bytes; /* of memory */
	bool free; /* nothing depends on the value, as the search says */
};

/* Memory that may hold something else: a function outside may have written it, or it is a variable of the outside. */
struct machine_foreign {
	uint64_t at, bytes;
	struct sym_id sym;
	bool variable;
};

/* What a step does, told while it does it, to who has asked for it (machine.tell): verify. */
enum machine_told {
	TOLD_READ,  /* at, bytes: memory of the program; also of an atomic operation */
	TOLD_WRITE,
	TOLD_START, /* `other` has been started */
	TOLD_JOIN,  /* `other` has been waited for */
	TOLD_ONCE,  /* at: it had been run before; done: it has been run now */
	TOLD_ROW,   /* row: executed; begun: in the second step of the call */
	TOLD_FENCE, /* order */
	TOLD_ATOMIC /* at, bytes, order, reads, writes; before or after it is done */
};
struct machine_call;
struct machine_news {
	uint8_t kind; /* enum machine_told */
	uint8_t order;
	bool reads, writes, begun, done;
	uint32_t thread, other; /* of TOLD_READ and TOLD_WRITE nobody says which thread */
	uint64_t at, bytes;
	struct machine_call *call;
	const struct model_row *row;
};

struct machine {
	struct arena arena;
	void (*tell)(struct machine *, const struct machine_news *); /* NULL: nobody has asked; as the next, not copied */
	void *listener;
	struct machine_image *image;
	const struct schedule *schedule; /* objects and inputs; NULL: there are none */
	VEC(struct machine_object) object;
	VEC(struct machine_thread) thread;
	VEC(struct machine_sync) sync;
	VEC(uint32_t) given; /* objects of the schedule */
	bool whole;   /* what runs before main and at the ends of threads and processes is executed: end.c */
	bool exiting; /* the process ends, and runs what is left to run */
	VEC(uint64_t) handler; /* atexit */
	uint64_t handled; /* signals whose handler was set: bits */
	VEC(struct machine_known) known;     /* only where the schedule's two accesses stand apart, as the next two */
	VEC(struct machine_atomic) atomic;
	VEC(struct machine_watched) watched; /* the first of the two, each time */
	uint32_t section, sections; /* the thread that is in an atomic section, + 1, and how often; 0: none is */
	uint32_t keys;
	uint64_t taken; /* bytes of memory */
	uint8_t state;  /* enum machine_state */
	uint32_t failed_thread;
	struct fn_id failed_fn;
	uint32_t failed_inst;
	const char *why;
	/* MACHINE_UNDEFINED, under a harness: because a thread gave back a lock that it did not have, made one anew that is
	 * there, or used what was given and is freed. */
	bool misused;
	VEC(struct machine_assumption) assumed;
	VEC(struct machine_foreign) foreign;
	VEC(uint64_t) destroys; /* by key: the function that gets a thread's value when it ends, which is not run */
	VEC(uint32_t) fed, feeding; /* names of `feeds` rows: those that count, and those whose first call does not */
	/* A function whose result was made up by whoever made the schedule, though it can be worked out; none: there is none. */
	struct sym_id differs;
	bool other; /* inputs that are free have another value than the schedule says */
	bool strict;   /* a schedule is run again: signed numbers that overflow stop it; else they wrap */
	uint8_t moved; /* objects lie elsewhere than usual, in one of MACHINE_LAYOUTS other ways; 0: as usual */
	struct machine_touched *touched; /* NULL, or who runs a function only to see what it touches: look.c */
};

/* A machine at the start: of a schedule, or of main with one argument. False: `m->why`. */
bool machine_start(struct machine *, struct machine_image *, const struct schedule *);
/* Of main, whole. */
bool machine_start_whole(struct machine *, struct machine_image *);
/* The same with objects elsewhere, and other numbers for threads and keys: layout 1 to MACHINE_LAYOUTS. */
enum { MACHINE_LAYOUTS = 2 };
bool machine_start_moved(struct machine *, struct machine_image *, const struct schedule *, uint8_t layout);
/* A thread that was asked to ends. */
void machine_leave(struct machine *, uint32_t thread, uint64_t result);
void machine_copy(struct machine *to, const struct machine *from); /* `to` is not initialised */
uint64_t machine_hash(const struct machine *); /* equal states, equal numbers */
void machine_release(struct machine *);

bool machine_fails(const char *function); /* a call of it means that an assertion has failed */

void machine_look(struct machine *, uint32_t thread, struct machine_look *);
bool machine_conflict(const struct machine_look *, const struct machine_look *); /* overlapping, a write, not both atomic */
/* Of two that conflict: what is assumed, if only accesses that need not happen do (machine_access.by); `all`: if some do. */
void machine_conflict_assumes(struct machine *, const struct machine_look *, const struct machine_look *, bool all);
/* Of a schedule whose accesses stand apart: what is about to happen may be the first of them; does this one race with it? */
void machine_order_watch(struct machine *, uint32_t thread, const struct machine_look *);
bool machine_order_races(struct machine *, const struct machine_look *second, uint32_t thread);
/* Why a thread may not take its next step, as far as handlers and atomic sections are concerned; NULL: it may. */
const char *machine_forbids(const struct machine *, uint32_t thread);
bool machine_signal_pending(const struct machine *, uint32_t thread); /* a handler that has not begun, and need not */
bool machine_signal_shares(const struct machine *, uint32_t a, uint32_t b); /* two handlers that interrupt one thread */
bool machine_signal_carries(const struct machine *, uint32_t thread, uint32_t visitor);
/* One instruction, which must not block. */
void machine_step(struct machine *, uint32_t thread);

#endif
