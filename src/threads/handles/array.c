/* Arrays of handles.
 *
 *     for (i = 0; i < n; i++) create(&t[i], ..);        a set: one slot, one handle an index
 *     for (i = 0; i < n; i++) join(t[i]);               on the way out of this loop the set is over
 *
 * That holds if both loops count from the same first value by the same step to the same bound, or the numbers are known and the
 * joins cover the starts; if the joins of the second loop are on every way through a round; and if what both read from memory
 * (bound, base) is read when the loops begin, or in each round, and is not stored to once the threads are started, or not between
 * the two loops of one function, or not while the threads are there (rounds.c). The elements may be
 * pointers to records that hold the handles, config.threads[i]->handle. The bound may also be the first loop's own variable, if
 * that loop is left early only where the start has failed or has not been reached. A start at a fixed index is covered by a loop
 * whose numbers include it. A start that may put its handle where one is that such a loop would join takes it away: the threads
 * before are another set from then on, which nobody waits for. A pointer that walks over the array, from its start to so many
 * elements behind it, is an index. A wrapper may make the thread and return the handle, t[i] = start(f), or put it where a
 * parameter tells it to, start(&t[i], f): then each way to the start in it is a set of its own, what it returns says nothing of
 * whether there is a thread, and what both loops read may be stored by threads that are never there together with this one, as an
 * earlier round has found. Assumed: the array holds what the first loop put there, and each handle once; pointers in it lead to
 * different records, and are stored by the name of the array. Calls may join as well: waiters.c. */
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
	bool waited;	      /* some loop of joins covers it */
	struct list contexts; /* that have it, each once */
};

struct makers {
	struct threads_maker *at;
	uint32_t n, cap;
	VEC(struct threads_supposed) hope; /* joins that cover a start if nothing that both read is stored to meanwhile: rounds.c */
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
	struct ref at = m->param     ? body_arg(&code->body, &code->body.inst.at[m->inst], m->param)
			: m->wrapper ? stored_result(code, m->inst)
				     : handle_address(code, m->inst, &m->start->row->id);
	bool known = handles_read(r, context, m->inst, at, h);

	h->wrapped = m->wrapper;
	return known;
}

/* ---- the loop of the starts ---- */

struct leaving {
	const struct running *r;
	const struct code *code;
	uint32_t call;
};

/* The way on which the start's result is not 0. */
static bool failed_way(void *with, uint32_t from, uint32_t to)
{
	const struct leaving *l = with;
	uint32_t last = l->code->body.block.at[from].inst + l->code->body.block.at[from].ninsts - 1, n;
	const uint32_t *next = body_successors(&l->code->body, from, &n);
	struct threads_test t;
	struct ref value;

	if (l->code->body.inst.at[last].op != OP_branch || next[0] == next[1])
		return false;
	t = branch_test(l->r->p, l->code, last);
	value = value_behind(l->code, t.value);
	if (ref_kind(value) != REF_VALUE || body_inst(&l->code->body, ref_index(value)) != l->call)
		return false;
	return to == next[test_holds(&t, 0)];
}

/* Once a round: no circle leads back to the start without passing the header. */
static bool once_a_round(const struct code *code, const struct handles *h)
{
	struct arena scratch;
	bool again;

	arena_init(&scratch, "threads scratch");
	again = code_reach(&scratch, code, h->block, h->loop.header, NULL, NULL)[h->block];
	arena_release(&scratch);
	return !again;
}

/* The loop's variable counts the threads that were started: whoever leaves early has started none in that round. */
static bool variable_counts(struct running *r, const struct code *code, const struct handles *h)
{
	struct leaving l = { r, code, h->inst };
	struct arena scratch;
	const bool *reach;
	bool counts = true;

	arena_init(&scratch, "threads scratch");
	reach = code_reach(&scratch, code, h->block, h->loop.header, failed_way, &l);
	for (uint32_t b = 0; b < code->body.block.n; b++)
		counts &= !reach[b] || h->loop.inside[b];
	arena_release(&scratch);
	return counts && !h->loop.bottom;
}

/* ---- comparing ---- */

static bool numbers_of(const struct handles *h, int64_t *low, int64_t *high)
{
	int64_t first = h->first.number[0], bound = h->bound.number[0];
	bool up = h->loop.step == 1;

	if (h->first.kind != ORIGIN_NUMBER || h->bound.kind != ORIGIN_NUMBER || (!up && h->loop.step != -1))
		return false;
	*low = up ? first : bound;
	*high = up ? bound : first;
	switch (h->loop.compare) {
	case COMPARE_slt:
	case COMPARE_ult:
		*high -= up;
		return up;
	case COMPARE_sle:
	case COMPARE_ule:
		return up;
	case COMPARE_ne:
		*high -= up;
		*low += !up;
		return up ? first <= bound : first >= bound;
	case COMPARE_sgt:
		*low += !up;
		return !up;
	case COMPARE_sge:
		return !up;
	default:
		return false;
	}
}

struct deps {
	struct dep at[ORIGIN_LOADS * 3 + 1];
	uint32_t n;
};

static void depend(struct deps *d, const struct threads_origin *x)
{
	for (uint32_t i = 0; i < x->loads; i++)
		d->at[d->n++] = x->dep[i];
}

static bool same_origin(const struct threads_origin *a, const struct threads_origin *b, struct deps *d)
{
	if (!origin_same(a, b))
		return false;
	depend(d, a);
	return true;
}

/* Of pointers: they are read anew for the joins. */
static bool same_elements(const struct element *a, const struct element *b, struct deps *d)
{
	const struct threads_origin *base = &a->base;

	if (a->stride != b->stride || a->offset != b->offset || a->pointed != b->pointed || a->inner != b->inner ||
	    !same_origin(base, &b->base, d))
		return false;
	if (!a->pointed)
		return true;
	if (!base->loads)
		return false;
	d->at[d->n] = base->dep[base->loads - 1];
	d->at[d->n++].elements = true;
	return true;
}

static bool ends_at(uint8_t compare)
{
	return compare == COMPARE_slt || compare == COMPARE_ult || compare == COMPARE_ne;
}

/* Who walks to an end that is so many elements behind the start has made a pointer there: the number is none below 0, and <, as
 * numbers or as addresses, and != go on equally long. */
static bool compare_alike(const struct handles *a, const struct handles *b)
{
	return a->loop.compare == b->loop.compare ||
	       ((a->walked || b->walked) && ends_at(a->loop.compare) && ends_at(b->loop.compare));
}

static bool same_rounds(struct running *r, const struct handles *start, const struct handles *join, struct deps *d)
{
	struct threads_origin bound2 = join->bound;
	const struct code *code = code_get(r->shapes, context_of(r, start->context)->fn);
	struct ref variable = ref_make(REF_VALUE, body_value(&code->body, start->loop.variable));

	if (start->loop.step != join->loop.step || !same_origin(&start->first, &join->first, d))
		return false;
	if (bound2.kind == ORIGIN_VALUE && !bound2.loads && bound2.context == start->context && bound2.ref == variable.bits &&
	    !bound2.number[0])
		return join->loop.step == 1 && !join->loop.bottom && join->loop.compare != COMPARE_sle &&
		       join->loop.compare != COMPARE_ule && !start->wrapped && variable_counts(r, code, start);
	return compare_alike(start, join) && start->loop.bottom == join->loop.bottom && same_origin(&start->bound, &bound2, d);
}

/* Does the loop of the joins read every handle that the starts have stored? */
static bool covers(struct running *r, const struct handles *start, const struct handles *join, struct deps *d)
{
	int64_t low, high, low2, high2;

	if (!join->counted)
		return false;
	if (!start->counted && (start->element.pointed || join->element.pointed))
		return false;
	if (!start->counted) {
		struct threads_origin base = start->element.base;
		int64_t distance =
		    base.number[base.loads] - join->element.base.number[join->element.base.loads] - join->element.offset;
		base.number[base.loads] = join->element.base.number[join->element.base.loads];
		if (!join->element.stride || distance % join->element.stride || !same_origin(&base, &join->element.base, d))
			return false;
		distance /= join->element.stride;
		return numbers_of(join, &low, &high) && low <= distance && distance <= high;
	}
	if (!same_elements(&start->element, &join->element, d))
		return false;
	if (numbers_of(start, &low, &high) && numbers_of(join, &low2, &high2) && low2 <= low && high <= high2 &&
	    !start->loop.bottom && !join->loop.bottom)
		return true;
	return same_rounds(r, start, join, d);
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
	return join->counted && context_of(r, join->context)->fn.i == context_of(r, start->context)->fn.i &&
	       join->element.index.bits == start->element.index.bits && start->loop.inside[join->block];
}

/* The join of such a round waits for the thread of that round: the same element, behind the start. */
static void wait_in_round(struct running *r, const struct threads_maker *m, const struct threads_waiter *j)
{
	const struct code *code = code_get(r->shapes, m->fn);
	struct handles start, join;
	struct deps deps = { .n = 0 };

	if (!may_name(r, &r->c->event.at[j->event], m->start) || !waiter_reads(r, j, &join) ||
	    !read_made(r, m, j->context, &start) || !start.counted || !joined_in_round(r, &start, &join))
		return;
	if (start.block == join.block ? m->inst > j->inst : !cfg_dominates(&code->cfg, start.block, join.block))
		return;
	if (!is_own(r, m, &start) || !same_elements(&start.element, &join.element, &deps) ||
	    !handles_read_alike(r, &start, &join) || !memory_settled(r, deps.at, deps.n, m->start->slot))
		return;
	effect_add(r, (struct effect){ j->context, j->inst, UINT32_MAX, m->slot, SPAWN_END });
	*vec_add(r->arena, &r->joined) = (struct joined){ m->slot, j->event, true };
}

static struct effect wait_of(uint32_t slot, const struct handles *join)
{
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

/* Both loops in one activation, the starts first, and the blocks from the one to the end of the other. */
static bool follows(const struct handles *start, const struct handles *join, const struct code *code)
{
	return start->context == join->context && start->counted && join->counted && !start->loop.inside[join->loop.header] &&
	       cfg_dominates(&code->cfg, start->loop.header, join->loop.header);
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
	in.block = code_reach(&scratch, code, start->loop.header, join->loop.exit_to, NULL, NULL);
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

/* A start of another activation of the same function is none of this loop's: that one enters the loop of its own starts first. */
static bool is_elsewhere(const struct running *r, const struct threads_maker *m, uint32_t context, const struct handles *join)
{
	struct handles own;

	return context != join->context && context_of(r, join->context)->fn.i == m->fn.i &&
	       read_made(r, m, join->context, &own) && follows(&own, join, code_get(r->shapes, m->fn));
}

enum covered { COVERED_NOT, COVERED_IF, COVERED };

/* In one context of the start: surely, or if nothing is stored to what `deps` says while the threads are there. */
static enum covered covered_in(struct running *r, const struct threads_maker *m, uint32_t context, const struct handles *join,
			       struct deps *deps)
{
	struct handles start;

	if (!read_made(r, m, context, &start) || !is_own(r, m, &start) || !covers(r, &start, join, deps))
		return COVERED_NOT;
	if (handles_read_alike(r, &start, join) &&
	    (memory_settled(r, deps->at, deps->n, m->start->slot) || untouched_between(r, &start, join, deps) ||
	     stored_elsewhere(r, &start, join, deps)))
		return COVERED;
	if (m->wrapper || !start.counted || start.walked || join->walked || !handles_read_near(r, &start) ||
	    !handles_read_near(r, join) || !origin_is_one(r, &start.element.base) || !origin_is_one(r, &start.first) ||
	    !origin_is_one(r, &start.bound))
		return COVERED_NOT;
	return COVERED_IF;
}

/* The loop waits for what the start has put into the array in any of its contexts. */
static enum covered covers_all(struct running *r, const struct threads_maker *m, const struct threads_waiter *j,
			       struct handles *join, struct threads_supposed *if_)
{
	enum covered all = COVERED;

	if (!may_name(r, &r->c->event.at[j->event], m->start) || !waiter_reads(r, j, join) || !join->counted ||
	    !loop_always(code_get(r->shapes, context_of(r, j->context)->fn), &join->loop, join->block))
		return COVERED_NOT;
	for (uint32_t i = 0; i < m->contexts.n; i++) {
		struct deps deps = { .n = 0 };
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

/* True: it makes sets. */
static bool match(struct running *r, struct threads_maker *m, const struct waiters *joins, struct makers *all)
{
	struct handles start, join;
	bool item;

	if (!m->contexts.n || !read_made(r, m, m->contexts.at[0], &start))
		return false;
	item = start.counted && once_a_round(code_get(r->shapes, m->fn), &start) && !is_joined_in_round(r, m, &start, joins);
	for (uint32_t i = 0; start.counted && !item && i < joins->n; i++)
		if (context_of(r, joins->at[i].context)->fn.i == m->fn.i)
			wait_in_round(r, m, &joins->at[i]);
	if (start.counted && !item)
		return false;
	if (item)
		enter_sets(r, m);
	for (uint32_t i = 0; i < joins->n; i++) {
		struct threads_supposed s = { .event = joins->at[i].event, .holds = true };
		enum covered covered = covers_all(r, m, &joins->at[i], &join, &s);
		if (!covered)
			continue;
		s.effect = wait_of(m->slot, &join);
		if (covered == COVERED_IF) {
			*vec_add(r->arena, &all->hope) = s;
			continue;
		}
		add_wait(r, s.effect, s.event);
		recogniser_count(RECOGNISER_threads_array);
		m->waited = true;
	}
	return item;
}

/* ---- handles that are lost ---- */

/* The bytes of the array that the handles of a start are in, from the first to the last one; false: not known. */
static bool bytes_of(const struct handles *h, int64_t *low, int64_t *high)
{
	int64_t base = h->element.base.number[h->element.base.loads] + h->element.offset;

	*low = *high = base;
	if (!h->counted)
		return true;
	if (h->loop.bottom || h->element.stride <= 0 || !numbers_of(h, low, high) || *low < INT16_MIN || *high > INT16_MAX ||
	    h->element.stride > INT32_MAX)
		return false;
	*low = base + *low * h->element.stride;
	*high = base + *high * h->element.stride;
	return true;
}

/* One loop starts both, each with the handle of its round, and none of the new ones behind an old one of the same round. */
static bool keeps_round(const struct running *r, const struct handles *old, const struct handles *new)
{
	const struct code *code = code_get(r->shapes, context_of(r, old->context)->fn);
	struct arena scratch;
	bool behind;

	if (old->context != new->context || !old->counted || !new->counted || old->loop.variable != new->loop.variable)
		return false;
	arena_init(&scratch, "threads scratch");
	behind = code_reach(&scratch, code, old->block, old->loop.header, NULL, NULL)[new->block];
	arena_release(&scratch);
	return old->block == new->block ? new->inst < old->inst : !behind;
}

/* Surely one array, and perhaps one element? Where the arrays have different names they count as different ones. */
static bool may_replace(const struct running *r, const struct handles *a, const struct handles *b)
{
	struct threads_origin x = a->element.base, y = b->element.base;
	int64_t low, high, low2, high2, between = x.number[x.loads] + a->element.offset - y.number[y.loads] - b->element.offset;
	bool strides = a->counted && b->counted && a->element.stride == b->element.stride && a->element.stride > 0;

	x.number[x.loads] = y.number[y.loads] = 0;
	if (!origin_same(&x, &y) || a->element.pointed != b->element.pointed || a->element.inner != b->element.inner)
		return false;
	if (strides && between % a->element.stride)
		return false;
	if (bytes_of(a, &low, &high) && bytes_of(b, &low2, &high2) && (high < low2 || high2 < low))
		return false;
	return !(strides && !between && keeps_round(r, a, b));
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

static void lose_handles(struct running *r, const struct threads_maker *m, const struct threads_maker *by)
{
	struct handles old, new;

	for (uint32_t i = 0; i < by->contexts.n; i++) {
		bool lost = false;
		if (!read_made(r, by, by->contexts.at[i], &new) || is_entered(r, m, &new))
			continue;
		for (uint32_t k = 0; k < m->contexts.n && !lost; k++)
			lost = read_made(r, m, m->contexts.at[k], &old) && may_replace(r, &old, &new);
		if (lost)
			effect_add(r, (struct effect){ new.context, new.inst, UINT32_MAX, m->slot, SPAWN_ENTER });
	}
}

static void lose_all(struct running *r, const struct makers *all)
{
	for (uint32_t i = 0; i < all->n; i++)
		for (uint32_t k = 0; all->at[i].waited && k < all->n; k++)
			if (i != k)
				lose_handles(r, &all->at[i], &all->at[k]);
}

/* The start itself, not a wrapper; NULL: wrappers stand for it. */
static struct threads_maker *maker_of(const struct makers *all, uint32_t slot)
{
	for (uint32_t i = 0; i < all->n; i++)
		if (all->at[i].slot == slot && !all->at[i].wrapper)
			return &all->at[i];
	return NULL;
}

/* What takes handles away counts for what is hoped, as if all of it held. */
static void try_hopes(struct running *r, const struct makers *all)
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

/* The parameter of the wrapper that tells the start where to put the handle, from 1; 0: it is put elsewhere. */
static uint32_t handle_param(const struct running *r, const struct start *s)
{
	const struct code *code = code_get(r->shapes, s->fn);
	struct ref at = value_behind(code, handle_address(code, s->inst, &s->row->id));

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
			    (!m->param && !returns_handle(r, e->context, e->inst, m->start)))
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
		struct threads_maker m = { .start = s, .wrapper = true, .slot = within, .param = handle_param(r, s) };
		if (!within && m.param && s->way == way) /* there is one way only */
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
		if (!m.start->row)
			continue;
		contexts_of_start(r, &m);
		m.start->item = match(r, &m, &joins, &all);
		if (!match_wrappers(r, m.start, &joins, &all) || !handle_param(r, m.start))
			*vec_add(r->arena, &all) = m;
	}
	try_hopes(r, &all);
	lose_all(r, &all);
}
