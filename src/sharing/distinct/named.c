#include "sharing/distinct/named.h"

#include "sharing/classes.h"

/* ---- instances ---- */

/* Instances by the call they were made for: callee, caller and instruction. */
struct made_for {
	uint32_t callee, caller, inst;
};

struct lists {
	struct intern key;
	VEC(uint32_t) last;  /* by key: an instance */
	uint32_t *earlier;   /* by instance: another one of the same key; 0: none */
	uint32_t *used;      /* by instance: the context that has it already */
	bool *live;          /* by instance: stands for some context's values; the first one of a function need not */
	VEC(uint32_t) copy;
};

static void index_instances(const struct sharing *s, struct arena *scratch, struct lists *l)
{
	const struct points *pt = s->points;

	intern_init(&l->key, scratch);
	(void)vec_add(scratch, &l->last);
	l->earlier = arena_array(scratch, pt->instance.n, sizeof *l->earlier);
	l->used = arena_array(scratch, pt->instance.n, sizeof *l->used);
	for (uint32_t k = 0; k < pt->instance.n; k++) {
		const struct instance *i = &pt->instance.at[k];
		struct made_for key = { i->fn.i, pt->instance.at[i->caller].fn.i, i->inst };
		uint32_t id;
		if (!i->fn.i || k == pt->first_instance[i->fn.i])
			continue;
		id = intern_bytes(&l->key, &key, sizeof key);
		if (id == l->last.n)
			(void)vec_add(scratch, &l->last);
		l->earlier[k] = l->last.at[id];
		l->last.at[id] = k;
	}
}

static void add_copy(struct sharing *s, struct lists *l, uint32_t context, uint32_t instance)
{
	if (l->used[instance] == context)
		return;
	l->used[instance] = context;
	*vec_add(s->arena, &l->copy) = instance;
}

/* The instances of the calls along an edge; 0: it has none of its own. */
static uint32_t instances_of(const struct sharing *s, const struct lists *l, uint32_t edge)
{
	const struct contexts *c = s->contexts;
	const struct edge *e = &c->edge.at[edge];
	struct made_for key = { c->context.at[e->to].fn.i, c->context.at[e->context].fn.i, e->inst };
	uint32_t id = e->kind == SITE_CALL ? intern_find(&l->key, &key, sizeof key) : 0;

	return id ? l->last.at[id] : 0;
}

/* Is a context entered in a way that has no instance of its own? */
static bool is_general(const struct sharing *s, const struct lists *l, uint32_t context)
{
	for (uint32_t k = s->contexts->first_into[context]; k < s->contexts->first_into[context + 1]; k++)
		if (!instances_of(s, l, s->contexts->into[k]))
			return true;
	return s->contexts->first_into[context] == s->contexts->first_into[context + 1];
}

/* An instance made for a call from one that nobody runs is not run, either. Callers come before in the chain, so it is walked
 * up. */
static void find_live(const struct sharing *s, struct arena *scratch, struct lists *l)
{
	const struct points *pt = s->points;
	bool *known = arena_array(scratch, pt->instance.n, sizeof *known);
	uint32_t *stack = arena_array(scratch, pt->instance.n, sizeof *stack);

	l->live = arena_array(scratch, pt->instance.n, sizeof *l->live);
	for (uint32_t k = 1; k < s->contexts->context.n; k++) {
		uint32_t first = pt->first_instance[s->contexts->context.at[k].fn.i];
		if (first < pt->instance.n)
			l->live[first] |= is_general(s, l, k);
	}
	for (uint32_t f = 1; f < s->p->fn.n; f++)
		if (pt->first_instance[f] < pt->instance.n)
			known[pt->first_instance[f]] = true;
	for (uint32_t k = 0; k < pt->instance.n; k++) {
		uint32_t at = k, depth = 0;
		for (; !known[at]; at = pt->instance.at[at].caller) {
			known[at] = true;
			stack[depth++] = at;
		}
		while (depth)
			l->live[stack[--depth]] = l->live[at];
	}
}

/* A context stands for the instances of the calls that lead to it; for the first one where a call has none, or there is no
 * call. */
static void find_copies(struct sharing *s, struct lists *l, uint32_t context)
{
	uint32_t fn = s->contexts->context.at[context].fn.i, first = s->points->first_instance[fn], before = l->copy.n;

	if (first == s->points->first_instance[fn + 1])
		return;
	for (uint32_t k = s->contexts->first_into[context]; k < s->contexts->first_into[context + 1]; k++)
		for (uint32_t i = instances_of(s, l, s->contexts->into[k]); i; i = l->earlier[i])
			if (l->live[i])
				add_copy(s, l, context, i);
	if (l->copy.n == before || is_general(s, l, context))
		add_copy(s, l, context, first);
}

static void find_joiner(struct sharing *s)
{
	bool several = false;

	for (uint32_t k = 1; k < s->contexts->event.n; k++) {
		uint32_t n;
		const uint32_t *t;
		if (!event_is(s->contexts->event.at[k].row, EVENT_JOIN))
			continue;
		t = threads_of_context(s->threads, s->contexts->event.at[k].context, &n);
		several |= n != 1 || (s->joiner && s->joiner != t[0]);
		s->joiner = n ? t[0] : s->joiner;
	}
	s->joiner = several ? 0 : s->joiner;
}

void copies_run(struct sharing *s)
{
	struct arena scratch;
	struct lists l = { 0 };

	find_joiner(s);
	arena_init(&scratch, "sharing.copies");
	index_instances(s, &scratch, &l);
	find_live(s, &scratch, &l);
	s->first_copy = arena_array(s->arena, s->contexts->context.n + 1, sizeof *s->first_copy);
	for (uint32_t k = 1; k < s->contexts->context.n; k++) {
		s->first_copy[k] = l.copy.n;
		find_copies(s, &l, k);
	}
	s->first_copy[s->contexts->context.n] = l.copy.n;
	s->copy = l.copy.at;
	arena_release(&scratch);
}

/* ---- objects by name ---- */

enum { SITES_NAMED = 8 };

/* Stack slots and heap blocks whose addresses are not stored anywhere. */
static bool is_only_passed(const struct sharing *s, uint32_t class)
{
	uint32_t n;
	const uint32_t *o = points_objects(s->points, class, &n);

	for (uint32_t k = 0; k < n; k++) {
		uint8_t kind = s->points->object.at[o[k]].kind;
		if (kind != OBJECT_STACK && kind != OBJECT_HEAP)
			return false;
	}
	return n && !s->holders[class].n;
}

/* All of them named objects? */
static bool find_roots(const struct sharing *s, uint32_t set, struct sharing_named *out)
{
	const struct terms *t = &s->contexts->terms;
	uint32_t n;
	const uint32_t *term = set_get(t, set, &n);

	for (uint32_t k = 0; k < n && k < SET_MOST; k++) {
		uint32_t root = term_root(t, term[k]);
		uint8_t kind = term_get(t, root).kind;
		if (term_object(t, term[k]).kind == TERM_LOAD || (kind != TERM_STACK && kind != TERM_HEAP))
			return false;
		out->root[out->n++] = root;
	}
	return n && n <= SET_MOST;
}

struct sharing_named named_find(const struct sharing *s, struct spot at, uint32_t class, struct ref address)
{
	struct sharing_named x = { 0 };

	if (!class_variable(s, class).i && is_only_passed(s, class) && (!s->returned[class] || s->joiner == at.thread))
		x.known = find_roots(s, contexts_value(s->contexts, at.context, NULL, address), &x);
	return x;
}

/* The calls that a block's name tells of, the innermost first; more than SITES_NAMED: the first of them. */
static uint32_t sites_of(const struct terms *t, const struct term *block, struct term site[SITES_NAMED])
{
	uint32_t n = 0;

	for (uint32_t s = block->base; s; s = term_get(t, s).base)
		n++;
	for (uint32_t s = block->base, i = n; s; s = term_get(t, s).base)
		if (--i < SITES_NAMED)
			site[i] = term_get(t, s);
	return n < SITES_NAMED ? n : SITES_NAMED;
}

/* May the object be what is passed at this start? Where a block is made its name tells of no call, and of one more in each
 * function that it is returned to: the calls of the one may be the first of the other's, and if the object's name tells of more,
 * those lead to the start. */
static bool may_be_passed(const struct sharing *s, uint32_t object, uint32_t passed, const struct edge *start)
{
	const struct terms *t = &s->contexts->terms;
	struct term x = term_get(t, object), y = term_get(t, passed), by[SITES_NAMED], own[SITES_NAMED];
	uint32_t n, m;

	if (object == passed || x.kind != TERM_HEAP || y.kind != TERM_HEAP || x.a != y.a || x.b != y.b)
		return object == passed;
	n = sites_of(t, &x, by);
	m = sites_of(t, &y, own);
	for (uint32_t i = 0; i < n && i < m; i++)
		if (by[i].a != own[i].a || by[i].b != own[i].b)
			return false;
	return n <= m || threads_came_by(s->threads, start->context, by + m, n - m);
}

static bool meet(const struct sharing *s, const struct sharing_named *a, const struct sharing_named *passed,
		 const struct edge *start)
{
	for (uint32_t i = 0; i < a->n; i++)
		for (uint32_t k = 0; k < passed->n; k++)
			if (may_be_passed(s, a->root[i], passed->root[k], start))
				return true;
	return false;
}

/* Every start of the class passes something else. One that makes its own objects of this class has not been started with them. */
bool named_reaches(const struct sharing *s, const struct sharing_named *x, uint32_t thread)
{
	const struct contexts *c = s->contexts;
	uint32_t n;
	const uint32_t *edge = threads_edges(s->threads, thread, &n);

	if (!x->known || c->root.at[s->threads->thread.at[thread].root].kind != ROOT_THREAD)
		return true;
	for (uint32_t k = 0; k < n; k++) {
		const struct edge *e = &c->edge.at[edge[k]];
		struct sharing_named passed = { 0 };
		if (!find_roots(s, e->arg, &passed) || meet(s, x, &passed, e))
			return true;
	}
	return !n;
}
