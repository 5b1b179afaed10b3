/* For which elements is the thread alive whose handle is in t[i]?
 *
 *     for (i = 0; i < n; i++) create(&t[i], ..);        a set: one slot, one handle an element, 0 .. n
 *     for (i = n - 1; i >= 0; i--) join(t[i]);          on the way out of this loop 0 .. n is over
 *
 * A start puts its handles into a range of elements of an array (handles.h, range.h), by a loop, by a counter in memory that
 * steps with the starts (counter.c), or at a fixed place; a join reads them from such a range. Where the second range covers the
 * first one (cover.c), the set is over behind the loop of the joins, whose joins are on every way through a round. What both read
 * from memory (base, bounds) must be read when the loops begin, or in each round, and must not be stored to once the threads are
 * started, or not between the two in one function, or not while the threads are there (rounds.c). Elements may be pointers to
 * records that hold the handles, put there before, or in the round that starts the thread. A start that may put its handle where
 * one is that such a loop would join takes it away: the threads before are another set from then on, which nobody waits for.
 * Where all of a set are started by one run through one loop, whoever has passed the joins knows that all are over, also in
 * another thread than the one that has started them.
 *
 * A wrapper may make the thread and return the handle, t[i] = start(f), or the record with the handle, or put it where a
 * parameter tells it to, start(&t[i], f): then each way to the start in it is a set of its own, what it returns says nothing of
 * whether there is a thread, but for a record, and what both loops read may be stored by threads that are never there together
 * with this one, as an earlier round has found. Calls may join as well: waiters.c. Assumed: the array holds what the starts put
 * there, and each handle once; pointers in it lead to different records, and are stored by the name of the array. */
#include "threads/handles/handles.h"

#include "base/recogniser.h"
#include "threads/values/branch.h"
#include "threads/values/memory.h"

struct list {
	uint32_t *at, n, cap;
};

/* A call that starts the threads of a set: the start itself, or a call of a wrapper that returns the handle, or is told where to
 * put it. */
struct threads_maker {
	struct start *start;
	struct fn_id fn;
	uint32_t inst, slot;
	bool wrapper;
	uint32_t param;	      /* of a wrapper: the parameter that tells where the handle is put, from 1; 0: it is returned */
	bool record;	      /* what is returned is the record with the handle: made.c */
	int64_t inside;	      /* the handle is so many bytes behind it */
	bool waited;	      /* some loop of joins covers it */
	bool lost;	      /* handles of it may be replaced by others */
	bool stepped;	      /* a counter in memory chooses the elements */
	struct list contexts; /* that have it, each once */
};

struct makers {
	struct threads_maker *at;
	uint32_t n, cap;
	VEC(struct threads_supposed)
	hope; /* joins that cover a start if nothing that both read is stored to meanwhile: rounds.c */
};

/* Where the result of a call is stored, if that is all that is done with it. */
static struct ref stored_result(const struct code *code, uint32_t call)
{
	uint32_t value = ref_make(REF_VALUE, body_value(&code->body, call)).bits;
	struct ref address = ref_make(REF_NONE, 0);

	for (uint32_t i = 0; i < code->body.inst.n; i++) {
		const struct inst *in = &code->body.inst.at[i];
		for (uint32_t k = 0; k < in->nargs; k++) {
			if (body_arg(&code->body, in, k).bits != value)
				continue;
			if (in->op != OP_store || k != 1 || in->nwords || ref_kind(address) != REF_NONE ||
			    code_block(code, i) != code_block(code, call))
				return ref_make(REF_NONE, 0);
			address = body_arg(&code->body, in, 0);
		}
	}
	return address;
}

static bool read_made(const struct running *r, const struct threads_maker *m, uint32_t context, struct handles *h)
{
	const struct code *code = code_get(r->shapes, m->fn);
	struct ref at = m->record    ? ref_make(REF_VALUE, body_value(&code->body, m->inst))
			: m->param   ? body_arg(&code->body, &code->body.inst.at[m->inst], m->param)
			: m->wrapper ? stored_result(code, m->inst)
				     : handle_address(code, m->inst, &m->start->row->id);
	bool known = handles_read_kept(r, context, m->inst, at, h) || (!m->record && handles_read(r, context, m->inst, at, h));

	handles_move(h, m->inside);
	h->wrapped = m->wrapper;
	h->record = m->record;
	return known;
}

/* Once a round: no circle leads back to the start without passing the header. */
static bool once_a_round(const struct code *code, const struct handles *h)
{
	return !block_leads_to(&code->body, h->block, h->block, h->loop.header);
}

/* ---- which starts are sets, and which loops wait for them ---- */

static bool is_own(const struct running *r, const struct threads_maker *m, const struct handles *h)
{
	return m->start->once || origin_is_local(r, &h->element.base) ||
	       (m->wrapper ? one_executes(r, h->context) : one_owner_at_once(r, m->start));
}

/* The event may name a thread of this call: by its term, or by where the id was stored. */
static bool may_name(const struct running *r, const struct event *e, const struct start *s)
{
	uint32_t n;
	const uint32_t *term = set_get(&r->c->terms, e->on, &n);

	for (uint32_t i = 0; i < n; i++) {
		struct term t = term_get(&r->c->terms, term[i]);
		if (t.kind != TERM_THREAD || (t.a == s->fn.i && t.b == s->inst))
			return true;
	}
	return false;
}

static void contexts_of_start(struct running *r, struct threads_maker *m)
{
	for (uint32_t k = r->c->first_by_fn[m->fn.i]; k < r->c->first_by_fn[m->fn.i + 1]; k++) {
		const struct context *c = context_of(r, r->c->by_fn[k]);
		bool found = false;
		for (uint32_t i = c->edge; i < c->edge + c->nedges; i++)
			found |= r->c->edge.at[i].inst == m->inst && edge_is_start(r, &r->c->edge.at[i]);
		if (found)
			*vec_add(r->arena, &m->contexts) = r->c->by_fn[k];
	}
}

bool joins_now(const struct running *r, const struct event *e)
{
	return event_is(e->row, EVENT_JOIN) && !(e->row->flags & (MODEL_TRY | MODEL_TIMED | MODEL_ALL)) &&
	       event_is_sure(e->row) && bits_meet(&r->bits, r->threads_of[e->context], r->ordered);
}

/* A join of the same element in the same round: then each round has one thread, and no set is needed. */
static bool joined_in_round(const struct running *r, const struct handles *start, const struct handles *join)
{
	return join->counted && start->counted && handles_place(&join->element) == handles_place(&start->element) &&
	       context_of(r, join->context)->fn.i == context_of(r, start->context)->fn.i &&
	       join->element.index.bits == start->element.index.bits && start->loop.inside[join->block];
}

/* The join of such a round waits for the thread of that round: the same element, behind the start. */
static void wait_in_round(struct running *r, const struct threads_maker *m, const struct threads_waiter *j)
{
	const struct code *code = code_get(r->shapes, m->fn);
	struct handles start, join;
	struct deps deps = { .n = 0 };
	int64_t shift;

	if (!may_name(r, &r->c->event.at[j->event], m->start) || !waiter_reads(r, j, &join) ||
	    !read_made(r, m, j->context, &start) || !start.counted || !joined_in_round(r, &start, &join))
		return;
	if (start.block == join.block ? m->inst > j->inst : !cfg_dominates(&code->cfg, start.block, join.block))
		return;
	if (!is_own(r, m, &start) || !handles_same_array(&start.element, &join.element, &shift) || shift ||
	    !deps_add_pointers(&start, &deps))
		return;
	deps_add(&deps, &start.element.base);
	if (!handles_read_alike(r, &start, &join) || !memory_settled(r, deps.at, deps.n, m->start->slot))
		return;
	effect_add(r, (struct effect){ j->context, j->inst, UINT32_MAX, m->slot, SPAWN_END });
	*vec_add(r->arena, &r->joined) = (struct joined){ m->slot, j->event, true };
}

static struct effect wait_of(uint32_t slot, const struct handles *join)
{
	if (!join->counted)
		return (struct effect){ join->context, join->inst, UINT32_MAX, slot, SPAWN_END };
	return (struct effect){ join->context, join->loop.exit_from, join->loop.exit_to, slot, SPAWN_END };
}

static void add_wait(struct running *r, struct effect wait, uint32_t event)
{
	effect_add(r, wait);
	*vec_add(r->arena, &r->joined) = (struct joined){ wait.slot, event, false };
}

static void enter_set(struct running *r, const struct handles *start, uint32_t slot)
{
	const struct code *code = code_get(r->shapes, context_of(r, start->context)->fn);
	const struct cfg *g = &code->cfg;
	uint32_t header = start->loop.header;

	for (uint32_t k = 0; k < g->npreds[header]; k++) {
		uint32_t from = g->pred[g->first_pred[header] + k];
		if (!start->loop.inside[from])
			effect_add(r, (struct effect){ start->context, from, header, slot, SPAWN_ENTER });
	}
}

/* Where the loop begins, or the call is. */
static uint32_t begin_of(const struct handles *h, const struct code *code)
{
	return h->counted ? code->body.block.at[h->loop.header].inst : h->inst;
}

static bool is_before(const struct code *code, uint32_t a, uint32_t b)
{
	uint32_t x = code_block(code, a), y = code_block(code, b);

	return x == y ? a < b : cfg_dominates(&code->cfg, x, y);
}

/* Both in one activation, the starts first. */
static bool precedes(const struct handles *start, const struct handles *join, const struct code *code)
{
	uint32_t from = begin_of(start, code), to = begin_of(join, code);

	return start->context == join->context && is_before(code, from, to) &&
	       !(start->counted && start->loop.inside[code_block(code, to)]);
}

static bool follows(const struct handles *start, const struct handles *join, const struct code *code)
{
	return start->counted && join->counted && precedes(start, join, code);
}

static bool calls_nothing(const struct running *r, uint32_t context, const struct code *code, const bool *block)
{
	const struct context *c = context_of(r, context);

	for (uint32_t i = c->edge; i < c->edge + c->nedges; i++)
		if (!edge_is_start(r, &r->c->edge.at[i]) && block[code_block(code, r->c->edge.at[i].inst)])
			return false;
	return true;
}

static bool untouched_between(struct running *r, const struct handles *start, const struct handles *join, const struct deps *d)
{
	const struct context *c = context_of(r, start->context);
	const struct code *code = code_get(r->shapes, c->fn);
	struct threads_region in = { .fn = c->fn, .class = r->threads_of[start->context] };
	struct arena scratch;
	bool untouched;

	if (!follows(start, join, code) || !one_instance(r, in.class))
		return false;
	arena_init(&scratch, "threads scratch");
	in.block = blocks_reach(&scratch, &code->body, start->loop.header, join->loop.exit_to, NULL, NULL);
	untouched = calls_nothing(r, start->context, code, in.block) && memory_untouched(r, d->at, d->n, &in);
	arena_release(&scratch);
	return untouched;
}

/* Both loops in one activation, and whoever stores to these does not do so while the thread is there that runs it, as an earlier
 * round has found. */
static bool stored_elsewhere(struct running *r, const struct handles *start, const struct handles *join, const struct deps *d)
{
	return r->before && follows(start, join, code_get(r->shapes, context_of(r, start->context)->fn)) &&
	       one_executes(r, start->context) && memory_stored_elsewhere(r, d->at, d->n, r->threads_of[start->context]);
}

/* Both in one activation, which stores to these before the starts; one thread at a time executes it, and nobody else stores
 * there. */
static bool stored_before(struct running *r, const struct handles *start, const struct handles *join, const struct deps *d)
{
	const struct context *c = context_of(r, start->context);
	const struct code *code = code_get(r->shapes, c->fn);
	uint32_t from = begin_of(start, code);

	if (!precedes(start, join, code) || !one_executes(r, start->context))
		return false;
	for (uint32_t i = 0; i < d->n; i++) {
		const struct variable *v =
		    d->at[i].sym && !d->at[i].elements ? memory_variable(r, (struct sym_id){ d->at[i].sym }) : NULL;
		if (!v || variable_leaks(v, d->at[i].offset))
			return false;
		for (uint32_t k = 0; k < v->store.n; k++)
			if (v->store.at[k].offset == d->at[i].offset &&
			    (v->store.at[k].fn.i != c->fn.i || !is_before(code, v->store.at[k].inst, from)))
				return false;
	}
	return true;
}

/* A start of another activation of the same function is none of this loop's: that one enters the loop of its own starts first. */
static bool is_elsewhere(const struct running *r, const struct threads_maker *m, uint32_t context, const struct handles *join)
{
	struct handles own;

	return context != join->context && context_of(r, join->context)->fn.i == m->fn.i &&
	       read_made(r, m, join->context, &own) && precedes(&own, join, code_get(r->shapes, m->fn));
}

/* The counter is only stepped, once behind each start, in the thread that starts and joins them, and no start is made by the loop
 * of the joins: what it is when that loop is left is above all elements with a handle. */
static bool steps(struct running *r, const struct threads_maker *m, const struct handles *start, const struct handles *join)
{
	const struct context *c = context_of(r, join->context);
	const struct code *code = code_get(r->shapes, c->fn);

	if (!join->counted || !one_owner(r, m->start) || r->threads_of[join->context] != r->threads_of[start->context])
		return false;
	for (uint32_t i = c->edge; i < c->edge + c->nedges; i++)
		if (join->loop.inside[code_block(code, r->c->edge.at[i].inst)])
			return false;
	return counter_steps(r, start, m->start->slot);
}

enum covered { COVERED_NOT, COVERED_IF, COVERED };

/* In one context of the start: surely, or if nothing is stored to what `deps` says while the threads are there. */
static enum covered covered_in(struct running *r, const struct threads_maker *m, uint32_t context, const struct handles *join,
			       struct deps *deps)
{
	struct handles start;

	if (!read_made(r, m, context, &start) || !is_own(r, m, &start) || !handles_cover(r, &start, join, deps))
		return COVERED_NOT;
	if (start.stepped)
		return steps(r, m, &start, join) && handles_read_near(r, join) &&
			       memory_settled(r, deps->at, deps->n, m->start->slot)
			   ? COVERED
			   : COVERED_NOT;
	if (handles_read_alike(r, &start, join) &&
	    (memory_settled(r, deps->at, deps->n, m->start->slot) || untouched_between(r, &start, join, deps) ||
	     stored_before(r, &start, join, deps) || stored_elsewhere(r, &start, join, deps)))
		return COVERED;
	if ((m->wrapper && !m->record) || !start.counted || start.walked || join->walked || !handles_read_near(r, &start) ||
	    !handles_read_near(r, join) || !origin_is_one(r, &start.element.base) || !origin_is_one(r, &start.first) ||
	    !origin_is_one(r, &start.bound))
		return COVERED_NOT;
	return COVERED_IF;
}

/* Is what is stored there the handle that the wrapper gives? */
static bool stores_made(const struct running *r, const struct threads_maker *m, const struct variable_use *u)
{
	const struct code *code = code_get(r->shapes, u->fn);
	struct ref value = value_behind(code, body_arg(&code->body, &code->body.inst.at[u->inst], 1));

	return m->wrapper && u->fn.i == m->fn.i && value.bits == ref_make(REF_VALUE, body_value(&code->body, m->inst)).bits;
}

/* In none of its contexts the store is to an element that is joined. */
static bool stores_apart(const struct running *r, const struct variable_use *u, const struct handles *join)
{
	const struct code *code = code_get(r->shapes, u->fn);
	struct ref address = body_arg(&code->body, &code->body.inst.at[u->inst], 0);

	for (uint32_t k = r->c->first_by_fn[u->fn.i]; k < r->c->first_by_fn[u->fn.i + 1]; k++) {
		struct handles h;
		int64_t shift;
		if (!handles_read(r, r->c->by_fn[k], u->inst, address, &h) ||
		    !handles_same_array(&h.element, &join->element, &shift) || !range_apart(&h.range, shift, &join->range))
			return false;
	}
	return true;
}

/* A join of one element, of an array that a variable leads to: what the start has put there is still there if nothing else is
 * stored to that element. */
static bool is_alone(struct running *r, const struct threads_maker *m, const struct threads_waiter *j, const struct handles *join)
{
	const struct threads_origin *base = &join->element.base;
	const struct variable *v =
	    base->kind == ORIGIN_SYM && base->loads == 1 ? memory_variable(r, (struct sym_id){ base->ref }) : NULL;

	if (!v || v->escapes || !one_executes(r, j->context))
		return false;
	for (uint32_t i = 0; i < v->element.n; i++)
		if (v->element.at[i].offset == base->dep[0].offset && !stores_made(r, m, &v->element.at[i]) &&
		    !stores_apart(r, &v->element.at[i], join))
			return false;
	return true;
}

/* The loop waits for what the start has put into the array in any of its contexts. */
static enum covered covers_all(struct running *r, const struct threads_maker *m, const struct threads_waiter *j,
			       struct handles *join, struct threads_supposed *if_)
{
	enum covered all = COVERED;

	if (!may_name(r, &r->c->event.at[j->event], m->start) || !waiter_reads(r, j, join) || join->stepped ||
	    (join->counted ? !loop_always(&code_get(r->shapes, context_of(r, j->context)->fn)->cfg, &join->loop, join->block)
			   : !is_alone(r, m, j, join)))
		return COVERED_NOT;
	for (uint32_t i = 0; i < m->contexts.n; i++) {
		struct deps deps = { .slot = m->start->slot };
		enum covered one;
		if (is_elsewhere(r, m, m->contexts.at[i], join))
			continue;
		one = covered_in(r, m, m->contexts.at[i], join, &deps);
		for (uint32_t k = 0; one == COVERED_IF && k < deps.n; k++)
			*vec_add(r->arena, &if_->dep) = deps.at[k];
		all = one < all ? one : all;
		if (!all)
			return COVERED_NOT;
	}
	return all;
}

static bool is_joined_in_round(const struct running *r, const struct threads_maker *m, const struct handles *start,
			       const struct waiters *joins)
{
	struct handles join;

	for (uint32_t i = 0; i < joins->n; i++) {
		const struct threads_waiter *j = &joins->at[i];
		if (may_name(r, &r->c->event.at[j->event], m->start) && waiter_reads(r, j, &join) &&
		    joined_in_round(r, start, &join))
			return true;
	}
	return false;
}

static void enter_sets(struct running *r, const struct threads_maker *m)
{
	struct handles start;

	for (uint32_t i = 0; i < m->contexts.n; i++)
		if (read_made(r, m, m->contexts.at[i], &start))
			enter_set(r, &start, m->slot);
}

static bool are_stepped(const struct running *r, const struct threads_maker *m)
{
	struct handles start;

	for (uint32_t i = 0; i < m->contexts.n; i++)
		if (!read_made(r, m, m->contexts.at[i], &start) || !start.stepped)
			return false;
	return true;
}

/* True: it makes sets. */
static bool match(struct running *r, struct threads_maker *m, const struct waiters *joins, struct makers *all)
{
	struct handles start, join;
	bool item;

	if (!m->contexts.n || !read_made(r, m, m->contexts.at[0], &start))
		return false;
	item = start.counted && once_a_round(code_get(r->shapes, m->fn), &start) && !is_joined_in_round(r, m, &start, joins);
	m->stepped = start.stepped && are_stepped(r, m);
	for (uint32_t i = 0; start.counted && !item && i < joins->n; i++)
		if (context_of(r, joins->at[i].context)->fn.i == m->fn.i)
			wait_in_round(r, m, &joins->at[i]);
	if ((start.counted && !item) || (start.stepped && !m->stepped))
		return false;
	if (item)
		enter_sets(r, m);
	for (uint32_t i = 0; i < joins->n; i++) {
		struct threads_supposed s = { .event = joins->at[i].event, .holds = true };
		enum covered covered = covers_all(r, m, &joins->at[i], &join, &s);
		if (!covered)
			continue;
		s.effect = wait_of(m->slot, &join);
		if (m->stepped) /* no set: all that were ever started have an element */
			s.effect.value = SPAWN_END_ALL;
		if (covered == COVERED_IF) {
			*vec_add(r->arena, &all->hope) = s;
			continue;
		}
		add_wait(r, s.effect, s.event);
		for (uint32_t k = 0; m->stepped && k < r->child.n; k++) {
			s.effect.slot = r->child.at[k].within;
			if (r->child.at[k].slot == m->slot && s.effect.slot)
				effect_add(r, s.effect);
		}
		recogniser_count(RECOGNISER_threads_array);
		m->waited = true;
	}
	return item;
}

/* ---- handles that are lost ---- */

/* One loop starts both, each with the handle of its round, and none of the new ones behind an old one of the same round. */
static bool keeps_round(const struct running *r, const struct handles *old, const struct handles *new)
{
	const struct code *code = code_get(r->shapes, context_of(r, old->context)->fn);

	if (old->context != new->context || !old->counted || !new->counted || old->loop.variable != new->loop.variable)
		return false;
	return old->block == new->block ? new->inst < old->inst
					: !block_leads_to(&code->body, old->block, new->block, old->loop.header);
}

/* Surely one array, and perhaps one element? Where the arrays have different names they count as different ones. */
static bool may_replace(const struct running *r, const struct handles *a, const struct handles *b)
{
	int64_t shift;

	if (handles_same_base(&a->element, &b->element) && a->element.stride && b->element.stride &&
	    a->element.stride != b->element.stride)
		return true;
	if (!handles_same_array(&a->element, &b->element, &shift) || range_apart(&a->range, shift, &b->range))
		return false;
	return shift || !keeps_round(r, a, b);
}

/* One loop starts both, round by round: whatever was there before it is another set already since the loop was entered. */
static bool is_entered(const struct running *r, const struct threads_maker *m, const struct handles *new)
{
	struct handles own;
	bool starts = false;

	for (uint32_t i = 0; i < m->contexts.n; i++)
		starts |= m->contexts.at[i] == new->context;
	return starts && !m->wrapper && m->start->item && read_made(r, m, new->context, &own) && keeps_round(r, &own, new);
}

static void lose_handles(struct running *r, struct threads_maker *m, const struct threads_maker *by)
{
	struct handles old, new;

	for (uint32_t i = 0; i < by->contexts.n; i++) {
		bool lost = false;
		if (!read_made(r, by, by->contexts.at[i], &new) || is_entered(r, m, &new))
			continue;
		for (uint32_t k = 0; k < m->contexts.n && !lost; k++)
			lost = read_made(r, m, m->contexts.at[k], &old) && may_replace(r, &old, &new);
		m->lost |= lost;
		if (lost)
			effect_add(r, (struct effect){ new.context, new.inst, UINT32_MAX, m->slot, SPAWN_ENTER });
	}
}

static void lose_all(struct running *r, struct makers *all)
{
	for (uint32_t i = 0; i < all->n; i++)
		for (uint32_t k = 0; all->at[i].waited && k < all->n; k++)
			if (i != k)
				lose_handles(r, &all->at[i], &all->at[k]);
}

/* The start itself, or the wrapper that returns its record; NULL: other wrappers stand for it. */
static struct threads_maker *maker_of(const struct makers *all, uint32_t slot)
{
	for (uint32_t i = 0; i < all->n; i++)
		if (all->at[i].slot == slot && (!all->at[i].wrapper || all->at[i].record))
			return &all->at[i];
	return NULL;
}

/* What takes handles away counts for what is hoped, as if all of it held. */
static void try_hopes(struct running *r, struct makers *all)
{
	uint32_t before = r->now.effect.n;
	bool *waited = arena_array(r->arena, all->n + 1, sizeof *waited);

	for (uint32_t i = 0; i < all->n; i++)
		waited[i] = all->at[i].waited;
	for (uint32_t i = 0; i < all->hope.n; i++) {
		struct threads_maker *m = maker_of(all, all->hope.at[i].effect.slot);
		all->hope.at[i].holds = m;
		if (m)
			m->waited = true;
	}
	lose_all(r, all);
	if (recogniser_is_on(RECOGNISER_threads_rounds))
		rounds_suppose(r, all->hope.at, all->hope.n);
	r->now.effect.n = before;
	for (uint32_t i = 0; i < all->n; i++)
		all->at[i].waited = waited[i];
	for (uint32_t i = 0; i < all->hope.n; i++)
		if (RECOGNISED(threads_rounds, all->hope.at[i].holds)) {
			add_wait(r, all->hope.at[i].effect, all->hope.at[i].event);
			maker_of(all, all->hope.at[i].effect.slot)->waited = true;
		}
}

/* ---- wrappers ---- */

/* Does the call give back nothing but the handle of the thread that is started in it? */
static bool returns_handle(const struct running *r, uint32_t context, uint32_t call, const struct start *s)
{
	const struct code *code = code_get(r->shapes, context_of(r, context)->fn);
	uint32_t term =
	    only_term(r, contexts_value(r->c, context, &code->body, ref_make(REF_VALUE, body_value(&code->body, call))));
	struct term t = term ? term_get(&r->c->terms, term) : (struct term){ 0 },
		    site = t.base ? term_get(&r->c->terms, t.base) : (struct term){ 0 };

	return t.kind == TERM_THREAD && t.a == s->fn.i && t.b == s->inst && site.kind == TERM_SITE && !site.base &&
	       site.a == context_of(r, context)->fn.i && site.b == call;
}

/* The parameter of the wrapper that tells the start where to put the handle, from 1; 0: it is put elsewhere. *inside: so far
 * behind it. */
static uint32_t handle_param(const struct running *r, const struct start *s, int64_t *inside)
{
	const struct code *code = code_get(r->shapes, s->fn);
	struct ref at = handle_address(code, s->inst, &s->row->id);

	*inside = 0;
	at = ref_kind(at) == REF_VALUE ? value_inside(code, at, PEEL_FIELD, inside) : at;

	return ref_kind(at) == REF_VALUE && ref_index(at) <= code->body.param.n ? ref_index(at) : 0;
}

/* One call of the wrapper starts one thread, as far as this start goes. */
static bool starts_one(const struct running *r, uint32_t context, const struct start *s)
{
	const struct context *c = context_of(r, context);

	for (uint32_t i = c->edge; i < c->edge + c->nedges; i++)
		if (r->c->edge.at[i].inst == s->inst && r->c->edge.at[i].loop)
			return false;
	return true;
}

/* The contexts of the function that call the wrapper on this way, all of which do so at one place; false: it is no such
 * wrapper. */
static bool find_callers(struct running *r, struct threads_maker *m, uint32_t way)
{
	for (uint32_t k = r->c->first_by_fn[m->start->fn.i]; k < r->c->first_by_fn[m->start->fn.i + 1]; k++) {
		uint32_t inner = r->c->by_fn[k];
		for (uint32_t i = r->first_caller[inner]; r->way[inner] == way && i < r->first_caller[inner + 1]; i++) {
			const struct edge *e = &r->c->edge.at[r->caller[i]];
			struct fn_id fn = context_of(r, e->context)->fn;
			if (e->kind != SITE_CALL || (m->fn.i && (fn.i != m->fn.i || e->inst != m->inst)) ||
			    !starts_one(r, inner, m->start) ||
			    (!m->param && !m->record && (!stored_result(code_get(r->shapes, fn), e->inst).bits ||
					   !returns_handle(r, e->context, e->inst, m->start))))
				return false;
			m->fn = fn;
			m->inst = e->inst;
			if (!m->contexts.n || m->contexts.at[m->contexts.n - 1] != e->context)
				*vec_add(r->arena, &m->contexts) = e->context;
		}
	}
	return m->contexts.n;
}

/* Each way to a start in a wrapper is a set of its own. True: there is such a wrapper. */
static bool match_wrappers(struct running *r, struct start *s, const struct waiters *joins, struct makers *all)
{
	struct map seen = { 0 };
	uint32_t known = all->n;

	for (uint32_t k = r->c->first_by_fn[s->fn.i]; k < r->c->first_by_fn[s->fn.i + 1]; k++) {
		uint32_t way = r->way[r->c->by_fn[k]], within = map_get(&r->within_at, map_pair(way, s->inst));
		struct threads_maker m = { .start = s, .wrapper = true, .slot = within };
		m.param = handle_param(r, s, &m.inside);
		m.record = !m.param && made_is_returned(r, s, &m.inside);
		if (!within && s->way == way) /* there is one way only */
			m.slot = s->slot;
		if (!m.slot || map_get(&seen, way))
			continue;
		map_put(r->arena, &seen, way, 1);
		if (!RECOGNISED(threads_wrapper, find_callers(r, &m, way)))
			continue;
		if (match(r, &m, joins, all)) {
			if (within)
				map_put(r->arena, &r->items, within, 1);
			s->item |= !within;
		}
		*vec_add(r->arena, all) = m;
	}
	return all->n > known;
}

/* Are all threads of it started by one run through one loop, in one thread? */
static bool starts_once(const struct running *r, const struct threads_maker *m)
{
	const struct code *code = code_get(r->shapes, m->fn);
	struct handles start;
	bool once = true;

	if (m->contexts.n != 1 || !context_of(r, m->contexts.at[0])->once || !read_made(r, m, m->contexts.at[0], &start) ||
	    !start.counted)
		return false;
	for (uint32_t b = 0; b < code->body.block.n; b++) { /* left, and entered again? */
		uint32_t n;
		const uint32_t *to = body_successors(&code->body, b, &n);
		for (uint32_t k = 0; start.loop.inside[b] && k < n; k++)
			once &= start.loop.inside[to[k]] || !block_leads_to(&code->body, to[k], start.loop.header, UINT32_MAX);
	}
	return once;
}

/* Not all that a counter has counted are there to be joined. */
static void drop_lost(struct running *r, const struct makers *all)
{
	uint32_t kept = 0;
	bool lost = false;

	for (uint32_t k = 0; k < all->n; k++)
		lost |= all->at[k].stepped && all->at[k].lost;
	for (uint32_t i = 0; i < r->now.effect.n; i++)
		if (!lost || r->now.effect.at[i].value != SPAWN_END_ALL)
			r->now.effect.at[kept++] = r->now.effect.at[i];
	r->now.effect.n = kept;
}

/* Whoever has passed such a join knows that none of them is there any more, nor will be. */
static void mark_dead(struct running *r, uint32_t slot)
{
	for (uint32_t i = 0; i < r->now.effect.n; i++)
		if (r->now.effect.at[i].slot == slot && r->now.effect.at[i].value == SPAWN_END)
			r->now.effect.at[i].value |= SPAWN_DEAD;
	r->anyone_dead = true;
}

void arrays_make(struct running *r)
{
	struct waiters joins = { 0 };
	struct makers all = { 0 };

	waiters_find(r, &joins);
	for (uint32_t i = 1; recogniser_is_on(RECOGNISER_threads_array) && joins.n && i < r->start.n; i++) {
		struct threads_maker m = { .start = &r->start.at[i],
					   .fn = r->start.at[i].fn,
					   .inst = r->start.at[i].inst,
					   .slot = r->start.at[i].slot };
		int64_t inside;
		if (!m.start->row)
			continue;
		contexts_of_start(r, &m);
		m.start->item = match(r, &m, &joins, &all);
		if (!match_wrappers(r, m.start, &joins, &all) || !handle_param(r, m.start, &inside))
			*vec_add(r->arena, &all) = m;
	}
	try_hopes(r, &all);
	lose_all(r, &all);
	drop_lost(r, &all);
	for (uint32_t i = 0; i < all.n; i++)
		if (all.at[i].waited && !all.at[i].lost && starts_once(r, &all.at[i]))
			mark_dead(r, all.at[i].slot);
}
