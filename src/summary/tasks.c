#include "summary/tasks.h"

enum { DEEPEST = 32 }; /* tasks that are run inside tasks, when there are too many */
static _Thread_local uint32_t depth;

/* One of those that a task has made ready is done next, by the same thread; the others are tasks of OpenMP. */
static void run_from(struct tasks *t, uint32_t task)
{
	depth++;
	for (bool more = true; more;) {
		uint32_t next = UINT32_MAX;
		t->run(t->with, task);
		for (uint32_t i = t->first[task]; i < t->first[task + 1]; i++) {
			uint32_t to = t->after[i];
			if (atomic_fetch_sub(&t->pending[to], 1) != 1)
				continue;
			if (next == UINT32_MAX) {
				next = to;
			} else if (depth < DEEPEST) {
#pragma omp task default(none) firstprivate(t, to)
				run_from(t, to);
			} else {
#pragma omp critical(tasks_overflow)
				*vec_add(t->arena, &t->overflow) = to;
			}
		}
		task = next;
		more = next != UINT32_MAX;
	}
	depth--;
}

void tasks_run(struct tasks *t, const uint32_t *task, uint32_t n)
{
	VEC(uint32_t) ready = { 0 };

	for (uint32_t i = 0; i < n; i++)
		if (!t->pending[task[i]])
			*vec_add(t->arena, &ready) = task[i];
	while (ready.n) {
		uint32_t *start = ready.at, count = ready.n;
#pragma omp taskgroup
		for (uint32_t i = 0; i < count; i++) {
#pragma omp task default(none) firstprivate(t, start, i)
			run_from(t, start[i]);
		}
		ready.at = t->overflow.at;
		ready.n = t->overflow.n;
		t->overflow.at = NULL;
		t->overflow.n = t->overflow.cap = 0;
	}
}
