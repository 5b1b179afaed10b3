/* Starts of which at most one succeeds in a run, because a flag says that it was made:
 *
 *     lock(&m); if (!started) { started = true; create(&t, thread); } unlock(&m);         start: the same, by one thread alone
 *     if (!exchange(&started, true)) create(&t, thread);                                  once(&flag, start)
 *
 * The *place* is the start, or the only call that leads to it, if that leads to no more than one. Every time that it is passed, a
 * test of the flag was passed before, behind a load of its own. Nobody ever stores a number to the flag that passes the test. So
 * no second test is passed if a store comes before it. It does,
 *
 * - where load and store are one: an exchange;
 * - where each way from the test to the place, or from the place to the next test and out of the function, passes a store, and
 *   nobody else can come in between: the function is executed by one thread, of which there is one, and does not enter itself;
 *   or a lock is held from the load until behind the place and the store, and nobody gives it back meanwhile;
 * - where the new thread has stored, since the one that started it has waited for that (awaited.c).
 *
 * What runs under a once needs no flag. The classes of such a start (one a way to it) together stand for one thread. */
#include "threads/handles/sole.h"

#include "base/recogniser.h"
#include "code/address.h"
#include "code/loop.h"
#include "threads/values/branch.h"

/* ---- the thread that starts ---- */

static uint32_t group_of(const struct sole *s)
{
	struct running *r = s->r;
	uint32_t group = 0, n;
	const uint32_t *at = slot_children(r, s->start->slot, &n);

	for (uint32_t i = 0; i < n; i++) {
		uint32_t child = r->child.at[at[i]].child;
		if (r->child.at[at[i]].slot != s->start->slot)
			continue;
		if (r->class.at[child].kind != ROOT_THREAD || bits_has(&r->bits, r->class.at[child].below, child))
			return 0;
		for (uint32_t k = 0; k < r->class.at[child].edge.n; k++) {
			const struct edge *e = &r->c->edge.at[r->class.at[child].edge.at[k]];
			if (context_of(r, e->context)->fn.i != s->start->fn.i || e->inst != s->start->inst)
				return 0;
		}
		group = bits_with(&r->bits, group, child);
	}
	return group;
}

/* Can the function of the place be entered again before it returns? */
static bool is_recursive(const struct sole *s)
{
	const struct running *r = s->r;
	uint32_t fn = s->fn.i, *list = arena_array(s->scratch, limit(LIMIT_threads_contexts), sizeof *list), n = 0;
	struct map seen = { 0 };

	for (uint32_t k = r->c->first_by_fn[fn]; k < r->c->first_by_fn[fn + 1] && !limit_full(LIMIT_threads_contexts, n); k++)
		list[n++] = r->c->by_fn[k];
	for (uint32_t done = 0; done < n; done++) {
		const struct context *c = context_of(r, list[done]);
		for (uint32_t i = c->edge; i < c->edge + c->nedges; i++) {
			const struct edge *e = &r->c->edge.at[i];
			if (!edge_is_call(r, e) || map_get(&seen, e->to))
				continue;
			if (context_of(r, e->to)->fn.i == fn || limit_full(LIMIT_threads_contexts, n))
				return true;
			map_put(s->scratch, &seen, e->to, 1);
			list[n++] = e->to;
		}
	}
	return n == limit(LIMIT_threads_contexts);
}

/* ---- ways through the function ---- */

/* A start that has failed has made no thread. */
bool sole_fails(const struct sole *s, uint32_t from, uint32_t to)
{
	return s->fn.i == s->start->fn.i && s->inst == s->start->inst && event_stores_handle(s->start->row) &&
	       way_fails(s->code, from, to, s->inst);
}

static bool cut_test(void *with, uint32_t from, uint32_t to)
{
	const struct sole *s = with;

	return (from == s->test_from && to == s->test_to) || sole_fails(s, from, to);
}

static bool cut_failure(void *with, uint32_t from, uint32_t to)
{
	return sole_fails(with, from, to);
}

/* Does the block store to the flag, between the instructions? */
static bool stores_in(const struct sole *s, uint32_t block, uint32_t from, uint32_t to)
{
	for (uint32_t i = 0; i < s->flag->store.n; i++) {
		const struct variable_use *u = &s->flag->store.at[i];
		if (u->fn.i == s->fn.i && u->offset == s->load->offset && u->inst >= from && u->inst < to &&
		    code_block(s->code, u->inst) == block)
			return true;
	}
	return false;
}

static bool cut_store(void *with, uint32_t from, uint32_t to)
{
	const struct sole *s = with;

	return sole_fails(s, from, to) ||
	       (to != s->block && to != code_block(s->code, s->load->inst) && stores_in(s, to, 0, UINT32_MAX));
}

/* ---- the test ---- */

/* Does each pass of the place need a test of its own, with a load of its own? */
static bool is_guarded(struct sole *s)
{
	uint32_t load = code_block(s->code, s->load->inst);

	return s->block && load != s->block && !blocks_reach(s->scratch, &s->code->body, 0, UINT32_MAX, cut_test, s)[s->block] &&
	       !blocks_reach(s->scratch, &s->code->body, s->block, UINT32_MAX, cut_test, s)[s->block] &&
	       !blocks_reach(s->scratch, &s->code->body, s->block, load, cut_failure, s)[s->block];
}

/* Only numbers that the test refuses are ever stored. */
static bool stores_refused(const struct sole *s, const struct test *t)
{
	const struct running *r = s->r;
	const struct inst *load = &s->code->body.inst.at[s->load->inst];
	bool any = false;

	for (uint32_t i = 0; i < s->flag->store.n; i++) {
		const struct variable_use *u = &s->flag->store.at[i];
		const struct code *code = code_get(r->shapes, u->fn);
		const struct inst *in = &code->body.inst.at[u->inst];
		int64_t number;
		if (u->offset != s->load->offset) {
			if (u->offset < s->load->offset + 8 && s->load->offset < u->offset + 8)
				return false;
			continue;
		}
		bool whole = in->op == OP_store || (in->op == OP_rmw && in->sub == RMW_xchg);
		if (!whole || in->nwords || type_strip(r->p, in->type).i != type_strip(r->p, load->type).i ||
		    !program_constant(r->p, body_arg(&code->body, in, 1), &number) || test_holds(t, number))
			return false;
		any = true;
	}
	return any;
}

/* A branch on the load whose one way every pass of the place is behind. */
static bool find_test(struct sole *s)
{
	const struct body *b = &s->code->body;

	for (uint32_t block = 0; block < b->block.n; block++) {
		struct fork f;
		if (!fork_asks(s->code, block, s->load->inst, &f))
			continue;
		for (uint32_t way = 0; way < 2; way++) {
			s->test_from = block;
			s->test_to = f.to[way];
			if (stores_refused(s, &f.test) && is_guarded(s))
				return true;
			f.test = test_not(f.test);
		}
	}
	return false;
}

/* ---- a store of the function ---- */

/* On each way from the test to the place. */
static bool stores_before(struct sole *s)
{
	uint32_t to = s->test_to;

	if (stores_in(s, s->block, 0, s->inst))
		return true;
	if (to == s->block || to == code_block(s->code, s->load->inst))
		return false;
	return stores_in(s, to, 0, UINT32_MAX) || !blocks_reach(s->scratch, &s->code->body, to, UINT32_MAX, cut_store, s)[s->block];
}

static bool jumps(const struct program *p)
{
	for (uint32_t i = 1; i < p->sym.n; i++)
		if (p->sym.at[i].flags & SYM_TWICE)
			return true;
	return false;
}

/* On each way from the place to the next load, and out of the function. */
static bool stores_behind(struct sole *s)
{
	const struct shape *shape = shape_get(s->r->shapes, s->fn);
	const bool *reached;

	if (jumps(s->r->p))
		return false;
	if (stores_in(s, s->block, s->inst, UINT32_MAX))
		return true;
	if (shape->returns[s->block])
		return false;
	reached = blocks_reach(s->scratch, &s->code->body, s->block, UINT32_MAX, cut_store, s);
	for (uint32_t b = 0; b < shape->nblocks; b++)
		if (reached[b] && (shape->returns[b] || b == s->block || b == code_block(s->code, s->load->inst)))
			return false;
	return true;
}

/* ---- nobody else comes in between ---- */

static bool is_sure(const struct running *r, const struct held *h)
{
	return !held_is_shared(h) && term_is_one(r, h->term);
}

static bool holds(const struct running *r, uint32_t context, uint32_t inst, const struct held *lock)
{
	uint32_t n;
	const struct held *x = contexts_locks(r->c, contexts_held(r->c, context, inst), &n);

	for (uint32_t i = 0; i < n; i++)
		if (is_sure(r, &x[i]) && held_is_same(&x[i], lock))
			return true;
	return false;
}

static bool touches(const struct running *r, const struct event *e, const struct held *lock)
{
	enum event_kind kind = event_kind(e->row);

	if (kind == EVENT_WAIT && e->with)
		return may_be(r, e->with, lock->term);
	return (kind == EVENT_ACQUIRE || kind == EVENT_RELEASE) && e->row->family == lock->family && may_be(r, e->on, lock->term);
}

/* Does a call, or what it leads to, take the lock or give it back? */
static bool touches_below(const struct sole *s, uint32_t context, const struct held *lock)
{
	const struct running *r = s->r;
	VEC(uint32_t) list = { 0 };
	struct map seen = { 0 };

	*vec_add(s->scratch, &list) = context;
	for (uint32_t done = 0; done < list.n; done++) {
		const struct context *c = context_of(r, list.at[done]);
		for (uint32_t i = c->event; i < c->event + c->nevents; i++)
			if (touches(r, &r->c->event.at[i], lock))
				return true;
		for (uint32_t i = c->edge; i < c->edge + c->nedges; i++) {
			const struct edge *e = &r->c->edge.at[i];
			if (!edge_is_call(r, e) || map_get(&seen, e->to))
				continue;
			if (limit_full(LIMIT_threads_below, list.n))
				return true;
			map_put(s->scratch, &seen, e->to, 1);
			*vec_add(s->scratch, &list) = e->to;
		}
	}
	return false;
}

/* May the instruction be executed on the way from the one to the other, without another load? */
static bool is_between(const struct sole *s, uint32_t from, uint32_t inst, uint32_t to)
{
	uint32_t load = code_block(s->code, s->load->inst), a = code_block(s->code, from), b = code_block(s->code, inst),
		 c = code_block(s->code, to);
	bool behind = a == b ? inst > from : block_leads_to(&s->code->body, a, b, load);

	return behind && (b == c ? inst < to : block_leads_to(&s->code->body, b, c, load));
}

/* Is it done between the load and the place, or from there on until a store? */
static bool is_inside(const struct sole *s, uint32_t inst)
{
	if (is_between(s, s->load->inst, inst, s->inst))
		return true;
	for (uint32_t i = 0; i < s->flag->store.n; i++)
		if (s->flag->store.at[i].fn.i == s->fn.i && is_between(s, s->inst, inst, s->flag->store.at[i].inst))
			return true;
	return false;
}

/* In one context: from the load to the place and the stores. */
static bool holds_all_along(const struct sole *s, uint32_t context, const struct held *lock)
{
	const struct running *r = s->r;
	const struct context *c = context_of(r, context);

	if (!holds(r, context, s->load->inst, lock) || !holds(r, context, s->inst, lock))
		return false;
	for (uint32_t i = 0; i < s->flag->store.n; i++)
		if (s->flag->store.at[i].fn.i == s->fn.i && !holds(r, context, s->flag->store.at[i].inst, lock))
			return false;
	for (uint32_t i = c->event; i < c->event + c->nevents; i++)
		if (touches(r, &r->c->event.at[i], lock) && is_inside(s, r->c->event.at[i].inst))
			return false;
	for (uint32_t i = c->edge; i < c->edge + c->nedges; i++) {
		const struct edge *e = &r->c->edge.at[i];
		if (edge_is_call(r, e) && (e->inst == s->inst || is_inside(s, e->inst)) && touches_below(s, e->to, lock))
			return false;
	}
	return true;
}

static bool is_locked(const struct sole *s)
{
	const struct running *r = s->r;
	const struct held *x = NULL;
	uint32_t first = r->c->first_by_fn[s->fn.i], last = r->c->first_by_fn[s->fn.i + 1], n = 0;

	for (uint32_t k = first; k < last && !x; k++)
		if (contexts_reaches(r->c, r->c->by_fn[k], s->load->inst))
			x = contexts_locks(r->c, contexts_held(r->c, r->c->by_fn[k], s->load->inst), &n);
	for (uint32_t i = 0; x && i < n; i++) {
		bool all = is_sure(r, &x[i]);
		for (uint32_t k = first; k < last && all; k++)
			all = !contexts_reaches(r->c, r->c->by_fn[k], s->inst) || holds_all_along(s, r->c->by_fn[k], &x[i]);
		if (all)
			return true;
	}
	return false;
}

/* ---- all of it ---- */

static bool is_closed(struct sole *s)
{
	bool one = one_owner(s->r, s->start), here = s->fn.i == s->start->fn.i && s->inst == s->start->inst;

	if (s->code->body.inst.at[s->load->inst].op == OP_rmw)
		return true;
	if (is_recursive(s))
		return false;
	if ((stores_before(s) || stores_behind(s)) && (one || is_locked(s)))
		return true;
	return one && here && sole_is_awaited(s);
}

static bool is_load_of(const struct variable_use *u, const struct sole *s, uint32_t inst)
{
	return u->fn.i == s->fn.i && u->inst == inst;
}

static bool find_flag(struct sole *s)
{
	struct running *r = s->r;

	(void)memory_variable(r, (struct sym_id){ 0 });
	for (uint32_t i = 0; i < s->code->body.inst.n; i++) {
		const struct inst *in = &s->code->body.inst.at[i];
		bool asks = in->op == OP_load || (in->op == OP_rmw && in->sub == RMW_xchg);
		struct ref base = asks ? peel_base(&s->code->body, body_arg(&s->code->body, in, 0), PEEL_ADDRESS) : (struct ref){ 0 };
		const struct variable *v = ref_kind(base) == REF_SYM ? r->variable[ref_index(base)] : NULL;
		const struct sym *sym = v ? program_sym(r->p, (struct sym_id){ ref_index(base) }) : NULL;
		if (!v || v->escapes || !v->store.n || !(sym->flags & SYM_DEFINED) || sym->flags & SYM_THREAD_LOCAL)
			continue;
		s->flag = v;
		s->load = NULL;
		for (uint32_t k = 0; k < v->load.n && !s->load; k++)
			s->load = is_load_of(&v->load.at[k], s, i) ? &v->load.at[k] : NULL;
		for (uint32_t k = 0; k < v->update.n && !s->load; k++)
			s->load = is_load_of(&v->update.at[k], s, i) ? &v->update.at[k] : NULL;
		if (s->load && find_test(s) && is_closed(s))
			return true;
	}
	return false;
}

/* Is it entered under a once, and nowhere else? */
static bool is_under_once(const struct sole *s)
{
	const struct running *r = s->r;
	uint32_t first = r->c->first_by_fn[s->fn.i], flag = r->inside[r->c->by_fn[first]];

	for (uint32_t k = first; k < r->c->first_by_fn[s->fn.i + 1]; k++) {
		uint32_t context = r->c->by_fn[k];
		if (!flag || r->inside[context] != flag)
			return false;
		for (uint32_t i = r->first_caller[context]; i < r->first_caller[context + 1]; i++)
			if (r->c->edge.at[r->caller[i]].kind != SITE_INNER)
				return false;
	}
	return true;
}

static bool settle_in(struct sole *s, struct fn_id fn, uint32_t inst)
{
	const struct running *r = s->r;

	if (r->c->first_by_fn[fn.i] == r->c->first_by_fn[fn.i + 1] || shape_get(r->shapes, fn)->ntwice)
		return false;
	s->fn = fn;
	s->inst = inst;
	s->code = code_get(r->shapes, fn);
	s->block = code_block(s->code, inst);
	return true;
}

/* The only call of the function of the place, which passes it once at most. */
static bool climb(struct sole *s)
{
	const struct running *r = s->r;
	const struct edge *found = NULL;

	if (block_leads_to(&s->code->body, s->block, s->block, UINT32_MAX))
		return false;
	for (uint32_t k = r->c->first_by_fn[s->fn.i]; k < r->c->first_by_fn[s->fn.i + 1]; k++) {
		uint32_t context = r->c->by_fn[k];
		if (r->is_start[context])
			return false;
		for (uint32_t i = r->first_caller[context]; i < r->first_caller[context + 1]; i++) {
			const struct edge *e = &r->c->edge.at[r->caller[i]];
			if (e->kind != SITE_CALL || e->root ||
			    (found && (e->inst != found->inst || context_of(r, e->context)->fn.i != context_of(r, found->context)->fn.i)))
				return false;
			found = e;
		}
	}
	return found && settle_in(s, context_of(r, found->context)->fn, found->inst);
}

static bool is_sole(struct sole *s)
{
	bool good = settle_in(s, s->start->fn, s->start->inst);

	for (uint32_t depth = 0; good && !limit_full(LIMIT_threads_calls, depth); depth++) {
		if (find_flag(s) || (is_under_once(s) && !block_leads_to(&s->code->body, s->block, s->block, UINT32_MAX)))
			return true;
		good = climb(s);
	}
	return false;
}

static bool worth_it(const struct sole *s)
{
	return s->start->row && !s->start->once && !s->start->item && s->group;
}

void soles_make(struct running *r)
{
	for (uint32_t i = 1; i < r->start.n; i++) {
		struct arena scratch;
		struct sole s = { .r = r, .scratch = &scratch, .start = &r->start.at[i] };
		s.group = group_of(&s);
		if (!worth_it(&s))
			continue;
		arena_init(&scratch, "threads scratch");
		if (RECOGNISED(threads_sole, is_sole(&s)))
			for (uint32_t k = bits_next(&r->bits, s.group, 1); k != UINT32_MAX;
			     k = bits_next(&r->bits, s.group, k + 1)) {
				r->class.at[k].sole = i;
				if (!r->class.at[k].free)
					r->t->thread.at[k].multiplicity = THREAD_ONE;
			}
		arena_release(&scratch);
	}
}

bool one_instance(const struct running *r, uint32_t set)
{
	uint32_t first = bits_next(&r->bits, set, 1);

	for (uint32_t k = first; k != UINT32_MAX; k = bits_next(&r->bits, set, k + 1)) {
		const struct class *c = &r->class.at[k];
		if (c->free || r->t->thread.at[k].multiplicity != THREAD_ONE ||
		    (k != first && (!c->sole || c->sole != r->class.at[first].sole)))
			return false;
	}
	return first != UINT32_MAX;
}
