/* oracle: all executions of a small program by the definitions, to compare `snag verify` with. It shares no code with snag: programs are
 * made here (generate.c), as C and as a list of operations, and the operations are what is executed (oracle.c).
 *
 * An execution is a graph of events: what the threads did, which store each load read (rf), the order of the stores to one location
 * (mo), and what waits for what (behind). Two ways to go:
 *
 *     interleavings   a load reads the newest store, a store is the newest
 *     RC11            a load reads any store, a store goes anywhere; the graph must be consistent (Lahav, Vafeiadis, Kang, Hur,
 *                     Dreyer 2017, Definition 1: coherence, atomicity, psc, po and rf without a cycle), checked as a whole after
 *                     each event; release sequences are those of C17, 5.1.2.4p10
 *
 * Graphs that were seen are not gone on from. A race is two conflicting events, one of them no atomic access, that are in no order of
 * happens-before (C17, 5.1.2.4), and of which the one that came second is not behind the other. */
#ifndef TESTS_VERIFY_ORACLE_H
#define TESTS_VERIFY_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
	LOCATIONS = 4,
	REGISTERS = 8,
	THREADS = 4,
	MOST_CODE = 160,
	MOST_EVENTS = 56,
	MUTEXES = 2
};

enum order { PLAIN, RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST };

enum operation {
	DO_LOAD,      /* reg = loc */
	DO_STORE,     /* loc = a + (reg < REGISTERS ? reg : 0) */
	DO_ADD,       /* reg = loc; loc += a */
	DO_EXCHANGE,  /* reg = loc; loc = a */
	DO_CAS,       /* reg = 1 if loc was a and is b now; weak: may fail for nothing */
	DO_FENCE,
	DO_SPIN,      /* until loc is not 0 */
	DO_LOCK,      /* object */
	DO_UNLOCK,
	DO_TRYLOCK,   /* reg = 1: taken */
	DO_RDLOCK,
	DO_WRLOCK,
	DO_RWUNLOCK,
	DO_WAIT,      /* the condition, with mutex 0 */
	DO_SIGNAL,
	DO_BROADCAST,
	DO_POST,
	DO_SEM_WAIT,
	DO_TRYWAIT,   /* reg = 1: taken */
	DO_BARRIER,
	DO_ONCE,      /* to: behind the function that it runs */
	DO_ONCE_DONE,
	DO_CREATE,    /* object: a thread */
	DO_JOIN,
	DO_CHOOSE,    /* reg = 0 or 1 */
	DO_UNLESS,    /* go on at `to` unless reg is a */
	DO_JUMP,
	DO_ASSERT,    /* reg is not a */
	DO_EXIT,      /* the process */
	DO_END        /* the thread; of main the process, but where a is set */
};

struct instruction {
	uint8_t op, order, order2, loc, reg, object;
	bool weak;
	int16_t a, b;
	uint16_t to;
};

struct thread_code {
	struct instruction at[MOST_CODE];
	uint32_t n;
};

struct small_program {
	struct thread_code thread[THREADS]; /* 0: main */
	uint32_t threads;
	int semaphore, barrier; /* what they begin with */
	bool weak;  /* some atomic access or fence is not seq_cst */
	bool spins;
	bool full;  /* it did not fit: not to be used */
	char *text; /* as C; free */
};

void generate(struct small_program *, uint64_t seed);

struct answer {
	bool race, assertion, deadlock;
	bool too_many; /* graphs or events: not all was looked at */
	uint64_t graphs;
	char race_text[128];
};

enum { UNTIL_RACE = 1, INTERLEAVINGS = 2 };
/* UNTIL_RACE: what else may happen does not count once there is a race. */
void ask_oracle(const struct small_program *, int how, uint64_t most_graphs, struct answer *);

#endif
