/* Once: what runs under once(&flag, f) is over when any once(&flag, ..) returns, and runs in one thread only. `passed` tells the
 * places behind such a call; `inside` the contexts that are entered in no other way than under it. A variable that is stored to
 * by its name may be made new, and is no flag. */
#include "threads/values/memory.h"

#define ANYTHING UINT32_MAX /* not entered yet */

enum { FLAG_BYTES = 4 };

static bool is_made_new(struct running *r, uint32_t term)
{
	struct term k = term_get(&r->c->terms, term), root = term_get(&r->c->terms, term_root(&r->c->terms, term));
	int64_t offset = k.kind == TERM_FIELD ? k.offset : 0;
	const struct variable *v = root.kind == TERM_SYM ? memory_variable(r, (struct sym_id){ root.a }) : NULL;

	for (uint32_t i = 0; v && i < v->store.n; i++)
		if (v->store.at[i].offset < offset + FLAG_BYTES && v->store.at[i].offset + FLAG_BYTES > offset)
			return true;
	return false;
}

static uint32_t flag_of(struct running *r, const struct event *e)
{
	struct once_flag f = { .term = set_one_object(r, e->on), .family = e->row->family };

	if (!f.term || is_made_new(r, f.term))
		return 0;
	for (uint32_t i = 0; i < r->once.n; i++)
		if (r->once.at[i].term == f.term && r->once.at[i].family == f.family)
			return i + 1;
	f.passed = vectors_slot(&r->vectors, SLOT_MUST);
	*vec_add(r->arena, &r->once) = f;
	return r->once.n;
}

/* The flag that the call of an edge is made under, if it is a once call. */
static uint32_t flag_at(struct running *r, const struct edge *e)
{
	const struct context *c = context_of(r, e->context);

	if (e->kind != SITE_INNER)
		return 0;
	for (uint32_t i = c->event; i < c->event + c->nevents; i++)
		if (r->c->event.at[i].inst == e->inst && event_is(r->c->event.at[i].row, EVENT_ONCE))
			return flag_of(r, &r->c->event.at[i]);
	return 0;
}

static uint32_t both(uint32_t a, uint32_t b)
{
	if (a == ANYTHING || a == b)
		return b;
	return b == ANYTHING ? a : 0;
}

static void spread(struct running *r, uint32_t *work, uint32_t n)
{
	while (n) {
		uint32_t at = work[--n];
		const struct context *c = context_of(r, at);
		for (uint32_t i = c->edge; i < c->edge + c->nedges; i++) {
			const struct edge *e = &r->c->edge.at[i];
			uint32_t under, met;
			if (!edge_is_call(r, e))
				continue;
			under = flag_at(r, e);
			met = both(r->inside[e->to], under ? under : r->inside[at]);
			if (met == r->inside[e->to])
				continue;
			r->inside[e->to] = met; /* at most twice: flag, then 0 */
			work[n++] = e->to;
		}
	}
}

static void find_inside(struct running *r)
{
	uint32_t *work = arena_array(r->arena, r->c->context.n * 2 + 1, sizeof *work), n = 0;

	r->inside = arena_array(r->arena, r->c->context.n, sizeof *r->inside);
	for (uint32_t i = 1; i < r->c->context.n; i++)
		r->inside[i] = ANYTHING;
	for (uint32_t k = 1; k < r->class.n; k++) {
		const struct class *c = &r->class.at[k];
		for (uint32_t i = 0; i < c->start.n; i++)
			r->inside[c->start.at[i]] = 0;
		for (uint32_t i = 0; i < c->rider.n; i++)
			r->inside[c->rider.at[i]] = 0;
	}
	for (uint32_t i = 1; i < r->c->context.n; i++)
		if (!r->inside[i])
			work[n++] = i;
	spread(r, work, n);
	for (uint32_t i = 1; i < r->c->context.n; i++)
		if (r->inside[i] == ANYTHING)
			r->inside[i] = 0;
}

void once_make(struct running *r)
{
	for (uint32_t i = 1; i < r->c->event.n; i++) {
		const struct event *e = &r->c->event.at[i];
		uint32_t flag = event_is(e->row, EVENT_ONCE) ? flag_of(r, e) : 0;
		if (flag)
			effect_add(r, (struct effect){ e->context, e->inst, UINT32_MAX, r->once.at[flag - 1].passed, 1 });
	}
	find_inside(r);
}
