/* roots: from which functions threads come to the places of a goal, where a search does not start from main.
 *
 * needs   points, findings with their ways       gives   for each place of a goal the function that its thread starts with
 * misses  all but the nearest root: a function may be reached from several, and one of them is tried */
#ifndef PROVE_ROOTS_H
#define PROVE_ROOTS_H

#include "ir/finding/finding.h"
#include "prove/prove.h"

/* How something outside the program comes to run a function. */
enum beginning {
	/* as a thread, a task or a handler (of signals: only without main); or a library offers it, or a row */
	BEGINS = 1,
	BEGINS_IN_LOOP = 2, /* in the thread of an event loop: one after the other */
	BEGINS_AT_EXIT = 4, /* when the program ends, one after the other */
	BEGINS_EARLY = 8,   /* before anything else: constructors, what rows call single */
	BEGINS_ALONE = 16,  /* with BEGINS: not, or perhaps not, beside itself: handlers of interrupts, timers, what is queued */
	BEGINS_ONCE = 32    /* the same, nor beside others that begin so: what rows call once */
};

/* Who calls whom, backwards: callers of function f are caller[first[f] .. first[f + 1]), in the order of their sites. */
struct callers {
	const struct points *points;
	uint32_t *first, *caller;
	uint32_t *first_starter, *starter; /* who starts, queues or installs it, in the same way */
	uint8_t *begins; /* by function: enum beginning; 0: whoever runs it has begun elsewhere */
	uint8_t *alone;  /* of these, as what nobody in the program starts: a library offers it, a table, a row */
	bool *led;       /* by function: main calls or starts it, or what main calls or starts does */
	uint32_t *seen, *todo, round; /* of a walk */
};
struct callers *roots_callers(struct arena *, const struct points *);

/* The function that a thread at this access began with, as the phases found it, or the nearest one upwards. None: not known, or
 * that is main. */
struct fn_id roots_of_access(struct callers *, const struct finding_access *);
struct fn_id roots_of_function(struct callers *, struct fn_id);
/* Who has to begin so that a thread does: the thread's own function, or the one outside the program's control by which code is
 * called that starts it. None: nobody does. */
struct fn_id roots_outermost(struct callers *, struct fn_id start);
/* Does main lead to it, by calls, threads, tasks and handlers, as far as points knows? */
bool roots_main_leads(const struct callers *, const struct finding_access *);
/* Is it run only because this root runs? Of code that nobody runs: yes. */
bool roots_only(struct callers *, struct fn_id, struct fn_id root);
/* Can others call it only when this root, which runs once, has handed it out (handed.c)? */
bool roots_is_told_by(struct callers *, struct fn_id, struct fn_id by);
/* Functions that threads begin with, in the order of the program, at most `most`; how many there are. */
uint32_t roots_some(const struct callers *, struct fn_id *, uint32_t most);
/* May threads that begin with these run at the same time, by how they begin? One of them at least must not wait its turn. */
bool roots_may_overlap(const struct callers *, struct fn_id a, struct fn_id b);

#endif
