/* What is ready lies in one heap, and tasks of OpenMP are hands that come for it: each takes the highest there is, until there is
 * nothing left. So whoever is free does what most depends on, and not what happened to be queued where he looked first. */
#include "summary/tasks.h"

#include <omp.h>

#include "base/limit.h"

enum { DEEPEST = 32 }; /* tasks that are run inside tasks, when there are too many: then no further hands are called */
static _Thread_local uint32_t depth;

#define NONE UINT32_MAX

/* Equal ones by number. */
static bool is_higher(const struct tasks *t, uint32_t a, uint32_t b)
{
	return t->height[a] != t->height[b] ? t->height[a] > t->height[b] : a < b;
}

static void push(struct tasks *t, uint32_t task)
{
	uint32_t i = t->nready++;

	for (; i && is_higher(t, task, t->ready[(i - 1) / 2]); i = (i - 1) / 2)
		t->ready[i] = t->ready[(i - 1) / 2];
	t->ready[i] = task;
}

static uint32_t pop(struct tasks *t)
{
	uint32_t first, last, i = 0, k;

	if (!t->nready)
		return NONE;
	first = t->ready[0];
	last = t->ready[--t->nready];
	while ((k = 2 * i + 1) < t->nready) {
		k += k + 1 < t->nready && is_higher(t, t->ready[k + 1], t->ready[k]);
		if (!is_higher(t, t->ready[k], last))
			break;
		t->ready[i] = t->ready[k];
		i = k;
	}
	t->ready[i] = last;
	return first;
}

static uint32_t take(struct tasks *t)
{
	uint32_t task;

#pragma omp critical(tasks_ready)
	task = pop(t);
	return task;
}

/* Those that waited for this one only: how many. Where there is nothing to do in one of them, it is done. */
static uint32_t release(struct tasks *t, uint32_t task)
{
	uint32_t n = 0, top = task;

	t->below[task] = NONE;
	while (top != NONE) {
		uint32_t done = top;
		top = t->below[done];
		for (uint32_t i = t->first[done]; i < t->first[done + 1]; i++) {
			uint32_t next = t->after[i];
			if (atomic_fetch_sub(&t->pending[next], 1) != 1)
				continue;
			if (t->idle && t->idle(t->with, next)) {
				t->below[next] = top;
				top = next;
				continue;
			}
#pragma omp critical(tasks_ready)
			push(t, next);
			n++;
		}
	}
	return n;
}

static void work(struct tasks *t)
{
	uint32_t task, before = limit_in(0); /* of a task that waits for this one */

	depth++;
	while ((task = take(t)) != NONE) {
		limit_in(0);
		t->run(t->with, task);
		for (uint32_t n = release(t, task); n > 1 && depth < DEEPEST; n--) {
#pragma omp task default(none) firstprivate(t)
			work(t);
		}
	}
	depth--;
	limit_in(before);
}

void tasks_measure(struct tasks *t, const uint64_t *weight, const uint32_t *order)
{
	uint64_t *height = arena_array(t->arena, (size_t)t->n + 1, sizeof *height);

	for (uint32_t k = t->n; k-- > 0;) {
		uint32_t task = order[k];
		for (uint32_t i = t->first[task]; i < t->first[task + 1]; i++)
			height[task] = height[t->after[i]] > height[task] ? height[t->after[i]] : height[task];
		height[task] += weight[task];
	}
	t->height = height;
}

/* As many hands as there are workers. More would wait in OpenMP's queue, and while that is full it lets whoever adds to it work
 * alone. */
void tasks_run(struct tasks *t)
{
	uint32_t n, hands = (uint32_t)omp_get_num_threads(), first = NONE, next;

	if (!t->ready) {
		t->ready = arena_array(t->arena, (size_t)t->n + 1, sizeof *t->ready);
		t->below = arena_array(t->arena, (size_t)t->n + 1, sizeof *t->below);
	}
	t->nready = 0;
	for (uint32_t i = t->n; i-- > 0;)
		if (!t->pending[i]) {
			t->below[i] = first;
			first = i;
		}
	for (uint32_t i = first; i != NONE; i = next) {
		next = t->below[i];
		if (t->idle && t->idle(t->with, i))
			(void)release(t, i);
		else
			push(t, i);
	}
	n = t->nready < hands ? t->nready : hands;
#pragma omp taskgroup
	for (uint32_t i = 0; i < n; i++) {
#pragma omp task default(none) firstprivate(t)
		work(t);
	}
}
