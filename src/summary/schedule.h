/* schedule: the components of the call graph while they are summarised (schedule.c), and those that call themselves (knot.c). */
#ifndef SUMMARY_SCHEDULE_H
#define SUMMARY_SCHEDULE_H

#include <stdatomic.h>

#include "summary/tasks.h"
#include "summary/function/work.h"

struct summary_schedule {
	struct summaries *s;
	const struct ground *g;
	struct arena *keep;     /* one a worker */
	bool parallel;          /* otherwise nothing of OpenMP is called */
	_Atomic uint32_t *pending; /* by component: components it calls that are not done */
	uint32_t *first_caller, *caller; /* by component: the components that call it */
	struct arena *arena;
	_Atomic uint32_t unsettled; /* knots that are told in outline */
};

struct summary *schedule_make(struct summary_schedule *, uint32_t fn, enum detail, bool rough); /* as summary_make */
/* Summaries of functions that call each other, until none changes. */
void knot_run(struct summary_schedule *, const uint32_t *fn, uint32_t n);

#endif
