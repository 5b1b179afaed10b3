/* Which exported functions make what all others need: first.h. */
#include "threads/first/first.h"

#include "base/recogniser.h"
#include "base/store/scc.h"
#include "code/event.h"
#include "code/loop.h"
#include "threads/values/shape.h"

/* ---- who leads where ---- */

struct first_flow {
	struct firsts *f;
	struct arena *scratch;
	VEC(uint32_t) todo;
	bool *queued;
};

static void queue(struct first_flow *w, uint32_t context)
{
	if (!w->queued[context])
		*vec_add(w->scratch, &w->todo) = context;
	w->queued[context] = true;
}

static bool is_exported(const struct firsts *f, uint32_t context)
{
	return f->export && bits_has(&f->r->bits, f->r->threads_of[context], f->export);
}

static void queue_callees(struct first_flow *w, uint32_t context)
{
	const struct running *r = w->f->r;
	const struct context *c = context_of(r, context);

	for (uint32_t i = c->edge; i < c->edge + c->nedges; i++)
		if (edge_is_call(r, &r->c->edge.at[i]))
			queue(w, r->c->edge.at[i].to);
}

/* Other threads get there, too. */
static bool has_others(const struct firsts *f, uint32_t context)
{
	uint32_t set = f->r->threads_of[context];

	return f->r->nmembers[set] != 1 || f->r->members[set][0] != f->export;
}

static void find_only(struct firsts *f, struct arena *scratch)
{
	const struct running *r = f->r;
	struct first_flow w = { .f = f, .scratch = scratch, .queued = arena_array(scratch, r->c->context.n, 1) };
	uint32_t *root_of = arena_array(scratch, r->c->context.n, sizeof *root_of);

	f->only = arena_array(f->arena, r->c->context.n, sizeof *f->only);
	for (uint32_t i = 1; i < r->c->root.n; i++)
		if (r->c->root.at[i].kind == ROOT_EXPORT && r->c->root.at[i].context) {
			uint32_t *at = &root_of[r->c->root.at[i].context];
			*at = *at && *at != i ? FIRST_MANY : i;
			queue(&w, r->c->root.at[i].context);
		}
	while (w.todo.n) {
		uint32_t context = w.todo.at[--w.todo.n], only = root_of[context];
		w.queued[context] = false;
		for (uint32_t k = r->first_caller[context]; k < r->first_caller[context + 1]; k++) {
			uint32_t from = f->only[r->c->edge.at[r->caller[k]].context];
			only = !only || only == from ? from : from ? FIRST_MANY : only;
		}
		only = has_others(f, context) ? FIRST_MANY : only;
		if (only != f->only[context]) {
			f->only[context] = only;
			queue_callees(&w, context);
		}
	}
}

/* Of a function: where it is run at all. */
static uint32_t only_of(const struct firsts *f, struct fn_id fn)
{
	uint32_t only = 0;

	for (uint32_t k = f->r->c->first_by_fn[fn.i]; k < f->r->c->first_by_fn[fn.i + 1]; k++) {
		uint32_t one = f->only[f->r->c->by_fn[k]];
		only = !only || only == one ? one : one ? FIRST_MANY : only;
	}
	return only;
}

/* ---- things that are left ---- */

static void settle_things(struct firsts *f, struct arena *scratch)
{
	bool *makes = arena_array(scratch, f->r->c->root.n, 1);

	for (uint32_t i = 1; i < f->thing.n; i++) {
		struct first_thing *t = &f->thing.at[i];
		uint32_t only = t->maker.i ? only_of(f, t->maker) : 0;
		t->root = only == FIRST_MANY ? 0 : only;
		t->maker.i = t->root ? t->maker.i : 0;
		makes[t->root] |= !t->given;
	}
	for (uint32_t i = 1; i < f->thing.n; i++) {
		struct first_thing *t = &f->thing.at[i];
		if (t->given && !makes[t->root])
			t->maker.i = t->root = 0;
		if (t->root)
			f->mine[t->root] = bits_with(&f->bits, f->mine[t->root], i);
	}
	for (uint32_t i = 0; i < f->act.n; i++) {
		const struct first_act *a = &f->act.at[i];
		uint32_t only = a->does == FIRST_PUBLISHES || a->does == FIRST_INITS ? 0 : only_of(f, a->fn);
		if (only && only != FIRST_MANY && f->mine[only])
			map_put(f->arena, &f->state, first_key(a->sym, a->offset), 1);
	}
}

/* ---- what each context does, with what it calls ---- */

static uint32_t thing_of(const struct firsts *f, const struct first_act *a)
{
	bool lock = a->does == FIRST_INITS;
	uint32_t thing = map_get(lock ? &f->lock_at : &f->thing_at, first_key(a->sym, a->offset));

	if (!thing && a->does == FIRST_ENDS)
		thing = map_get(&f->lock_at, first_key(a->sym, a->offset));
	return thing && f->thing.at[thing].maker.i ? thing : 0;
}

static bool asked_at(struct firsts *f, struct fn_id fn, uint32_t inst)
{
	return f->first_ask[fn.i] != f->first_ask[fn.i + 1] && first_is_asked(f, fn, code_block(code_get(f->r->shapes, fn), inst));
}

/* Is it done whenever the function returns? A count of users that is tested before it, say, means that there are several. */
static bool is_always(struct firsts *f, struct fn_id fn, uint32_t inst)
{
	const struct code *code = code_get(f->r->shapes, fn);
	const struct body *b = &code->body;
	uint32_t block = code_block(code, inst);
	const bool *behind;
	struct arena scratch;
	bool always = true;

	if (!block)
		return true;
	arena_init(&scratch, "threads first");
	behind = blocks_reach(&scratch, b, 0, block, NULL, NULL);
	for (uint32_t k = 0; k < b->block.n && always; k++)
		always = !((k == 0 || behind[k]) && b->inst.at[b->block.at[k].inst + b->block.at[k].ninsts - 1].op == OP_ret);
	arena_release(&scratch);
	return always;
}

static void do_itself(struct firsts *f, uint32_t context)
{
	struct fn_id fn = context_of(f->r, context)->fn;

	for (uint32_t i = f->first_use[fn.i]; i < f->first_use[fn.i + 1]; i++) {
		uint32_t thing = f->use.at[i].thing;
		if (f->thing.at[thing].maker.i && !bits_has(&f->bits, f->needs[context], thing) && !asked_at(f, fn, f->use.at[i].inst))
			f->needs[context] = bits_with(&f->bits, f->needs[context], thing);
	}
	for (uint32_t i = f->first_act[fn.i]; i < f->first_act[fn.i + 1]; i++) {
		const struct first_act *a = &f->act.at[i];
		uint32_t thing = thing_of(f, a), *set = a->does == FIRST_ENDS || a->does == FIRST_CLEARS ? f->ends : f->makes;
		if (!thing || (a->does == FIRST_CLEARS && a->fn.i == f->thing.at[thing].maker.i))
			continue;
		if (set == f->ends)
			f->may_end[context] = bits_with(&f->bits, f->may_end[context], thing);
		if (!asked_at(f, fn, a->inst) && (set != f->ends || is_always(f, fn, a->inst)))
			set[context] = bits_with(&f->bits, set[context], thing);
	}
}

/* A callee that the instruction surely runs. */
static bool is_sole(const struct running *r, const struct context *c, uint32_t edge)
{
	const struct edge *e = &r->c->edge.at[edge];

	return e->kind == SITE_CALL && (edge == c->edge || e[-1].inst != e->inst) &&
	       (edge + 1 == c->edge + c->nedges || e[1].inst != e->inst);
}

static void add_callees(struct firsts *f, uint32_t context)
{
	const struct running *r = f->r;
	const struct context *c = context_of(r, context);

	for (uint32_t i = c->edge; i < c->edge + c->nedges; i++) {
		const struct edge *e = &r->c->edge.at[i];
		if (!edge_is_call(r, e))
			continue;
		f->may_end[context] = bits_union(&f->bits, f->may_end[context], f->may_end[e->to]);
		if (!(f->needs[e->to] || f->makes[e->to] || f->ends[e->to]) || !is_sole(r, c, i) || asked_at(f, c->fn, e->inst))
			continue;
		f->needs[context] = bits_union(&f->bits, f->needs[context], f->needs[e->to]);
		f->makes[context] = bits_union(&f->bits, f->makes[context], f->makes[e->to]);
		if (f->ends[e->to] && is_always(f, c->fn, e->inst))
			f->ends[context] = bits_union(&f->bits, f->ends[context], f->ends[e->to]);
	}
}

/* Callees first; of those that call each other, each as if the others had been asked once. */
static void sum_up(struct firsts *f, struct arena *scratch)
{
	const struct running *r = f->r;
	uint32_t n = r->c->context.n, *first = arena_array(scratch, (size_t)n + 1, sizeof *first), *edge, at = 0;
	struct scc scc;

	for (uint32_t i = 0; i < n; i++) {
		const struct context *c = context_of(r, i);
		first[i] = at;
		for (uint32_t k = c->edge; i && k < c->edge + c->nedges; k++)
			at += edge_is_call(r, &r->c->edge.at[k]);
	}
	first[n] = at;
	edge = arena_array(scratch, at, sizeof *edge);
	at = 0;
	for (uint32_t i = 1; i < n; i++)
		for (uint32_t k = context_of(r, i)->edge; k < context_of(r, i)->edge + context_of(r, i)->nedges; k++)
			if (edge_is_call(r, &r->c->edge.at[k]))
				edge[at++] = r->c->edge.at[k].to;
	scc_find(scratch, n, first, edge, &scc);
	for (uint32_t c = 0; c < scc.n; c++) {
		for (uint32_t k = scc.first[c]; k < scc.first[c + 1]; k++)
			if (scc.node[k])
				do_itself(f, scc.node[k]);
		for (int again = 0; again < (scc.first[c + 1] - scc.first[c] > 1 ? 2 : 1); again++)
			for (uint32_t k = scc.first[c]; k < scc.first[c + 1]; k++)
				if (scc.node[k])
					add_callees(f, scc.node[k]);
	}
}

/* By context: what the exported functions that lead there make. */
static uint32_t *find_made(struct firsts *f, struct arena *scratch)
{
	const struct running *r = f->r;
	struct first_flow w = { .f = f, .scratch = scratch, .queued = arena_array(scratch, r->c->context.n, 1) };
	uint32_t *made = arena_array(scratch, r->c->context.n, sizeof *made);

	for (uint32_t i = 1; i < r->c->root.n; i++)
		if (f->mine[i] && r->c->root.at[i].context) {
			made[r->c->root.at[i].context] = bits_union(&f->bits, made[r->c->root.at[i].context], f->mine[i]);
			queue(&w, r->c->root.at[i].context);
		}
	while (w.todo.n) {
		uint32_t context = w.todo.at[--w.todo.n];
		const struct context *c = context_of(r, context);
		w.queued[context] = false;
		for (uint32_t i = c->edge; i < c->edge + c->nedges; i++) {
			const struct edge *e = &r->c->edge.at[i];
			uint32_t all = edge_is_call(r, e) ? bits_union(&f->bits, made[e->to], made[context]) : made[e->to];
			if (all != made[e->to]) {
				made[e->to] = all;
				queue(&w, e->to);
			}
		}
	}
	return made;
}

/* What is needed by whoever runs a context: by itself, unless a maker may be on his way there, and by all who lead to it. */
static void find_deps(struct firsts *f, struct arena *scratch)
{
	const struct running *r = f->r;
	struct first_flow w = { .f = f, .scratch = scratch, .queued = arena_array(scratch, r->c->context.n, 1) };
	uint32_t all = bits_all(&f->bits, f->thing.n), *start = arena_array(scratch, r->c->context.n, sizeof *start);
	const uint32_t *made = find_made(f, scratch);

	f->dep = arena_array(f->arena, r->c->context.n, sizeof *f->dep);
	for (uint32_t i = 1; i < r->c->context.n; i++)
		f->dep[i] = is_exported(f, i) ? all : 0;
	for (uint32_t i = 0; i < r->c->context.n; i++)
		start[i] = all;
	for (uint32_t i = 1; i < r->c->root.n; i++) {
		uint32_t c = r->c->root.at[i].context;
		if (r->c->root.at[i].kind != ROOT_EXPORT || !c)
			continue;
		start[c] = 0;
		queue(&w, c);
	}
	while (w.todo.n) {
		uint32_t context = w.todo.at[--w.todo.n], dep = start[context];
		w.queued[context] = false;
		for (uint32_t k = r->first_caller[context]; k < r->first_caller[context + 1]; k++) {
			uint32_t from = r->c->edge.at[r->caller[k]].context, over;
			if (!is_exported(f, from))
				continue;
			over = bits_minus(&f->bits, dep, f->dep[from]);
			dep = over ? bits_minus(&f->bits, dep, over) : dep;
		}
		dep = bits_union(&f->bits, dep, bits_minus(&f->bits, f->needs[context], made[context]));
		if (dep != f->dep[context]) {
			f->dep[context] = dep;
			queue_callees(&w, context);
		}
	}
}

void firsts_make(struct running *r)
{
	struct firsts *f;
	struct arena scratch;
	uint32_t n = r->c->context.n;

	if (r->main)
		return;
	f = arena_new(r->arena, struct firsts);
	*f = (struct firsts){ .arena = r->arena, .r = r };
	for (uint32_t i = 1; i < r->c->root.n; i++)
		f->export = r->c->root.at[i].kind == ROOT_EXPORT ? r->thread_of_root[i] : f->export;
	if (!f->export || !recogniser_is_on(RECOGNISER_threads_first))
		return;
	things_find(f);
	if (f->thing.n == 1)
		return;
	arena_init(&scratch, "threads first");
	bits_init(&f->bits, f->arena, f->thing.n);
	f->mine = arena_array(f->arena, r->c->root.n, sizeof *f->mine);
	f->needs = arena_array(f->arena, n, sizeof *f->needs);
	f->makes = arena_array(f->arena, n, sizeof *f->makes);
	f->ends = arena_array(f->arena, n, sizeof *f->ends);
	f->may_end = arena_array(f->arena, n, sizeof *f->may_end);
	find_only(f, &scratch);
	things_used(f);
	settle_things(f, &scratch);
	sum_up(f, &scratch);
	find_deps(f, &scratch);
	arena_release(&scratch);
	r->t->firsts = f;
}

/* ---- in one run of a maker ---- */

struct first_way {
	uint32_t context, inst;
};

enum { HOPS = 16 };

/* The instructions of context `top` through which a place below it is reached; UINT32_MAX: too many. */
static uint32_t hops_to(const struct running *r, uint32_t top, struct first_way at, uint32_t hop[HOPS])
{
	struct arena scratch;
	struct map seen = { 0 };
	VEC(uint32_t) todo = { 0 };
	uint32_t n = 0;

	if (at.context == top) {
		hop[0] = at.inst;
		return 1;
	}
	arena_init(&scratch, "threads first");
	*vec_add(&scratch, &todo) = at.context;
	for (uint32_t i = 0; i < todo.n && n != UINT32_MAX; i++)
		for (uint32_t k = r->first_caller[todo.at[i]]; k < r->first_caller[todo.at[i] + 1]; k++) {
			const struct edge *e = &r->c->edge.at[r->caller[k]];
			if (e->context == top && n < HOPS)
				hop[n++] = e->inst;
			else if (e->context == top || limit_full(LIMIT_threads_below, todo.n))
				n = UINT32_MAX;
			if (n == UINT32_MAX)
				break;
			if (e->context != top && !map_get(&seen, e->context)) {
				map_put(&scratch, &seen, e->context, 1);
				*vec_add(&scratch, &todo) = e->context;
			}
		}
	arena_release(&scratch);
	return n;
}

/* The only context that the instruction calls; 0: there is none, or several. */
static uint32_t callee_at(const struct running *r, uint32_t context, uint32_t inst)
{
	const struct context *c = context_of(r, context);

	for (uint32_t i = c->edge; i < c->edge + c->nedges; i++)
		if (r->c->edge.at[i].inst == inst)
			return is_sole(r, c, i) ? r->c->edge.at[i].to : 0;
	return 0;
}

/* May the place come behind the event, in one run of `top`? */
static bool may_follow(const struct running *r, uint32_t top, struct first_way place, struct first_way event)
{
	uint32_t hop[HOPS], by[HOPS], n, m;
	const struct code *code;

	for (uint32_t depth = 0; !limit_full(LIMIT_threads_calls, depth); depth++) {
		n = hops_to(r, top, place, hop);
		m = hops_to(r, top, event, by);
		if (n == UINT32_MAX || m == UINT32_MAX)
			return true;
		if (n != 1 || m != 1 || hop[0] != by[0] || place.context == top || event.context == top)
			break;
		top = callee_at(r, top, hop[0]);
		if (!top)
			return true;
	}
	code = code_get(r->shapes, context_of(r, top)->fn);
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < m; k++) {
			uint32_t x = code_block(code, hop[i]), y = code_block(code, by[k]);
			if ((x == y && hop[i] >= by[k]) || block_leads_to(&code->body, y, x, UINT32_MAX))
				return true;
		}
	return false;
}

/* Does the maker set an atomic variable before it comes there? Others that ask it are let in then. */
static bool follows_publication(const struct firsts *f, uint32_t root, struct first_way place)
{
	const struct running *r = f->r;

	for (uint32_t i = 0; i < f->act.n; i++) {
		const struct first_act *a = &f->act.at[i];
		if (a->does != FIRST_PUBLISHES)
			continue;
		for (uint32_t k = r->c->first_by_fn[a->fn.i]; k < r->c->first_by_fn[a->fn.i + 1]; k++)
			if (f->only[r->c->by_fn[k]] == root &&
			    may_follow(r, r->c->root.at[root].context, place, (struct first_way){ r->c->by_fn[k], a->inst }))
				return true;
	}
	return false;
}

/* ---- questions ---- */

static uint32_t some_of_both(const struct firsts *f, uint32_t x, uint32_t y)
{
	for (uint32_t k = bits_next(&f->bits, x, 1); k != UINT32_MAX; k = bits_next(&f->bits, x, k + 1))
		if (bits_has(&f->bits, y, k))
			return k;
	return 0;
}

/* What the place needs, of these: by one of the calls that lead there. */
static uint32_t some_needed(const struct firsts *f, uint32_t things, const struct first_place *at)
{
	uint32_t thing = things ? some_of_both(f, things, f->dep[at->top]) : 0;

	for (uint32_t i = 0; things && !thing && i < at->nways; i++)
		thing = some_of_both(f, things, f->dep[at->way[i]]);
	return thing;
}

/* A thread of the library: whoever starts it comes after the place. */
static uint32_t starts_later(const struct firsts *f, uint32_t root, struct first_way place, uint32_t thread, uint32_t depth)
{
	const struct running *r = f->r;
	const struct class *c = &r->class.at[thread];
	uint32_t why = 0;

	if (!c->edge.n || limit_full(LIMIT_threads_calls, depth))
		return 0;
	for (uint32_t i = 0; i < c->edge.n; i++) {
		const struct edge *e = &r->c->edge.at[c->edge.at[i]];
		uint32_t set = r->threads_of[e->context];
		for (uint32_t k = 0; k < r->nmembers[set]; k++) {
			uint32_t by = r->members[set][k];
			if (by == thread)
				continue;
			if (by != f->export)
				why = starts_later(f, root, place, by, depth + 1);
			else if (f->only[e->context] == root)
				why = may_follow(r, r->c->root.at[root].context, place, (struct first_way){ e->context, e->inst })
					      ? 0 : bits_next(&f->bits, f->mine[root], 1);
			else
				why = some_of_both(f, f->mine[root], f->dep[e->context]);
			if (!why)
				return 0;
		}
	}
	return why;
}

enum first_why threads_come_first(const struct threads *t, struct first_place maker, struct first_place other, uint32_t *thing)
{
	const struct firsts *f = t->firsts;
	struct first_way place = { maker.spot.context, maker.spot.inst };
	uint32_t root, top, own, ends, mine;

	if (!f || maker.spot.thread != f->export || !(root = f->only[maker.top]) || root == FIRST_MANY)
		return FIRST_NOT;
	top = f->r->c->root.at[root].context;
	mine = f->mine[root];
	ends = f->may_end[top];
	if (other.spot.thread != f->export) {
		*thing = mine ? starts_later(f, root, place, other.spot.thread, 0) : 0;
		return *thing && !follows_publication(f, root, place) ? FIRST_BEFORE : FIRST_NOT;
	}
	own = f->only[other.top];
	if (own == root) {
		*thing = some_of_both(f, mine, f->makes[top]);
		if (!*thing)
			*thing = bits_next(&f->bits, f->ends[top], 1);
		return *thing && *thing != UINT32_MAX ? FIRST_ONCE : FIRST_NOT;
	}
	if ((*thing = some_needed(f, mine, &other)) && !follows_publication(f, root, place))
		return FIRST_BEFORE;
	if ((*thing = some_needed(f, ends, &other)))
		return FIRST_AFTER;
	if (own && own != FIRST_MANY && (*thing = some_of_both(f, f->ends[top], f->mine[own])))
		return FIRST_AFTER;
	return FIRST_NOT;
}

const char *threads_thing(const struct threads *t, uint32_t thing, struct sym_id *function)
{
	const struct first_thing *x = &t->firsts->thing.at[thing];

	*function = t->contexts->root.at[x->root].fn;
	return program_str(t->running->p, program_sym(t->running->p, x->sym)->source);
}

bool threads_stores_first(const struct threads *t, struct fn_id fn, uint32_t inst)
{
	const struct firsts *f = t->firsts;

	for (uint32_t i = f ? f->first_act[fn.i] : 0; f && i < f->first_act[fn.i + 1]; i++)
		if (f->act.at[i].inst == inst && f->act.at[i].does != FIRST_INITS && f->act.at[i].does != FIRST_ENDS &&
		    thing_of(f, &f->act.at[i]))
			return true;
	return false;
}

static void print_set(const struct firsts *f, const char *word, uint32_t set, FILE *to)
{
	const struct program *p = f->r->p;

	for (uint32_t k = bits_next(&f->bits, set, 1); k != UINT32_MAX; k = bits_next(&f->bits, set, k + 1)) {
		fprintf(to, "%s %s", word, program_str(p, program_sym(p, f->thing.at[k].sym)->source));
		if (f->thing.at[k].offset)
			fprintf(to, "+%lld", (long long)f->thing.at[k].offset);
		word = ",";
	}
}

void firsts_dump(const struct threads *t, FILE *to)
{
	const struct firsts *f = t->firsts;
	const struct running *r = t->running;

	for (uint32_t i = 1; f && i < r->c->root.n; i++) {
		uint32_t c = r->c->root.at[i].context;
		if (r->c->root.at[i].kind != ROOT_EXPORT || !c || !(f->mine[i] | f->needs[c] | f->may_end[c]))
			continue;
		fprintf(to, "exported %s:", program_str(r->p, program_sym(r->p, r->c->root.at[i].fn)->source));
		print_set(f, " makes", f->mine[i], to);
		print_set(f, " ends", f->may_end[c], to);
		print_set(f, " needs", bits_minus((struct bits *)&f->bits, f->needs[c], f->mine[i]), to);
		fputc('\n', to);
	}
}
