/* Can two holders (holder.c) ever hold the same thing? Each is filled by stores somewhere in the program:
 *
 *     env->msg_cache = cache_create(size);         made at this very call
 *     client->set = daemon->set;                   whatever the other holder holds
 *     view->set = found;                           anything
 *
 * Two holders that hold only what was made, at different calls of constructors, never hold the same. All stores are looked for
 * the first time that somebody asks: in one walk over the program for the holders that lock orders know of, in further ones for
 * those that they are filled from.
 *
 * Two locks are apart if both are reached through holders of things of one type that are so: what is in the one thing is not in
 * the other.
 *
 * misses  stores through pointers of another type; a thing that belongs to two others */
#include "lockset/walk/engine.h"

#include <string.h>

#include "base/recogniser.h"

enum { MOST_FILLED = 32 }; /* the most that limits.def allows */

/* What a holder is filled with. */
struct filler {
	uint64_t site;   /* function and instruction of the call that made it; 0: */
	uint32_t holder; /* what this one holds; 0: anything */
	uint32_t next;   /* of the same holder, + 1 */
};

struct instances {
	struct arena *arena;
	const struct lockset *l;
	struct names *names;
	struct map first;      /* holder -> filler + 1; INSTANCE_ASKED: asked for, nothing found yet */
	VEC(struct filler) filler;
	VEC(uint32_t) asked;   /* holders, in the order in which they were asked for */
	uint32_t walked;       /* so many of them */
};
#define INSTANCE_ASKED UINT32_MAX

static void ask(struct instances *x, uint32_t holder)
{
	uint32_t *at = map_at(x->arena, &x->first, holder);

	if (!*at) {
		*at = INSTANCE_ASKED;
		*vec_add(x->arena, &x->asked) = holder;
	}
}

static void fill(struct instances *x, uint32_t holder, struct filler f)
{
	uint32_t *at = map_at(x->arena, &x->first, holder);

	f.next = *at == INSTANCE_ASKED ? 0 : *at;
	*vec_add(x->arena, &x->filler) = f;
	*at = x->filler.n;
	if (f.holder)
		ask(x, f.holder);
}

/* ---- what is stored ---- */

struct lockset_flow {
	struct instances *x;
	const struct body *b;
	uint32_t holder;
	uint64_t site; /* the call that this function was entered by, on the way back from what it returns; 0: none */
	const struct lockset_flow *up; /* that call, in its caller */
	const struct inst *call;
	uint32_t *left; /* steps */
};

static void flow(const struct lockset_flow *, struct ref, uint32_t depth);

static void flow_call(const struct lockset_flow *f, const struct inst *in, uint32_t inst, uint32_t depth)
{
	const struct points *points = f->x->l->points;
	struct sym_id callee = body_callee(points->p, f->b, in);
	struct fn_id fn = callee.i && !points->row[callee.i] ? program_sym(points->p, callee)->fn : (struct fn_id){ 0 };
	struct filler made = { .site = f->site ? f->site : (uint64_t)f->b->fn.i << 32 | (inst + 1) };
	struct body b = { 0 };
	struct lockset_flow inner = { f->x, &b, f->holder, made.site, f, in, f->left };
	struct arena scratch;

	if (callee.i && events_find(points->row[callee.i], EVENT_ALLOC)) {
		fill(f->x, f->holder, made);
		return;
	}
	if (!fn.i || limit_full(LIMIT_lockset_flow, depth)) {
		fill(f->x, f->holder, (struct filler){ 0 });
		return;
	}
	arena_init(&scratch, "flow");
	body_get(&scratch, points->p, fn, &b);
	for (uint32_t i = 0; i < b.inst.n; i++) {
		struct ref r =
			b.inst.at[i].op == OP_ret && b.inst.at[i].nargs ? body_arg(&b, &b.inst.at[i], 0) : ref_make(REF_NONE, 0);
		if (ref_kind(r) != REF_NONE)
			flow(&inner, r, depth + 1);
	}
	arena_release(&scratch);
}

static void flow(const struct lockset_flow *f, struct ref r, uint32_t depth)
{
	const struct program *p = f->x->l->points->p;

	for (; *f->left; --*f->left) {
		uint32_t i = body_inst_of(f->b, r), holder;
		const struct inst *in = i == UINT32_MAX ? NULL : &f->b->inst.at[i];
		if (program_is_null(p, r))
			return;
		if (!in && ref_kind(r) == REF_VALUE && f->up && ref_index(r) < f->call->nargs) { /* a parameter */
			flow(f->up, body_arg(f->up->b, f->call, ref_index(r)), depth + 1);
			return;
		}
		if (in && (in->op == OP_copy || in->op == OP_cast)) {
			r = body_arg(f->b, in, 0);
			continue;
		}
		if (in && in->op == OP_call) {
			flow_call(f, in, i, depth);
			return;
		}
		if (in && (in->op == OP_phi || in->op == OP_select) && !limit_over(LIMIT_lockset_filled, in->nargs) &&
		    !limit_full(LIMIT_lockset_flow, depth)) {
			for (uint32_t k = in->op == OP_select; k < in->nargs; k++)
				flow(f, body_arg(f->b, in, k), depth + 1);
			return;
		}
		holder = in && in->op == OP_load ? name_holder_at(f->x->names, f->b, body_arg(f->b, in, 0)) : 0;
		if (holder != f->holder)
			fill(f->x, f->holder, (struct filler){ .holder = holder });
		return;
	}
	limit_met(LIMIT_lockset_steps);
	fill(f->x, f->holder, (struct filler){ 0 });
}

static void walk_function(struct instances *x, const struct body *b, uint32_t from)
{
	for (uint32_t i = 0; i < b->inst.n; i++) {
		uint32_t holder = b->inst.at[i].op == OP_store ? name_holder_at(x->names, b, body_arg(b, &b->inst.at[i], 0)) : 0;
		uint32_t left = limit(LIMIT_lockset_steps);
		for (uint32_t k = from; holder && k < x->walked; k++)
			if (x->asked.at[k] == holder) {
				flow(&(struct lockset_flow){ .x = x, .b = b, .holder = holder, .left = &left },
				     body_arg(b, &b->inst.at[i], 1), 0);
				break;
			}
	}
}

static void walk_program(struct instances *x)
{
	const struct program *p = x->l->points->p;
	uint32_t from = x->walked;

	x->walked = x->asked.n;
	for (uint32_t fn = 1; fn < p->fn.n; fn++) {
		struct arena scratch;
		struct body b = { 0 };
		arena_init(&scratch, "instances");
		body_get(&scratch, p, (struct fn_id){ fn }, &b);
		walk_function(x, &b, from);
		arena_release(&scratch);
	}
}

static void ask_for_all(struct instances *x, uint32_t list)
{
	uint32_t n = list ? intern_length(&x->l->holders, list) / (uint32_t)sizeof n : 0, holder[8];

	if (!n || n > 8)
		return;
	memcpy(holder, intern_get(&x->l->holders, list), n * sizeof *holder);
	for (uint32_t i = 0; i < n; i++)
		ask(x, holder[i]);
}

static struct instances *find_instances(const struct lockset *l)
{
	struct engine *e = l->engine;
	struct instances *x = e->instances;

	if (x)
		return x;
	x = e->instances = arena_new(&e->scratch, struct instances);
	*x = (struct instances){ .arena = &e->scratch, .l = l, .names = &e->out->names };
	for (uint32_t i = 1; i < l->order.n; i++) {
		ask_for_all(x, l->order.at[i].held_from);
		ask_for_all(x, l->order.at[i].wanted_from);
	}
	for (uint32_t i = 0; x->walked < x->asked.n && !limit_full(LIMIT_lockset_walks, i); i++)
		walk_program(x);
	return x;
}

/* ---- two of them ---- */

struct contents {
	uint64_t site[MOST_FILLED];
	uint32_t holder[MOST_FILLED], nsites, nholders;
	bool any;
};

static void add_holder(struct contents *c, uint32_t holder)
{
	for (uint32_t i = 0; i < c->nholders; i++)
		if (c->holder[i] == holder)
			return;
	c->any = c->any || limit_full(LIMIT_lockset_filled, c->nholders);
	if (!c->any)
		c->holder[c->nholders++] = holder;
}

static void contents_of(const struct instances *x, uint32_t holder, struct contents *c)
{
	*c = (struct contents){ .holder = { holder }, .nholders = 1 };
	for (uint32_t done = 0; done < c->nholders && !c->any; done++) {
		uint32_t at = map_get(&x->first, c->holder[done]);
		c->any |= !at || at == INSTANCE_ASKED; /* nobody was seen to fill it */
		for (; !c->any && at; at = x->filler.at[at - 1].next) {
			const struct filler *f = &x->filler.at[at - 1];
			c->any |= (!f->site && !f->holder) || c->nsites == limit(LIMIT_lockset_filled);
			if (f->holder)
				add_holder(c, f->holder);
			else if (!c->any)
				c->site[c->nsites++] = f->site;
		}
	}
}

static bool are_apart(const struct instances *x, uint32_t a, uint32_t b)
{
	struct contents c, d;

	if (a == b || !name_holders_match(x->names, a, b))
		return false;
	contents_of(x, a, &c);
	contents_of(x, b, &d);
	for (uint32_t i = 0; i < c.nsites; i++)
		for (uint32_t k = 0; k < d.nsites; k++)
			if (c.site[i] == d.site[k])
				return false;
	return !c.any && !d.any && c.nsites && d.nsites;
}

bool lockset_apart(const struct lockset *l, uint32_t a, uint32_t b)
{
	const struct instances *x;
	uint32_t n = a ? intern_length(&l->holders, a) / 4 : 0, m = b ? intern_length(&l->holders, b) / 4 : 0, one, other;

	if (!n || !m || a == b)
		return false;
	x = find_instances(l);
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < m; k++) {
			memcpy(&one, intern_get(&l->holders, a) + i * sizeof one, sizeof one);
			memcpy(&other, intern_get(&l->holders, b) + k * sizeof other, sizeof other);
			if (RECOGNISED(lockset_instance, are_apart(x, one, other)))
				return true;
		}
	return false;
}
