#include "sharing/taken/take.h"

#include "code/address.h"
#include "code/loop.h"
#include "base/recogniser.h"
#include "sharing/taken/counted.h"
#include "sharing/local/effect.h"
#include "sharing/taken/member.h"
#include "sharing/taken/once.h"
#include "sharing/classes.h"
#include "sharing/summary.h"

enum { CELLS_MOST = 16, FEEDS_MOST = 8 }; /* sizes of arrays: the most that limits.def allows */

/* One way in which a function unlinks a value. */
struct unlink {
	uint32_t value, inst;
	uint32_t next;         /* of the same instruction */
	bool cell;             /* the cell at `address` led to it */
	bool whole;            /* with all that its links lead to */
	bool element;          /* that cell is an element, whose number is known when the program runs */
	bool counted;          /* it was an element of the array there, which is read before `first`, or then */
	uint32_t first;
	struct ref address;
	int32_t behind;        /* so many bytes behind it, to be exact */
	uint8_t nlinks;
	int32_t link[2];       /* links inside the object, behind the value */
	enum recogniser by;    /* that has found it */
};

struct feed {
	uint32_t value, next;
};

struct take {
	VEC(struct unlink) unlink;  /* 0 is none */
	uint32_t *unlink_at;        /* by instruction */
	VEC(struct feed) feed;      /* 0 is none */
	uint32_t *feed_at;          /* by instruction: values that it reads out */
	bool *taken;                /* by value */
	bool *atomic;               /* by value: read and unlinked by one operation */
	bool *part;                 /* by value: taken without what its links lead to */
	bool *copied;               /* by value: out of a copy of what was taken: others could see it when that was made */
	uint32_t params;            /* unlinked parameters */
	int32_t link[2];
	struct pop pop;
	VEC(struct cell) stored;    /* cells that the function stores to */
	bool stored_all, too_many;
};

/* ---- finding ---- */

static void add_unlink(struct local *l, struct unlink u)
{
	struct take *t = l->take;

	if (u.value > 0 && u.value <= l->b->param.n) {
		if (u.value <= limit(LIMIT_sharing_arguments) && u.nlinks == 2) {
			t->params |= 1u << (u.value - 1);
			t->link[0] = u.link[0];
			t->link[1] = u.link[1];
		}
		return;
	}
	if (limit_over(LIMIT_sharing_takes, t->unlink.n)) {
		t->too_many = true;
		return;
	}
	u.next = t->unlink_at[u.inst];
	t->unlink_at[u.inst] = t->unlink.n;
	*vec_add(l->arena, &t->unlink) = u;
}

/* The array and the number of an element, where both are one value each; false: it is no such address. */
static bool element_parts(const struct local *l, struct address e, struct address *array, struct ref *index, int64_t *stride)
{
	const struct inst *in = body_made_by(l->b, e.base);

	if (!in || in->op != OP_index)
		return false;
	*array = address_of(l->s->p, l->b, body_arg(l->b, in, 0));
	*index = peel_base(l->b, body_arg(l->b, in, 1), PEEL_WIDENING);
	*stride = body_offset(l->b, in);
	return address_known(*array);
}

/* One address: one computation, or the element of one array with one number. */
static bool same_address(const struct local *l, struct address a, struct address b)
{
	struct address x, y;
	struct ref i, k;
	int64_t m, n;

	if (address_equal(a, b))
		return true;
	return address_known(a) && address_known(b) && a.offset == b.offset && element_parts(l, a, &x, &i, &m) &&
	       element_parts(l, b, &y, &k, &n) && address_equal(x, y) && i.bits == k.bits && m == n;
}

static uint64_t key_of_address(const struct local *l, struct address e)
{
	struct address array;
	struct ref index;
	int64_t stride;

	return element_parts(l, e, &array, &index, &stride) ? address_key(array) * 31 + index.bits + (uint64_t)e.offset : address_key(e);
}

/* Loads by the hash of their address, so that a store finds those of the same cell. */
struct loads {
	struct map last;   /* key -> instruction + 1 */
	uint32_t *earlier; /* the one before it with the same key, + 1 */
};

static void index_loads(struct local *l, struct loads *x)
{
	*x = (struct loads){ .earlier = arena_array(l->arena, l->b->inst.n, sizeof *x->earlier) };
	for (uint32_t i = 0; i < l->b->inst.n; i++) {
		const struct inst *in = &l->b->inst.at[i];
		struct address e;
		uint32_t *last;
		if (in->op != OP_load || !origins_fit(l, in->type))
			continue;
		e = address_of(l->s->p, l->b, body_arg(l->b, in, 0));
		last = map_at(l->arena, &x->last, key_of_address(l, e));
		x->earlier[i] = address_known(e) ? *last : 0;
		if (address_known(e))
			*last = i + 1;
	}
}

/* Is it done whenever the function returns? */
static bool is_always_done(const struct local *l, uint32_t inst)
{
	uint32_t at = block_of_inst(l->b, inst);

	for (uint32_t k = 0; k < l->cfg.nreached; k++) {
		const struct block *b = &l->b->block.at[l->cfg.order[k]];
		if (l->b->inst.at[b->inst + b->ninsts - 1].op == OP_ret && !cfg_dominates(&l->cfg, at, l->cfg.order[k]))
			return false;
	}
	return true;
}

/* For callers: what the cell behind a parameter held is unlinked. */
static void note_pop(struct local *l, struct address at, const struct unlink *u)
{
	struct pop *p = &l->take->pop;
	uint32_t value = address_value(at);

	if (!p->param && value && value <= l->b->param.n && value <= limit(LIMIT_sharing_arguments) &&
	    at.offset > -65536 && at.offset < 65536 && is_always_done(l, u->inst))
		*p = (struct pop){ (uint8_t)value, u->nlinks, (int32_t)at.offset, u->link[0] };
}

/* Something that did not exist when the cell was read? */
static bool is_new(const struct local *l, struct ref value)
{
	struct address e = address_of(l->s->p, l->b, value);
	const struct inst *in = e.offset ? NULL : body_made_by(l->b, e.base);
	struct sym_id callee = in && in->op == OP_call ? body_callee(l->s->p, l->b, in) : (struct sym_id){ 0 };
	struct fn_id fn = callee.i ? program_sym(l->s->p, callee)->fn : (struct fn_id){ 0 };

	if (!callee.i)
		return false;
	if (events_make_new(l->s->points->row[callee.i]))
		return true;
	return fn.i && !l->s->points->row[callee.i] && !l->s->summary[fn.i].taken &&
	       l->s->summary[fn.i].result == (uint64_t)1 << SUMMARY_FRESH;
}

/* The cell gets NULL, or the link of what was in it, or a new object. */
static void find_overwritten(struct local *l, const struct loads *x, uint32_t inst)
{
	const struct inst *in = &l->b->inst.at[inst];
	struct ref address = body_arg(l->b, in, 0), value = body_arg(l->b, in, 1);
	struct address at = address_of(l->s->p, l->b, address);
	struct address from = address_loaded_from(l->s->p, l->b, address_of(l->s->p, l->b, value));
	bool null = program_is_null(l->s->p, value), new = !null && is_new(l, value);
	uint32_t seen = 0;

	if (!null && !new && !address_value(from))
		return;
	for (uint32_t k = map_get(&x->last, key_of_address(l, at)); address_known(at) && k && !limit_full(LIMIT_sharing_feeds, seen);
	     k = x->earlier[k - 1], seen++) {
		uint32_t v = body_value(l->b, k - 1);
		struct unlink u = { .value = v, .inst = inst, .cell = true, .address = address, .by = RECOGNISER_sharing_overwritten };
		if (!same_address(l, at, address_of(l->s->p, l->b, body_arg(l->b, &l->b->inst.at[k - 1], 0))))
			continue;
		if (!null && !new) {
			u.nlinks = 1;
			u.link[0] = (int32_t)from.offset;
		}
		u.whole = null;
		u.element = body_made_by(l->b, at.base) && body_made_by(l->b, at.base)->op == OP_index;
		if (null || new || address_value(from) == v)
			add_unlink(l, u);
		if (null || (!new && address_value(from) == v))
			note_pop(l, at, &u);
	}
}

/* Two links of one object: what one leads to is told what the other leads to. */
static bool neighbours(const struct local *l, struct address into, struct address what, struct unlink *u)
{
	struct address a, b;

	into.offset = 0;
	a = address_loaded_from(l->s->p, l->b, into);
	b = address_loaded_from(l->s->p, l->b, what);
	if (!address_value(a) || a.base.bits != b.base.bits || a.offset == b.offset)
		return false;
	u->value = address_value(a);
	u->nlinks = 2;
	u->link[0] = (int32_t)a.offset;
	u->link[1] = (int32_t)b.offset;
	return true;
}

static void find_bypassed(struct local *l, uint32_t inst)
{
	const struct inst *in = &l->b->inst.at[inst];
	struct unlink u = { .inst = inst, .by = RECOGNISER_sharing_bypassed };

	if (neighbours(l, address_of(l->s->p, l->b, body_arg(l->b, in, 0)), address_of(l->s->p, l->b, body_arg(l->b, in, 1)), &u))
		add_unlink(l, u);
}

/* A callee unlinks what it finds in a cell behind its argument: we have read that, too. */
static void find_popped(struct local *l, const struct loads *x, uint32_t inst, struct pop p)
{
	struct ref address = body_arg(l->b, &l->b->inst.at[inst], p.param);
	struct unlink u = { .inst = inst, .cell = true, .whole = !p.nlinks, .address = address, .behind = p.offset,
			    .nlinks = p.nlinks, .by = RECOGNISER_sharing_popped };
	struct address at = address_of(l->s->p, l->b, address);
	uint32_t seen = 0;

	at.offset += p.offset;
	u.link[0] = p.link;
	for (uint32_t k = map_get(&x->last, key_of_address(l, at)); address_known(at) && k && !limit_full(LIMIT_sharing_feeds, seen);
	     k = x->earlier[k - 1], seen++)
		if (same_address(l, at, address_of(l->s->p, l->b, body_arg(l->b, &l->b->inst.at[k - 1], 0)))) {
			u.value = body_value(l->b, k - 1);
			add_unlink(l, u);
		}
}

/* A count has gone past it (counted.h). */
static void find_counted(struct local *l, const struct sharing_counted *c, uint32_t inst)
{
	struct counted_take t;

	if (!counted_find(c, inst, &t))
		return;
	l->take->copied[body_value(l->b, inst)] = t.copied;
	add_unlink(l, (struct unlink){ .value = body_value(l->b, inst),
				       .inst = t.last,
				       .cell = true,
				       .counted = true,
				       .first = t.first,
				       .address = t.address,
				       .behind = t.behind,
				       .by = RECOGNISER_sharing_counted });
}

/* Calls of functions that link their parameters, given the neighbours; or that unlink a parameter, or what one leads to. */
static void find_in_call(struct local *l, const struct loads *loads, uint32_t inst)
{
	const struct inst *in = &l->b->inst.at[inst];
	struct sym_id callee = body_callee(l->s->p, l->b, in);
	struct fn_id fn = callee.i ? program_sym(l->s->p, callee)->fn : (struct fn_id){ 0 };
	const struct sharing_summary *m = fn.i && !l->s->points->row[callee.i] ? &l->s->summary[fn.i] : NULL;
	struct unlink u = { .inst = inst, .by = RECOGNISER_sharing_popped };

	for (uint32_t h = m ? m->hold : 0; m && h < m->hold + m->nholds; h++) {
		struct summary_hold x = l->s->hold.at[h];
		if (!(x.holder & 1) || !(x.held & 1) || x.offset == OFFSET_ANY)
			continue;
		if (neighbours(l, address_of(l->s->p, l->b, body_arg(l->b, in, 1 + (x.holder - 1) / 2)),
			       address_of(l->s->p, l->b, body_arg(l->b, in, 1 + (x.held - 1) / 2)), &u))
			add_unlink(l, u);
	}
	if (m && m->pop.param)
		find_popped(l, loads, inst, m->pop);
	for (uint32_t k = 0; m && k < limit(LIMIT_sharing_arguments); k++) {
		struct address e = address_of(l->s->p, l->b, body_arg(l->b, in, 1 + k));
		if (!(m->unlinks >> k & 1) || !address_value(e))
			continue;
		u = (struct unlink){ .value = address_value(e), .inst = inst, .nlinks = 2, .by = RECOGNISER_sharing_popped };
		u.link[0] = m->link[0] + (int32_t)e.offset;
		u.link[1] = m->link[1] + (int32_t)e.offset;
		add_unlink(l, u);
	}
}

/* ---- conditions ---- */

/* Is some lock held, not shared, in every context of the function? */
static bool is_held(const struct local *l, uint32_t inst)
{
	const struct contexts *c = l->s->contexts;
	uint32_t first = c->first_by_fn[l->b->fn.i], n = c->first_by_fn[l->b->fn.i + 1] - first;

	if (!n || limit_over(LIMIT_sharing_contexts, n))
		return false;
	for (uint32_t k = 0; k < n; k++) {
		uint32_t nlocks, exclusive = !contexts_reaches(c, c->by_fn[first + k], inst);
		const struct held *lock = contexts_locks(c, contexts_held(c, c->by_fn[first + k], inst), &nlocks);
		for (uint32_t i = 0; i < nlocks; i++)
			exclusive += !held_is_shared(&lock[i]);
		if (!exclusive)
			return false;
	}
	return true;
}

static bool same_cell(struct cell a, struct cell b)
{
	return a.class == b.class && a.offset == b.offset;
}

static void collect_stored(struct local *l)
{
	struct cell cell[CELLS_MOST];

	for (uint32_t i = 0; i < l->b->inst.n; i++) {
		const struct inst *in = &l->b->inst.at[i];
		uint32_t n;
		if (in->op != OP_store)
			continue;
		n = points_cells(l->s->points, l->b->fn, body_arg(l->b, in, 0), cell, limit(LIMIT_sharing_cells));
		for (uint32_t k = 0; k < n && k < limit(LIMIT_sharing_cells); k++)
			*vec_add(l->arena, &l->take->stored) = cell[k];
	}
	l->take->stored_all = true;
}

static bool is_stored_here(struct local *l, struct cell c)
{
	if (!l->take->stored_all)
		collect_stored(l);
	for (uint32_t i = 0; i < l->take->stored.n; i++)
		if (same_cell(l->take->stored.at[i], c))
			return true;
	return false;
}

/* Does this function reset the cell, and do nothing else to it: a tail that gets NULL, or leads to the cell itself? */
static bool is_reset(const struct local *l, const struct unlink *u, struct cell c)
{
	struct address own = address_of(l->s->p, l->b, u->address);
	bool reset = false;

	own.offset += u->behind;
	for (uint32_t i = 0; i < l->b->inst.n; i++) {
		const struct inst *in = &l->b->inst.at[i];
		struct cell cell[CELLS_MOST];
		uint32_t n =
			in->op == OP_store ? points_cells(l->s->points, l->b->fn, body_arg(l->b, in, 0), cell, limit(LIMIT_sharing_cells)) : 0;
		for (uint32_t k = 0; k < n && k < limit(LIMIT_sharing_cells); k++) {
			if (!same_cell(cell[k], c))
				continue;
			if (!program_is_null(l->s->p, body_arg(l->b, in, 1)) &&
			    !address_equal(own, address_of(l->s->p, l->b, body_arg(l->b, in, 1))))
				return false;
			reset = true;
		}
	}
	return reset;
}

/* May this cell hold a pointer to the object although it has been unlinked? */
static bool is_harmless(struct local *l, const struct unlink *u, struct cell object, struct cell holder)
{
	struct cell at[CELLS_MOST];
	uint32_t n;

	if (!l->s->common[holder.class])
		return true; /* some thread's own */
	for (uint8_t k = 0; k < u->nlinks; k++)
		if (same_cell(holder, points_at(l->s->points, object, u->link[k])))
			return true;
	if (u->whole && holder.class == object.class)
		return true; /* another one of what is taken */
	if (!u->cell)
		return is_stored_here(l, holder);
	n = points_cells(l->s->points, l->b->fn, u->address, at, limit(LIMIT_sharing_cells));
	for (uint32_t k = 0; k < n && k < limit(LIMIT_sharing_cells); k++) {
		struct cell cell = points_at(l->s->points, at[k], u->behind);
		if (same_cell(cell, holder) || (cell.class == holder.class && is_stored_here(l, holder)))
			return true;
		if (u->counted && cell.class == holder.class && holder.offset == INT32_MIN)
			return true; /* whole elements are copied into the array */
	}
	if (is_reset(l, u, holder))
		return true;
	for (uint32_t k = 0; k < n && k < limit(LIMIT_sharing_cells); k++)
		if (!RECOGNISED(sharing_member, member_is_apart(l->s, object.class, at[k].class, holder.class)))
			return false;
	return n && !limit_over(LIMIT_sharing_cells, n); /* it is in another structure then */
}

/* Does each element of the array get an object of its own? A list that has an object twice leads in a circle; an array that
 * has it twice does not show it. */
static bool is_filled_once(struct local *l, const struct unlink *u)
{
	const struct sharing *s = l->s;
	struct cell at[CELLS_MOST];
	uint32_t n = points_cells(s->points, l->b->fn, u->address, at, limit(LIMIT_sharing_cells));
	bool once = !limit_over(LIMIT_sharing_cells, n);

	for (uint32_t k = 0; once && k < n; k++) {
		const struct stores *st = stores_get(s, at[k]);
		once = !st || !limit_over(LIMIT_sharing_sites, st->nsites);
		for (uint32_t i = st ? st->site : 0; once && i; i = s->site.at[i].next) {
			struct arena scratch;
			struct body b = { 0 };
			arena_init(&scratch, "sharing.filled");
			body_get(&scratch, s->p, s->site.at[i].fn, &b);
			once = once_stored(&scratch, s, &b, s->site.at[i].inst, u->counted ? at[k] : (struct cell){ 0 });
			arena_release(&scratch);
		}
	}
	return once;
}

/* Nothing but the structure holds objects of the classes that the value may be of. */
static bool is_only_way(struct local *l, const struct unlink *u)
{
	struct cell object[CELLS_MOST];
	uint32_t n = points_cells(l->s->points, l->b->fn, ref_make(REF_VALUE, u->value), object, limit(LIMIT_sharing_cells));

	if (!n || limit_over(LIMIT_sharing_cells, n))
		return false;
	for (uint32_t k = 0; k < n; k++) {
		const struct holders *h = &l->s->holders[object[k].class];
		if (!object[k].class || l->s->untakeable[object[k].class] || l->s->passed_on[object[k].class] ||
		    l->s->returned[object[k].class] || h->n > HOLDERS_MOST)
			return false;
		for (uint32_t i = 0; i < h->n; i++)
			if (!is_harmless(l, u, object[k], h->cell[i]))
				return false;
	}
	for (uint32_t k = 0; k < n; k++)
		l->s->candidate[object[k].class] = true;
	return true;
}

/* ---- what is read where ---- */

static void add_feed(struct local *l, uint32_t inst, uint32_t value)
{
	struct take *t = l->take;

	*vec_add(l->arena, &t->feed) = (struct feed){ value, t->feed_at[inst] };
	t->feed_at[inst] = t->feed.n - 1;
}

/* The loads behind a value, through phis: each must be made with a lock held. False: it comes from elsewhere, too. */
static bool find_feeds(struct local *l, uint32_t value)
{
	uint32_t queue[FEEDS_MOST] = { value }, n = 1;

	for (uint32_t k = 0; k < n; k++) {
		uint32_t i = body_inst(l->b, queue[k]);
		const struct inst *in = i == UINT32_MAX ? NULL : &l->b->inst.at[i];
		if (!in || (in->op != OP_phi && in->op != OP_load && in->op != OP_call) || !is_held(l, i))
			return false;
		for (uint32_t a = 0; in->op == OP_phi && a < in->nargs; a++) {
			struct address e = address_of(l->s->p, l->b, body_arg(l->b, in, a));
			uint32_t seen = 0;
			if (program_is_null(l->s->p, body_arg(l->b, in, a)))
				continue;
			while (seen < n && queue[seen] != address_value(e))
				seen++;
			if (!address_value(e) || e.offset || (seen == n && limit_full(LIMIT_sharing_feeds, n)))
				return false;
			if (seen == n)
				queue[n++] = address_value(e);
		}
	}
	for (uint32_t k = 0; k < n; k++)
		if (l->b->inst.at[body_inst(l->b, queue[k])].op != OP_phi)
			add_feed(l, body_inst(l->b, queue[k]), value);
	return true;
}

static void find_exchange(struct local *l, uint32_t inst)
{
	uint32_t v = body_value(l->b, inst);
	struct unlink u = { .value = v, .inst = inst, .cell = true, .address = body_arg(l->b, &l->b->inst.at[inst], 0) };

	if (!origins_fit(l, l->b->inst.at[inst].type) || !is_only_way(l, &u))
		return;
	l->take->taken[v] = l->take->atomic[v] = true;
	recogniser_count(RECOGNISER_sharing_exchanged);
}

static void decide(struct local *l)
{
	struct take *t = l->take;

	for (uint32_t k = 1; k < t->unlink.n; k++) {
		struct unlink *u = &t->unlink.at[k];
		bool good = !t->too_many && is_held(l, u->inst) && is_only_way(l, u) && (!(u->element || u->counted) || is_filled_once(l, u)) &&
			    (u->counted || t->taken[u->value] || find_feeds(l, u->value));
		good = good && !(u->counted && (t->taken[u->value] || !is_held(l, u->first)));
		if (good && u->counted)
			add_feed(l, u->first, u->value);
		if (good)
			recogniser_count(u->by);
		t->taken[u->value] |= good;
		t->part[u->value] |= good && !u->whole;
		if (!good)
			u->value = 0;
	}
}

static bool may_unlink(const struct body *b)
{
	for (uint32_t i = 0; i < b->inst.n; i++)
		if (b->inst.at[i].op == OP_store || b->inst.at[i].op == OP_rmw || b->inst.at[i].op == OP_call)
			return true;
	return false;
}

void take_find(struct local *l)
{
	uint32_t values = l->b->param.n + l->b->inst.n + 1;
	struct sharing_counted *counted;
	struct loads loads;
	struct take *t;

	if (!may_unlink(l->b))
		return;
	t = l->take = arena_new(l->arena, struct take);
	t->unlink_at = arena_array(l->arena, l->b->inst.n, sizeof *t->unlink_at);
	t->feed_at = arena_array(l->arena, l->b->inst.n, sizeof *t->feed_at);
	t->taken = arena_array(l->arena, values, sizeof *t->taken);
	t->atomic = arena_array(l->arena, values, sizeof *t->atomic);
	t->part = arena_array(l->arena, values, sizeof *t->part);
	t->copied = arena_array(l->arena, values, sizeof *t->copied);
	(void)vec_add(l->arena, &t->unlink);
	(void)vec_add(l->arena, &t->feed);
	index_loads(l, &loads);
	counted = counted_prepare(l);
	for (uint32_t i = 0; i < l->b->inst.n; i++) {
		const struct inst *in = &l->b->inst.at[i];
		if (in->op == OP_store && origins_fit(l, in->type)) {
			if (recogniser_is_on(RECOGNISER_sharing_overwritten))
				find_overwritten(l, &loads, i);
			if (recogniser_is_on(RECOGNISER_sharing_bypassed))
				find_bypassed(l, i);
		} else if (in->op == OP_call && recogniser_is_on(RECOGNISER_sharing_popped)) {
			find_in_call(l, &loads, i);
		} else if (recogniser_is_on(RECOGNISER_sharing_exchanged) && in->op == OP_rmw && in->sub == RMW_xchg &&
			   !origins_are_many(l, in->type)) {
			find_exchange(l, i);
		} else if (recogniser_is_on(RECOGNISER_sharing_counted) && in->op == OP_load && counted && origins_fit(l, in->type)) {
			find_counted(l, counted, i);
		}
	}
	decide(l);
}

/* ---- while sets are made ---- */

/* In the place of what everybody has, and of what a parameter leads to, which callers may have made shared. */
uint32_t take_instead(struct local *l, uint32_t value, uint32_t set)
{
	uint32_t n, result = 0;
	const uint32_t *member = local_members(l, set, &n);

	if (!l->take || !l->take->taken[value])
		return set;
	for (uint32_t i = 0; i < n; i++) {
		uint8_t kind = l->origin.at[member[i]].kind;
		bool instead = kind == ORIGIN_SHARED || kind == ORIGIN_CONTENT;
		result = origins_both(l, result, origins_one(l, instead ? origin_make(l, ORIGIN_TAKEN, value) : member[i]));
	}
	if (l->made[value] && l->origin.at[l->made[value]].kind == ORIGIN_TAKEN)
		l->origin.at[l->made[value]].whole = !l->take->part[value] && !l->take->atomic[value];
	return result;
}

void take_step(struct local *l, uint32_t inst)
{
	uint32_t v = body_value(l->b, inst);
	const struct take *t = l->take;

	if (!l->recording || !t)
		return;
	for (uint32_t k = t->feed_at[inst]; k; k = t->feed.at[k].next) {
		uint32_t value = t->feed.at[k].value;
		if (l->made[value] && t->copied[value])
			effect_action(l, inst, ACTION_SEEN, l->made[value], 0);
		if (l->made[value])
			effect_action(l, inst, ACTION_FETCH, l->made[value], 0);
	}
	if (t->taken[v] && l->made[v] && !t->copied[v])
		effect_action(l, inst, t->atomic[v] ? ACTION_NEW : ACTION_SEEN, l->made[v], 0);
	for (uint32_t k = t->unlink_at[inst]; k; k = t->unlink.at[k].next)
		if (t->unlink.at[k].value && l->made[t->unlink.at[k].value])
			effect_action(l, inst, ACTION_UNLINK, l->made[t->unlink.at[k].value], 0);
}

void take_summarise(const struct local *l, struct sharing_summary *m)
{
	m->pop = l->take ? l->take->pop : (struct pop){ 0 };
	m->unlinks = l->take ? l->take->params : 0;
	m->link[0] = l->take ? l->take->link[0] : 0;
	m->link[1] = l->take ? l->take->link[1] : 0;
}
