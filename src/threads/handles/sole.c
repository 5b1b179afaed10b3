/* Starts of which at most one succeeds in a run, because a flag says that the thread is there (RELAY, Figure 10):
 *
 *     start:  if (state == MASTER) return;          thread:  state = MASTER;
 *             create(&t, thread);                            post(&s);
 *             wait(&s);                                      ..
 *
 * Only one thread, T, of which there is one, executes `start`. Behind a start that succeeded T waits for s before it tests the
 * flag again. Who has passed the wait is behind a post, and so behind the new thread's store: every post is the new thread's, and
 * a store of the flag comes before it. No store to the flag, whoever's it is, stores a number that passes the test. So no test
 * behind the first start that succeeded is passed, and each start is behind a test of its own.
 *
 * The classes of such a start (one a way to it) together stand for one thread. What follows, that its stores before the post are
 * over behind the wait, is gate.c's business. Test, start and wait must be in one function, store and post in another one. */
#include "threads/running.h"

#include "base/recogniser.h"
#include "threads/values/branch.h"
#include "code/loop.h"
#include "threads/values/memory.h"

struct sole {
	struct running *r;
	struct arena *scratch;
	const struct start *start;
	const struct code *code;
	uint32_t block; /* of the start */
	uint32_t group; /* set: the classes it starts */
	/* the test of the flag: on this way the number is none that is ever stored */
	const struct variable *flag;
	const struct variable_use *load;
	uint32_t test_from, test_to;
	/* the wait */
	const struct event *wait;
	uint32_t first_way; /* running.now.effect, from there on: where it has succeeded */
};

/* ---- the thread that starts ---- */

static uint32_t group_of(const struct sole *s)
{
	struct running *r = s->r;
	uint32_t group = 0;

	for (uint32_t i = 0; i < r->child.n; i++) {
		uint32_t child = r->child.at[i].child;
		if (r->child.at[i].slot != s->start->slot)
			continue;
		if (r->class.at[child].free || r->class.at[child].kind != ROOT_THREAD)
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

/* Can the function that starts be entered again before it returns? */
static bool is_recursive(const struct sole *s)
{
	const struct running *r = s->r;
	uint32_t fn = s->start->fn.i, *list = arena_array(s->scratch, limit(LIMIT_threads_contexts), sizeof *list), n = 0;
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

/* The start has failed there: there is no thread. */
static bool is_failure(const struct sole *s, uint32_t from, uint32_t to)
{
	return event_stores_handle(s->start->row) && way_fails(s->code, from, to, s->start->inst);
}

static bool cut_test(void *with, uint32_t from, uint32_t to)
{
	const struct sole *s = with;

	return (from == s->test_from && to == s->test_to) || is_failure(s, from, to);
}

static bool cut_failure(void *with, uint32_t from, uint32_t to)
{
	return is_failure(with, from, to);
}

static bool cut_wait(void *with, uint32_t from, uint32_t to)
{
	const struct sole *s = with;
	const struct tables *now = &s->r->now;

	for (uint32_t i = s->first_way; i < now->effect.n; i++)
		if (now->effect.at[i].at == from && now->effect.at[i].to == to)
			return true;
	return is_failure(s, from, to);
}

/* ---- the test ---- */

/* Does each start need a test of its own, with a load of its own? */
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
		if (in->op != OP_store || in->nwords || type_strip(r->p, in->type).i != type_strip(r->p, load->type).i ||
		    !program_constant(r->p, body_arg(&code->body, in, 1), &number) || test_holds(t, number))
			return false;
		any = true;
	}
	return any;
}

/* A branch on the load whose one way every start is behind. */
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

/* ---- the wait ---- */

/* Between a start and the next test, and before the function returns, T has waited. */
static bool waits_first(struct sole *s)
{
	const struct shape *shape = shape_get(s->r->shapes, s->start->fn);
	uint32_t stop = UINT32_MAX;
	const bool *reached;

	if (s->first_way == s->r->now.effect.n)
		return false;
	if (s->r->now.effect.at[s->first_way].to == UINT32_MAX) {
		stop = code_block(s->code, s->wait->inst);
		if (stop == s->block)
			return s->wait->inst > s->start->inst;
	}
	reached = blocks_reach(s->scratch, &s->code->body, s->block, stop, cut_wait, s);
	for (uint32_t b = 0; b < shape->nblocks; b++)
		if (reached[b] && (shape->returns[b] || b == s->block || b == code_block(s->code, s->load->inst)))
			return false;
	return true;
}

/* In every context of the function, the wait is for the same object. */
static bool same_object(const struct sole *s, uint32_t term)
{
	const struct running *r = s->r;
	uint32_t fn = s->start->fn.i;

	for (uint32_t k = r->c->first_by_fn[fn]; k < r->c->first_by_fn[fn + 1]; k++) {
		const struct context *c = context_of(r, r->c->by_fn[k]);
		bool found = false;
		for (uint32_t i = c->event; i < c->event + c->nevents; i++) {
			const struct event *e = &r->c->event.at[i];
			found |= e->inst == s->wait->inst && e->row == s->wait->row && set_one_object(r, e->on) == term;
		}
		if (!found)
			return false;
	}
	return true;
}

/* ---- the new thread ---- */

static bool stored_before(const struct sole *s, struct fn_id fn, uint32_t inst)
{
	const struct code *code = code_get(s->r->shapes, fn);
	uint32_t block = code_block(code, inst);

	for (uint32_t i = 0; i < s->flag->store.n; i++) {
		const struct variable_use *u = &s->flag->store.at[i];
		uint32_t at;
		if (u->fn.i != fn.i || u->offset != s->load->offset)
			continue;
		at = code_block(code, u->inst);
		if (at == block ? u->inst < inst
				: code->cfg.position[at] && code->cfg.position[block] && cfg_dominates(&code->cfg, at, block))
			return true;
	}
	return false;
}

/* Every post that may be meant is the new thread's, and behind its store. */
static bool posts_behind(const struct sole *s, const struct gate *g)
{
	struct running *r = s->r;
	bool any = false;

	for (uint32_t i = 1; i < r->c->event.n; i++) {
		const struct event *e = &r->c->event.at[i];
		uint32_t set = r->threads_of[e->context];
		if (!gate_is_post(e) || e->row->family != g->family || !may_be(r, e->on, g->term) || !set)
			continue;
		if (bits_minus(&r->bits, set, s->group) || !stored_before(s, context_of(r, e->context)->fn, e->inst))
			return false;
		any = true;
	}
	return any;
}

/* ---- all of it ---- */

static bool find_wait(struct sole *s)
{
	struct running *r = s->r;
	const struct context *c = context_of(r, r->c->by_fn[r->c->first_by_fn[s->start->fn.i]]);

	for (uint32_t i = c->event; i < c->event + c->nevents; i++) {
		const struct event *e = &r->c->event.at[i];
		struct gate g = { .term = set_one_object(r, e->on), .family = e->row->family };
		bool found;
		if (!gate_is_wait(e) || !g.term || !gate_is_closed(r, &g, e))
			continue;
		s->wait = e;
		s->first_way = r->now.effect.n;
		effect_on_success(r, e, s->start->slot, 0); /* asked only for where that is: taken away again */
		found = waits_first(s);
		r->now.effect.n = s->first_way;
		if (found && same_object(s, g.term) && posts_behind(s, &g))
			return true;
	}
	return false;
}

static bool find_flag(struct sole *s)
{
	struct running *r = s->r;

	(void)memory_variable(r, (struct sym_id){ 0 });
	for (uint32_t i = 1; i < r->p->sym.n; i++) {
		const struct variable *v = r->variable[i];
		const struct sym *sym = program_sym(r->p, (struct sym_id){ i });
		if (!v || v->escapes || !v->store.n || !(sym->flags & SYM_DEFINED) || sym->flags & SYM_THREAD_LOCAL)
			continue;
		s->flag = v;
		for (uint32_t k = 0; k < v->load.n; k++) {
			s->load = &v->load.at[k];
			if (s->load->fn.i == s->start->fn.i && find_test(s) && find_wait(s))
				return true;
		}
	}
	return false;
}

static bool worth_it(const struct sole *s)
{
	const struct running *r = s->r;
	uint32_t fn = s->start->fn.i;

	return s->start->row && !s->start->once && !s->start->item && s->group && one_owner(r, s->start) &&
	       r->c->first_by_fn[fn] < r->c->first_by_fn[fn + 1] && !shape_get(r->shapes, s->start->fn)->ntwice;
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
		s.code = code_get(r->shapes, s.start->fn);
		s.block = code_block(s.code, s.start->inst);
		if (RECOGNISED(threads_sole, !is_recursive(&s) && find_flag(&s)))
			for (uint32_t k = bits_next(&r->bits, s.group, 1); k != UINT32_MAX;
			     k = bits_next(&r->bits, s.group, k + 1)) {
				r->class.at[k].sole = i;
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
