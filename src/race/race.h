/* race: two accesses of one location, at least one a write, by threads that may overlap, without a common lock (RELAY,
 * section 3.4).
 *
 * Every thread class brings the accesses of its start function, with what it was started with in place of the formals, and the
 * closed accesses of all functions that it gets to, with the locks held on entry there. Those of one cell of points are compared
 * with each other. Then each pair is asked whether it can happen (prune.h): places in the code behind the two accesses are looked
 * for that may overlap and where neither thread owns the memory.
 *
 * needs   summaries      gives   struct races: locations with their pairs, each with a verdict; findings
 * misses  what summaries miss; memory that is accessed through types that C does not allow for it, whether or not the program is
 *         compiled with -fno-strict-aliasing: as a member of one record here and of another one there, unless one is inside the
 *         other or it is plain that the record is not there, or as scalars of different kind or size, also where two stores give
 *         a block another type; parts of a record that are numbered behind a pointer, unless that is declared as one to the
 *         record: they count as its first member; where points could not tell the objects of a class apart (more than a few,
 *         offsets folded), only members of one kind of record, and what the program calls by one name, are compared; of
 *         exported functions, two calls at once of which one makes, ends or frees what both are given (outside.c), or what the
 *         other one cannot do without (first.c), or of records that nothing says are shared (sign.c); records from outside that
 *         lie in others; a lock that is made anew while other threads hold it; locks that are made or ended while they are used,
 *         where it is not sure that they are the same, or a library does so (object.c); classes with too many accesses to
 *         compare all (gap_pairs); further places of accesses that share their partners with others (gap_twins); accesses with
 *         too many ways to them (gap_walk) */
#ifndef RACE_RACE_H
#define RACE_RACE_H

#include "ir/finding/finding.h"
#include "summary/summary.h"

/* RELAY's filters (section 4.3): not sound, off unless asked for. */
struct race_filters {
	bool thread_local_alloc, boot_thread, same_entry;
	uint32_t large_points_to; /* drop where more objects than this share a class; 0: off */
};

struct races;

struct races *race_run(struct arena *, const struct summaries *, const struct race_filters *);
void race_release(struct races *); /* what is not in the arena */
void race_check(struct races *);
/* --dump=race: locations, events, pairs with their verdicts. */
void race_dump(struct races *, FILE *);
/* "pthread_create(worker)", "main": one class of threads, without who starts it. In the arena. */
const char *race_thread(struct arena *, const struct races *, uint32_t thread);
/* Code is read again, and owners are asked for, when words are needed: races is not const. The findings, strings in the arena:
 * rules race and race-bitfield; with `pruned` also what was ruled out, with finding.pruned set. */
void race_findings(struct arena *, struct races *, bool pruned, struct finding **, uint32_t *n);
/* The first reason to rule something out that is no proof by the list of doc/verify.md, or a pair that is not ruled out; NULL:
 * there is none. In the arena. */
const char *race_unproved(struct arena *, const struct races *);

#endif
