/* Into a function with as many facts as matter to it, and back with what it changed.
 *
 * In:   parameters that name objects go along; others are the function's own unknown (TERM_PARAM). Cells go along if the
 *       function or what it calls may read or change them. The names of the caller's own unknowns stay valid inside, except in
 *       recursion, where they become TERM_OUTER.
 * Back: TERM_PARAM of the callee becomes what the caller passed; its stack slots are gone; heap blocks and threads it made get
 *       the call added to their name, so that two calls of an allocator make two blocks, and two of a wrapper start two
 *       threads. */
#include "contexts/walk/explore.h"

#include <string.h>

enum { CONTEXTS_SHARE = 2 };
#define OUTER_STACK (1u << 31)

/* ---- in ---- */

struct inward {
	struct explorer *e;
	uint32_t fn;
};

/* The name of an outer activation's own things. */
static uint32_t rename_inward(void *with, uint32_t term)
{
	struct inward *in = with;
	struct terms *t = in->e->terms;
	uint32_t root = term_root(t, term);
	struct term k = term_get(t, root);

	if (k.kind == TERM_THREAD && term_maker(t, &k) == in->fn)
		return term_seal(t, term);
	if (k.a != in->fn || (k.kind != TERM_PARAM && k.kind != TERM_STACK))
		return term;
	k = (struct term){ .kind = TERM_OUTER, .a = k.a, .b = k.kind == TERM_STACK ? k.b | OUTER_STACK : k.b };
	return term_rebase(t, term, term_make(t, &k));
}

static uint32_t rename_set(struct explorer *e, uint32_t set, uint32_t (*rename)(void *, uint32_t), void *with)
{
	uint32_t n, out[SET_MOST];
	const uint32_t *term = set_get(e->terms, set, &n);

	for (uint32_t i = 0; i < n; i++)
		out[i] = rename(with, term[i]);
	return set_make(e->terms, out, n);
}

/* Worth a context of its own: every element names an object, and none of them a stack slot of the callee itself, further out. */
static bool is_useful(struct explorer *e, uint32_t set, uint32_t fn)
{
	uint32_t n;
	const uint32_t *term = set_get(e->terms, set, &n);

	for (uint32_t i = 0; i < n; i++) {
		struct term root = term_get(e->terms, term_root(e->terms, term[i]));
		if ((root.kind == TERM_STACK && root.a == fn) || (root.kind == TERM_THREAD && term_maker(e->terms, &root) == fn))
			return false;
	}
	return set_is_named(e->terms, set);
}

static bool goes_along(struct explorer *e, const struct entering *to, uint32_t cell)
{
	struct term k = term_get(e->terms, cell),
		    root = term_get(e->terms, term_root(e->terms, k.kind == TERM_MARK ? k.base : cell));
	uint32_t what = k.kind == TERM_MARK ? k.base : cell;

	if (root.kind == TERM_PARAM || root.kind == TERM_RESULT || root.kind == TERM_OUTER)
		return false;
	if (root.kind == TERM_STACK && root.a == to->fn.i)
		return false;
	if (!to->thread && heap_is_own(e->terms, term_root(e->terms, what), to->fn.i) && (k.kind != TERM_MARK || k.b))
		return false; /* an earlier one: inside, the name is for what is made there */
	if (to->thread && root_is_local(e, &root))
		return false;
	if (k.kind == TERM_MARK && k.b && e->s->part[term_maker(e->terms, &root)] != e->s->part[to->fn.i])
		return false; /* published: only its maker asks, and is not run below */
	return term_in_either(e, what, &e->s->reads[to->fn.i], &e->s->writes[to->fn.i]);
}

/* A thread knows what its maker knew, unless another one has stored there in the meantime. Later, what it finds listed is what
 * was there then or what it has stored itself, and only those are asked that may store at any time. A function that is entered
 * while some of these do not run is like a thread that begins: it finds what they may have stored. */
static void add_stored_before(struct explorer *e, const struct where *from, const struct entering *to, struct state *st)
{
	uint32_t kept = 0, inner, outer;

	if (!e->interference || !to->group || to->group == GROUP_ANY || (!to->thread && from->group != to->group))
		return;
	inner = log_asker(e, to->group, to->fn);
	outer = to->thread ? inner : log_asker(e, from->group, from->slice->fn);
	if (!to->thread && inner == outer)
		return;
	for (uint32_t i = 0; i < st->cell.n; i++) {
		struct pair cell = st->cell.at[i];
		bool memory = term_get(e->terms, cell.key).kind != TERM_MARK;
		uint32_t now = memory ? log_read(e, inner, cell.key).now : 0, before = 0;
		if (memory)
			before = to->thread ? log_read(e, inner, cell.key).ever : log_read(e, outer, cell.key).now;
		if (before != now)
			cell.set = set_union(e->terms, cell.set, before);
		if (before == now || set_is_kept(e->terms, cell.set))
			st->cell.at[kept++] = cell;
	}
	st->cell.n = kept;
}

static void fill_entry(struct explorer *e, const struct state *from, const struct entering *to, struct state *st)
{
	struct inward in = { e, to->fn.i };

	st->held = to->thread ? 0 : lockset_map(e, from->held, rename_inward, &in);
	for (uint32_t i = 0; i < from->cell.n; i++) {
		uint32_t key = from->cell.at[i].key, set = from->cell.at[i].set;
		if (goes_along(e, to, key))
			*vec_add(e->scratch, &st->cell) = (struct pair){ key, rename_set(e, set, rename_inward, &in) };
	}
}

bool is_dependent(const struct explorer *e, uint32_t fn)
{
	uint64_t any = 0;

	for (int i = 0; i < SUMMARY_WORDS; i++)
		any |= (e->first ? UINT64_MAX : e->before->classes.bit[i]) & (e->s->reads[fn].bit[i] | e->s->writes[fn].bit[i]);
	return e->s->spawns[fn] || (any && e->threads);
}

static uint32_t *entry_key(struct explorer *e, struct fn_id fn, uint32_t group, const uint32_t *param, const struct state *st)
{
	uint32_t nparams = e->s->fn[fn.i].nparams, *key;

	e->key.n = 0;
	vec_reserve(e->scratch, &e->key, nparams + 4);
	key = e->key.at;
	key[0] = fn.i;
	key[1] = group;
	key[2] = facts_intern(e, st);
	key[3] = nparams;
	if (nparams)
		memcpy(key + 4, param, nparams * sizeof *param);
	return key;
}

static bool context_find(struct explorer *e, struct fn_id fn, uint32_t group, const uint32_t *param, const struct state *st)
{
	uint32_t *key = entry_key(e, fn, group, param, st);

	return intern_find(&e->entry, key, (key[3] + 4) * sizeof *key);
}

/* The context of these facts; made, and its exploration queued, if there is none. */
uint32_t context_make(struct explorer *e, struct fn_id fn, uint32_t group, const uint32_t *param, const struct state *st)
{
	uint32_t *key = entry_key(e, fn, group, param, st), id = intern_bytes(&e->entry, key, (key[3] + 4) * sizeof *key);
	struct context *c;

	if (id < e->out->context.n)
		return id;
	c = vec_add(e->out->arena, &e->out->context);
	*c = (struct context){ .fn = fn, .group = group, .held = st->held, .param = e->out->param.n };
	for (uint32_t i = 0; i < key[3]; i++)
		*vec_add(e->out->arena, &e->out->param) = param[i];
	*vec_add(e->scratch, &e->live) = (struct live_context){ 0 };
	e->count[fn.i]++;
	places_make(e, id);
	explore_push(e, id, 0, 0, st);
	return id;
}

static uint32_t *clean_params(struct explorer *e, uint32_t fn)
{
	uint32_t n = e->s->fn[fn].nparams + 2;

	e->param.n = 0;
	vec_reserve(e->scratch, &e->param, n);
	memset(e->param.at, 0, n * sizeof *e->param.at);
	return e->param.at;
}

#define WITH_LOCKS 0x80000000u

/* The parameters of a context that stands for others: numbers and functions only, of which there are few; in e->param. Which one
 * it is: *wide. Those that are entered with locks and those without have nothing in common, so each have their own, the second
 * time and as long as there is room. */
static uint32_t *wide_params(struct explorer *e, const struct entering *to, bool locks, uint32_t *wide)
{
	const struct slice *slice = &e->s->fn[to->fn.i];
	uint32_t *any = clean_params(e, to->fn.i), known = e->wide.entry.n, n = slice->nparams + 2, nfns;
	struct sym_id fns[SET_MOST];
	enum limit most = e->s->makes[to->fn.i] || to->runs ? LIMIT_contexts_makers : LIMIT_contexts_wide;

	for (uint32_t i = 0; i < slice->nparams && i < 64; i++)
		if ((slice->numbers >> i & 1 && set_is_number(e->terms, to->arg[i])) ||
		    (slice->wanted >> i & 1 && functions_of(e, to->arg[i], fns, &nfns)))
			any[i] = to->arg[i];
	any[slice->nparams] = to->fn.i | (locks ? WITH_LOCKS : 0);
	any[slice->nparams + 1] = to->runs;
	if (to->runs && !any[0])
		any[0] = to->arg[0];
	if (!intern_find(&e->wide, any, n * sizeof *any) && limit_over(most, e->variants[to->fn.i] + 1)) {
		memset(any, 0, slice->nparams * sizeof *any);
		any[slice->nparams + 1] = 0;
	}
	*wide = intern_bytes(&e->wide, any, n * sizeof *any);
	e->variants[to->fn.i] += *wide >= known;
	while (e->widened.n <= *wide)
		*vec_add(e->scratch, &e->widened) = 0;
	return any;
}

/* What a thread is to run, by the record that it is given. */
static void keep_given(struct explorer *e, const struct entering *to, const struct state *from, struct state *st)
{
	struct sym_id fns[SET_MOST];
	uint32_t n;

	for (uint32_t i = 0; i < from->cell.n; i++)
		if (term_is_in_record(e->terms, from->cell.at[i].key, set_only(e->terms, to->arg[0])) &&
		    functions_of(e, from->cell.at[i].set, fns, &n))
			*vec_add(e->scratch, &st->cell) = from->cell.at[i];
}

/* Too many contexts of one function: one that holds for all of them, with no cells and the locks that all of them hold. Threads
 * that are given different functions to run are too different for that: one for each of these. */
static uint32_t widened(struct explorer *e, const struct entering *to, const struct state *from)
{
	uint32_t wide, held = from->held, *any = wide_params(e, to, held && e->interference && !e->crowded, &wide),
		       id = e->widened.at[wide];
	bool runs = any[e->s->fn[to->fn.i].nparams + 1] != 0;
	struct state st = { .held = id ? lockset_meet(e, held, e->out->context.at[id].held) : held };

	if (id && st.held != e->out->context.at[id].held && limit_full(LIMIT_contexts_shrinks, e->shrunk[to->fn.i]++))
		st.held = 0; /* they lose a lock each time: all of them at once */
	if (runs)
		keep_given(e, to, from, &st);
	id = context_make(e, to->fn, is_dependent(e, to->fn.i) ? (runs ? to->group : GROUP_ANY) : 0, any, &st);
	limit_met(e->s->makes[to->fn.i] && e->count[to->fn.i] >= limit(LIMIT_contexts_makers) ? LIMIT_contexts_makers
													      : e->budget_is);
	e->joined += !e->out->context.at[id].joined;
	e->out->context.at[id].joined = true;
	e->widened.at[wide] = id;
	return id;
}

/* How many contexts of one function are kept apart: a part of what is left of the budget, so that a function with many variants
 * stays exact as long as there is room for all, and the limit comes down step by step as the room gets scarce. Whoever makes
 * threads is told apart longer: a context that stands for several makes threads of which nobody knows whose they are. */
static uint64_t most_contexts(const struct explorer *e, uint32_t fn)
{
	uint64_t used = e->out->context.n, most = (e->budget > used ? e->budget - used : 0) / CONTEXTS_SHARE;

	if (e->crowded)
		return 1;
	if (e->s->makes[fn] && most < limit(LIMIT_contexts_makers))
		return limit(LIMIT_contexts_makers);
	return most ? most : 1;
}

uint32_t context_enter(struct explorer *e, const struct where *from, const struct entering *to)
{
	const struct slice *slice = &e->s->fn[to->fn.i];
	uint32_t *param = clean_params(e, to->fn.i), group = is_dependent(e, to->fn.i) ? to->group : 0;
	struct state *st = state_empty(&e->use.enter);

	fill_entry(e, from->st, to, st);
	add_stored_before(e, from, to, st);
	for (uint32_t i = 0; i < slice->nparams && i < 64; i++)
		if ((slice->wanted >> i & 1 && is_useful(e, to->arg[i], to->fn.i)) ||
		    (slice->numbers >> i & 1 && set_is_number(e->terms, to->arg[i])))
			param[i] = to->arg[i];
	if (e->count[to->fn.i] < most_contexts(e, to->fn.i) || context_find(e, to->fn, group, param, st))
		return context_make(e, to->fn, group, param, st);
	return widened(e, to, st);
}

/* ---- back ---- */

struct outward {
	struct where *w;
	const struct call *call;
	const struct operation *operation;
	uint32_t callee;
};

static uint32_t passed(struct outward *o, uint32_t k)
{
	const struct slice *slice = o->w->slice;

	if (o->operation) {
		const struct operand all[] = { o->operation->arg, o->operation->arg2, o->operation->arg3 };
		return k < sizeof all / sizeof *all ? operand_loaded(o->w, all[k]) : 0;
	}
	for (uint32_t i = 0; i < o->call->narguments; i++)
		if (slice->argument.at[o->call->argument + i].param == k)
			return node_value(o->w, slice->argument.at[o->call->argument + i].node);
	return 0;
}

static uint32_t sites(const struct terms *t, uint32_t site)
{
	uint32_t n = 0;

	for (; site; site = term_get(t, site).base)
		n++;
	return n;
}

static bool is_made_in(const struct terms *t, const struct term *k, uint32_t fn)
{
	return k->kind == TERM_HEAP && term_maker(t, k) == fn;
}

/* A block made in the callee: the call becomes part of its name. Made too many calls further in, it has none here: 0. */
static uint32_t made_outward(struct outward *o, const struct term *k)
{
	struct terms *t = o->w->e->terms;
	struct term made = *k, site = { .kind = TERM_SITE, .base = k->base, .a = o->w->slice->fn.i, .b = o->call->inst };

	if (limit_over(LIMIT_contexts_sites, sites(t, k->base) + 1))
		return 0;
	made.base = term_make(t, &site);
	return term_make(t, &made);
}

/* A thread made in the callee: likewise, but too many calls further in it keeps the name it has, which tells less. */
static uint32_t thread_outward(struct outward *o, const struct term *k)
{
	struct terms *t = o->w->e->terms;
	uint32_t made = term_maker(t, k) == o->callee ? made_outward(o, k) : 0;

	return made ? set_of(t, made) : 0;
}

/* The set that a root of the callee is in the caller; 0: the same. */
static uint32_t root_outward(struct outward *o, uint32_t root)
{
	struct explorer *e = o->w->e;
	struct term k = term_get(e->terms, root);
	uint32_t set;

	switch (k.kind) {
	case TERM_PARAM:
		if (k.a != o->callee)
			return 0;
		set = passed(o, k.b);
		return set ? set : e->terms->top;
	case TERM_STACK:
		return k.a == o->callee ? e->terms->top : 0;
	case TERM_HEAP:
		if (!is_made_in(e->terms, &k, o->callee))
			return 0;
		set = made_outward(o, &k);
		return set ? set_of(e->terms, set) : e->terms->top;
	case TERM_THREAD:
		return thread_outward(o, &k);
	case TERM_OUTER:
		if (k.a != o->w->slice->fn.i || o->callee != k.a)
			return 0;
		k.kind = k.b & OUTER_STACK ? TERM_STACK : TERM_PARAM;
		k.b &= ~OUTER_STACK;
		return set_of(e->terms, term_make(e->terms, &k));
	default:
		return 0;
	}
}

static uint32_t set_outward(struct outward *o, uint32_t set)
{
	struct terms *t = o->w->e->terms;
	uint32_t n, out = 0, copy[SET_MOST];
	const uint32_t *term = set_get(t, set, &n);

	memcpy(copy, term ? term : copy, n * sizeof *copy);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t root = term_root(t, copy[i]), to = root_outward(o, root), nto;
		const uint32_t *base = set_get(t, to, &nto);
		if (!to)
			out = set_union(t, out, set_of(t, copy[i]));
		for (uint32_t j = 0; j < nto; j++)
			out = set_union(t, out, set_of(t, term_rebase(t, copy[i], base[j])));
	}
	return out;
}

static uint32_t lock_outward(void *with, uint32_t term)
{
	struct outward *o = with;
	struct term k = term_get(o->w->e->terms, term);

	if (k.kind == TERM_ONE_OF) {
		k.a = set_outward(o, k.a);
		return k.a == o->w->e->terms->top || set_only(o->w->e->terms, k.a) ? 0 : term_make(o->w->e->terms, &k);
	}
	uint32_t set = set_outward(o, set_of(o->w->e->terms, term)), only = set_only(o->w->e->terms, set);
	if (set == o->w->e->terms->top)
		return 0;
	return only ? only : term_make(o->w->e->terms, &(struct term){ .kind = TERM_ONE_OF, .a = set });
}

/* Is this cell of the caller still what it was? Cells that went along come back if they are known; others are gone if the callee
 * may have stored there. */
static bool survives(struct outward *o, const struct entering *to, const struct state *exit, uint32_t key)
{
	struct explorer *e = o->w->e;

	if (goes_along(e, to, key))
		return pairs_get(&exit->cell, key);
	return term_get(e->terms, key).kind == TERM_MARK || !term_in(e, key, &e->s->writes[o->callee]);
}

static void apply_cells(struct outward *o, const struct state *exit)
{
	struct where *w = o->w;
	struct terms *t = w->e->terms;
	struct entering to = { .fn = { o->callee } };
	uint32_t kept = 0;

	for (uint32_t i = 0; i < w->st->cell.n; i++)
		if (survives(o, &to, exit, w->st->cell.at[i].key))
			w->st->cell.at[kept++] = w->st->cell.at[i];
	w->st->cell.n = kept;
	w->quiet = true; /* the callee has told of its stores already */
	for (uint32_t i = 0; i < exit->cell.n; i++) {
		uint32_t key = exit->cell.at[i].key, value = set_outward(o, exit->cell.at[i].set), where_to;
		struct term mark = term_get(t, key), root = term_get(t, mark.kind == TERM_MARK ? mark.base : term_root(t, key));
		struct span at;
		if ((root.kind == TERM_STACK && root.a == o->callee) ||
		    (is_made_in(t, &root, o->callee) && !made_outward(o, &root)))
			continue;
		if (mark.kind == TERM_MARK) {
			mark.base = is_made_in(t, &root, o->callee) ? made_outward(o, &root) : mark.base;
			pairs_set(w->e->scratch, &w->st->cell, term_make(t, &mark), set_of(t, mark.base));
			continue;
		}
		at = term_cells(w->e, key);
		where_to = set_outward(o, set_of(t, key));
		w->cell = at.n ? w->e->cells.at + at.first : NULL;
		w->ncells = at.n;
		memory_store(w, where_to, value, set_only(t, where_to) == 0);
	}
	w->quiet = false;
}

/* Heap blocks the callee made and gave back under a name that is in use here. */
static void note_fresh(struct outward *o, const pairs *p)
{
	struct terms *t = o->w->e->terms;

	for (uint32_t i = 0; i < p->n; i++) {
		uint32_t n;
		const uint32_t *term = set_get(t, p->at[i].set, &n);
		for (uint32_t j = 0; j < n; j++) {
			struct term k = term_get(t, term_root(t, term[j]));
			uint32_t made = is_made_in(t, &k, o->callee) ? made_outward(o, &k) : 0;
			if (made)
				memory_fresh(o->w, made);
		}
	}
}

void context_leave(struct where *w, const struct call *call, const struct operation *operation, uint32_t context, uint32_t facts)
{
	struct explorer *e = w->e;
	const struct context *c = &e->out->context.at[context];
	struct outward o = { w, call, operation, c->fn.i };
	struct state *exit = &e->use.leave;
	uint32_t held, dropped, result;

	facts_load(e, facts, exit);
	note_fresh(&o, &exit->reg);
	held = lockset_map(e, exit->held, lock_outward, &o);
	dropped = lockset_map(e, exit->dropped, lock_outward, &o);
	result = set_outward(&o, pairs_get(&exit->reg, REG_RESULT));
	if (c->joined)
		held = lockset_relative(e, w->st->held, lockset_map(e, c->held, lock_outward, &o), held, dropped);
	apply_cells(&o, exit);
	w->st->held = held;
	w->st->dropped = lockset_join(e, w->st->dropped, dropped);
	if (call->reg)
		reg_set(w, call->reg - 1, result ? result : e->terms->top);
}
