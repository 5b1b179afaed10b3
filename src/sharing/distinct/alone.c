/* Members of which each holds a block of its own, and members that hold one thing for good. */
#include "code/address.h"
#include "sharing/classes.h"
#include "sharing/distinct/distinct.h"
#include "sharing/summary.h"

enum alone { ALONE_YES = 1, ALONE_NO };

/* Does the function store what it made and returns in something that it was given? Then that holds the block, too. */
static bool is_kept_by_maker(const struct sharing *s, struct fn_id fn)
{
	const struct sharing_summary *x = &s->summary[fn.i];

	for (uint32_t k = x->hold; k < x->hold + x->nholds; k++)
		if (s->hold.at[k].held == SUMMARY_FRESH && s->hold.at[k].holder != SUMMARY_FRESH)
			return true;
	return false;
}

static bool makes_for_caller(const struct creator *c, uint32_t inst)
{
	struct sym_id callee = body_callee(c->s->p, &c->b, &c->b.inst.at[inst]);
	struct fn_id fn = callee.i ? program_sym(c->s->p, callee)->fn : (struct fn_id){ 0 };

	return creator_makes(c, inst) && (!fn.i || c->s->points->row[callee.i] || !is_kept_by_maker(c->s, fn));
}

/* p->buf = realloc(p->buf, n): the block that is there, or a new one in its place. */
static bool is_grown_in_place(const struct creator *c, uint32_t call, struct ref address)
{
	const struct inst *in = &c->b.inst.at[call];
	struct sym_id callee = body_callee(c->s->p, &c->b, in);

	for (const struct model_row *r = callee.i ? c->s->points->row[callee.i] : NULL; r; r = r->next)
		if (event_is(r, EVENT_REALLOC) && event_argument_number(&r->on)) {
			struct peel old = peel(&c->b, event_argument(&c->b, in, &r->on), PEEL_CASTS);
			struct ref from;
			if (!old.in || old.in->op != OP_load)
				return false;
			from = body_arg(&c->b, old.in, 0);
			return peel_same(&c->b, &from, &address);
		}
	return false;
}

/* Is the value stored here, and by no other instruction of the function? */
static bool is_stored_once(const struct creator *c, uint32_t value, uint32_t store)
{
	for (uint32_t i = 0; i < c->b.inst.n; i++)
		if (i != store && c->b.inst.at[i].op == OP_store &&
		    peel_value(&c->b, body_arg(&c->b, &c->b.inst.at[i], 1), PEEL_CASTS | PEEL_FIRST) == value)
			return false;
	return true;
}

/* Is what is stored here a new block each time, which no other member gets, or nothing? */
static bool stores_new_block(const struct sharing *s, const struct store_site *site)
{
	struct creator c;
	struct arena scratch;
	const struct inst *in;
	uint32_t value, made;
	int64_t nothing;
	bool is = false;

	arena_init(&scratch, "sharing.alone");
	creator_open(&c, &scratch, s, site->fn);
	in = &c.b.inst.at[site->inst];
	if (in->op == OP_store) {
		value = peel_value(&c.b, body_arg(&c.b, in, 1), PEEL_CASTS);
		made = value ? body_inst(&c.b, value) : UINT32_MAX;
		if (!value)
			is = program_constant(s->p, body_arg(&c.b, in, 1), &nothing);
		else if (made != UINT32_MAX && c.b.inst.at[made].op == OP_call)
			is = is_grown_in_place(&c, made, body_arg(&c.b, in, 0)) ||
			     (makes_for_caller(&c, made) && creator_renews(&c, made, site->inst) &&
			      is_stored_once(&c, value, site->inst));
	}
	arena_release(&scratch);
	return is;
}

static bool has_only_blocks(const struct points *pt, uint32_t class)
{
	uint32_t n = 0;
	const uint32_t *object = class && class <= pt->nclasses ? points_objects(pt, class, &n) : NULL;

	for (uint32_t i = 0; i < n; i++)
		if (pt->object.at[object[i]].kind != OBJECT_HEAP && pt->object.at[object[i]].kind != OBJECT_STACK)
			return false; /* others may be there since the start */
	return n != 0;
}

static bool is_made_inside(const struct points *pt, uint32_t class)
{
	uint32_t n = 0;
	const uint32_t *object = class && class <= pt->nclasses ? points_objects(pt, class, &n) : NULL;

	for (uint32_t i = 0; i < n; i++)
		if (pt->object.at[object[i]].kind == OBJECT_OUTSIDE || pt->object.at[object[i]].kind == OBJECT_NAMED)
			return false;
	return n != 0;
}

static bool find_alone(const struct sharing *s, struct cell c)
{
	const struct stores *st = stores_get(s, c);

	if (!st || s->spread[c.class] || !is_made_inside(s->points, c.class) ||
	    !has_only_blocks(s->points, points_load(s->points, c).class) || limit_over(LIMIT_sharing_sites, st->nsites))
		return false;
	for (uint32_t k = st->site; k; k = s->site.at[k].next)
		if (!stores_new_block(s, &s->site.at[k]))
			return false;
	return true;
}

bool alone_holds(struct sharing *s, struct cell c)
{
	uint32_t *known = map_at(s->arena, &s->alone, map_pair(c.class, (uint32_t)c.offset));

	if (!*known)
		*known = find_alone(s, c) ? ALONE_YES : ALONE_NO;
	return *known == ALONE_YES;
}

/* Does whatever runs the function do so once in all? */
static bool runs_once(const struct sharing *s, struct fn_id fn)
{
	const struct contexts *c = s->contexts;
	uint32_t first = c->first_by_fn[fn.i], end = c->first_by_fn[fn.i + 1];

	return end - first == 1 && c->context.at[c->by_fn[first]].once;
}

/* Blocks are apart, or one: of what else there is, it must be the same whenever it is loaded. */
struct form alone_constant(const struct sharing *s, const struct stores *st)
{
	struct form f = { .kind = FORM_NONE };
	struct arena scratch;
	struct creator c;
	struct ref value;
	uint32_t made;

	arena_init(&scratch, "sharing.alone");
	creator_open(&c, &scratch, s, st->fn);
	if (c.b.inst.at[st->inst].op == OP_store) {
		value = peel_base(&c.b, body_arg(&c.b, &c.b.inst.at[st->inst], 1), PEEL_CASTS);
		made = body_inst_of(&c.b, value);
		if (ref_kind(value) != REF_VALUE)
			f = form_of(s, &c.b, NULL, value);
		else if ((made != UINT32_MAX && c.b.inst.at[made].op == OP_call && creator_makes(&c, made)) ||
			 (!c.cycle[c.block_of[st->inst]] && runs_once(s, st->fn)))
			f = creator_value(&c, ref_index(value));
		f.loaded = true;
	}
	arena_release(&scratch);
	return f;
}
