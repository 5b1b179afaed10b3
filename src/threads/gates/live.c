/* Numbers that count the threads that are there:
 *
 *     starts:  lock; live++; unlock; create(..)          thread:  ..; lock; live--; signal; unlock
 *     waits:   lock; while (live > 0) wait; unlock       behind it all of them have come to their live--
 *
 * One thread makes all starts, each behind a step of its own, and waits; each thread steps back once at most. So there are never
 * fewer steps than starts, nor more steps back than threads; where the number is 0 again, as many steps back were made as steps,
 * and each thread has made its own. What it does behind that is not told. No step is lost: all are atomic, or under one lock.
 *
 * A start that has failed may take its step back: once, and only there. That is a start less, and a step less. */
#include "threads/gates/flag.h"

#include "code/loop.h"
#include "threads/handles/handles.h"

bool live_is_none(const struct test *t)
{
	switch (t->compare) {
	case COMPARE_eq:
	case COMPARE_sle:
	case COMPARE_ule:
	case COMPARE_slt:
	case COMPARE_ult:
		return test_holds(t, 0) && !test_holds(t, 1);
	default:
		return false;
	}
}

/* Is it executed by this class alone, a set of one, wherever it is executed? */
static bool is_of(const struct running *r, struct fn_id fn, uint32_t owner)
{
	for (uint32_t k = r->c->first_by_fn[fn.i]; k < r->c->first_by_fn[fn.i + 1]; k++) {
		uint32_t set = r->threads_of[r->c->by_fn[k]];
		if (set && set != owner)
			return false;
	}
	return true;
}

/* The one lock that is held there in all contexts; 0: none, or several. */
static uint32_t only_lock(const struct running *r, const struct variable_use *u)
{
	uint32_t found = 0;

	for (uint32_t k = r->c->first_by_fn[u->fn.i]; k < r->c->first_by_fn[u->fn.i + 1]; k++) {
		uint32_t n, held;
		const struct held *l;
		if (!contexts_reaches(r->c, r->c->by_fn[k], u->inst))
			continue;
		held = contexts_held(r->c, r->c->by_fn[k], u->inst);
		l = contexts_locks(r->c, held, &n);
		if (n != 1 || !term_is_one(r, l->term) || (found && found != l->term))
			return 0;
		found = l->term;
	}
	return found;
}

/* Is it done only where this start has failed, once each time? */
static bool is_failure_of(const struct running *r, const struct variable_use *u, uint32_t call)
{
	const struct code *code = code_get(r->shapes, u->fn);
	const struct start *s = &r->start.at[map_get(&r->start_at, map_pair(u->fn.i, call))];
	struct starting l = { .r = r, .code = code, .call = call };
	uint32_t start = code_block(code, call), at = code_block(code, u->inst);
	struct arena scratch;
	bool only;

	if (!s->row || !event_stores_handle(s->row) || start == at || !code->cfg.position[at] ||
	    !cfg_dominates(&code->cfg, start, at))
		return false;
	arena_init(&scratch, "threads scratch");
	only = !blocks_reach(&scratch, &code->body, start, start, start_has_failed, &l)[at];
	only = only && !blocks_reach(&scratch, &code->body, at, start, NULL, NULL)[at];
	arena_release(&scratch);
	return only;
}

static bool may_take_back(const struct running *r, const struct variable_use *u)
{
	for (uint32_t i = 1; i < r->start.n; i++)
		if (r->start.at[i].fn.i == u->fn.i && is_failure_of(r, u, r->start.at[i].inst))
			return true;
	return false;
}

/* Is it a start of one of these that has failed there? */
static bool takes_back(const struct running *r, const struct variable_use *u, uint32_t posters)
{
	for (uint32_t k = bits_next(&r->bits, posters, 1); k != UINT32_MAX; k = bits_next(&r->bits, posters, k + 1))
		for (uint32_t i = 0; i < r->class.at[k].edge.n; i++) {
			const struct edge *e = &r->c->edge.at[r->class.at[k].edge.at[i]];
			if (context_of(r, e->context)->fn.i == u->fn.i && is_failure_of(r, u, e->inst))
				return true;
		}
	return false;
}

/* Steps by one, forth and back, and nothing else; none of them is lost. `undone`: back, where a start has failed. */
static bool read_steps(const struct running *r, const struct flag *f, uint64_t *forth, uint64_t *back, uint64_t *undone)
{
	uint32_t lock = 0;

	*forth = *back = *undone = 0;
	for (uint32_t i = 0; i < f->v->store.n; i++) {
		const struct variable_use *u = &f->v->store.at[i];
		bool atomic = code_get(r->shapes, u->fn)->body.inst.at[u->inst].op == OP_rmw;
		int64_t step = flag_step(r, f, u);
		uint32_t held = atomic ? 0 : only_lock(r, u);
		if (!flag_touches(r, f, u))
			continue;
		if ((step != 1 && step != -1) || u->offset != f->offset || (!atomic && !held) ||
		    ((*forth || *back || *undone) && held != lock))
			return false;
		lock = held;
		*(step == 1 ? forth : may_take_back(r, u) ? undone : back) |= (uint64_t)1 << i;
	}
	return *forth && *back;
}

static bool is_before(const struct code *code, uint32_t a, uint32_t b)
{
	uint32_t x = code_block(code, a), y = code_block(code, b);

	return x == y ? a < b : code->cfg.position[x] && cfg_dominates(&code->cfg, x, y);
}

/* Has the start a step of its own: the only one of its function, passed before each start? */
static bool is_counted(const struct running *r, const struct flag *f, uint64_t forth, struct fn_id fn, uint32_t start)
{
	const struct code *code = code_get(r->shapes, fn);
	uint32_t found = UINT32_MAX, block = code_block(code, start);

	for (uint32_t i = 0; i < f->v->store.n; i++)
		if (forth >> i & 1 && f->v->store.at[i].fn.i == fn.i) {
			if (found != UINT32_MAX)
				return false;
			found = f->v->store.at[i].inst;
		}
	if (found == UINT32_MAX || !code->cfg.position[block] || !is_before(code, found, start))
		return false;
	if (code_block(code, found) == block)
		return true;
	return !block_leads_to(&code->body, block, block, code_block(code, found));
}

/* Every start of the posters, which are all that step back; no two of them in one function. */
static bool are_counted(const struct running *r, const struct flag *f, uint64_t forth, uint32_t posters)
{
	struct map start_in = { 0 };
	struct arena scratch;
	bool counted = true;

	arena_init(&scratch, "threads scratch");
	for (uint32_t k = bits_next(&r->bits, posters, 1); k != UINT32_MAX; k = bits_next(&r->bits, posters, k + 1))
		for (uint32_t i = 0; counted && i < r->class.at[k].edge.n; i++) {
			const struct edge *e = &r->c->edge.at[r->class.at[k].edge.at[i]];
			struct fn_id fn = context_of(r, e->context)->fn;
			uint32_t known = map_get(&start_in, fn.i);
			counted = (!known || known == e->inst + 1) && is_counted(r, f, forth, fn, e->inst);
			map_put(&scratch, &start_in, fn.i, e->inst + 1);
		}
	arena_release(&scratch);
	return counted;
}

/* One step back in a function: two could be for one start. */
static bool is_only_one(const struct flag *f, uint64_t undone, uint32_t at)
{
	for (uint32_t i = 0; i < f->v->store.n; i++)
		if (i != at && undone >> i & 1 && f->v->store.at[i].fn.i == f->v->store.at[at].fn.i)
			return false;
	return true;
}

bool live_find(struct running *r, const struct flag *f, struct opening *o)
{
	uint32_t before = r->now.effect.n;
	uint64_t forth, undone;
	bool found;

	*o = (struct opening){ .counted = true };
	if (!f->has_first || f->first || f->filled || !read_steps(r, f, &forth, &o->stores, &undone))
		return false;
	for (uint32_t i = 0; i < f->v->store.n; i++)
		for (uint32_t k = r->c->first_by_fn[f->v->store.at[i].fn.i];
		     o->stores >> i & 1 && k < r->c->first_by_fn[f->v->store.at[i].fn.i + 1]; k++)
			o->gate.posters = bits_union(&r->bits, o->gate.posters, r->threads_of[r->c->by_fn[k]]);
	if (!o->gate.posters || !are_counted(r, f, forth, o->gate.posters))
		return false;
	o->gate.many = true;
	gate_watch(r, &o->gate);
	found = o->gate.before;
	for (uint32_t i = 0; i < f->v->store.n; i++)
		found &= !(undone >> i & 1) ||
			 (takes_back(r, &f->v->store.at[i], o->gate.posters) && is_only_one(f, undone, i));
	for (uint32_t i = 0; i < f->v->store.n; i++)
		found &= !((forth | undone) >> i & 1) || is_of(r, f->v->store.at[i].fn, bits_one(&r->bits, o->gate.owner));
	if (!found)
		r->now.effect.n = before;
	return found;
}
