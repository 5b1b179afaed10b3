/* Questions inside test programs. A call stands where the program wants to know something; what comes behind it, `// ANSWER:
 * must`, is what C, POSIX and the program's text say, reasoned before the run. snag prints its own answers with
 * --dump=questions, one line a question; tests/run.py compares (doc/testing.md). The functions have no body and, by
 * models/snag_ask.model, no effect.
 *
 * An answer speaks of all runs of the program, and of all threads and callers that get to the line; `unreached` if nobody
 * does. Locks do not count, except for snag_held: who waits for a lock runs in parallel with who holds it. One question a
 * line. */
#ifndef SNAG_ASK_H
#define SNAG_ASK_H

typedef void snag_function(void);

/* Do p and q hold the same address?   must: always   no: never   may: it depends */
void snag_alias(const volatile void *p, const volatile void *q);

/* The functions that the pointer f may call here, sorted, then `by` and how it was found: direct, context, field, type, points,
 * none. Ask right before the call (or the pthread_create) that uses it: the answer is about that call. If there is none, about
 * the value. An ANSWER without `by` leaves the method open. */
void snag_calls(snag_function *f);

/* Can some statement of f and one of g be executed at the same time (f and g may be one: by two threads)? That is: does neither
 * happen before the other? What a signal handler interrupts is executed at the same time as the handler.   yes
 * no: same      both run only in one and the same thread, of which there is one
 *     before    one is over before the other one's thread is started
 *     joined    the thread of one has been joined in between, also when the other one runs in a thread started after the join
 *     worker    tasks of one worker
 *     barrier   a barrier lies between;   gate   a semaphore, condition or flag does
 *     once      pthread_once lets one run, and the others wait
 *     phase     at start or exit, when there are no other threads
 * `same` only if there is no other reason: pairs inside one thread do not count if there are others. An ANSWER of just `no` leaves the
 * reason open: there is more than one. */
void snag_parallel(snag_function *f, snag_function *g);

/* Does the thread hold this lock here, in whichever mode?   must, no, may: as above */
void snag_held(const volatile void *lock);

/* Whose is the memory at p?   shared: another thread may use it while this one is here
 * stack, tls, fresh, taken, indexed, gone, one-thread: nobody else does, because ... (sharing.h)
 * An ANSWER of `own` is any of these but shared: there is more than one reason. */
void snag_whose(const volatile void *p);

/* In how many contexts is the function around this line analysed? */
void snag_contexts(void);

#define snag_calls(f) snag_calls((snag_function *)(f))
#define snag_parallel(f, g) snag_parallel((snag_function *)(f), (snag_function *)(g))

#endif
