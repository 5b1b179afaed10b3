/* threads: who runs, how many of them, and which two places can run at the same time (async-calls, section 7.1, Algorithm 2, and
 * what it leaves out: joins in loops, leftovers of joined threads, siblings, barriers, gates, once, same worker).
 *
 * A thread class is a root of contexts. At each place of each class we know which classes may be running: a spawn adds the
 * child, a join that surely waits for all of them takes it away, with what it has itself waited for.
 *
 *     main:  t = spawn(a)   a            places between are parallel to a
 *            join(t)        -
 *            u = spawn(b)   b            a and b never overlap
 *
 * Told apart: starts and joins, also in loops over arrays and lists of handles, in other functions and by other threads;
 * leftovers of joined threads; siblings; two of one kind; starts that failed or hang on the same condition as the join; a start
 * that a flag lets succeed only once; flags that say whether a thread is there, by the ways that contexts have taken; handlers of
 * faults, which run in the thread that made them; semaphores, completions, flags, latches and barriers; what is done before the
 * first of several opens such a gate; once; tasks of one worker; callbacks of event loops, which run where the loop is run; what
 * runs at start-up and at the end; places that a test of who runs keeps to one thread (self/self.h).
 *
 * needs   contexts      gives   struct threads
 * assumes, and misses an overlap only where one of these does not hold:
 *         - a handle is joined only where the call that made it stored it, or where the facts of contexts say it travelled to; no
 *           handle is copied into an array, or to a place, to which a start stores its own;
 *         - functions outside the program do not post its semaphores, wait at its barriers or store to its flags;
 *         - a member of a record that bounds two loops is stored to by its name, or before the threads are started; one that
 *           links a list of handles is stored to by its name;
 *         - a thread whose start has reported failure does not exist;
 *         - ids of threads that have ended are not compared, and no thread has the id 0;
 *         - arrays of handles with different names are different ones, and an index that does not count puts no handle over
 *         another;
 *         - no function outside the program runs an event loop of a family that the program runs loops of, except by its rows;
 *         - a flag on the stack or in an allocated block is stored to before it is read, unless it is 0 there.
 * misses, so that more overlaps are told than there are: hand-over through memory that no gate describes;
 *         lists of handles of another form than in list.c; handles that wrappers return, if more than three deep; which of
 *         several event loops a callback runs in, and event loops that no row `block kind=loop` speaks of (callbacks meet the
 *         thread that runs them);
 *         flags in records of which there are several, or whose class in points has other objects, too; what is known only
 *         together with the result of a function, unless that is the flag itself; barriers whose count is a variable that is
 *         stored to */
#ifndef THREADS_THREADS_H
#define THREADS_THREADS_H

#include "contexts/contexts.h"

/* A place in a thread. */
struct spot {
	uint32_t thread; /* threads.thread */
	uint32_t context;
	uint32_t inst;
};

enum multiplicity { THREAD_ONE = 1, THREAD_MANY };

struct thread {
	uint32_t root;	       /* contexts.root; several classes may share one: one a context that starts it */
	uint32_t edge;	       /* contexts.edge: the first that starts it; 0: nobody does */
	uint32_t creator;      /* thread that spawns it; 0: nobody */
	uint8_t multiplicity;  /* how often it is started in a run */
	bool self;	       /* two of its kind may run at the same time */
	bool detached;	       /* surely never joined */
	uint32_t join, njoins; /* threads.join: events that surely wait for it */
};

/* Why two places cannot overlap. */
enum apart {
	APART_NOT = 0, /* they can */
	APART_SAME,    /* one thread, of which there is one */
	APART_BEFORE,  /* one is over before the other one's thread is started */
	APART_JOINED,  /* joined in between */
	APART_WORKER,  /* tasks of one worker */
	APART_BARRIER,
	APART_GATE, /* semaphore, completion, condition, flag */
	APART_ONCE,
	APART_LOCKED, /* a lock that the creator of one of them holds for its whole life */
	APART_FIRST, /* a lock that the creator holds since the start, and that the thread has taken */
	APART_MASK, /* a handler of a signal that is blocked */
	APART_PHASE, /* start-up or exit: no other threads then; or nobody ever gets to one of the two */
	APARTS
};

struct threads {
	struct arena *arena;
	const struct contexts *contexts;
	VEC(struct thread) thread; /* 0 is none; exported functions are one class, and so is start-up; creators come first */
	VEC(uint32_t) join;	   /* contexts.event */
	struct running *running;   /* which threads run where (running.h) */
	struct firsts *firsts;	   /* first/first.h; NULL: there is a main, or nothing is exported */
	struct selves *selves;	   /* self/self.h; NULL: nobody asks */
};

struct threads *threads_run(struct arena *, const struct contexts *);
void threads_check(const struct threads *);
/* --dump=threads: classes with multiplicity, creator, joins.  --dump=parallel[:function]: what may run beside what, and why not.
 */
void threads_dump(const struct threads *, FILE *);
void parallel_dump(const struct threads *, const char *function, FILE *);

/* Where a class begins: the contexts that it is entered with, and those that it enters at an unknown time (cleanup, destructors
 * of thread-specific data); the edges that start it. Ascending, as long as threads lives. */
const uint32_t *threads_starts(const struct threads *, uint32_t thread, uint32_t *n);
const uint32_t *threads_riders(const struct threads *, uint32_t thread, uint32_t *n);
const uint32_t *threads_edges(const struct threads *, uint32_t thread, uint32_t *n);
/* Does this root of a term name one object, the same memory whoever says it and whenever? Not for many at once. */
bool threads_names_one(const struct threads *, const struct term *root);
/* May the last calls that lead to this context be these (TERM_SITE), the last one first? */
bool threads_came_by(const struct threads *, uint32_t context, const struct term *site, uint32_t n);
/* The threads that may run a function or be at a place; ids ascending, in the arena of threads. */
const uint32_t *threads_of_context(const struct threads *, uint32_t context, uint32_t *n);
/* APART_NOT: the two places may be executed at the same time. Order of the two does not matter. Asking changes nothing, so that
 * many may ask at once, except for the two dumps. */
enum apart threads_apart(const struct threads *, struct spot, struct spot);
/* Places with the same key get the same answers. */
struct place_key {
	uint32_t thread, vector, running, context, inst;
};
struct place_key threads_place_key(const struct threads *, struct spot);
/* May a thread of this class be running when the spot is executed? Of the spot's own class: another one. */
bool threads_may_run(const struct threads *, struct spot at, uint32_t thread);
/* Is there anything that may run beside something else: a thread, a task, a handler, functions that others call? */
bool threads_any(const struct threads *);
/* Surely no other thread has been started, or all are over. */
bool threads_alone(const struct threads *, struct spot);
/* Does it handle a signal? Callbacks of event loops and of the end of the process do not. */
bool threads_handles_signal(const struct threads *, uint32_t thread);
/* May several threads run it at the same time? */
bool threads_is_taken_by_several(const struct threads *, uint32_t handler);
/* If this handler of a signal comes while the spot is executed, does it surely interrupt the spot's own thread? There is no other
 * one then that could take the signal. */
bool threads_interrupts_here(const struct threads *, uint32_t handler, struct spot at);
/* Are signals blocked at the spot, but not all of the handler's? False where it is not known which. */
bool threads_blocks_others(const struct threads *, uint32_t handler, struct spot at);
/* A handler that ends the process, or its thread, whenever it comes: nobody goes on behind it. */
bool threads_stays(const struct threads *, uint32_t handler);
/* Nothing in this context or what it calls starts threads, waits for them or orders them: who runs beside it runs beside all of
 * it. */
bool threads_quiet(const struct threads *, uint32_t context);
/* Over all threads and contexts: can some statement of f overlap with one of g? f and g may be one. */
enum apart threads_functions_apart(const struct threads *, struct fn_id f, struct fn_id g);
/* Is the one object of this class of points made with a number of references that is smaller than that of the threads that may
 * give one back, and nobody takes one? */
bool threads_lacks(const struct threads *, uint32_t class);
/* Does it take a lock there that somebody holds where he starts a thread? That is to wait for him, even if nothing is done with
 * it. */
bool threads_waits_for_creator(const struct threads *, struct fn_id, uint32_t inst);
const char *apart_word(enum apart);

/* first/first.h. A place, the context that its walk begins in, and some on the way; the maker's holds no lock there. `thing`:
 * what of the library says so. */
enum { FIRST_WAYS = 16 };
struct first_place {
	struct spot spot;
	uint32_t top, nways, way[FIRST_WAYS];
};
enum first_why { FIRST_NOT, FIRST_BEFORE, FIRST_ONCE, FIRST_AFTER };
enum first_why threads_come_first(const struct threads *, struct first_place maker, struct first_place other, uint32_t *thing);
const char *threads_thing(const struct threads *, uint32_t thing, struct sym_id *function); /* its variable, and who makes it */
/* Is it where the only maker of such a thing stores it, which is over before anybody uses it? */
bool threads_stores_first(const struct threads *, struct fn_id, uint32_t inst);
/* self/self.h. Does a test of who runs keep this thread from the place, by what stands in front of it in its own function, or
 * of the calls that lead there? The guard that does; 0: none. */
uint32_t threads_led_past(const struct threads *, struct spot);
const char *threads_guard_words(struct arena *, const struct threads *, uint32_t guard);
/* For a second round of contexts: what a thread started by `reader` may find stored by others. `threads` must outlive that round.
 */
struct interference threads_interference(const struct threads *);

#endif
