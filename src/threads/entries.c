/* From the start of each ordered class along calls: with which vector each of its contexts is entered. What a class enters at an
 * unknown time (its riders) is entered with the meet of all its places. */
#include "threads/running.h"

struct threads_pass {
	struct running *r;
	uint32_t thread;
	uint32_t first;	    /* this thread's entries begin here */
	VEC(uint32_t) work; /* entries */
	uint8_t *queued;    /* by entry - first */
	uint32_t room;
};

static void queue(struct threads_pass *p, uint32_t entry)
{
	uint32_t i = entry - p->first;

	if (i >= p->room) {
		uint8_t *more = arena_array(p->r->arena, (size_t)i * 2 + 64, 1);
		for (uint32_t k = 0; k < p->room; k++)
			more[k] = p->queued[k];
		p->queued = more;
		p->room = i * 2 + 64;
	}
	if (!p->queued[i]) {
		p->queued[i] = 1;
		*vec_add(p->r->arena, &p->work) = entry;
	}
}

static void arrive(struct threads_pass *p, uint32_t context, uint32_t vector)
{
	struct running *r = p->r;
	uint32_t *at, met;

	if (vector == VECTOR_BOTTOM)
		return;
	at = map_at(r->arena, &r->now.entry_at, map_pair(p->thread, context));
	if (!*at) {
		*at = r->now.entry.n;
		*vec_add(r->arena, &r->now.entry) = (struct entry){ p->thread, context, vector, 0 };
		queue(p, *at);
		return;
	}
	met = vector_meet(&r->vectors, r->now.entry.at[*at].vector, vector);
	if (met != r->now.entry.at[*at].vector) {
		r->now.entry.at[*at].vector = met;
		queue(p, *at);
	}
}

static void follow(struct threads_pass *p, uint32_t entry)
{
	struct running *r = p->r;
	struct entry at = r->now.entry.at[entry];
	const struct context *c = context_of(r, at.context);
	uint32_t next;

	for (uint32_t i = c->edge; i < c->edge + c->nedges; i = next) {
		const struct edge *e = &r->c->edge.at[i];
		uint32_t before, entered;
		for (next = i + 1; next < c->edge + c->nedges && r->c->edge.at[next].inst == e->inst; next++)
			continue;
		before = vector_compose(&r->vectors, at.vector, passage_before(&r->now, at.context, e->inst));
		passage_callees(r, e, next - i, &entered);
		before = vector_compose(&r->vectors, before, entered);
		for (uint32_t k = i; k < next; k++)
			if (!r->c->edge.at[k].root && edge_is_call(r, &r->c->edge.at[k]))
				arrive(p, r->c->edge.at[k].to, before);
	}
}

static void drain(struct threads_pass *p)
{
	while (p->work.n) {
		uint32_t entry = p->work.at[--p->work.n];
		p->queued[entry - p->first] = 0;
		follow(p, entry);
	}
}

/* The meet of all places of the class. */
static uint32_t anywhere(struct threads_pass *p)
{
	struct running *r = p->r;
	uint32_t any = VECTOR_BOTTOM;

	for (uint32_t i = p->first; i < r->now.entry.n; i++) {
		const struct entry *e = &r->now.entry.at[i];
		const struct passage *pass = &r->now.passage[e->context];
		any = vector_meet(&r->vectors, any, e->vector);
		for (uint32_t k = pass->row; k < pass->row + pass->nrows; k++)
			any = vector_meet(&r->vectors, any, vector_compose(&r->vectors, e->vector, r->now.row.at[k].vector));
	}
	return any;
}

static bool any_relevant(const struct running *r, const struct class *c)
{
	for (uint32_t i = 0; i < c->start.n; i++)
		if (r->now.passage[c->start.at[i]].relevant)
			return true;
	for (uint32_t i = 0; i < c->rider.n; i++)
		if (r->now.passage[c->rider.at[i]].relevant)
			return true;
	return false;
}

static void enter_class(struct running *r, uint32_t thread)
{
	struct class *c = &r->class.at[thread];
	struct threads_pass p = { .r = r, .thread = thread, .first = r->now.entry.n };
	uint32_t before;

	c->flows = !c->free && any_relevant(r, c);
	if (!c->flows)
		return;
	for (uint32_t i = 0; i < c->start.n; i++)
		arrive(&p, c->start.at[i], 0);
	drain(&p);
	c->any = anywhere(&p);
	do {
		before = c->any;
		for (uint32_t i = 0; i < c->rider.n; i++)
			arrive(&p, c->rider.at[i], c->any);
		drain(&p);
		c->any = anywhere(&p);
	} while (c->rider.n && c->any != before);
}

void entries_make(struct running *r)
{
	(void)vec_add(r->arena, &r->now.entry);
	for (uint32_t k = 1; k < r->class.n; k++)
		enter_class(r, k);
}

uint32_t entry_vector(const struct tables *t, const struct class *c, uint32_t thread, uint32_t context)
{
	uint32_t at = map_get(&t->entry_at, map_pair(thread, context));

	return at ? t->entry.at[at].vector : c->flows ? VECTOR_BOTTOM : 0;
}
