/* The places in the code behind a use: from the start of the thread along the calls, as far as the contexts say that they are
 * made.
 *
 *     main: init(&a); spawn; init(&b)          the access in init stands for two places, before the spawn and behind it
 *
 * A callee that does nothing to the order of threads is represented, for questions of order, by the call that leads into it: so
 * the two above stay apart though they are one instruction. Whose the memory is is asked at the access, and also at each call
 * that passes the object on to a function which does not keep it: a function that serves everybody knows less than its caller.
 *
 * An access that a summary has kept to its function (ACCESS_CLOSED) starts the walk in the middle of the thread. Then the calls
 * that lead there are looked up, as far as all in between is quiet.
 *
 * A walk goes on only as long as somebody asks for one more place: mostly the first ones decide. The shortest trace of an access
 * is known from its summary, so each step goes where the next place is the fewest calls away. At most race-nodes accesses are
 * looked at for a use; what is cut off counts as possible (gap_walk). */
#include <stdlib.h>
#include <string.h>

#include "base/store/groups.h"
#include "race/build.h"
#include "summary/census/ground.h"

enum { WALKS_MOST = 64 << 20 }; /* bytes of walks that are kept: beyond, they are made again */

struct walking {
	struct races *r;
	uint32_t thread;
	struct walk *w;
};

const struct body *code_of(struct races *r, struct fn_id fn)
{
	struct body **b = &r->body[fn.i];

	limit_in(fn.i);
	if (!*b) {
		*b = arena_new(r->arena, struct body);
		body_get(r->arena, r->p, fn, *b);
	}
	return *b;
}

/* The id of a thread is written while the thread runs already: who runs beside the write, and who has the memory then, is what
 * holds at the next instruction. */
static uint32_t place_in_time(struct races *r, uint8_t flags, struct fn_id fn, uint32_t inst)
{
	const struct body *b = code_of(r, fn);
	const struct inst *in = &b->inst.at[inst];
	bool written = in->op == OP_call && (flags & (ACCESS_WRITE | ACCESS_OBJECT)) == (ACCESS_WRITE | ACCESS_LIBRARY);
	struct sym_id callee = written ? body_callee(r->p, b, in) : (struct sym_id){ 0 };

	for (const struct model_row *row = callee.i ? points_rows(r->points, callee) : NULL; row; row = row->next)
		if (event_is(row, EVENT_SPAWN) && event_argument_number(&row->id) && inst + 1 < b->inst.n)
			return inst + 1;
	return inst;
}

/* ---- whose it is ---- */

static const struct summary *summary_in(const struct races *r, uint32_t context)
{
	return r->s->of[r->contexts->context.at[context].fn.i];
}

/* The operands that the instruction may do this access through; 0: not known. */
static uint32_t operands(struct races *r, const struct visit *n, const struct leaf *l, struct ref out[TOUCHES_MOST])
{
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
	uint32_t question[] = { at.thread, at.context, at.inst, address.bits }, known = r->asked.n;
	uint32_t id = keys_id(r->arena, &r->asked, &question);
	struct race_answer a;

	if (id > known) {
		a.whose = (uint8_t)sharing_of(r->sharing, at, address);
		a.key = a.whose == WHOSE_INDEXED || a.whose == WHOSE_SHARED ? sharing_index_key(r->sharing, at, address) : 0;
		if (a.key)
			a.whose = WHOSE_INDEXED;
		else if (a.whose == WHOSE_SHARED)
			a.key = sharing_structure(r->sharing, at, address);
		while (r->answer.n <= id)
			(void)vec_add(r->arena, &r->answer);
		r->answer.at[id] = a;
	}
	*key = r->answer.at[id].key;
	return r->answer.at[id].whose;
}

void leaf_ask_owner(struct races *r, uint32_t use, uint32_t leaf)
{
	struct leaf *l = leaf_get(r, use, leaf);
	const struct visit *node = leaf_node(r, use, l->node);
	struct spot at = { r->use.at[use].thread, node->context,
			   place_in_time(r, r->use.at[use].flags, r->contexts->context.at[node->context].fn, l->inst) };
	struct ref operand[TOUCHES_MOST];
	uint32_t n, key = 0;
	uint8_t all = WHOSE_SHARED;

	if (l->asked || own_is_certain(l->whose))
		return;
	l->asked = true;
	n = operands(r, node, l, operand);
	for (uint32_t k = 0; k < n; k++) { /* of several, all must be its own */
		all = whose_at(r, at, operand[k], &key);
		if (all == WHOSE_SHARED && n == 1 && l->whose == WHOSE_SHARED)
			l->key = key;
		if (all == WHOSE_SHARED || (n > 1 && all == WHOSE_INDEXED))
			return;
	}
	if (all != WHOSE_SHARED) {
		l->whose = all;
		l->key = key;
	}
}

/* What the address holds in this context, by contexts, remembered: a set of contexts.terms; 0: not known. */
static uint32_t names_at(struct races *r, uint32_t context, struct ref address)
{
	uint64_t key = map_pair(context, address.bits);
	uint32_t known = map_get(&r->named, key);

	if (!known) {
		known = contexts_value(r->contexts, context, code_of(r, r->contexts->context.at[context].fn), address) + 1;
		map_put(r->arena, &r->named, key, known);
	}
	return known - 1;
}

uint32_t leaf_names(struct races *r, uint32_t use, uint32_t leaf)
{
	struct leaf *l = leaf_get(r, use, leaf);
	const struct visit *node = leaf_node(r, use, l->node);
	struct ref operand[TOUCHES_MOST];
	uint32_t n, set = 0;

	if (l->names)
		return l->names - 1;
	n = operands(r, node, l, operand);
	for (uint32_t k = 0; k < n; k++) {
		uint32_t one = names_at(r, node->context, operand[k]);
		bool agrees = one && (!k || one == set);
		set = agrees ? one : 0;
		if (!agrees)
			break;
	}
	l->names = set + 1;
	return set;
}

/* The parameter whose object the access is in; UINT32_MAX: none, or behind a pointer in it. */
static uint32_t parameter_of(const struct summary *s, uint32_t access)
{
	const struct term *k = &s->term[anchor_of(s->term, s->access[access].at).term];

	return k->kind == TERM_PARAM && k->a == s->fn.i ? k->b : UINT32_MAX;
}

/* What the caller knows of the object that it passes on. */
static void ask_caller(const struct walking *w, const struct visit *from, uint32_t inst, struct visit *to)
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
	if (whose == WHOSE_FRESH || whose == WHOSE_TAKEN || whose == WHOSE_STACK || whose == WHOSE_TLS ||
	    whose == WHOSE_INDEXED) {
		to->whose = whose;
		to->key = key;
	}
}

/* ---- on the way ---- */

static bool same_node(const struct visit *a, const struct visit *b)
{
	return a->context == b->context && a->access == b->access && a->order == b->order && a->whose == b->whose &&
	       a->key == b->key;
}

static uint32_t hash_node(const struct visit *n)
{
	uint32_t key[] = { n->context, n->access, n->order, n->whose, n->key };

	return keys_hash(key, sizeof key / sizeof *key);
}

enum { NODES_FEW = 12 }; /* so many are looked through one by one: most walks are short */

/* The slot of the node, or the free one for it. */
static uint32_t *find_slot(const struct walk *w, const struct visit *n)
{
	uint32_t i = hash_node(n) & (w->nslots - 1);

	while (w->slot[i] && !same_node(&w->node.at[w->slot[i]], n))
		i = (i + 1) & (w->nslots - 1);
	return &w->slot[i];
}

static bool is_new_node(const struct walk *w, const struct visit *n)
{
	if (w->nslots)
		return !*find_slot(w, n);
	for (uint32_t i = 1; i < w->node.n; i++)
		if (same_node(&w->node.at[i], n))
			return false;
	return true;
}

static void remember_node(struct walking *w, const struct visit *n)
{
	struct walk *walk = w->w;

	*vec_add(&w->r->walks, &walk->node) = *n;
	if (walk->node.n <= NODES_FEW)
		return;
	if (walk->node.n > walk->nslots / 2) {
		walk->nslots = walk->nslots ? walk->nslots * 2 : 64;
		walk->slot = arena_array(&w->r->walks, walk->nslots, sizeof *walk->slot);
		for (uint32_t i = 1; i < walk->node.n; i++)
			*find_slot(walk, &walk->node.at[i]) = i;
	} else {
		*find_slot(walk, n) = walk->node.n - 1;
	}
}

/* ---- what is next ---- */

/* How many calls the nearest place behind the next source of a node is away from the start of the walk: the shortest trace of an
 * access is known. NOWHERE: there is no source left. */
enum { NOWHERE = UINT16_MAX };

static uint32_t distance(const struct walking *w, const struct visit *n)
{
	const struct races *r = w->r;
	const struct summary *s = summary_in(r, n->context), *callee;
	const struct access *x = &s->access[n->access];
	const struct summary_source *source = &s->source[x->source + n->next];
	uint32_t far;

	if (n->next == x->nsources)
		return NOWHERE;
	callee = source->callee.i ? r->s->of[source->callee.i] : NULL;
	far = n->depth + (callee ? callee->access[source->access].calls + 1u : 0);
	return far < NOWHERE ? far : NOWHERE - 1;
}

/* The node that is nearest. */
static uint32_t queue_take(struct walk *w)
{
	uint32_t first = (uint32_t)w->queue.at[0], i = 0, k;
	uint64_t last = w->queue.at[--w->queue.n];

	while ((k = 2 * i + 1) < w->queue.n) {
		k += k + 1 < w->queue.n && w->queue.at[k + 1] < w->queue.at[k];
		if (last <= w->queue.at[k])
			break;
		w->queue.at[i] = w->queue.at[k];
		i = k;
	}
	w->queue.at[i] = last;
	return first;
}

static void queue_node(struct walking *w, uint32_t node)
{
	struct walk *walk = w->w;
	uint32_t far = distance(w, &walk->node.at[node]), i;
	uint64_t rank = (uint64_t)far << 48 | (uint64_t)(UINT16_MAX - walk->node.at[node].depth) << 32 | node;

	if (far == NOWHERE)
		return;
	(void)vec_add(&w->r->walks, &walk->queue);
	for (i = walk->queue.n - 1; i && walk->queue.at[(i - 1) / 2] > rank; i = (i - 1) / 2)
		walk->queue.at[i] = walk->queue.at[(i - 1) / 2];
	walk->queue.at[i] = rank;
}

static void add_node(struct walking *w, struct visit n)
{
	struct races *r = w->r;
	struct use *u = &r->use.at[w->w->use];

	if (!is_new_node(w->w, &n))
		return;
	if (w->w->node.n >= limit(LIMIT_race_nodes)) {
		if (!u->cut) {
			limit_in(r->contexts->context.at[n.context].fn.i);
			limit_met(LIMIT_race_nodes);
			gap(walk);
		}
		u->cut = true;
		return;
	}
	r->steps++;
	if (w->w->node.n > u->walked) {
		r->new_steps++;
		u->walked = w->w->node.n;
	}
	remember_node(w, &n);
	queue_node(w, w->w->node.n - 1);
}

static uint32_t spot_number(struct races *r, struct spot s)
{
	struct place_key key = threads_place_key(r->threads, s);
	uint32_t id = keys_id(r->arena, &r->spot, &key);

	while (r->spot_at.n <= id)
		*vec_add(r->arena, &r->spot_at) = s;
	return id;
}

static void add_leaf(struct walking *w, uint32_t node, uint32_t inst)
{
	struct races *r = w->r;
	const struct visit *n = &w->w->node.at[node];
	struct leaf l = { .node = node, .inst = inst, .order = n->order, .whose = n->whose, .key = n->key };

	if ((n->whose == WHOSE_FRESH || n->whose == WHOSE_STACK) && place_in_time(r, summary_in(r, n->context)->access[n->access].flags,
						     r->contexts->context.at[n->context].fn, inst) != inst)
		l.whose = WHOSE_SHARED; /* callers know of the time before the call */
	*vec_add(&r->walks, &w->w->leaf) = l;
}

/* The calls of the context at this instruction, of this callee: they are sorted so. */
static uint32_t first_callee(const struct races *r, uint32_t context, uint64_t at)
{
	uint32_t lo = r->first_callee[context], hi = r->first_callee[context + 1];

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (r->callee[mid].at < at)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

static void enter_callees(struct walking *w, uint32_t node, const struct summary_source *s)
{
	struct races *r = w->r;
	const struct contexts *c = r->contexts;
	const struct visit n = w->w->node.at[node];
	uint64_t at = map_pair(s->inst, s->callee.i);
	uint32_t end = r->first_callee[n.context + 1], here = 0;

	for (uint32_t k = first_callee(r, n.context, at); k < end && r->callee[k].at == at; k++) {
		const struct edge *e = &c->edge.at[r->callee[k].edge];
		uint32_t to = e->to;
		struct visit next = { .context = to,
				      .access = s->access,
				      .parent = node,
				      .inst = s->inst,
				      .order = n.order,
				      .whose = n.whose,
				      .depth = (uint16_t)(n.depth + (n.depth < UINT16_MAX)),
				      .key = n.key };
		if (!next.order && threads_quiet(r->threads, to)) {
			here = here ? here : spot_number(r, (struct spot){ w->thread, n.context, s->inst });
			next.order = here;
		}
		if (e->kind == SITE_CALL)
			ask_caller(w, &n, s->inst, &next);
		add_node(w, next);
	}
}

/* The next source of the node. */
static void visit(struct walking *w, uint32_t node)
{
	const struct summary *s = summary_in(w->r, w->w->node.at[node].context);
	const struct access *x = &s->access[w->w->node.at[node].access];
	const struct summary_source *source = &s->source[x->source + w->w->node.at[node].next++];

	if (source->callee.i)
		enter_callees(w, node, source);
	else
		add_leaf(w, node, source->inst);
}

/* ---- where the thread may be, when it is in a context in which nothing orders threads ---- */

enum { CALLERS_MOST = 32 }; /* the most that limits.def allows */

struct race_callers {
	struct spot at[CALLERS_MOST];
	uint32_t n;
	bool many; /* too many, or the thread itself begins there */
};

static bool is_in_thread(const struct races *r, uint32_t context, uint32_t thread)
{
	uint32_t lo = 0, hi;
	const uint32_t *t = threads_of_context(r->threads, context, &hi);

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (t[mid] == thread)
			return true;
		if (t[mid] < thread)
			lo = mid + 1;
		else
			hi = mid;
	}
	return false;
}

static bool begins_thread(const struct races *r, uint32_t context, uint32_t thread)
{
	return map_get(&r->start, map_pair(thread, context));
}

bool from_is_of(const struct races *r, const struct from *f, uint32_t thread)
{
	if (f->thread)
		return f->thread == thread;
	return is_in_thread(r, f->context, thread) && !begins_thread(r, f->context, thread);
}

static void add_caller(struct race_callers *c, struct spot s)
{
	for (uint32_t i = 0; i < c->n; i++)
		if (c->at[i].context == s.context && c->at[i].inst == s.inst)
			return;
	if (limit_full(LIMIT_race_callers, c->n))
		c->many = true;
	else
		c->at[c->n++] = s;
}

/* Upwards from a quiet context: the calls in contexts that are not quiet, or where the thread begins. */
static void find_callers(struct walking *w, uint32_t context, struct race_callers *out)
{
	const struct races *r = w->r;
	uint32_t queue[CALLERS_MOST] = { context }, n = 1;

	for (uint32_t i = 0; i < n && !out->many; i++) {
		if (begins_thread(r, queue[i], w->thread))
			out->many = true;
		for (uint32_t k = r->first_caller[queue[i]]; k < r->first_caller[queue[i] + 1] && !out->many; k++) {
			const struct edge *e = &r->contexts->edge.at[r->caller[k]];
			uint32_t seen = 0;
			if (!is_in_thread(r, e->context, w->thread))
				continue;
			if (!threads_quiet(r->threads, e->context)) {
				add_caller(out, (struct spot){ w->thread, e->context, e->inst });
				continue;
			}
			while (seen < n && queue[seen] != e->context)
				seen++;
			if (seen < n)
				continue;
			if (limit_full(LIMIT_race_callers, n))
				out->many = true;
			else
				queue[n++] = e->context;
		}
	}
}

/* The same, remembered: where the list of the thread and context begins in races.called. It ends with 0; empty: not known. */
static uint32_t callers_of(struct walking *w, uint32_t context)
{
	struct races *r = w->r;
	uint32_t *known = map_at(r->arena, &r->called_at, map_pair(w->thread, context));
	struct race_callers c = { .n = 0 };

	if (*known)
		return *known - 1;
	*known = r->called.n + 1;
	find_callers(w, context, &c);
	for (uint32_t i = 0; i < c.n && !c.many; i++)
		*vec_add(r->arena, &r->called) = spot_number(r, c.at[i]);
	*vec_add(r->arena, &r->called) = 0;
	return *known - 1;
}

static void add_start(struct walking *w, struct visit n)
{
	struct races *r = w->r;
	uint32_t i = threads_quiet(r->threads, n.context) ? callers_of(w, n.context) : 0;

	if (!threads_quiet(r->threads, n.context) || !r->called.at[i]) {
		add_node(w, n);
		return;
	}
	for (; r->called.at[i]; i++) {
		n.order = r->called.at[i];
		add_node(w, n);
	}
}

static int by_callee(const void *a, const void *b)
{
	const struct callee *x = a, *y = b;

	if (x->at != y->at)
		return x->at < y->at ? -1 : 1;
	return (x->edge > y->edge) - (x->edge < y->edge);
}

/* Calls out of each context, by place and callee: a call through a pointer may have hundreds. */
static void callees_index(struct races *r)
{
	const struct contexts *c = r->contexts;
	uint32_t n = 0;

	r->first_callee = arena_array(r->arena, (size_t)c->context.n + 1, sizeof *r->first_callee);
	r->callee = arena_array(r->arena, c->edge.n, sizeof *r->callee);
	for (uint32_t k = 1; k < c->context.n; k++) {
		const struct context *x = &c->context.at[k];
		uint32_t first = n;
		r->first_callee[k] = first;
		for (uint32_t i = x->edge; i < x->edge + x->nedges; i++) {
			const struct edge *e = &c->edge.at[i];
			if (e->to && (!e->root || e->kind == SITE_HANDLER))
				r->callee[n++] = (struct callee){ map_pair(e->inst, c->context.at[e->to].fn.i), i };
		}
		if (n - first > 1)
			qsort(r->callee + first, n - first, sizeof *r->callee, by_callee);
	}
	r->first_callee[c->context.n] = n;
}

/* Calls into each context. */
static void callers_index(struct races *r)
{
	const struct contexts *c = r->contexts;
	struct groups g;

	groups_begin(&g, c->context.n);
	for (uint32_t e = 1; e < c->edge.n; e++)
		if (!c->edge.at[e].root)
			groups_add(&g, c->edge.at[e].to, e);
	groups_end(&g, r->arena, &r->first_caller, &r->caller);
}

void calls_index(struct races *r)
{
	callers_index(r);
	callees_index(r);
}

/* Past what other threads do, to the start that has the next shortest trace. */
static void skip_others(struct walking *w)
{
	const struct use *u = &w->r->use.at[w->w->use];

	while (w->w->begun < u->nfrom && !from_is_of(w->r, &w->r->from.at[u->first + w->w->begun], w->thread))
		w->w->begun++;
}

static struct walk *walk_begin(struct races *r, uint32_t use)
{
	struct walking w = { .r = r, .thread = r->use.at[use].thread };

	r->use.at[use].walk = r->walk.n;
	w.w = vec_add(&r->walks, &r->walk);
	w.w->use = use;
	(void)vec_add(&r->walks, &w.w->node); /* 0 is none */
	w.w->leaf.at = arena_new(&r->walks, struct leaf); /* most have one */
	w.w->leaf.cap = 1;
	skip_others(&w);
	return w.w;
}

static bool has_begun(const struct walking *w)
{
	const struct walk *walk = w->w;
	const struct use *u = &w->r->use.at[walk->use];

	return walk->begun == u->nfrom ||
	       (walk->queue.n && walk->queue.at[0] >> 48 <= w->r->from.at[u->first + walk->begun].calls);
}

/* One step towards the place that is the fewest calls away: a start, or a source of the node that is nearest. */
static bool go_on(struct walking *w)
{
	struct walk *walk = w->w;
	uint32_t node;

	if (!has_begun(w)) {
		const struct from *f = &w->r->from.at[w->r->use.at[walk->use].first + walk->begun++];
		skip_others(w);
		add_start(w, (struct visit){ .context = f->context, .access = f->access });
		return true;
	}
	if (!walk->queue.n)
		return false;
	node = queue_take(walk);
	visit(w, node);
	queue_node(w, node);
	return true;
}

bool walk_reaches(struct races *r, uint32_t use, uint32_t k)
{
	struct walk *walk = r->use.at[use].walk ? &r->walk.at[r->use.at[use].walk] : walk_begin(r, use);
	struct walking w = { .r = r, .thread = r->use.at[use].thread, .w = walk };

	while (walk->leaf.n <= k && go_on(&w))
		;
	return k < walk->leaf.n;
}

bool walk_is_cut(const struct races *r, uint32_t use)
{
	return r->use.at[use].cut;
}

void walks_init(struct races *r)
{
	arena_init(&r->walks, "race walks");
	(void)vec_add(&r->walks, &r->walk); /* 0 is none */
}

void walks_trim(struct races *r)
{
	if (r->walks.held <= WALKS_MOST)
		return;
	for (uint32_t i = 1; i < r->walk.n; i++)
		r->use.at[r->walk.at[i].use].walk = 0;
	arena_release(&r->walks);
	memset(&r->walk, 0, sizeof r->walk);
	walks_init(r);
}

struct leaf *leaf_get(struct races *r, uint32_t use, uint32_t k)
{
	if (!r->use.at[use].walk || r->walk.at[r->use.at[use].walk].leaf.n <= k)
		CHECK(walk_reaches(r, use, k), "use %u has no place %u", use, k);
	return &r->walk.at[r->use.at[use].walk].leaf.at[k];
}

/* Most places are asked for nothing but what stands there: they get numbers when they are compared. */
uint32_t leaf_spot(struct races *r, uint32_t use, struct leaf *l)
{
	uint32_t context = leaf_node(r, use, l->node)->context;

	if (!l->spot)
		l->spot = spot_number(r, (struct spot){ r->use.at[use].thread, context,
					 place_in_time(r, r->use.at[use].flags, r->contexts->context.at[context].fn, l->inst) });
	return l->spot;
}

uint32_t leaf_order(struct races *r, uint32_t use, struct leaf *l)
{
	if (!l->order)
		l->order = leaf_spot(r, use, l);
	return l->order;
}

const struct visit *leaf_node(const struct races *r, uint32_t use, uint32_t node)
{
	return &r->walk.at[r->use.at[use].walk].node.at[node];
}

uint32_t leaf_context(struct races *r, uint32_t use, uint32_t k)
{
	return leaf_node(r, use, leaf_get(r, use, k)->node)->context;
}

struct code_place leaf_place(struct races *r, uint32_t use, uint32_t k)
{
	return (struct code_place){ r->contexts->context.at[leaf_context(r, use, k)].fn, leaf_get(r, use, k)->inst };
}

uint32_t first_from(const struct races *r, const struct use *u, uint32_t thread)
{
	uint32_t from = u->from;

	while (r->from.at[from].next && !from_is_of(r, &r->from.at[from], thread))
		from = r->from.at[from].next;
	return from;
}

struct code_place place_by_sources(const struct races *r, uint32_t from)
{
	uint32_t fn = r->contexts->context.at[r->from.at[from].context].fn.i, access = r->from.at[from].access;

	for (uint32_t n = 0; !limit_full(LIMIT_race_sources, n); n++) {
		const struct summary *s = r->s->of[fn];
		const struct summary_source *x = &s->source[s->access[access].source];
		if (!x->callee.i)
			return (struct code_place){ s->fn, x->inst };
		fn = x->callee.i;
		access = x->access;
	}
	return (struct code_place){ { fn }, 0 };
}
