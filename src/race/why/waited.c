/* The thread of an object, when who has the object has waited for it.
 *
 *     pool_new()   p = calloc(..); pthread_create(&p->thread, NULL, run, p)        run(p): p->done++
 *     pool_free(p) pthread_join(p->thread, NULL); free(p)
 *
 * There are as many threads as objects, so that no order of threads says which one is over behind the join. The object does: if
 * the two accesses meet, the thread's p and the caller's are one, and so is the member that the id of the thread was stored in
 * and is read from. What is said of a parameter is said in bytes behind it, so records inside the object count as well.
 *
 *     side of the thread   all calls that start it hand over the address and the place for the id from one value; the
 *                          access is in words of the start function's parameter
 *     other side           in each function on the way from where its thread begins to the access: every way to the next call
 *                          passes a join of the member, or a call that always comes to one
 *
 * What hangs below the object is compared only where it is freed: who frees it had it from this object alone.
 *
 * Nobody but those calls may store to the member, in particular no other start. That it is not started again for the same
 * object while somebody else waits for it is the business of who has the object, and assumed, as that nobody calls two enders
 * at once: a pair that is ruled out so is no proof (race.c).
 *
 * misses  ids in arrays, or handed on by variables; joins that hang on a condition; accesses that the summaries of the start
 *         function leave to inner functions */
#include "base/recogniser.h"
#include "code/address.h"
#include "code/event.h"
#include "code/loop.h"
#include "code/place.h"
#include "code/test.h"
#include "race/build.h"

/* So many bytes behind a parameter, numbered from 1, of some function. */
struct behind {
	uint32_t param;
	int64_t offset;
};

/* Where an access is, in words of the function that a use of it begins in. */
struct seat {
	struct fn_id fn;
	uint32_t access;
	struct behind at; /* of what hangs below: of the member that leads there first */
	bool below, indexed;
};

/* How a thread and the record that has its id belong together. */
struct holding_id {
	int64_t from_arg;   /* the id is so many bytes behind what the thread is given, */
	int64_t from_block; /* and behind the start of the block, */
	bool fresh;	    /* which the starter has just made */
	bool known;
};

/* ---- how the thread is started ---- */

static bool makes_block(const struct races *r, const struct body *b, struct ref value)
{
	const struct inst *in = body_made_by(b, value);

	return in && events_make_new(points_rows_at(r->points, b, in));
}

static bool same_holding(const struct holding_id *x, const struct holding_id *y)
{
	return x->from_arg == y->from_arg && x->from_block == y->from_block && x->fresh == y->fresh;
}

static void add_holding(struct holding_id *all, struct holding_id one)
{
	one.known = one.known && (!all->known || same_holding(all, &one));
	*all = one;
}

/* The id is stored behind `id`, the thread given `arg`, both of a function in this context: itself, or all its callers, if it
 * only hands them on. False: not known. */
static bool find_holding(struct races *r, uint32_t context, struct address id, struct address arg, uint32_t depth,
			 struct holding_id *out)
{
	const struct body *b = code_of(r, r->contexts->context.at[context].fn);
	uint32_t x = address_value(id), y = address_value(arg), first = r->first_caller[context],
		 end = r->first_caller[context + 1];

	if (!x || !y || limit_over(LIMIT_race_calls, depth))
		return false;
	if (x == y) {
		struct holding_id one = { .from_arg = id.offset - arg.offset,
					  .from_block = id.offset,
					  .fresh = makes_block(r, b, id.base),
					  .known = true };
		bool begun = out->known;
		add_holding(out, one);
		return out->known || !begun;
	}
	if (x > b->param.n || y > b->param.n || first == end)
		return false;
	for (uint32_t i = first; i < end; i++) {
		const struct edge *e = &r->contexts->edge.at[r->caller[i]];
		const struct body *c = code_of(r, r->contexts->context.at[e->context].fn);
		const struct inst *call = &c->inst.at[e->inst];
		struct address up = address_of(r->p, c, body_arg(c, call, x)), to = address_of(r->p, c, body_arg(c, call, y));
		if (call->op != OP_call)
			return false;
		up.offset += id.offset;
		to.offset += arg.offset;
		if (!find_holding(r, e->context, up, to, depth + 1, out))
			return false;
	}
	return true;
}

static const struct model_row *starts_at(const struct races *r, const struct body *b, uint32_t inst)
{
	const struct model_row *row = points_rows_at(r->points, b, &b->inst.at[inst]);

	row = row ? events_find(row, EVENT_SPAWN) : NULL;
	return row && event_stores_handle(row) ? row : NULL;
}

/* Do all calls that start the thread store its id at one place behind what they hand over? */
static struct holding_id holding_of(struct races *r, uint32_t thread)
{
	struct holding_id h = { 0 };
	uint32_t n;
	const uint32_t *edge = threads_edges(r->threads, thread, &n);

	for (uint32_t i = 0; i < n; i++) {
		const struct edge *e = &r->contexts->edge.at[edge[i]];
		const struct body *b = code_of(r, r->contexts->context.at[e->context].fn);
		const struct inst *in = &b->inst.at[e->inst];
		const struct model_row *row = starts_at(r, b, e->inst);
		if (!row || !find_holding(r, e->context, address_of(r->p, b, event_argument(b, in, &row->id)),
					  address_of(r->p, b, event_argument(b, in, &row->arg)), 0, &h))
			return (struct holding_id){ 0 };
	}
	return h;
}

/* ---- joins on every way ---- */

static bool always_joins(struct races *r, struct fn_id, struct behind, uint32_t target, uint32_t depth);

/* Does the call wait for the thread whose id is there? */
static bool call_joins(struct races *r, const struct body *b, uint32_t inst, struct behind id, uint32_t depth)
{
	const struct inst *in = &b->inst.at[inst];
	struct sym_id callee = in->op == OP_call ? body_callee(r->p, b, in) : (struct sym_id){ 0 };
	struct fn_id fn = callee.i ? program_sym(r->p, callee)->fn : (struct fn_id){ 0 };

	for (const struct model_row *row = points_rows_at(r->points, b, in); row; row = row->next) {
		struct address from = event_is(row, EVENT_JOIN)
					  ? address_loaded_from(r->p, b, address_of(r->p, b, event_value(b, in, &row->on)))
					  : (struct address){ 0 };
		if (event_is(row, EVENT_JOIN) && address_known(from) && address_value(from) == id.param &&
		    from.offset == id.offset)
			return true;
	}
	for (uint32_t k = 1; fn.i && k < in->nargs; k++) {
		struct address arg = address_of(r->p, b, body_arg(b, in, k));
		if (address_value(arg) == id.param &&
		    always_joins(r, fn, (struct behind){ k, id.offset - arg.offset }, UINT32_MAX, depth + 1))
			return true;
	}
	return false;
}

static bool block_joins(struct races *r, const struct body *b, uint32_t block, uint32_t target, struct behind id, uint32_t depth)
{
	uint32_t i = b->block.at[block].inst, end = i + b->block.at[block].ninsts;

	for (; i < end && i != target; i++)
		if (b->inst.at[i].op == OP_call && call_joins(r, b, i, id, depth))
			return true;
	return false;
}

/* Does every way through the function to the instruction (UINT32_MAX: to its end) pass a join? */
static bool always_joins(struct races *r, struct fn_id fn, struct behind id, uint32_t target, uint32_t depth)
{
	const struct body *b = limit_over(LIMIT_race_calls, depth) ? NULL : code_of(r, fn);
	uint32_t *todo, n = 0, nways, end = b && target != UINT32_MAX ? block_of_inst(b, target) : UINT32_MAX;
	bool *seen, good = b && id.param && id.param <= b->param.n;
	struct arena scratch;

	if (!good)
		return false;
	arena_init(&scratch, "race waited");
	todo = arena_array(&scratch, b->block.n, sizeof *todo);
	seen = arena_array(&scratch, b->block.n, sizeof *seen);
	seen[todo[n++] = 0] = true;
	for (uint32_t next = 0; next < n && good; next++) {
		uint32_t block = todo[next];
		const uint32_t *way;
		if (block_joins(r, b, block, target, id, depth))
			continue;
		good = block != end && (target != UINT32_MAX || body_end(b, block)->op != OP_ret);
		way = body_successors(b, block, &nways);
		for (uint32_t k = 0; k < nways; k++)
			if (!seen[way[k]])
				seen[todo[n++] = way[k]] = true;
	}
	arena_release(&scratch);
	return good;
}

/* Is the thread waited for before any of the instructions that the access stands for? */
static bool access_waits(struct races *r, struct fn_id fn, uint32_t access, struct behind id, uint32_t depth)
{
	const struct summary *s = r->s->of[fn.i];
	const struct body *b = limit_over(LIMIT_race_calls, depth) || !s ? NULL : code_of(r, fn);
	const struct access *x = s ? &s->access[access] : NULL;

	for (uint32_t i = 0; b && i < x->nsources; i++) {
		const struct summary_source *source = &s->source[x->source + i];
		const struct inst *in = &b->inst.at[source->inst];
		bool waits = always_joins(r, fn, id, source->inst, depth);
		for (uint32_t k = 1; !waits && source->callee.i && in->op == OP_call && k < in->nargs; k++) {
			struct address arg = address_of(r->p, b, body_arg(b, in, k));
			waits = address_value(arg) == id.param &&
				access_waits(r, source->callee, source->access, (struct behind){ k, id.offset - arg.offset },
					     depth + 1);
		}
		if (!waits)
			return false;
	}
	return b && x->nsources;
}

/* ---- where the two accesses are ---- */

/* In words of the function that it begins in: behind a parameter, or what a member behind one leads to. False: neither. */
static bool seat_of(const struct races *r, const struct from *f, struct seat *out)
{
	struct fn_id fn = r->contexts->context.at[f->context].fn;
	const struct summary *s = r->s->of[fn.i];
	struct anchor a = anchor_of(s->term, s->access[f->access].at);

	*out = (struct seat){ .fn = fn, .access = f->access, .indexed = a.indexed };
	for (uint32_t n = 0; term_is_load(s->term[a.term].kind) && !limit_full(LIMIT_race_chain, n); n++) {
		out->below = true;
		a = anchor_of(s->term, s->term[a.term].base);
		out->indexed |= a.indexed;
	}
	out->at = (struct behind){ s->term[a.term].b + 1, a.offset + a.elements };
	return s->term[a.term].kind == TERM_PARAM && s->term[a.term].a == fn.i;
}

static const struct access *access_of(const struct races *r, const struct seat *s)
{
	return &r->s->of[s->fn.i]->access[s->access];
}

/* Where the id of the thread is for who waits, if the two accesses meet. False: that does not follow. */
static bool place_of_id(const struct races *r, const struct seat *mine, const struct seat *its, const struct holding_id *h,
			int64_t *offset)
{
	const struct access *x = access_of(r, mine), *y = access_of(r, its);
	bool freed = x->flags & ACCESS_FREE;

	*offset = h->from_arg - its->at.offset + mine->at.offset;
	if (mine->below || its->below)
		return mine->below && its->below && freed && !mine->indexed && !its->indexed;
	if (freed) { /* of the whole block */
		*offset = h->from_block;
		return h->fresh && !mine->at.offset && !mine->indexed;
	}
	if (y->flags & ACCESS_FREE)
		return false;
	return mine->indexed || its->indexed ? x->member.i && x->member.i == y->member.i : x->size && x->size == y->size;
}

/* Does the function itself, or what it calls, store another id there? */
static bool stores_there(const struct races *r, struct fn_id fn, struct behind id)
{
	const struct summary *s = r->s->of[fn.i];

	for (uint32_t i = 0; i < s->naccesses; i++) {
		struct anchor a = anchor_of(s->term, s->access[i].at);
		const struct term *k = &s->term[a.term];
		int64_t first = a.offset + a.elements, size = s->access[i].size;
		if (s->access[i].flags & ACCESS_WRITE && k->kind == TERM_PARAM && k->a == fn.i && k->b + 1 == id.param &&
		    (a.indexed || !size || (first <= id.offset && id.offset < first + size)) &&
		    !(s->access[i].flags & ACCESS_FREE))
			return true;
	}
	return false;
}

/* ---- who stores to the member ---- */

static bool is_start_of(const struct races *r, uint32_t thread, struct code_place at)
{
	uint32_t n;
	const uint32_t *edge = threads_edges(r->threads, thread, &n);

	for (uint32_t i = 0; i < n; i++) {
		const struct edge *e = &r->contexts->edge.at[edge[i]];
		if (e->inst == at.inst && r->contexts->context.at[e->context].fn.i == at.fn.i)
			return true;
	}
	return false;
}

/* Is it stored to in the function that starts the thread, before it does so? */
static bool is_before_start(struct races *r, uint32_t thread, struct code_place at)
{
	uint32_t n;
	const uint32_t *edge = threads_edges(r->threads, thread, &n);
	const struct body *b = code_of(r, at.fn);

	for (uint32_t i = 0; i < n; i++) {
		const struct edge *e = &r->contexts->edge.at[edge[i]];
		uint32_t start = block_of_inst(b, e->inst), here = block_of_inst(b, at.inst);
		if (r->contexts->context.at[e->context].fn.i == at.fn.i)
			return (start != here || at.inst < e->inst) && !block_leads_to(b, start, here, UINT32_MAX);
	}
	return false;
}

/* Only the calls that start the thread store to the cell, and those who make the record before there is one. */
static bool cell_is_kept(struct races *r, uint32_t thread, struct cell cell)
{
	for (uint32_t k = 1; k < r->kind.n; k++) {
		const struct use *u = &r->kind.at[k].use;
		bool meets = false;
		for (uint32_t i = 0; i < u->ncells && u->flags & ACCESS_WRITE && !(u->flags & ACCESS_FREE) && !u->made; i++)
			meets |= r->cell.at[u->cell + i].class == cell.class && r->cell.at[u->cell + i].offset <= cell.offset &&
				 (!u->size || cell.offset < r->cell.at[u->cell + i].offset + (int64_t)u->size);
		if (!meets || access_is_object(u->flags))
			continue;
		for (uint32_t use = use_in(r, k, 0), i = 0; walk_reaches(r, use, i); i++)
			if (!is_start_of(r, thread, leaf_place(r, use, i)) && !is_before_start(r, thread, leaf_place(r, use, i)))
				return false;
		if (walk_is_cut(r, use_in(r, k, 0)))
			return false;
	}
	return true;
}

/* The same of all cells that the calls store ids of this thread to, remembered by thread. */
static bool id_is_kept(struct races *r, uint32_t thread)
{
	uint32_t known = map_get(&r->kept_id, thread), nedges, n;
	const uint32_t *edge = threads_edges(r->threads, thread, &nedges);

	for (uint32_t i = 0; !known && i < nedges; i++) {
		const struct edge *e = &r->contexts->edge.at[edge[i]];
		struct fn_id fn = r->contexts->context.at[e->context].fn;
		const struct body *b = code_of(r, fn);
		const struct model_row *row = starts_at(r, b, e->inst);
		struct cell cell[2];
		n = row ? points_cells(r->points, fn, event_argument(b, &b->inst.at[e->inst], &row->id), cell, 2) : 0;
		if (n != 1 || points_fold(r->points, cell[0].class) || !cell_is_kept(r, thread, cell[0]))
			known = 1;
	}
	known = known ? known : 2;
	map_put(r->arena, &r->kept_id, thread, known);
	return known == 2;
}

/* ---- the pair ---- */

/* Of one access on each side: is the thread over? */
static bool is_over(struct races *r, const struct from *mine, const struct from *its, const struct holding_id *h)
{
	struct seat x, y;
	struct behind id;

	if (!seat_of(r, mine, &x) || !seat_of(r, its, &y) || !place_of_id(r, &x, &y, h, &id.offset))
		return false;
	id.param = x.at.param;
	return y.at.param == 1u && access_waits(r, x.fn, x.access, id, 0) && !stores_there(r, x.fn, id);
}

static bool begins_there(const struct races *r, uint32_t thread, uint32_t context)
{
	uint32_t n;
	const uint32_t *start = threads_starts(r->threads, thread, &n);

	for (uint32_t i = 0; i < n; i++)
		if (start[i] == context)
			return true;
	return false;
}

/* Has the thread of `a` waited for that of `b`, wherever the two accesses are? */
static bool has_waited(struct races *r, const struct use *a, const struct use *b)
{
	struct holding_id h = { 0 };

	if (r->contexts->root.at[r->threads->thread.at[b->thread].root].kind != ROOT_THREAD || a->thread == b->thread)
		return false;
	for (uint32_t i = a->from; i; i = r->from.at[i].next)
		for (uint32_t k = b->from; k; k = r->from.at[k].next) {
			if (!from_is_of(r, &r->from.at[i], a->thread) || !from_is_of(r, &r->from.at[k], b->thread))
				continue;
			if (!h.known)
				h = holding_of(r, b->thread);
			if (!h.known || !begins_there(r, b->thread, r->from.at[k].context) ||
			    !is_over(r, &r->from.at[i], &r->from.at[k], &h))
				return false;
		}
	return h.known && id_is_kept(r, b->thread);
}

bool uses_are_waited(struct races *r, const struct use *a, const struct use *b)
{
	return has_waited(r, a, b) || has_waited(r, b, a);
}
