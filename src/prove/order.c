/* order: what happens before what, of a path that is looked at for a race whose two accesses never stand side by side.
 *
 * Most races do: then both threads are about to access, and that is what goal.c looks for first. But
 *
 *     data = 1; flag = 1;          if (flag) use(data);
 *
 * has a race on `data` that no schedule shows so, since the second access comes only after the flag, which orders nothing because
 * it is a plain variable. There the accesses are remembered as they happen, each with the time of its thread, and a later one of
 * another thread that has not heard of that time is unordered with it (vector clocks). What tells a thread of another's time:
 * locks, semaphores, conditions, barriers, once, start and join; atomic operations that acquire what others release at the same
 * address; fences, which here make every later atomic operation acquire and release; and every call of a function outside, which
 * may do anything. More than the machine lets count, so that what is found here it confirms.
 *
 * misses  accesses beyond MOST_SEEN; addresses beyond MOST_SYNCS share one clock */
#include <string.h>

#include "prove/execute.h"

enum { MOST_SYNCS = 256, MOST_SEEN = 256 };
enum { ANYWHERE = 1 }; /* the address that functions outside and fences are known by */

struct sync_clock {
	uint64_t at;
	uint32_t time[SPACE_THREADS];
};

struct seen {
	struct schedule_place place;
	uint32_t time;
	uint32_t naccesses;
	struct access access[MOST_ACCESSES];
};

struct order_of {
	uint32_t time[SPACE_THREADS][SPACE_THREADS]; /* [t][u]: what t knows of u */
	struct sync_clock sync[MOST_SYNCS];
	struct seen seen[MOST_SEEN];
};

bool order_begin(struct execution *m)
{
	m->order = m->apart ? region_alloc(&m->region, sizeof *m->order) : NULL;
	return !m->apart || !m->region.full;
}

static struct sync_clock *sync_at(struct execution *m, uint64_t at)
{
	struct sync_clock *s;

	for (uint32_t i = 0; i < m->core.nsyncs; i++)
		if (m->order->sync[i].at == at)
			return &m->order->sync[i];
	if (m->core.nsyncs == MOST_SYNCS)
		return &m->order->sync[MOST_SYNCS - 1];
	s = &m->order->sync[m->core.nsyncs++];
	region_save(&m->region, s, sizeof *s);
	*s = (struct sync_clock){ .at = at };
	return s;
}

static void join(struct execution *m, uint32_t *to, const uint32_t *from)
{
	region_save(&m->region, to, SPACE_THREADS * sizeof *to);
	for (uint32_t i = 0; i < m->core.nthreads; i++)
		to[i] = from[i] > to[i] ? from[i] : to[i];
}

static void tick(struct execution *m, uint32_t thread)
{
	region_save(&m->region, &m->order->time[thread][thread], sizeof(uint32_t));
	m->order->time[thread][thread]++;
}

void order_acquire(struct execution *m, uint64_t at)
{
	if (m->order)
		join(m, m->order->time[m->core.current], sync_at(m, at)->time);
}

void order_release(struct execution *m, uint64_t at)
{
	if (!m->order)
		return;
	join(m, sync_at(m, at)->time, m->order->time[m->core.current]);
	tick(m, m->core.current);
}

void order_outside(struct execution *m)
{
	order_acquire(m, ANYWHERE);
	order_release(m, ANYWHERE);
}

void order_fence(struct execution *m)
{
	m->core.fenced = true;
	order_outside(m);
}

/* An atomic access is done. */
void order_atomic(struct execution *m, uint8_t order, bool reads, bool writes, uint64_t at)
{
	if (!m->order || order == ORDER_NONE)
		return;
	if (reads && (m->core.fenced || (order != ORDER_RELAXED && order != ORDER_UNORDERED && order != ORDER_RELEASE)))
		order_acquire(m, at);
	if (writes && (m->core.fenced || (order != ORDER_RELAXED && order != ORDER_UNORDERED && order != ORDER_ACQUIRE)))
		order_release(m, at);
	if (m->core.fenced)
		order_outside(m);
}

void order_spawn(struct execution *m, uint32_t child)
{
	if (!m->order)
		return;
	if (m->core.current != NOBODY) {
		join(m, m->order->time[child], m->order->time[m->core.current]);
		tick(m, m->core.current);
	}
	tick(m, child);
}

void order_join(struct execution *m, uint32_t thread)
{
	if (m->order)
		join(m, m->order->time[m->core.current], m->order->time[thread]);
}

/* ---- races ---- */

static bool is_unordered(const struct execution *m, const struct seen *s)
{
	return s->place.thread != m->core.current && m->order->time[m->core.current][s->place.thread] < s->time;
}

/* An earlier access that this one races with: it is told where; none: this one is remembered. */
bool order_meets(struct execution *m, const struct schedule_place *here, const struct access *access, uint32_t n,
		 struct schedule_place *earlier)
{
	struct seen *s;

	for (uint32_t i = 0; i < m->core.nseen; i++) {
		s = &m->order->seen[i];
		if (!is_unordered(m, s) || !goal_is_pair(m, &s->place, here))
			continue;
		for (uint32_t j = 0; j < s->naccesses; j++)
			for (uint32_t k = 0; k < n; k++)
				if (goal_conflict(&s->access[j], &access[k])) {
					*earlier = s->place;
					return true;
				}
	}
	if (m->core.nseen < MOST_SEEN) {
		s = &m->order->seen[m->core.nseen++];
		region_save(&m->region, s, sizeof *s);
		*s = (struct seen){ .place = *here, .time = m->order->time[m->core.current][m->core.current], .naccesses = n };
		memcpy(s->access, access, n * sizeof *access);
	}
	return false;
}
