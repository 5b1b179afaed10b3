/* The places in the code behind a use: from the start of the thread along the calls, as far as the contexts say that they are made.
 *
 *     main: init(&a); spawn; init(&b)          the access in init stands for two places, before the spawn and behind it
 *
 * A callee that does nothing to the order of threads is represented, for questions of order, by the call that leads into it: so the
 * two above stay apart though they are one instruction. Whose the memory is is asked at the access, and also at each call that passes
 * the object on to a function which does not keep it: a function that serves everybody knows less than its caller.
 *
 * At most NODES_MOST accesses are looked at for a use and STEPS_MOST for all; what is cut off counts as possible (gap_walk). */
#include <stdlib.h>
#include <string.h>

#include "race/build.h"
#include "summary/ground.h"

enum { NODES_MOST = 4096, STEPS_MOST = 1 << 23 };

struct walking {
	struct races *r;
	uint32_t thread;
	struct arena scratch;
	struct intern seen; /* of struct node, without parent and inst */
	struct walk out;
	uint32_t first;     /* node */
};

const struct body *code_of(struct races *r, struct fn_id fn)
{
	struct body **b = &r->body[fn.i];

	if (!*b) {
		*b = arena_new(r->arena, struct body);
		body_get(r->arena, r->p, fn, *b);
	}
	return *b;
}

/* ---- whose it is ---- */

static const struct summary *summary_in(const struct races *r, uint32_t context)
{
	return r->s->of[r->contexts->context.at[context].fn.i];
}

/* The operands that the instruction may do this access through; 0: not known. */
static uint32_t operands(struct races *r, const struct leaf *l, struct ref out[TOUCHES_MOST])
{
	const struct node *n = &r->node.at[l->node];
	const struct access *x = &summary_in(r, n->context)->access[n->access];
	struct touch touch[TOUCHES_MOST];
	uint32_t count = 0, all = touches_of(r->points, code_of(r, r->contexts->context.at[n->context].fn), l->inst, touch);

	for (uint32_t k = 0; k < all; k++) {
		if ((touch[k].flags ^ x->flags) & (ACCESS_WRITE | ACCESS_FREE))
			continue;
		if (!touch[k].place.known || touch[k].place.loads || touch[k].place.result || !touch[k].place.base.bits)
			return 0;
		out[count++] = touch[k].place.base;
	}
	return count;
}

static bool own_is_certain(uint8_t whose)
{
	return whose != WHOSE_SHARED && whose != WHOSE_INDEXED;
}

/* sharing_of, remembered: the same places are asked for by many uses. */
static uint8_t whose_at(struct races *r, struct spot at, struct ref address, uint32_t *key)
{
	uint32_t question[] = { at.thread, at.context, at.inst, address.bits }, known = r->asked.entry.n;
	uint32_t id = intern_bytes(&r->asked, question, sizeof question);
	struct answer a;

	if (id >= known) {
		a.whose = (uint8_t)sharing_of(r->sharing, at, address);
		a.key = a.whose == WHOSE_INDEXED ? sharing_index_key(r->sharing, at, address) : 0;
		while (r->answer.n <= id)
			(void)vec_add(r->arena, &r->answer);
		r->answer.at[id] = a;
	}
	*key = r->answer.at[id].key;
	return r->answer.at[id].whose;
}

void leaf_ask_owner(struct races *r, uint32_t thread, struct leaf *l)
{
	struct spot at = { thread, r->node.at[l->node].context, l->inst };
	struct ref operand[TOUCHES_MOST];
	uint32_t n, key = 0;
	uint8_t all = WHOSE_SHARED;

	if (l->asked || own_is_certain(l->whose))
		return;
	l->asked = true;
	n = operands(r, l, operand);
	for (uint32_t k = 0; k < n; k++) { /* of several, all must be its own */
		all = whose_at(r, at, operand[k], &key);
		if (all == WHOSE_SHARED || (n > 1 && all == WHOSE_INDEXED))
			return;
	}
	if (all != WHOSE_SHARED) {
		l->whose = all;
		l->key = key;
	}
}

/* The parameter whose object the access is in; UINT32_MAX: none, or behind a pointer in it. */
static uint32_t parameter_of(const struct summary *s, uint32_t access)
{
	const struct term *k = &s->term[anchor_of(s->term, s->access[access].at).term];

	return k->kind == TERM_PARAM && k->a == s->fn.i ? k->b : UINT32_MAX;
}

/* What the caller knows of the object that it passes on. */
static void ask_caller(struct walking *w, const struct node *from, uint32_t inst, struct node *to)
{
	struct races *r = w->r;
	const struct context *c = &r->contexts->context.at[to->context];
	const struct body *b = code_of(r, r->contexts->context.at[from->context].fn);
	const struct inst *call = &b->inst.at[inst];
	struct spot at = { w->thread, from->context, inst };
	uint32_t param = parameter_of(summary_in(r, to->context), to->access), key;
	uint8_t whose;

	if (to->whose || param >= call->nargs || call->op != OP_call || sharing_keeps(r->sharing, c->fn, param))
		return;
	whose = whose_at(r, at, body_arg(b, call, param + 1), &key);
	if (whose == WHOSE_FRESH || whose == WHOSE_TAKEN || whose == WHOSE_STACK || whose == WHOSE_TLS || whose == WHOSE_INDEXED) {
		to->whose = whose;
		to->key = key;
	}
}

/* ---- on the way ---- */

static void add_node(struct walking *w, struct node n)
{
	struct races *r = w->r;
	uint32_t key[] = { n.context, n.access, n.order.thread, n.order.context, n.order.inst, n.whose, n.key };

	if (intern_find(&w->seen, key, sizeof key))
		return;
	if (r->node.n - w->first >= NODES_MOST || r->steps >= STEPS_MOST) {
		w->out.cut = true;
		return;
	}
	(void)intern_bytes(&w->seen, key, sizeof key);
	r->steps++;
	*vec_add(r->arena, &r->node) = n;
}

static void add_leaf(struct walking *w, uint32_t node, uint32_t inst)
{
	struct races *r = w->r;
	const struct node *n = &r->node.at[node];
	struct leaf l = { .node = node, .inst = inst, .whose = n->whose, .key = n->key };

	l.order = n->order.thread ? n->order : (struct spot){ w->thread, n->context, inst };
	*vec_add(r->arena, &r->leaf) = l;
}

/* The edges of the context at this instruction: they are sorted by it. */
static uint32_t first_edge(const struct contexts *c, uint32_t context, uint32_t inst)
{
	uint32_t lo = c->context.at[context].edge, hi = lo + c->context.at[context].nedges;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (c->edge.at[mid].inst < inst)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static void enter_callees(struct walking *w, uint32_t node, const struct source *s)
{
	struct races *r = w->r;
	const struct contexts *c = r->contexts;
	const struct node n = r->node.at[node];
	uint32_t end = c->context.at[n.context].edge + c->context.at[n.context].nedges;

	for (uint32_t e = first_edge(c, n.context, s->inst); e < end && c->edge.at[e].inst == s->inst; e++) {
		uint32_t to = c->edge.at[e].to;
		struct node next = { .context = to, .access = s->access, .parent = node, .inst = s->inst, .order = n.order, .whose = n.whose,
				     .key = n.key };
		bool starts = c->edge.at[e].root && c->edge.at[e].kind != SITE_HANDLER;
		if (!to || starts || c->context.at[to].fn.i != s->callee.i)
			continue;
		if (!next.order.thread && threads_quiet(r->threads, to))
			next.order = (struct spot){ w->thread, n.context, s->inst };
		if (c->edge.at[e].kind == SITE_CALL)
			ask_caller(w, &n, s->inst, &next);
		add_node(w, next);
	}
}

static void visit(struct walking *w, uint32_t node)
{
	const struct races *r = w->r;
	const struct summary *s = summary_in(r, r->node.at[node].context);
	const struct access *x = &s->access[r->node.at[node].access];

	for (uint32_t i = x->source; i < x->source + x->nsources; i++) {
		if (s->source[i].callee.i)
			enter_callees(w, node, &s->source[i]);
		else
			add_leaf(w, node, s->source[i].inst);
	}
}

struct start {
	uint32_t trace, from;
};

static int by_trace(const void *a, const void *b)
{
	const struct start *x = a, *y = b;

	if (x->trace != y->trace)
		return x->trace < y->trace ? -1 : 1;
	return (x->from > y->from) - (x->from < y->from);
}

/* The starts of the use, the shortest trace first. */
static void add_starts(struct walking *w, const struct use *u)
{
	struct races *r = w->r;
	VEC(struct start) start = { 0 };

	for (uint32_t f = u->from; f; f = r->from.at[f].next) {
		const struct access *x = &summary_in(r, r->from.at[f].context)->access[r->from.at[f].access];
		*vec_add(&w->scratch, &start) = (struct start){ x->calls * 3u + x->conditions, f };
	}
	if (start.n)
		qsort(start.at, start.n, sizeof *start.at, by_trace);
	for (uint32_t i = 0; i < start.n; i++)
		add_node(w, (struct node){ .context = r->from.at[start.at[i].from].context, .access = r->from.at[start.at[i].from].access });
}

const struct walk *walk_get(struct races *r, uint32_t use)
{
	struct walking w = { .r = r, .thread = r->use.at[use].thread, .first = r->node.n };

	if (r->use.at[use].walk)
		return &r->walk.at[r->use.at[use].walk];
	arena_init(&w.scratch, "race walk");
	intern_init(&w.seen, &w.scratch);
	w.out.leaf = r->leaf.n;
	add_starts(&w, &r->use.at[use]);
	for (uint32_t n = w.first; n < r->node.n; n++)
		visit(&w, n);
	w.out.nleaves = r->leaf.n - w.out.leaf;
	if (w.out.cut)
		gap(walk);
	arena_release(&w.scratch);
	r->use.at[use].walk = r->walk.n;
	*vec_add(r->arena, &r->walk) = w.out;
	return &r->walk.at[r->use.at[use].walk];
}
