/* self: places that a test of who runs keeps to one thread, or keeps one thread from.
 *
 *     if (pthread_equal(pthread_self(), main_thread)) draw();     only the thread whose id is in main_thread
 *     if (gettid() != getpid()) { post(); return; }  draw();      only main
 *     if (!in_worker) return;  fill();                            _Thread_local: only threads that set it
 *
 * A *guard* is a way out of such a test: what only this way leads to is for threads for which the test holds. The id in a
 * variable is that of the threads that store their own there; the others cannot be equal to it. Who has stored its own, once
 * and before, cannot differ from it. A thread-local variable holds what it starts with, or a number that the thread itself
 * stores.
 *
 * needs   contexts, classes of threads      gives   struct selves; effects: the only store of an id has happened
 * assumes ids of threads that have ended are not compared (POSIX: undefined); no thread has the id 0
 * misses  ids in records, ids that others store (pthread_create's first argument); thread-local variables that are set to what is
 *         no constant; tests that a function makes with more than one return; classes of tasks, handlers and functions
 *         that anybody may call, which run in threads that are not known */
#ifndef THREADS_SELF_H
#define THREADS_SELF_H

#include "code/test.h"
#include "threads/running.h"

enum self_kind { SELF_MAIN, SELF_SAVED, SELF_LOCAL };

struct self_guard {
	struct fn_id fn;
	uint32_t block;	   /* it, and what it dominates */
	uint8_t kind;	   /* enum self_kind */
	bool equal;	   /* not of SELF_LOCAL */
	uint32_t variable; /* selves.variable; not of SELF_MAIN */
	struct test test;  /* of SELF_LOCAL: what the variable must pass */
	uint32_t out;	   /* set: the classes that it keeps out wherever they are */
};

struct self_variable {
	struct sym_id sym;
	int64_t offset;
	bool known;	 /* all that is stored there is */
	uint32_t owners; /* set: classes that store their own id */
	uint32_t passed; /* SLOT_MUST: the only store has happened; 0: there are several */
};

struct selves {
	struct arena *arena;
	struct running *r;
	VEC(struct self_guard) guard; /* by function; 0 is none */
	uint32_t *first;	      /* by function, n + 1 */
	VEC(struct self_variable) variable;
	struct map variable_at; /* variable and offset: its place, + 1 */
	struct map led_past;	/* class and context: the guard that all calls which lead there are behind */
	uint8_t *asks;		/* by function: it looks at who runs it */
};

#endif
