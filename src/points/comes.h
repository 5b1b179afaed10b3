/* comes: how functions come to run that something outside starts, in the words of reports (ir/finding/overlap.h). */
#ifndef POINTS_COMES_H
#define POINTS_COMES_H

#include "ir/finding/overlap.h"
#include "model/model.h"
#include "points/begins.h"

/* enum overlap_kind of an enum model_kind. */
static inline uint8_t overlap_of_kind(uint8_t model_kind)
{
	switch (model_kind) {
	case MODEL_KIND_SIGNAL:
		return OVERLAP_SIGNAL;
	case MODEL_KIND_IRQ:
	case MODEL_KIND_HRTIMER:
	case MODEL_KIND_IPI:
		return OVERLAP_INTERRUPT;
	case MODEL_KIND_SOFTIRQ:
	case MODEL_KIND_TASKLET:
	case MODEL_KIND_TIMER:
	case MODEL_KIND_RCU:
		return OVERLAP_SOFTIRQ;
	case MODEL_KIND_LOOP:
		return OVERLAP_LOOP;
	case MODEL_KIND_EXIT:
		return OVERLAP_EXIT;
	case MODEL_KIND_THREAD:
		return OVERLAP_TIMELY;
	default:
		return OVERLAP_CALLED;
	}
}

/* ... of a root, with the kind that its row tells of. */
static inline uint8_t overlap_of_root(uint8_t root_kind, uint8_t model_kind)
{
	static const uint8_t kind[] = {
		[ROOT_MAIN] = OVERLAP_MAIN,	     [ROOT_THREAD] = OVERLAP_THREAD, [ROOT_TASK] = OVERLAP_TASK,
		[ROOT_HANDLER] = OVERLAP_CALLED,     [ROOT_EXPORT] = OVERLAP_EXPORT, [ROOT_SINGLE] = OVERLAP_STARTUP,
		[ROOT_INTERRUPT] = OVERLAP_INTERRUPT, [ROOT_ENTERED] = OVERLAP_ENTERED
	};

	return root_kind == ROOT_HANDLER ? overlap_of_kind(model_kind) : kind[root_kind];
}

#endif
