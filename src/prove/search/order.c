/* order: what happens before what, of a path that is looked at for a race whose two accesses never stand side by side.
 *
 * Most races do: then both threads are about to access, and that is what goal.c looks for first. But
 *
 *     data = 1; flag = 1;          if (flag) use(data);
 *
 * has a race on `data` that no schedule shows so, since the second access comes only after the flag, which orders nothing because
 * it is a plain variable. There the accesses are remembered as they happen, each with the time of its thread, and a later one of
 * another thread that has not heard of that time is unordered with it (vector clocks).
 *
 * Locks, semaphores, conditions, barriers, once, start and join tell a thread of another's time at their object. Atomic
 * operations and fences do as C17 says (5.1.2.4, 7.17.3, 7.17.4):
 *
 *     time      what happens before the thread's next operation. It is given out by its release operations.
 *     seen      what its atomic reads have read the release of, whatever their order. It becomes `time` at an acquire fence, and
 *               at once if the read acquires.
 *     fenced    `time` at its last release fence. It is given out by each of its atomic writes.
 *
 * An atomic write that gives something out heads a release sequence (or the one that it "would head if it were a release
 * operation", 7.17.4): itself, what its own thread writes to the object afterwards, and read-modify-writes of anybody; a write of
 * another thread ends it. A read learns from all the sequences that the value it reads is in. So for each object and each thread
 * that heads a sequence there is what that sequence gives. seq_cst is acquire and release: the total order S of C17 restricts
 * what is read, and makes nothing happen before anything else. consume is acquire.
 *
 * Why what is found is a race: every interleaving in which each read reads the last write is an execution that C17 allows, with
 * the interleaving as modification order and as S. In it, two conflicting accesses of which one is not atomic, unordered by
 * happens-before, are a data race (5.1.2.4p35). Where there is more order here than in C17 nothing is found that is not there:
 * a plain write does not end a release sequence; an exchange of unknown outcome does what either outcome does; a read or write
 * that overlaps another object learns from it, too; a function outside acts as a seq_cst fence and orders itself with every
 * other function outside. Processors' own fences (inline assembly) are seq_cst fences.
 *
 * misses  executions that are not interleavings (store buffering and the like): a race that only these show; accesses beyond
 *         ORDER_SEEN; addresses beyond ORDER_SYNCS and sequences beyond ORDER_SEQUENCES share one clock; handlers do not run
 *         here,
 * so that a signal fence orders nothing */
#include <string.h>

#include "prove/search/execute.h"

enum { ANYWHERE = 1 }; /* the address that functions outside are known by */

struct order_clock {
	uint32_t time[SPACE_THREADS];
};

struct sync_clock {
	uint64_t at;
	struct order_clock clock;
};

/* What is learned by reading an object from the release sequences that `head` heads there. */
struct order_sequence {
	uint64_t at, len;
	uint32_t head;
	bool shared; /* of all objects and threads that have no room of their own: it never ends */
	struct order_clock gives;
};

struct order_thread {
	struct order_clock time, seen, fenced;
};

struct prove_seen {
	struct schedule_place place;
	uint32_t time;
	uint32_t naccesses;
	struct prove_access access[MOST_ACCESSES];
};

struct order_of {
	struct order_thread thread[SPACE_THREADS];
	struct sync_clock sync[ORDER_SYNCS];
	struct order_sequence sequence[ORDER_SEQUENCES];
	struct prove_seen seen[ORDER_SEEN];
};

bool order_begin(struct execution *m)
{
	m->order = m->apart ? region_alloc(&m->region, sizeof *m->order) : NULL;
	return !m->apart || !m->region.full;
}

static struct order_thread *self(struct execution *m)
{
	return &m->order->thread[m->core.current];
}

static struct order_clock *sync_at(struct execution *m, uint64_t at)
{
	struct sync_clock *s;

	for (uint32_t i = 0; i < m->core.nsyncs; i++)
		if (m->order->sync[i].at == at)
			return &m->order->sync[i].clock;
	if (m->core.nsyncs == ORDER_SYNCS)
		execute_cut(m, CUT_SYNCS, NULL);
	if (m->core.nsyncs == ORDER_SYNCS)
		return &m->order->sync[ORDER_SYNCS - 1].clock;
	s = &m->order->sync[m->core.nsyncs++];
	region_save(&m->region, s, sizeof *s);
	*s = (struct sync_clock){ .at = at };
	return &s->clock;
}

static void join(struct execution *m, struct order_clock *to, const struct order_clock *from)
{
	region_save(&m->region, to, sizeof *to);
	for (uint32_t i = 0; i < m->core.nthreads; i++)
		to->time[i] = from->time[i] > to->time[i] ? from->time[i] : to->time[i];
}

static void tick(struct execution *m, uint32_t thread)
{
	uint32_t *own = &m->order->thread[thread].time.time[thread];

	region_save(&m->region, own, sizeof *own);
	++*own;
}

void order_acquire(struct execution *m, uint64_t at)
{
	if (m->order)
		join(m, &self(m)->time, sync_at(m, at));
}

void order_release(struct execution *m, uint64_t at)
{
	if (!m->order)
		return;
	join(m, sync_at(m, at), &self(m)->time);
	tick(m, m->core.current);
}

/* ---- atomic operations ---- */

bool order_acquires(uint8_t order)
{
	return order == ORDER_ACQUIRE || order == ORDER_ACQ_REL || order == ORDER_SEQ_CST;
}

static bool is_release(uint8_t order)
{
	return order == ORDER_RELEASE || order == ORDER_ACQ_REL || order == ORDER_SEQ_CST;
}

void order_fence(struct execution *m, uint8_t order)
{
	struct order_thread *t;

	if (!m->order)
		return;
	t = self(m);
	if (order_acquires(order))
		join(m, &t->time, &t->seen);
	if (is_release(order)) {
		join(m, &t->fenced, &t->time);
		tick(m, m->core.current);
	}
}

/* Whether the running thread would hear of what others have done. */
static bool is_news(struct execution *m, uint64_t at)
{
	const struct order_clock *own = &self(m)->time, *theirs = sync_at(m, at);

	for (uint32_t i = 0; i < m->core.nthreads; i++)
		if (theirs->time[i] > own->time[i])
			return true;
	return false;
}

void order_outside(struct execution *m)
{
	if (m->order && is_news(m, ANYWHERE)) /* an order that need not be there */
		execute_cut(m, CUT_ORDER, NULL);
	order_acquire(m, ANYWHERE);
	order_fence(m, ORDER_SEQ_CST);
	order_release(m, ANYWHERE);
}

static bool overlaps(const struct order_sequence *s, uint64_t at, uint64_t len)
{
	return s->shared || (s->at < at + len && at < s->at + s->len);
}

static void learn(struct execution *m, struct order_clock *to, uint64_t at, uint64_t len)
{
	for (uint32_t i = 0; i < m->core.nsequences; i++)
		if (overlaps(&m->order->sequence[i], at, len))
			join(m, to, &m->order->sequence[i].gives);
}

static struct order_sequence *headed_here(struct execution *m, const struct order_op *op)
{
	struct order_sequence *s;

	for (uint32_t i = 0; i < m->core.nsequences; i++) {
		s = &m->order->sequence[i];
		if (s->shared || (s->at == op->at && s->len == op->len && s->head == m->core.current))
			return s;
	}
	if (m->core.nsequences + 1 == ORDER_SEQUENCES)
		execute_cut(m, CUT_SYNCS, NULL);
	s = &m->order->sequence[m->core.nsequences++];
	region_save(&m->region, s, sizeof *s);
	*s = (struct order_sequence){ op->at, op->len, m->core.current, m->core.nsequences == ORDER_SEQUENCES, { { 0 } } };
	return s;
}

/* A write that reads nothing: the sequences of other threads end. */
static void end_others(struct execution *m, const struct order_op *op)
{
	for (uint32_t i = 0; i < m->core.nsequences; i++) {
		struct order_sequence *s = &m->order->sequence[i];
		if (s->shared || s->at != op->at || s->len != op->len || s->head == m->core.current)
			continue;
		region_save(&m->region, &s->gives, sizeof s->gives);
		s->gives = (struct order_clock){ { 0 } };
	}
}

void order_atomic(struct execution *m, const struct order_op *op)
{
	struct order_thread *t;
	struct order_sequence *s;

	if (op->order != ORDER_NONE && op->order != ORDER_SEQ_CST) /* only that leaves nothing but what interleavings show */
		execute_cut(m, CUT_WEAK, program_fn_name(m->seq->p, execute_fn(execute_frame(m))));
	if (!m->order || op->order == ORDER_NONE)
		return;
	t = self(m);
	if (op->reads) {
		learn(m, &t->seen, op->at, op->len);
		if (order_acquires(op->order) || order_acquires(op->order2))
			learn(m, &t->time, op->at, op->len);
	}
	if (!op->writes)
		return;
	if (!op->reads)
		end_others(m, op);
	s = headed_here(m, op);
	join(m, &s->gives, &t->fenced);
	if (is_release(op->order)) {
		join(m, &s->gives, &t->time);
		tick(m, m->core.current);
	}
}

void order_spawn(struct execution *m, uint32_t child)
{
	if (!m->order)
		return;
	if (m->core.current != NOBODY) {
		join(m, &m->order->thread[child].time, &self(m)->time);
		tick(m, m->core.current);
	}
	tick(m, child);
}

void order_join(struct execution *m, uint32_t thread)
{
	if (m->order)
		join(m, &self(m)->time, &m->order->thread[thread].time);
}

/* ---- races ---- */

/* What happens before this access, of each thread: an atomic read that acquires is itself behind what it reads the release of. */
static struct order_clock known_at(const struct execution *m, const struct prove_access *access, uint32_t n)
{
	struct order_clock known = m->order->thread[m->core.current].time;

	for (uint32_t k = 0; k < n; k++)
		for (uint32_t i = 0; access[k].acquires && i < m->core.nsequences; i++) {
			const struct order_sequence *s = &m->order->sequence[i];
			for (uint32_t t = 0; overlaps(s, access[k].at, access[k].len) && t < m->core.nthreads; t++)
				known.time[t] = s->gives.time[t] > known.time[t] ? s->gives.time[t] : known.time[t];
		}
	return known;
}

/* An earlier access that this one races with: it is told where; none: this one is remembered. */
bool order_meets(struct execution *m, const struct schedule_place *here, const struct prove_access *access, uint32_t n,
		 struct schedule_place *earlier)
{
	struct order_clock known = known_at(m, access, n);
	struct prove_seen *s;

	for (uint32_t i = 0; i < m->core.nseen; i++) {
		s = &m->order->seen[i];
		if (s->place.thread == m->core.current || known.time[s->place.thread] >= s->time ||
		    !goal_is_pair(m, &s->place, here))
			continue;
		for (uint32_t j = 0; j < s->naccesses; j++)
			for (uint32_t k = 0; k < n; k++)
				if (goal_conflict(&s->access[j], &access[k])) {
					*earlier = s->place;
					return true;
				}
	}
	if (m->core.nseen < ORDER_SEEN) {
		s = &m->order->seen[m->core.nseen++];
		region_save(&m->region, s, sizeof *s);
		*s = (struct prove_seen){ .place = *here, .time = self(m)->time.time[m->core.current], .naccesses = n };
		memcpy(s->access, access, n * sizeof *access);
	} else {
		execute_cut(m, CUT_SEEN, NULL);
	}
	return false;
}
