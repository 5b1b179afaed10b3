/* schedule: one execution of the concurrent program, told exactly enough to be run again by somebody else, and what it shows.
 *
 * The search (prove.h) makes schedules; the replay executes them on concrete values, shares no code with the search, and alone
 * decides whether something is confirmed. This file is all that the two agree on.
 *
 *     start      main, argc = 1, argv = { "a" }
 *     segments   thread 0: 41 instructions    thread 1: 7    thread 2: 9
 *     goal       thread 1 stands at worker:5 (a store), thread 2 at worker:4 (a load), of overlapping memory
 *
 * Threads are numbered as they are created, in the order of the schedule: 0 is main or the first root of a harness, 1 the second
 * root, if there is one, and so on.
 *
 * Counting. Every instruction of the program's own code counts one when it has been executed, phi and br included; a call of a
 * function with a body counts one and then the callee's instructions count, its ret among them. A call of a function without a
 * body, or of one that a model row gives a meaning, counts one, whatever stands for it. Exceptions, which let others run in
 * between:
 *     wait on a condition    two: it has given the lock back and waits; it has the lock again. A signal goes to one of those
 *                            that wait when it is given, which one is an input of the call if there are several; a broadcast to
 *                            all of them; if nobody waits, it is lost. A wait may also return without a signal, as C and POSIX
 *                            allow (spurious wake-up), but nobody can rely on that: where a deadlock is to be shown, no wait
 *                            without a limit of time does so, and a thread that nobody has signalled is blocked.
 *     start of a thread      two, if the call is told where the thread's id goes: the thread is there and may run; the id is
 *                            written (POSIX does not say that the thread finds it there)
 *     barrier                two: it has arrived; all have arrived and it goes on. The one that arrives last still takes both.
 *     once, qsort, ...       (calls functions of the program before it comes back) one when it begins; the functions' own
 *                            instructions count; and one when it comes back. A once that is done counts one. A once that another
 *                            thread is running blocks.
 * A step that would block is never part of a segment. A thread's start function ends with its ret (or exit-thread), which counts.
 *
 * Memory that nobody has written holds zeros (stack, malloc). A stack object lives from its alloca to the return of its frame.
 * Undefined behaviour (out of bounds, after free, null, division by zero) ends a path: the search never goes on behind it.
 *
 * Visitors. A call that installs a handler for a signal (model rows `handler` of kind signal) makes VISITORS threads, in its
 * place in the order, that run the handler; a later call for the same signal ends those that have not begun. A visitor begins
 * on top of another thread, its carrier, which has been started, has not ended, does not block the signal and carries no
 * other; until the visitor has ended its carrier takes no step. The two may race, for the carrier stands between two
 * instructions; but not where both accesses are volatile, as C allows. Threads begin with the mask of who starts them, and
 * SIGSEGV and the like do not come.
 *
 * Inputs are what the outside says: the results of functions without body, without a row that fixes the result and unknown to
 * the library table, and of __VERIFIER_nondet_*(); and whom a signal wakes, by the number of the thread. Each thread takes its
 * own inputs in the order in which it executes such calls, each in the call that it is for (`turn`): one that is not taken there
 * is nobody's. A call that returns nothing takes none. What such functions write as
 * model rows say (`writes`) is an input, too, behind the result: for each piece of memory an object of the schedule, whose bytes
 * it gets; of scanf and the like so many pieces as the result says. Pieces whose length nobody knows stay as they are. */
#ifndef PROVE_SCHEDULE_H
#define PROVE_SCHEDULE_H

#include <string.h>

#include "base/store/vec.h"
#include "ir/ids.h"

enum schedule_value_kind {
	VALUE_NUMBER = 1, /* lo, hi: the bits of an integer, a float or a null pointer, zero-extended */
	VALUE_OBJECT,     /* the address of schedule.object[object] + offset */
	VALUE_SYMBOL,     /* the address of the variable or function sym + offset */
};

struct schedule_value {
	uint8_t kind;
	uint32_t object; /* VALUE_OBJECT: from 0 */
	struct sym_id sym;
	int64_t offset;
	uint64_t lo, hi;
};

/* A pointer inside an object. */
struct schedule_pointer {
	uint64_t at; /* bytes from the start of the object */
	struct schedule_value value;
};

/* Memory that is there when the program starts, or that an input points to. */
struct schedule_object {
	struct sym_id sym;   /* not none: this variable, whose bytes are replaced by these; only under a harness */
	struct type_id type; /* as C sees it; none: bytes */
	uint64_t size;
	uint8_t *bytes; /* size of them; zeros where pointers stand */
	VEC(struct schedule_pointer) pointer;
};

struct schedule_input {
	uint32_t thread;
	struct fn_id fn; /* the call that takes it: for people and for checks */
	uint32_t inst;
	uint64_t turn;   /* how many instructions the thread has executed before it */
	struct schedule_value value;
	/* The search has found nothing on the way that depends on the value; the replay tries another one. Of an object that the
	 * call writes: on its bytes from `reach` on. */
	bool free;
	uint64_t reach;
};

/* A byte that nobody has set and somebody reads: of the memory that a thread makes, at its turn, at an instruction. */
struct schedule_unset {
	uint32_t thread;
	struct fn_id fn;
	uint32_t inst, turn; /* from 0 */
	uint64_t at;
	uint8_t byte;
};

/* The same of a local variable in a register: a constant of the program that is any value (KONST_UNDEF). */
struct schedule_undefined {
	uint32_t konst;
	uint64_t value;
};

/* A handler and the thread that it interrupts. */
struct schedule_visit {
	uint32_t visitor, carrier;
};
enum { VISITORS = 2 };

/* Signals that come from outside, at any time; not those of faults, nor those that cannot be handled. */
static inline bool schedule_signal_comes(uint64_t signal)
{
	enum { ILL = 4, TRAP, ABRT, BUS, FPE, KILL, SEGV = 11, STOP = 19, SYS = 31 };

	return signal && signal <= 64 && !(signal >= ILL && signal <= KILL) && signal != SEGV && signal != STOP && signal != SYS;
}

/* What stdin, stdout and stderr hold, which the C library declares and everybody knows: an address each, where nothing is that
 * the program could look into. 0: it is none of them. */
static inline uint64_t schedule_stream(const char *name)
{
	static const char *const streams[] = { "stdin", "stdout", "stderr", "__stdinp", "__stdoutp", "__stderrp" };

	for (uint32_t i = 0; i < sizeof streams / sizeof *streams; i++)
		if (!strcmp(name, streams[i]))
			return (uint64_t)(i + 1) * 64;
	return 0;
}
static inline bool schedule_is_stream(uint64_t at)
{
	return at && at % 64 == 0 && at <= (uint64_t)6 * 64;
}
/* It may lie in what one of them points to. */
static inline bool schedule_may_be_stream(uint64_t at)
{
	return at >= 64 && at < (uint64_t)6 * 64 + 512;
}

/* The id of a thread. Nobody says which number that is; this one is neither small nor an address, so that a program which looks
 * at it is noticed. */
enum { SCHEDULE_IDS = 0x5a000b40, SCHEDULE_ID_STEP = 0x1000, SCHEDULE_MOST_IDS = 4096 };
static inline uint64_t schedule_id(uint32_t thread)
{
	return SCHEDULE_IDS + (uint64_t)thread * SCHEDULE_ID_STEP;
}
static inline uint32_t schedule_thread(uint64_t id) /* UINT32_MAX: it is no thread's */
{
	uint64_t n = (id - SCHEDULE_IDS) / SCHEDULE_ID_STEP;

	return id >= SCHEDULE_IDS && n < SCHEDULE_MOST_IDS && id == schedule_id((uint32_t)n) ? (uint32_t)n : UINT32_MAX;
}

struct schedule_segment {
	uint32_t thread;
	uint64_t steps; /* more than 0 */
};

/* A thread and the instruction that it executes next. */
struct schedule_place {
	uint32_t thread; /* in the goal of a search: not used */
	struct fn_id fn;
	uint32_t inst;
};

enum goal_kind {
	/* place[0] and place[1] of one pair stand at once, both enabled: overlapping memory, a write, not both atomic */
	GOAL_RACE = 1,
	GOAL_DEADLOCK, /* place[0 .. n) stand at once and none of them can go on, whoever else does */
	GOAL_ASSERT,   /* place[0]: a call of __assert_fail, reach_error, __VERIFIER_error or the like is the next instruction */
};

/* What is looked for. */
struct goal_pair {
	struct schedule_place a, b;
};

struct goal {
	uint8_t kind;
	const struct goal_pair *pair; /* GOAL_RACE: any of these will do */
	uint32_t npairs;
	/* GOAL_DEADLOCK: the blocking calls of the cycle, one a thread; GOAL_ASSERT: none means any */
	const struct schedule_place *place;
	uint32_t nplaces;
	bool own; /* GOAL_DEADLOCK: what the thread waits for it has itself */
};

enum start_kind {
	START_MAIN = 1,
	START_ROOTS, /* a harness: the roots run as threads 0 and 1 from the beginning, with arguments that are assumed */
};

struct schedule_root {
	struct fn_id fn;
	VEC(struct schedule_value) arg; /* as many as the function has parameters */
};

struct schedule {
	uint8_t start; /* enum start_kind */
	bool whole;    /* constructors run before main; handlers and destructors when threads and the process end */
	VEC(struct schedule_root) root; /* START_MAIN: one, main */
	VEC(struct schedule_object) object;
	VEC(struct schedule_input) input; /* by thread, then in the order of their use */
	VEC(struct schedule_unset) unset;
	VEC(struct schedule_undefined) undefined;
	VEC(struct schedule_segment) segment;
	VEC(struct schedule_visit) visit;
	uint8_t goal; /* enum goal_kind: what stands at the end */
	/* GOAL_RACE: place[0] has been executed before, and nothing orders that before place[1], where its thread stands */
	bool apart;
	bool own; /* as of the goal */
	VEC(struct schedule_place) place; /* race: two; deadlock: the blocked threads; assert: one */
};

#endif
