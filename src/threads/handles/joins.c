/* Joins that surely wait for what they name:
 *
 * - a handle that only one call can have made (TERM_THREAD), if at most one of that call's threads is alive (the slot counts),
 * and if it is this thread's own: the call's only creator exists once, or the handle never leaves the function. Where the call is
 * in a wrapper, the handle's name tells through which calls it came (TERM_SITE), and so which of the ways to the start;
 * - `all` of a queue: every task of a class that is queued nowhere else;
 * - a task object (work item, timer) that is behind every edge of a class.
 *
 * Of two handles one, which a test chooses, and then the other, by the same test: behind the second join both are over.
 *
 * `try` and `timed` joins count where their result is tested for success. Arrays of handles: alive.c; lists: list.c. */
#include "threads/values/origin.h"

#include "base/recogniser.h"
#include "threads/values/branch.h"

/* Does the row hold at this call? Conditions on arguments are looked up; those on results by join_at. */
static bool row_holds(const struct running *r, const struct event *e)
{
	const struct body *b = &code_get(r->shapes, context_of(r, e->context)->fn)->body;

	return event_asks_result(e->row) || event_condition(r->p, b, &b->inst.at[e->inst], &e->row->when) == EVENT_YES;
}

static bool is_used(const struct code *code, uint32_t inst)
{
	uint32_t value = ref_make(REF_VALUE, body_value(&code->body, inst)).bits;

	for (uint32_t i = 0; i < code->body.arg.n; i++)
		if (code->body.arg.at[i].bits == value)
			return true;
	return false;
}

void effect_on_success(struct running *r, const struct event *e, uint32_t slot, uint32_t value)
{
	struct event_test when = event_test(&e->row->when);
	const struct code *code = code_get(r->shapes, context_of(r, e->context)->fn);
	bool unsure = e->row->flags & (MODEL_TRY | MODEL_TIMED);

	if (!row_holds(r, e))
		return;
	if (!event_asks_result(e->row) || (!unsure && !is_used(code, e->inst))) {
		if (!unsure)
			effect_add(r, (struct effect){ e->context, e->inst, UINT32_MAX, slot, value });
		return;
	}
	if (when.compare != COMPARE_eq || when.mask != -1)
		return;
	for (uint32_t b = 0; b < code->body.block.n; b++) {
		struct fork f;
		if (fork_asks(code, b, e->inst, &f) && f.test.number == when.number && test_is_equality(&f.test))
			effect_add(r, (struct effect){ e->context, b, f.to[f.test.compare == COMPARE_ne], slot, value });
	}
}

/* ---- handles ---- */

/* The only class that starts threads at this call; 0: several do. */
static uint32_t owner_of(const struct running *r, const struct start *s)
{
	uint32_t owner = 0, n;
	const uint32_t *at = slot_children(r, s->slot, &n);

	for (uint32_t i = 0; i < n; i++) {
		const struct child *c = &r->child.at[at[i]];
		if (c->slot != s->slot)
			continue;
		if (owner && owner != c->thread)
			return 0;
		owner = c->thread;
	}
	return owner;
}

bool one_owner(const struct running *r, const struct start *s)
{
	uint32_t owner = owner_of(r, s);

	return owner && r->t->thread.at[owner].multiplicity == THREAD_ONE;
}

bool one_owner_at_once(const struct running *r, const struct start *s)
{
	uint32_t owner = owner_of(r, s);

	return owner && class_is_single(r, owner);
}

/* The handle is stored to and read from the same stack slot of the same function. */
static bool local_handle(const struct running *r, const struct start *s, const struct event *e)
{
	const struct code *code = code_get(r->shapes, s->fn);
	const struct model_row *row = s->row;
	struct ref stored, read;
	const struct inst *in;

	if (context_of(r, e->context)->fn.i != s->fn.i || !row)
		return false;
	stored = handle_address(code, s->inst, &row->id);
	read = handle_address(code, e->inst, &e->row->on);
	in = body_made_by(&code->body, stored);
	return stored.bits == read.bits && in && in->op == OP_alloca;
}

static void note_join(struct running *r, uint32_t slot, uint32_t event, bool one)
{
	*vec_add(r->arena, &r->joined) = (struct joined){ slot, event, one };
}

enum { MOST_EXECUTORS = 8, MOST_HANDLES = 4 }; /* sizes of arrays: the most that limits.def allows */

/* One thread, one after the other, or several kinds of which no two are there at once. */
bool one_executes(const struct running *r, uint32_t context)
{
	uint32_t set = r->threads_of[context], class[MOST_EXECUTORS], n = 0;

	if (context_of(r, context)->once)
		return true;
	for (uint32_t k = bits_next(&r->bits, set, 1); k != UINT32_MAX; k = bits_next(&r->bits, set, k + 1)) {
		if (!class_is_single(r, k) || limit_full(LIMIT_threads_executors, n))
			return false;
		for (uint32_t i = 0; i < n; i++)
			if (!r->before || !running_never_meet(r->before, class[i], k))
				return false;
		class[n++] = k;
	}
	return n > 0;
}

/* The handle of a thread: the start, and the calls that led to it, as far as they are known. */
struct handle {
	const struct start *start; /* NULL: not of one start */
	uint32_t sites;
	struct ref made; /* what this activation has got the handle from; none: not known */
};

static struct handle handle_of(const struct running *r, uint32_t set)
{
	uint32_t n, at;
	const uint32_t *term = set_get(&r->c->terms, set, &n);
	struct term first = n ? term_get(&r->c->terms, term[0]) : (struct term){ 0 };

	for (uint32_t i = 0; i < n; i++) {
		struct term t = term_get(&r->c->terms, term[i]);
		if (t.kind != TERM_THREAD || t.a != first.a || t.b != first.b)
			return (struct handle){ 0 };
	}
	at = n ? map_get(&r->start_at, map_pair(first.a, first.b)) : 0;
	return (struct handle){ at ? &r->start.at[at] : NULL, n == 1 ? first.base : 0, ref_make(REF_NONE, 0) };
}

/* The slot of the starts on the only way that can have made the handle, and one of their edges; 0: it does not tell more than the
 * start. */
static uint32_t handle_within(const struct running *r, const struct handle *h, const struct edge **edge, bool *once)
{
	struct fn_id fn = h->start->fn;
	uint32_t way = 0;

	*once = true;
	for (uint32_t k = r->c->first_by_fn[fn.i]; h->sites && k < r->c->first_by_fn[fn.i + 1]; k++) {
		const struct context *c = context_of(r, r->c->by_fn[k]);
		for (uint32_t i = c->edge; i < c->edge + c->nedges; i++) {
			const struct edge *e = &r->c->edge.at[i];
			bool surely;
			if (e->inst != h->start->inst || !edge_is_start(r, e) ||
			    !way_ends_with(r, r->way[e->context], h->sites, &surely))
				continue;
			if (!surely || (way && way != r->way[e->context]))
				return 0;
			way = r->way[e->context];
			*edge = e;
			*once = *once && !e->loop && c->once;
		}
	}
	return way ? map_get(&r->within_at, map_pair(way, h->start->inst)) : 0;
}

/* What is joined: the value itself, if it is one. */
static struct ref joined_value(const struct running *r, const struct event *e)
{
	const struct code *code = code_get(r->shapes, context_of(r, e->context)->fn);
	struct place at = event_place(r->p, r->c->points->models, &code->body, e->inst, &e->row->on);

	return at.known && at.value && !at.loads && !at.name && !at.result ? at.base : ref_make(REF_NONE, 0);
}

/* What a call in the same activation has returned is the handle of a thread that this one has started: the slot of the start in
 * the wrapper that was called there; 0: it was not just that. */
static uint32_t own_result(const struct running *r, const struct handle *h, const struct event *e)
{
	struct term outer = h->sites ? term_get(&r->c->terms, h->sites) : (struct term){ 0 };
	const struct context *c = context_of(r, e->context);
	struct ref made = ref_kind(h->made) == REF_NONE ? joined_value(r, e) : h->made;
	uint32_t slot = 0;

	if (outer.kind != TERM_SITE || outer.base || outer.a != c->fn.i || ref_kind(made) != REF_VALUE ||
	    body_inst(&code_get(r->shapes, c->fn)->body, ref_index(made)) != outer.b)
		return 0;
	for (uint32_t i = c->edge; i < c->edge + c->nedges; i++) {
		const struct edge *call = &r->c->edge.at[i];
		const struct context *to = context_of(r, call->to);
		for (uint32_t k = to->edge; call->inst == outer.b && k < to->edge + to->nedges; k++) {
			const struct edge *spawn = &r->c->edge.at[k];
			uint32_t at = map_get(&r->within_at, map_pair(r->way[call->to], spawn->inst));
			if (spawn->inst != h->start->inst || !edge_is_start(r, spawn))
				continue;
			if (!at || to->fn.i != h->start->fn.i || (slot && slot != at))
				return 0;
			slot = at;
		}
	}
	return slot;
}

static void join_thread(struct running *r, uint32_t event, uint32_t slot, bool once)
{
	effect_on_success(r, &r->c->event.at[event], slot, once ? SPAWN_END | SPAWN_DEAD : SPAWN_END);
	note_join(r, slot, event, true);
	r->anyone_dead |= once;
}

static void join_handle(struct running *r, uint32_t event, const struct handle *h)
{
	const struct event *e = &r->c->event.at[event];
	const struct start *s = h->start;
	const struct edge *edge = NULL;
	bool once;
	uint32_t within = s->item ? 0 : handle_within(r, h, &edge, &once), own = s->item ? 0 : own_result(r, h, e);

	if (s->item || (within && map_get(&r->items, within)))
		return;
	if (within && (once || one_executes(r, edge->context)))
		join_thread(r, event, within, once);
	else if (own)
		join_thread(r, event, own, false);
	else if (s->once || one_owner_at_once(r, s) || local_handle(r, s, e))
		join_thread(r, event, s->slot, s->once);
}

/* ---- one of two, and then the other ---- */

/* A value that is `yes` where a test holds, and otherwise `no`. */
struct either {
	struct test test;
	struct ref yes, no;
};

/* The block that a block with nothing else in it leads from; otherwise itself. */
static uint32_t block_before(const struct code *code, uint32_t block)
{
	return code->body.block.at[block].ninsts == 1 && code->cfg.npreds[block] == 1
		       ? code->cfg.pred[code->cfg.first_pred[block]]
		       : block;
}

static bool either_of(const struct running *r, const struct code *code, struct ref value, struct either *out)
{
	const struct inst *phi = body_made_by(&code->body, value);
	uint32_t from[2], before;
	struct fork f;

	if (!phi || phi->op != OP_phi || phi->nargs != 2 || phi->nwords < 2)
		return false;
	for (uint32_t i = 0; i < 2; i++)
		from[i] = code->body.word.at[phi->word + i];
	before = block_before(code, from[0]);
	if (before != block_before(code, from[1]) || !fork_of(r->p, &code->body, before, &f))
		return false;
	*out = (struct either){ .test = f.test };
	for (uint32_t i = 0; i < 2; i++)
		*(from[i] == f.to[0] || (from[i] == before && f.to[0] == code_block(code, (uint32_t)(phi - code->body.inst.at)))
			  ? &out->yes
			  : &out->no) = body_arg(&code->body, phi, i);
	return ref_kind(out->yes) == REF_VALUE && ref_kind(out->no) == REF_VALUE;
}

/* Does this join wait for the one of two that an earlier one, on every way to it, has not waited for? Then both are over. */
static bool completes(const struct running *r, const struct event *e, struct either *both)
{
	const struct context *c = context_of(r, e->context);
	const struct code *code = code_get(r->shapes, c->fn);
	struct ref value = joined_value(r, e);

	if (e->loop || !event_is_sure(e->row) || ref_kind(value) != REF_VALUE || !either_of(r, code, value, both))
		return false;
	for (uint32_t i = c->event; i < c->event + c->nevents; i++) {
		const struct event *first = &r->c->event.at[i];
		struct either x;
		if (first->row != e->row || first->inst >= e->inst || !either_of(r, code, joined_value(r, first), &x))
			continue;
		if (x.yes.bits == both->no.bits && x.no.bits == both->yes.bits && x.test.value.bits == both->test.value.bits &&
		    x.test.compare && x.test.compare == both->test.compare && x.test.number == both->test.number &&
		    cfg_dominates(&code->cfg, code_block(code, first->inst), code_block(code, e->inst)))
			return true;
	}
	return false;
}

static void join_both(struct running *r, uint32_t event)
{
	const struct event *e = &r->c->event.at[event];
	struct either both;

	if (!RECOGNISED(threads_either, completes(r, e, &both)))
		return;
	for (uint32_t i = 0; i < 2; i++) {
		struct ref made = i ? both.no : both.yes;
		struct handle h = handle_of(r, contexts_value(r->c, e->context, NULL, made));
		h.made = made;
		if (h.start)
			join_handle(r, event, &h);
	}
}

/* ---- handles at a fixed address ---- */

/* The address of a variable, and a start that, as points knows, stores its handle elsewhere. */
static bool stores_elsewhere(const struct running *r, const struct edge *e, uint32_t address)
{
	const struct points *pt = r->c->points;
	struct fn_id fn = context_of(r, e->context)->fn;
	const struct model_row *row = pt->site.at[e->site].row;
	struct term t = term_get(&r->c->terms, address);
	struct cell cell[MOST_HANDLES];
	struct ref at;
	uint32_t n;

	if (t.kind != TERM_SYM || !row)
		return false;
	at = handle_address(code_get(r->shapes, fn), e->inst, &row->id);
	n = ref_kind(at) == REF_NONE ? 0 : points_cells(pt, fn, at, cell, limit(LIMIT_threads_handles));
	for (uint32_t i = 0; i < n && i < limit(LIMIT_threads_handles); i++)
		if (cell[i].class == points_sym(pt, (struct sym_id){ t.a }).class)
			return false;
	return n && !limit_over(LIMIT_threads_handles, n);
}

/* The start that alone stores its handle there, if at most one thread executes it; NULL: none, or several. */
static const struct edge *only_storer(const struct running *r, uint32_t address)
{
	const struct edge *found = NULL;

	for (uint32_t i = 1; i < r->c->edge.n; i++) {
		const struct edge *e = &r->c->edge.at[i];
		if (e->kind != SITE_SPAWN || !e->id || !may_be(r, e->id, address) || stores_elsewhere(r, e, address))
			continue;
		if (only_term(r, e->id) != address ||
		    (found && (r->way[found->context] != r->way[e->context] || found->inst != e->inst)))
			return NULL;
		found = e;
	}
	return found;
}

/* Does the set hold threads, and of this start only, or whatever is stored at the address? What else is in it cannot be
 * joined. */
static bool names_start(const struct running *r, uint32_t set, const struct start *s, uint32_t address)
{
	uint32_t n;
	const uint32_t *term = set_get(&r->c->terms, set, &n);
	bool found = false;

	for (uint32_t i = 0; i < n; i++) {
		struct term t = term_get(&r->c->terms, term[i]);
		bool mine = t.kind == TERM_THREAD && t.a == s->fn.i && t.b == s->inst;
		bool stored = t.kind == TERM_LOAD && t.base == address;
		if (t.kind == TERM_TOP || (t.kind == TERM_THREAD && !mine))
			return false;
		found |= mine || stored;
	}
	return found;
}

/* The join reads the handle from one object, to which one start stores. Assumed: handles are not copied to where a start stores
 * its own. */
static void join_address(struct running *r, uint32_t event)
{
	const struct event *e = &r->c->event.at[event];
	const struct code *code = code_get(r->shapes, context_of(r, e->context)->fn);
	struct ref at = handle_address(code, e->inst, &e->row->on);
	uint32_t address, within, n;
	const struct start *s;
	const struct edge *from;

	if (ref_kind(at) == REF_NONE || !r->ids_known)
		return;
	address = set_one_object(r, contexts_value(r->c, e->context, &code->body, at));
	from = address ? only_storer(r, address) : NULL;
	if (!from || !one_executes(r, from->context))
		return;
	s = &r->start.at[map_get(&r->start_at, map_pair(context_of(r, from->context)->fn.i, from->inst))];
	within = map_get(&r->within_at, map_pair(r->way[from->context], from->inst));
	if (!RECOGNISED(threads_storer, !s->item && names_start(r, e->on, s, address)))
		return;
	n = from->loop || !context_of(r, from->context)->once ? SPAWN_END : SPAWN_END | SPAWN_DEAD;
	effect_on_success(r, e, within ? within : s->slot, n);
	note_join(r, within ? within : s->slot, event, true);
	r->anyone_dead |= (n & SPAWN_DEAD) != 0;
}

/* ---- tasks ---- */

/* Is everything that starts the class queued on this object, or is this its task object? */
static bool all_edges_on(const struct running *r, const struct class *c, uint32_t object, bool queue)
{
	for (uint32_t k = 0; k < c->edge.n; k++) {
		const struct edge *e = &r->c->edge.at[c->edge.at[k]];
		if (set_one_object(r, queue ? e->queue : e->id) != object)
			return false;
	}
	return c->edge.n;
}

/* Without a place, `all` speaks of its family. */
static bool all_edges_of(const struct running *r, const struct class *c, uint32_t family)
{
	for (uint32_t k = 0; k < c->edge.n; k++) {
		const struct model_row *row = r->c->points->site.at[r->c->edge.at[c->edge.at[k]].site].row;
		if (!row || row->family != family)
			return false;
	}
	return c->edge.n;
}

/* All classes that a slot starts must be waited for before it counts. */
static void join_tasks(struct running *r, uint32_t event)
{
	const struct event *e = &r->c->event.at[event];
	bool all = e->row->flags & MODEL_ALL, placed = event_says(&e->row->on);
	uint32_t object = placed ? set_one_object(r, e->on) : 0, n = r->start.n;
	uint8_t *covered;
	struct arena scratch;

	if (placed ? !object : !all)
		return;
	arena_init(&scratch, "threads scratch");
	covered = arena_array(&scratch, n, 1); /* by slot: 1 all so far, 2 not all */
	for (uint32_t i = 0; i < r->child.n; i++) {
		uint32_t slot = r->child.at[i].slot;
		const struct class *c = &r->class.at[r->child.at[i].child];
		bool task = c->kind == ROOT_TASK || c->kind == ROOT_HANDLER;
		bool yes = task && (placed ? all_edges_on(r, c, object, all) : all_edges_of(r, c, e->row->family));
		if (slot)
			covered[slot] = yes && covered[slot] != 2 ? 1 : 2;
	}
	for (uint32_t slot = 1; slot < n; slot++) {
		if (covered[slot] != 1)
			continue;
		effect_on_success(r, e, slot, SPAWN_END_ALL);
		note_join(r, slot, event, false);
	}
	arena_release(&scratch);
}

void joins_make(struct running *r)
{
	for (uint32_t i = 1; i < r->c->edge.n; i++)
		r->ids_known |= r->c->edge.at[i].id != 0;
	for (uint32_t i = 1; i < r->c->event.n; i++) {
		const struct event *e = &r->c->event.at[i];
		struct handle h;
		if (!event_is(e->row, EVENT_JOIN) || !bits_meet(&r->bits, r->threads_of[e->context], r->ordered))
			continue;
		h = handle_of(r, e->on);
		if (h.start)
			join_handle(r, i, &h);
		else
			join_tasks(r, i);
		join_both(r, i);
		join_address(r, i);
	}
}
