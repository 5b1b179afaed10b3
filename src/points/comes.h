/* comes: how a function that a row of a model registers comes to run, in the words of reports (ir/finding/overlap.h). */
#ifndef POINTS_COMES_H
#define POINTS_COMES_H

#include "ir/finding/overlap.h"
#include "model/model.h"

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

#endif
