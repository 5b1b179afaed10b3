/* Why a cycle of orders is no deadlock. */
#include "deadlock/graph.h"

enum { MOST_SPOTS = 24 }; /* the most that limits.def allows */

static const struct lock_order *order_at(const struct graph *g, uint32_t order)
{
	return &g->d->lockset->order.at[order];
}


/* An atomic section: what only has a name, and is no kind of interrupt (lockset/outline/expand.c). */
static bool is_section(const struct lockset *l, const struct held *h)
{
	struct term x = term_get(&l->names.terms, h->term);

	return (h->flags & HELD_CONTEXT) && x.kind == TERM_NAMED && x.a && !x.b;
}

/* Is it surely nobody else's while this thread waits? Not a semaphore that lets several in, nor a lock that is let go by who
 * sleeps (5.2). */
static bool keeps_out(const struct graph *g, const struct lock_order *x, const struct held *h)
{
	const struct lockset *l = g->d->lockset;

	if ((h->flags & HELD_ROB) && !(x->flags & ORDER_SPIN))
		return false;
	return !(h->flags & HELD_SEMAPHORE) || (!lockset_is_signal(l, h->term) && !lockset_is_counting(l, h->term));
}

/* Another lock that both hold, or a section that both are in: they are never there at the same time. So a circle does not close
 * in which two of any number of threads have a gate; all of them must be there at once. */
static bool have_gate(const struct graph *g, const struct lock_order *x, const struct lock_order *y)
{
	const struct lockset *l = g->d->lockset;
	uint32_t n, m;
	const struct held *a = lockset_get(l, x->others, &n), *b = lockset_get(l, y->others, &m);

	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < m; k++)
			if (a[i].term == b[k].term && is_section(l, &a[i]))
				return true;
			else if (a[i].term == b[k].term && !(a[i].flags & HELD_CONTEXT) && name_is_global(&l->names, a[i].term) &&
			    name_is_exact(&l->names, a[i].term) && !((a[i].flags & HELD_SHARED) && (b[k].flags & HELD_SHARED)) &&
			    keeps_out(g, x, &a[i]) && keeps_out(g, y, &b[k]))
				return true;
	return false;
}

static bool is_held_in(const struct lockset *l, uint32_t set, uint32_t lock)
{
	uint32_t n;
	const struct held *h = lockset_get(l, set, &n);

	for (uint32_t i = 0; i < n; i++)
		if (h[i].term == lock)
			return true;
	return false;
}

/* A semaphore that as many of them hold as it has tokens, and one more: they are never there all at once. */
static bool have_seats(const struct graph *g, const uint32_t *order, uint32_t n)
{
	const struct lockset *l = g->d->lockset;
	uint32_t m, k;
	const struct held *a = lockset_get(l, order_at(g, order[0])->others, &m);

	for (uint32_t i = 0; i < m; i++) {
		int64_t tokens;
		if (!(a[i].flags & HELD_SEMAPHORE) || !name_is_exact(&l->names, a[i].term) || !name_is_global(&l->names, a[i].term) ||
		    !lockset_tokens(l, a[i].term, &tokens) || tokens >= n || !lockset_is_given_back(l, a[i].term))
			continue;
		for (k = 1; k < n && is_held_in(l, order_at(g, order[k])->others, a[i].term); k++)
			;
		if (k == n)
			return true;
	}
	return false;
}

/* Two of one class below a lock of another class, on both sides: the tree, and two of its nodes. Nodes of two trees are never the
 * same, so it is one tree. */
static bool have_tree(const struct graph *g, const struct lock_order *x, const struct lock_order *y)
{
	const struct lockset *l = g->d->lockset;
	uint32_t n, m, class = name_class(g->names, x->held);
	const struct held *a = lockset_get(l, x->others, &n), *b = lockset_get(l, y->others, &m);

	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < m; k++)
			if (a[i].term == b[k].term && term_is_class(term_get(&g->names->terms, a[i].term).kind) &&
			    name_class(g->names, a[i].term) != class &&
			    !((a[i].flags | b[k].flags) & (HELD_SHARED | HELD_CONTEXT)) && !lockset_is_signal(l, a[i].term))
				return true;
	return false;
}

/* ---- can the two run at the same time? ---- */

struct spots {
	struct spot at[MOST_SPOTS];
	uint32_t n;
	bool more;
};

static void add_spots(const struct graph *g, struct fn_id fn, uint32_t inst, struct spots *out)
{
	const struct threads *t = g->d->threads;
	const struct contexts *c = t->contexts;

	for (uint32_t i = c->first_by_fn[fn.i]; i < c->first_by_fn[fn.i + 1]; i++) {
		uint32_t n;
		const uint32_t *thread = threads_of_context(t, c->by_fn[i], &n);
		for (uint32_t k = 0; k < n; k++) {
			if (limit_full(LIMIT_deadlock_spots, out->n)) {
				out->more = true;
				return;
			}
			out->at[out->n++] = (struct spot){ thread[k], c->by_fn[i], inst };
		}
	}
}

/* Where a thread waits for the second lock. */
static void find_waits(const struct graph *g, const struct lock_order *x, struct spots *out)
{
	struct lock_taken at = lockset_wanted(g->d->lockset, x);

	*out = (struct spots){ 0 };
	add_spots(g, at.fn, at.inst, out);
}

/* Where it is then in the functions that took the first one. Not the place to ask about: threads takes a call for the moment
 * before it. */
static void find_frames(const struct graph *g, const struct lock_order *x, struct spots *out)
{
	struct lock_frame frame[MOST_SPOTS];
	uint32_t n = lockset_order_frames(g->d->lockset, x, frame, LIMIT_deadlock_spots);

	*out = (struct spots){ 0 };
	for (uint32_t i = 0; i < n; i++)
		add_spots(g, frame[i].fn, frame[i].inst, out);
}

/* The thread that waits is one of those that took the first lock. */
static void keep_threads(struct spots *wait, const struct spots *frame)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < wait->n; i++) {
		bool took = frame->more || !frame->n;
		for (uint32_t k = 0; k < frame->n && !took; k++)
			took = frame->at[k].thread == wait->at[i].thread;
		if (took)
			wait->at[kept++] = wait->at[i];
	}
	wait->n = kept;
}

static bool spots_meet(const struct graph *g, const struct spots *a, const struct spots *b)
{
	if (a->more || b->more || !a->n || !b->n)
		return true;
	for (uint32_t i = 0; i < a->n; i++)
		for (uint32_t k = 0; k < b->n; k++)
			if (threads_apart(g->d->threads, a->at[i], b->at[k]) == APART_NOT)
				return true;
	return false;
}

/* Where a thread is at that place which begins with this function. */
static void find_begun(const struct graph *g, struct lock_frame at, struct fn_id begins, struct spots *out)
{
	const struct threads *t = g->d->threads;
	uint32_t kept = 0;

	add_spots(g, at.fn, at.inst, out);
	for (uint32_t i = 0; i < out->n; i++)
		if (program_sym(t->contexts->points->p, t->contexts->root.at[t->thread.at[out->at[i].thread].root].fn)->fn.i ==
		    begins.i)
			out->at[kept++] = out->at[i];
	out->n = kept;
}

bool places_meet(const struct graph *g, struct lock_frame a, struct lock_frame b, struct fn_id begins)
{
	struct spots x = { 0 }, y = { 0 };

	if (!g->d->threads)
		return true;
	add_spots(g, a.fn, a.inst, &x);
	find_begun(g, b, begins, &y);
	return spots_meet(g, &x, &y);
}

bool signal_is_let_in(const struct graph *g, struct lock_frame at, struct lock_frame by, struct fn_id handler)
{
	const struct threads *t = g->d->threads;
	struct spots x = { 0 }, y = { 0 };

	if (!t)
		return false;
	add_spots(g, at.fn, at.inst, &x);
	find_begun(g, by, handler, &y);
	for (uint32_t i = 0; i < x.n; i++)
		for (uint32_t k = 0; k < y.n; k++)
			if (threads_blocks_others(t, y.at[k].thread, x.at[i]) && threads_apart(t, x.at[i], y.at[k]) == APART_NOT)
				return true;
	return false;
}

static bool threads_allow(const struct graph *g, const struct lock_order *x, const struct lock_order *y)
{
	struct spots wait[2], frame[2];

	if (!g->d->threads)
		return true;
	find_waits(g, x, &wait[0]);
	find_waits(g, y, &wait[1]);
	find_frames(g, x, &frame[0]);
	find_frames(g, y, &frame[1]);
	keep_threads(&wait[0], &frame[0]);
	keep_threads(&wait[1], &frame[1]);
	return spots_meet(g, &wait[0], &wait[1]);
}

/* Does the writer hold what the reader of this order has then, too, and one of them for itself? */
static bool writer_is_kept_out(const struct graph *g, const struct lockset_write *w, const struct lock_order *x)
{
	const struct lockset *l = g->d->lockset;
	uint32_t n, m;
	const struct held *a = lockset_get(l, w->held, &n), *b = lockset_get(l, x->others, &m);

	for (uint32_t i = 0; i < n; i++) {
		bool shared = a[i].flags & HELD_SHARED;
		if ((a[i].flags & (HELD_CONTEXT | HELD_ROB | HELD_SEMAPHORE)) || !name_is_global(&l->names, a[i].term) ||
		    !name_is_exact(&l->names, a[i].term))
			continue;
		if (a[i].term == x->held && !(shared && (x->flags & ORDER_HELD_SHARED)))
			return true;
		for (uint32_t k = 0; k < m; k++)
			if (a[i].term == b[k].term && !(shared && (b[k].flags & HELD_SHARED)))
				return true;
	}
	return false;
}

/* Where a writer waits for the lock that x wants and that the next one has, while both are there. */
static bool writer_meets(const struct graph *g, const struct lockset_write *w, const struct lock_order *x,
			 const struct lock_order *next)
{
	struct spots writer = { 0 }, reader[2];

	if (writer_is_kept_out(g, w, x) || writer_is_kept_out(g, w, next))
		return false;
	if (!g->d->threads || !w->fn.i)
		return true;
	add_spots(g, w->fn, w->inst, &writer);
	find_waits(g, x, &reader[0]);
	find_waits(g, next, &reader[1]);
	return spots_meet(g, &writer, &reader[0]) && spots_meet(g, &writer, &reader[1]);
}

/* May a writer wait between the two readers? */
static bool writer_waits(const struct graph *g, const struct lock_order *x, const struct lock_order *next)
{
	const struct lockset *l = g->d->lockset;
	const struct lockset_root *root = lockset_root_above(l, x->context);
	bool any = false;

	for (uint32_t i = 0; i < l->write.n; i++) {
		if (!name_may_alias(g->names, x->wanted, l->write.at[i].name))
			continue;
		any = true;
		if (writer_meets(g, &l->write.at[i], x, next))
			return true;
	}
	if (root && root->kind == ROOT_INTERRUPT && (x->flags & ORDER_SPIN))
		return false; /* there readers do not queue */
	return !any && lockset_is_written(l, x->wanted, x->context);
}

/* Does a thread have to wait for the next one at all? Two readers do not, unless a writer comes in between that is served
 * first. */
static bool modes_conflict(const struct graph *g, const struct lock_order *x, const struct lock_order *next)
{
	if (!(x->flags & ORDER_WANTED_SHARED) || !(next->flags & ORDER_HELD_SHARED))
		return true;
	return (x->flags & ORDER_WANTED_FAIR) && writer_waits(g, x, next);
}

/* The root that alone gets there; 0: several do. */
static const struct lockset_root *only_root(const struct lockset *l, const struct lock_order *x)
{
	uint32_t root = l->context.at[x->context].root;

	return root && root != LOCKSET_ROOTS ? &l->root.at[root] : NULL;
}

static bool roots_allow(const struct lockset *l, const struct lock_order *x, const struct lock_order *y)
{
	const struct lockset_root *a = only_root(l, x), *b = only_root(l, y);

	if ((a && a->kind == ROOT_SINGLE) || (b && b->kind == ROOT_SINGLE))
		return false;
	return !a || a != b || a->many;
}

/* A program that starts no thread. */
static bool is_single(const struct lockset *l)
{
	for (uint32_t i = 1; i < l->root.n; i++)
		if (l->root.at[i].kind != ROOT_MAIN && l->root.at[i].kind != ROOT_SINGLE)
			return false;
	return true;
}

/* ---- two of one class ---- */

/* May what orders the locks be changed while a thread waits for the second one? (lockset/names/kept.c) */
static bool is_rewritten(const struct graph *g, const struct lock_order *x, uint32_t what, bool slot)
{
	const struct lockset *l = g->d->lockset;
	struct spots wait;

	for (uint32_t i = 0; i < l->rewrite.n; i++) {
		const struct lockset_rewrite *r = &l->rewrite.at[i];
		struct spots write = { 0 };
		if (r->what != what || r->slot != slot)
			continue;
		if (!r->fn.i || !g->d->threads)
			return true;
		add_spots(g, r->fn, r->inst, &write);
		find_waits(g, x, &wait);
		if (write.more || (write.n && spots_meet(g, &write, &wait)))
			return true;
	}
	return false;
}

static bool is_linked(const struct graph *g, const struct lock_order *x)
{
	return x->link && !is_rewritten(g, x, x->link, false);
}

/* Are two locks of one class always taken in one order: lockdep's levels, or along one pointer? */
static bool is_ordered(const struct graph *g, const struct lock_order *x, const struct lock_order *y)
{
	if ((x->flags | y->flags) & ORDER_SUBCLASS)
		return true;
	if (!(x->flags & (ORDER_DOWN | ORDER_BACK)) || !(y->flags & (ORDER_DOWN | ORDER_BACK)))
		return false;
	if ((x->flags ^ y->flags) & (ORDER_DOWN | ORDER_BACK))
		/* down by the parent's pointer here, up by the child's one there: the parent comes first in both */
		return x->link != y->link && is_linked(g, x) && is_linked(g, y);
	return x->link == y->link && is_linked(g, x) && is_linked(g, y);
}

/* Do all threads take them in the order of one key, in one direction? */
static bool is_sorted(const struct graph *g, const uint32_t *order, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (!order_at(g, order[i])->sorted || order_at(g, order[i])->sorted != order_at(g, order[0])->sorted ||
		    (sorted_is_slot(order_at(g, order[i])->sorted) &&
		     is_rewritten(g, order_at(g, order[i]), order_at(g, order[i])->sorted >> 1, true)))
			return false;
	return true;
}

static bool is_taken_back(const struct graph *g, const struct lock_order *x)
{
	for (uint32_t i = g->first_by_name[x->wanted]; i < g->first_by_name[x->wanted + 1]; i++)
		for (uint32_t k = 0; g->link.at[i].wanted == x->held && k < g->link.at[i].norders; k++)
			if (!order_at(g, g->order.at[g->link.at[i].order + k])->sorted)
				return true;
	return false;
}

/* One thread takes them by a key, the other one by none, and some thread does that the other way round, too: the mistake is
 * theirs, and is told of them. */
static bool is_told(const struct graph *g, const struct lock_order *x, const struct lock_order *y)
{
	return !x->sorted != !y->sorted && is_taken_back(g, x->sorted ? y : x);
}

static bool is_twin(const struct graph *g, const struct lock_order *x)
{
	return x->held == x->wanted || name_may_alias(g->names, x->held, x->wanted);
}

/* Along a pointer here, perhaps from its end, and there to its end, a variable, unless that is where it is already. */
static bool is_end(const struct graph *g, const struct lock_order *x, const struct lock_order *y)
{
	return (x->flags & ORDER_DOWN) && (y->flags & ORDER_IDENTITY) &&
	       (x->held == y->wanted || name_is_like(g->names, x->held, x->wanted));
}

/* Two locks of one class in a function that others call, who are not here: their order is what those make of it. */
static bool is_offered(const struct lockset *l, const struct lock_order *x)
{
	const struct lockset_root *root = lockset_root_above(l, x->context);

	return root && root->outside;
}

/* Does it sleep where nobody may: in an interrupt, or with interrupts off? Then the way there is an error of its own, or there is
 * none. */
static bool would_sleep(const struct lockset *l, const struct lock_order *x)
{
	uint32_t n;
	const struct held *h = lockset_get(l, x->others, &n);

	for (uint32_t i = 0; i < n && !(x->flags & (ORDER_SPIN | ORDER_REACQUIRE)); i++)
		if ((h[i].flags & HELD_SPIN) && (h[i].flags & HELD_CONTEXT))
			return true;
	return false;
}

/* Is the order of such locks declared to be beyond us? The member of some record that the lock is in, at whatever depth. */
static bool is_unordered(const struct graph *g, uint32_t lock)
{
	const struct lockset *l = g->d->lockset;
	const struct program *p = l->points->p;
	struct term class = term_get(&g->names->terms, name_class(g->names, lock));
	uint32_t *known = map_at(g->scratch, (struct map *)(uintptr_t)&g->unordered, lock);
	struct type_id t = { class.kind == TERM_MEMBER && !class.b ? class.a : 0 };
	uint64_t at = (uint64_t)class.offset * 8;

	for (uint32_t depth = 0; !*known && t.i && program_type(p, t)->kind == TYPE_STRUCT &&
				 !limit_full(LIMIT_deadlock_nested, depth);
	     depth++) {
		const struct type *x = program_type(p, t);
		struct type_id inside = { 0 };
		for (uint32_t i = 0; i < x->nfields && !inside.i; i++) {
			const struct field *f = &p->field.at[x->field + i];
			if (!f->type.i || f->offset > at || at - f->offset >= program_type(p, type_strip(p, f->type))->size)
				continue;
			inside = type_strip(p, f->type);
			at -= f->offset;
			if (model_find_in(l->points->models, MODEL_UNORDERED_SPACE, MODEL_FIELD,
					  arena_format(g->scratch, "%s.%s", program_str(p, x->name), program_str(p, f->name))))
				*known = 2;
		}
		t = inside;
	}
	*known = *known ? *known : 1;
	return *known == 2;
}

static const char *pair_reason(const struct graph *g, const struct lock_order *x, const struct lock_order *y)
{
	const struct lockset *l = g->d->lockset;

	if (!roots_allow(l, x, y))
		return "apart: one thread";
	if (have_gate(g, x, y))
		return "gate: another lock is held by both";
	if (!threads_allow(g, x, y))
		return "apart: never at the same time";
	return NULL;
}

/* Three threads or more, each with a lock that is known by class only, and far from there to the next one: each step is a chance
 * for a mistake. */
static bool is_far(const struct graph *g, const uint32_t *order, uint32_t n)
{
	uint32_t cost = 0;

	for (uint32_t i = 0; i < n; i++) {
		if (name_is_global(&g->d->lockset->names, order_at(g, order[i])->held))
			return false;
		cost += order_cost(order_at(g, order[i]));
	}
	return n > 2 && cost > n * DEADLOCK_MOST_FAR && !g->d->lockset->options.all_targets;
}

/* Round the circle, beginning with the lock that order `at` waits for: is it in the thing that the next one has, and so on, until
 * that is surely another one? */
static bool begins_apart(const struct graph *g, const uint32_t *order, uint32_t n, uint32_t at)
{
	const struct lockset *l = g->d->lockset;
	uint32_t from = order_at(g, order[at])->wanted_from;

	for (uint32_t i = 1; i <= n && from; i++) {
		const struct lock_order *x = order_at(g, order[(at + i) % n]);
		if (lockset_apart(l, from, x->held_from))
			return true;
		if (!(x->flags & ORDER_ONE))
			/* otherwise it is still the same thing, of which this order may not know who holds it */
			from = x->wanted_from;
	}
	return false;
}

static bool things_differ(const struct graph *g, const uint32_t *order, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (begins_apart(g, order, n, i))
			return true;
	return false;
}

const char *edge_reason(const struct graph *g, uint32_t order, uint32_t n)
{
	const struct lockset *l = g->d->lockset;
	const struct lock_order *x = order_at(g, order);

	if (lockset_is_signal(l, x->held) || lockset_is_signal(l, x->wanted))
		return "semaphore: used as a signal, not as a lock";
	if (name_is_nameless(g->names, x->held))
		return "name: a lock of unknown type, in both threads";
	if (is_unordered(g, x->held))
		return "order: a model declares that such locks have an order of their own";
	if (would_sleep(l, x))
		return "atomic: a thread would have to sleep where it must not";
	if (order_is_guessed(l, x))
		return "calls: the path between two locks goes through pointers to too many possible functions";
	if (x->lasts > DEADLOCK_MOST_LASTS && !name_is_global(&l->names, x->held))
		return "last: between two locks an object that was not made on this path loses its last reference";
	if (n > 2 && x->ending >= LAST_GONE && !name_is_global(&l->names, x->held))
		return "last: a thread holds a lock in an object without references, and two others would need one";
	if ((x->flags & ORDER_CUT) && x->calls) /* what one function does, it does however it was reached */
		return "error: the path between two locks begins after a lock error";
	if (x->conditions > DEADLOCK_MOST_CONDITIONS && !l->options.all_targets)
		return "conditions: too many between one lock and the next for all of them to hold at once";
	if (((x->flags & ORDER_SUBCLASS) || (n > 2 && x->sorted)) && name_class(g->names, x->held) == name_class(g->names, x->wanted))
		return "order: by address, level or pointer";
	return NULL;
}

const char *cycle_reason(const struct graph *g, const uint32_t *order, uint32_t n)
{
	const struct lockset *l = g->d->lockset;
	const char *why;

	if (is_single(l))
		return "apart: one thread";
	if (is_sorted(g, order, n))
		return "order: by address, level or pointer";
	if (n == 2 && is_told(g, order_at(g, order[0]), order_at(g, order[1])))
		return "order: one of the threads keeps one; places that do not are reported separately";
	for (uint32_t i = 0; i < n; i++) {
		const struct lock_order *x = order_at(g, order[i]), *next = order_at(g, order[(i + 1) % n]);
		if (x->wanted != next->held && (x->guesses || next->guesses) && !l->options.all_targets)
			return "calls: both the object and the function that is called on it are guesses";
		if (!modes_conflict(g, x, next))
			return "modes: readers do not wait for readers";
		if ((is_twin(g, x) && is_twin(g, next) && is_ordered(g, x, next)) || is_end(g, x, next) || is_end(g, next, x))
			return "order: by address, level or pointer";
	}
	if (n == 2 && is_twin(g, order_at(g, order[0])) && is_twin(g, order_at(g, order[1]))) {
		if (is_offered(l, order_at(g, order[0])) || is_offered(l, order_at(g, order[1])))
			return "order: the caller decides";
		if (have_tree(g, order_at(g, order[0]), order_at(g, order[1])))
			return "gate: both are parts of an object, and its lock is held";
	}
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = i + 1; k < n; k++) {
			why = pair_reason(g, order_at(g, order[i]), order_at(g, order[k]));
			if (why)
				return why;
		}
	if (have_seats(g, order, n))
		return "gate: they all hold tokens of a semaphore that has fewer";
	if (is_far(g, order, n))
		return "far: three threads or more, with locks known only by type and far from each other";
	return things_differ(g, order, n) ? "name: in objects that are never the same, by what points to them" : NULL;
}
