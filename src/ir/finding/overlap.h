/* overlap: why threads can be at their places at the same time, in words. The phases that know of threads fill in who they are;
 * the words are the same for races and for deadlocks:
 *
 *     'worker' is started at stats.c:33 and waited for at stats.c:39, while 'main' keeps running */
#ifndef IR_OVERLAP_H
#define IR_OVERLAP_H

#include "base/store/arena.h"
#include "ir/finding/finding.h"

enum overlap_kind {
	OVERLAP_MAIN = 1,
	OVERLAP_THREAD,	 /* somebody starts it */
	OVERLAP_TASK,	 /* somebody queues it */
	OVERLAP_SIGNAL,	 /* handles one */
	OVERLAP_INTERRUPT,
	OVERLAP_SOFTIRQ,
	OVERLAP_LOOP,	/* called by an event loop */
	OVERLAP_EXIT,	/* called at the end of the process */
	OVERLAP_TIMELY, /* run in a thread of its own, when what it was registered for happens */
	OVERLAP_CALLED, /* registered, and called by whoever it was handed to */
	OVERLAP_EXPORT, /* whoever uses the library calls it */
	OVERLAP_STARTUP,
	OVERLAP_ENTERED, /* called once, while others may run */
	OVERLAP_KINDS
};

struct overlap_side {
	uint8_t kind;
	uint32_t thread;		 /* sides of one class of threads have one number */
	const char *function;		 /* that it runs */
	struct finding_place start, end; /* where it is started; where it is surely waited for. line 0: nowhere, or not known */
	bool waits_known;		 /* `end` without a line means: it is never waited for */
	bool several;			 /* of OVERLAP_SIGNAL: more than one thread may run it at a time */
	bool many;			 /* two of the class may run at the same time */
};

/* In the arena; "" if there is nothing to say. */
const char *overlap_text(struct arena *, const struct overlap_side *, uint32_t n);

/* Does a text of the above say that several threads of one class are there? NULL: no. */
bool overlap_is_of_many(const char *text);

/* The places that a text of the above names, one after the other: a file without its directory, `len` bytes long, and a line.
 * Gives where to go on; NULL: there are no more. */
const char *overlap_next_place(const char *text, const char **file, size_t *len, uint32_t *line);

#endif
