#include "before.h"

#include <string.h>

/* ---- writing down ---- */

static const struct event *last_write(const struct execution_log *l, uint64_t at, uint32_t *index)
{
	for (uint32_t i = l->event.n; i-- > 0;)
		if (l->event.at[i].writes && l->event.at[i].at == at) {
			*index = i;
			return &l->event.at[i];
		}
	return NULL;
}

static uint32_t joined_threads(const struct machine *m)
{
	uint32_t joined = 0;

	for (uint32_t t = 0; t < m->thread.n; t++)
		joined |= (uint32_t)m->thread.at[t].joined << t;
	return joined;
}

void before_step(struct execution_log *l, const struct program *p, struct machine *m, uint32_t thread)
{
	struct machine_look look;
	struct event e = { .thread = thread, .step = l->segment.n };
	struct body b = { 0 };
	const struct inst *in;
	uint32_t from, threads = m->thread.n, joined = joined_threads(m);

	machine_look(m, thread, &look);
	e.fn = look.fn;
	e.inst = look.inst;
	if (look.fn.i) {
		body_get(l->arena, p, look.fn, &b);
		in = &b.inst.at[look.inst];
		e.line = b.loc.at[in->loc].line;
		e.order = in->order;
		e.fence = in->op == OP_fence && !(in->flags & INST_SINGLE);
		if (look.naccesses && in->op != OP_call) {
			e.at = look.access[0].at;
			e.bytes = look.access[0].bytes;
			e.writes = look.access[0].write;
			e.atomic = in->order != ORDER_NONE;
			e.reads = in->op != OP_store && in->op != OP_memset;
			if (in->op == OP_cmpxchg && !e.writes)
				e.order = in->order2;
			if (e.reads && last_write(l, e.at, &from))
				e.from = from + 1;
		}
	}
	machine_step(m, thread);
	e.starts = m->thread.n > threads ? m->thread.n : 0;
	for (uint32_t t = 0; t < m->thread.n; t++)
		if ((joined_threads(m) ^ joined) >> t & 1)
			e.joins = t + 1;
	*vec_add(l->arena, &l->segment) = (struct schedule_segment){ thread, 1 };
	*vec_add(l->arena, &l->event) = e;
}

/* ---- the definitions ---- */

static bool releases(const struct event *e)
{
	return e->order == ORDER_RELEASE || e->order == ORDER_ACQ_REL || e->order == ORDER_SEQ_CST;
}

static bool acquires(const struct event *e)
{
	return e->order == ORDER_ACQUIRE || e->order == ORDER_ACQ_REL || e->order == ORDER_SEQ_CST;
}

/* 5.1.2.4p10: a maximal contiguous subsequence of side effects in the modification order of M, where the first is A and every
 * other one is performed by the thread that performed A or is an atomic read-modify-write. */
static bool in_sequence(const struct execution_log *l, uint32_t head, uint32_t x)
{
	const struct event *a = &l->event.at[head];

	for (uint32_t i = head; i <= x; i++) {
		const struct event *e = &l->event.at[i];
		if (!e->writes || e->at != a->at)
			continue;
		if (i != head && e->thread != a->thread && !(e->atomic && e->reads))
			return false;
		if (i == x)
			return true;
	}
	return false;
}

/* An atomic read of the value written by X or by a side effect in the release sequence that X heads, or would head. */
static bool reads_from(const struct execution_log *l, uint32_t x, uint32_t y)
{
	const struct event *w = &l->event.at[x], *r = &l->event.at[y];

	return w->atomic && w->writes && r->atomic && r->reads && r->at == w->at && r->from && in_sequence(l, x, r->from - 1);
}

/* The operation that synchronises, if x is written: x itself, or a fence before it in its thread (7.17.4p2, p3). */
static bool gives(const struct execution_log *l, uint32_t a, uint32_t x)
{
	const struct event *e = &l->event.at[a];

	return releases(e) && e->thread == l->event.at[x].thread && (a == x || (e->fence && a < x));
}

/* The one that it synchronises with, if y reads: y itself, or a fence behind it (7.17.4p2, p4). */
static bool takes(const struct execution_log *l, uint32_t b, uint32_t y)
{
	const struct event *e = &l->event.at[b];

	return acquires(e) && e->thread == l->event.at[y].thread && (b == y || (e->fence && y < b));
}

static bool synchronises(const struct execution_log *l, uint32_t a, uint32_t b)
{
	const struct event *x = &l->event.at[a], *y = &l->event.at[b];

	if (x->starts == y->thread + 1 || y->joins == x->thread + 1)
		return true;
	if (!releases(x) || !acquires(y) || !(x->fence || x->atomic) || !(y->fence || y->atomic))
		return false;
	for (uint32_t i = a; i < b; i++)
		for (uint32_t k = i + 1; k <= b; k++)
			if (gives(l, a, i) && takes(l, b, k) && reads_from(l, i, k))
				return true;
	return false;
}

void before_close(struct execution_log *l)
{
	uint32_t n = l->event.n;

	l->before = arena_array(l->arena, (size_t)n * n + 1, sizeof *l->before);
	for (uint32_t b = 0; b < n; b++)
		for (uint32_t a = b; a-- > 0;) {
			bool edge = l->event.at[a].thread == l->event.at[b].thread || synchronises(l, a, b);
			if (!edge || l->before[a * n + b])
				continue;
			l->before[a * n + b] = true;
			for (uint32_t c = 0; c < a; c++)
				l->before[c * n + b] |= l->before[c * n + a];
		}
}

bool before_race(const struct execution_log *l, uint32_t a, uint32_t b)
{
	const struct event *x = &l->event.at[a], *y = &l->event.at[b];

	return x->thread != y->thread && x->bytes && y->bytes && (x->writes || y->writes) && !(x->atomic && y->atomic) &&
	       x->at < y->at + y->bytes && y->at < x->at + x->bytes && !l->before[a * l->event.n + b];
}
