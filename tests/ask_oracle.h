/* The questions of snag_ask.h with bodies that watch a run (tests/ask_oracle.py): included before a test program instead of
 * that header, and compiled with ThreadSanitizer. What was seen is printed at the end, one line a fact; the script compares
 * with the answers.
 *
 *     alias, held, calls   what is so each time the line is passed
 *     parallel             every call of an asked function writes a variable that stands for the question, on entry and on exit;
 *                          if two such writes are not ordered, ThreadSanitizer tells, with the names of both functions
 *     whose                where the answer says that nobody else uses the memory, its first byte is written; if somebody does,
 *                          ThreadSanitizer tells
 *
 * Notes are kept in relaxed atomics: nothing here may order threads. Random pauses at entries and exits make rare orders less
 * rare. */
#ifndef SNAG_ASK_H
#define SNAG_ASK_H

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define UNSEEN __attribute__((no_instrument_function))
#define QUIET __attribute__((no_instrument_function, no_sanitize("thread"), noinline))

enum { LINES = 1000, ASKED = 64, HELD = 16, CALLED = 8 };

static atomic_int seen_yes[LINES], seen_no[LINES];
static void *_Atomic called[LINES][CALLED];
static _Thread_local const volatile void *held_locks[HELD];
static _Thread_local int nheld;
static _Thread_local uint32_t dice;
static unsigned seed;

/* The script's tables, defined behind the program. */
struct pair {
	void *f, *g;
};
static const struct pair *asked_pairs(int *n);
static int is_own(int line);

static int shadow[ASKED][16]; /* of parallel questions, far apart */

QUIET static void pause_sometimes(void)
{
	if (!dice)
		dice = seed * 2654435761u ^ (uint32_t)(uintptr_t)&dice | 1;
	dice ^= dice << 13, dice ^= dice >> 17, dice ^= dice << 5;
	if (dice % 3 == 0)
		usleep(dice / 3 % 400);
}

/* Must appear in the stack right below the asked function, so nothing may be inlined. */
UNSEEN __attribute__((noinline)) static void touch(void *fn)
{
	int n;
	const struct pair *p = asked_pairs(&n);

	for (int i = 0; i < n; i++)
		if (p[i].f == fn || p[i].g == fn)
			*(volatile int *)shadow[i] = i;
}

UNSEEN void __cyg_profile_func_enter(void *fn, void *site);
UNSEEN void __cyg_profile_func_exit(void *fn, void *site);

UNSEEN void __cyg_profile_func_enter(void *fn, void *site)
{
	(void)site;
	pause_sometimes();
	touch(fn);
}

UNSEEN void __cyg_profile_func_exit(void *fn, void *site)
{
	(void)site;
	touch(fn);
	pause_sometimes();
}

QUIET static void note_fact(int line, int yes)
{
	atomic_store_explicit(yes ? &seen_yes[line] : &seen_no[line], 1, memory_order_relaxed);
}

QUIET static void watch_alias(int line, const volatile void *p, const volatile void *q)
{
	note_fact(line, p == q);
}

QUIET static void watch_calls(int line, void *f)
{
	for (int i = 0; i < CALLED; i++) {
		void *there = NULL;
		if (atomic_compare_exchange_strong_explicit(&called[line][i], &there, f, memory_order_relaxed, memory_order_relaxed) ||
		    there == f)
			return;
	}
}

QUIET static void watch_held(int line, const volatile void *lock)
{
	int found = 0;

	for (int i = 0; i < nheld; i++)
		found |= held_locks[i] == lock;
	note_fact(line, found);
}

UNSEEN __attribute__((noinline)) static void watch_whose(int line, const volatile void *p)
{
	volatile char *byte = (volatile char *)(uintptr_t)p;

	note_fact(line, 1);
	if (is_own(line))
		*byte = *byte;
}

QUIET static int note_lock(int result, const volatile void *lock)
{
	if (result == 0 && nheld < HELD)
		held_locks[nheld++] = lock;
	return result;
}

QUIET static void note_unlock(const volatile void *lock)
{
	for (int i = nheld; i-- > 0;)
		if (held_locks[i] == lock) {
			held_locks[i] = held_locks[--nheld];
			return;
		}
}

QUIET static void print_facts(void)
{
	for (int i = 0; i < LINES; i++) {
		if (seen_yes[i])
			fprintf(stderr, "FACT %d yes\n", i);
		if (seen_no[i])
			fprintf(stderr, "FACT %d no\n", i);
		for (int k = 0; k < CALLED && called[i][k]; k++)
			fprintf(stderr, "CALLED %d %p\n", i, called[i][k]);
	}
}

__attribute__((constructor)) UNSEEN static void begin(void)
{
	seed = getenv("ORACLE_SEED") ? (unsigned)atoi(getenv("ORACLE_SEED")) : 1;
	atexit(print_facts);
}

typedef void snag_function(void);
#define snag_alias(p, q) watch_alias(__LINE__, p, q)
#define snag_calls(f) watch_calls(__LINE__, (void *)(f))
#define snag_parallel(f, g) ((void)(f), (void)(g))
#define snag_held(m) watch_held(__LINE__, m)
#define snag_whose(p) watch_whose(__LINE__, p)
#define snag_contexts() ((void)0)
#define pthread_mutex_lock(m) note_lock(pthread_mutex_lock(m), m)
#define pthread_mutex_trylock(m) note_lock(pthread_mutex_trylock(m), m)
#define pthread_mutex_unlock(m) (note_unlock(m), pthread_mutex_unlock(m))
#define pthread_rwlock_rdlock(m) note_lock(pthread_rwlock_rdlock(m), m)
#define pthread_rwlock_wrlock(m) note_lock(pthread_rwlock_wrlock(m), m)
#define pthread_rwlock_unlock(m) (note_unlock(m), pthread_rwlock_unlock(m))
#define pthread_spin_lock(m) note_lock(pthread_spin_lock(m), m)
#define pthread_spin_unlock(m) (note_unlock(m), pthread_spin_unlock(m))

#endif
