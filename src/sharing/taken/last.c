#include "sharing/taken/last.h"

#include "base/recogniser.h"
#include "code/test.h"
#include "sharing/classes.h"
#include "sharing/entry.h"
#include "sharing/summary.h"

/* ---- one branch ---- */

static bool is_number(const struct program *p, struct ref r, int64_t number)
{
	int64_t k;

	return program_constant(p, r, &k) && k == number;
}

static bool is_decrement(const struct program *p, const struct body *b, const struct inst *in)
{
	return in->op == OP_rmw && in->sub == RMW_sub && is_number(p, body_arg(b, in, 1), 1) &&
	       (in->order == ORDER_ACQ_REL || in->order == ORDER_SEQ_CST);
}

/* The row by which a call takes a count down by one; NULL: it does not, or orders too little. *at: the count. */
static const struct model_row *decrement_row(const struct points *pt, const struct body *b, const struct inst *in, struct ref *at)
{
	const struct model_row *r = points_rows_at(pt, b, in);
	struct place on;

	r = events_find(r, EVENT_ATOMIC);
	if (!r || (r->order != MODEL_ORDER_ACQ_REL && r->order != MODEL_ORDER_SEQ_CST) || r->unless.test)
		return NULL;
	if (r->op != MODEL_OP_DEC && (r->op != MODEL_OP_SUB || !is_number(pt->p, event_value(b, in, &r->value), 1)))
		return NULL;
	on = event_place(pt->p, pt->models, b, (uint32_t)(in - b->inst.at), &r->on);
	*at = on.base;
	return on.known && !on.result && !on.loads && !on.offset && !on.name ? r : NULL;
}

/* Does the test hold for what the last one gets, and for nothing else (1), or for everything else (0)? -1: neither. */
static int is_last(const struct test *t, int64_t number)
{
	return test_is_equality(t) && t->number == number ? t->compare == COMPARE_eq : -1;
}

static int last_by_row(const struct test *t, const struct model_row *r)
{
	switch (r->gives) {
	case MODEL_GIVES_OLD: return is_last(t, 1);
	case MODEL_GIVES_NEW: return is_last(t, 0);
	case MODEL_GIVES_ZERO: return is_last(t, 0) < 0 ? -1 : !is_last(t, 0);
	default: return -1;
	}
}

bool last_branch(const struct points *pt, const struct body *b, uint32_t block, struct last *last)
{
	struct fork f;
	const struct inst *in = fork_of(pt->p, b, block, &f) ? body_made_by(b, f.test.value) : NULL;
	const struct model_row *r = in ? decrement_row(pt, b, in, &last->count) : NULL;
	int64_t number = 1; /* the value before */
	int holds;

	if (in && in->op == OP_binary && in->sub == BINARY_sub && is_number(pt->p, body_arg(b, in, 1), 1)) {
		in = body_made_by(b, body_arg(b, in, 0));
		number = 0;
	}
	if (!in || (!r && !is_decrement(pt->p, b, in)))
		return false;
	holds = r ? last_by_row(&f.test, r) : is_last(&f.test, number);
	if (!r)
		last->count = body_arg(b, in, 0);
	last->way = holds ? 0 : 1;
	last->inst = (uint32_t)(in - b->inst.at);
	return holds >= 0;
}

uint32_t last_owned(const struct local *l, uint32_t block, uint32_t *way)
{
	const struct sharing *s = l->s;
	struct last last;

	if (!s->counted || !last_branch(s->points, l->b, block, &last))
		return 0;
	*way = last.way;
	for (uint32_t x = s->points->first_instance[l->b->fn.i]; x < s->points->first_instance[l->b->fn.i + 1]; x++)
		if (!s->counted[cell_at(s, x, last.count).class])
			return 0;
	return local_set(l, last.count);
}

/* ---- does everybody keep to it? ---- */

struct sharing_look {
	struct sharing *s;
	bool *used;      /* by class: behind a decrement */
	uint32_t *drops; /* by fn: parameters whose count it may take down */
	bool *dirty, *changed; /* by fn */
};

static void note_used(struct sharing_look *k, const struct body *b, struct ref at)
{
	const struct sharing *s = k->s;

	for (uint32_t x = s->points->first_instance[b->fn.i]; x < s->points->first_instance[b->fn.i + 1]; x++)
		k->used[cell_at(s, x, at).class] = true;
}

/* The objects at this address are given up here, on all ways but one. */
static void give_up(struct sharing_look *k, struct local *l, uint32_t inst, struct ref at, struct way_out last)
{
	uint32_t n, set = local_set(l, at), *drops = &k->drops[l->b->fn.i], before = *drops;
	const uint32_t *member = local_members(l, set, &n);

	for (uint32_t i = 0; i < n; i++)
		if (l->origin.at[member[i]].kind == ORIGIN_PARAM && l->origin.at[member[i]].value < limit(LIMIT_sharing_arguments))
			*drops |= 1u << l->origin.at[member[i]].value;
	k->changed[l->b->fn.i] |= *drops != before;
	if (handover_used_behind(l, inst, set, last))
		note_used(k, l->b, at);
}

static uint32_t dropped_by(const struct sharing_look *k, const struct local *l, uint32_t inst)
{
	const struct points *pt = k->s->points;
	uint32_t n, drops = 0;
	const struct site *site = points_sites(pt, l->b->fn, inst, &n);

	for (uint32_t i = 0; i < n; i++)
		for (uint32_t t = 0; site[i].kind == SITE_CALL && t < site[i].ntargets; t++)
			drops |= k->drops[program_sym(k->s->p, pt->target.at[site[i].target + t])->fn.i];
	return drops;
}

static void look_at(struct sharing_look *k, uint32_t fn)
{
	struct arena scratch;
	struct body b = { 0 };
	struct local l;

	arena_init(&scratch, "sharing.last");
	body_get(&scratch, k->s->p, (struct fn_id){ fn }, &b);
	local_build(&l, &scratch, k->s, &b);
	for (uint32_t x = 0; x < b.block.n; x++) {
		struct last last;
		if (b.block.at[x].ninsts && last_branch(k->s->points, &b, x, &last))
			give_up(k, &l, last.inst, last.count, (struct way_out){ .block = x, .way = last.way });
	}
	for (uint32_t i = 0; i < b.inst.n; i++) {
		uint32_t drops = b.inst.at[i].op == OP_call ? dropped_by(k, &l, i) : 0;
		for (uint32_t p = 0; drops && p + 1 < b.inst.at[i].nargs && p < limit(LIMIT_sharing_arguments); p++)
			if (drops >> p & 1)
				give_up(k, &l, i, body_arg(&b, &b.inst.at[i], p + 1), (struct way_out){ .block = UINT32_MAX });
	}
	arena_release(&scratch);
}

/* The functions with a decrement, and the classes of what is counted. */
static bool find_counted(struct sharing_look *k, bool *counted)
{
	struct sharing *s = k->s;
	bool any = false;

	for (uint32_t f = 1; f < s->p->fn.n; f++) {
		struct arena scratch;
		struct body b = { 0 };
		struct last last;
		arena_init(&scratch, "sharing.body");
		body_get(&scratch, s->p, (struct fn_id){ f }, &b);
		for (uint32_t x = 0; x < b.block.n; x++) {
			if (!b.block.at[x].ninsts || !last_branch(s->points, &b, x, &last))
				continue;
			k->dirty[f] = any = true;
			for (uint32_t i = s->points->first_instance[f]; i < s->points->first_instance[f + 1]; i++)
				counted[cell_at(s, i, last.count).class] = true;
		}
		arena_release(&scratch);
	}
	return any;
}

/* Whoever calls what has changed. */
static bool spread(struct sharing_look *k)
{
	const struct contexts *c = k->s->contexts;
	bool more = false;

	for (uint32_t i = 1; i < c->edge.n; i++) {
		const struct edge *e = &c->edge.at[i];
		if (e->kind == SITE_CALL && e->to && k->changed[c->context.at[e->to].fn.i])
			more = k->dirty[c->context.at[e->context].fn.i] = true;
	}
	return more;
}

void last_run(struct sharing *s)
{
	uint32_t fns = s->p->fn.n, classes = s->points->nclasses + 1, round;
	struct arena scratch;
	struct sharing_look k = { .s = s };
	bool *counted = arena_array(s->arena, classes, sizeof *counted), more;

	arena_init(&scratch, "sharing.counted");
	k.used = arena_array(&scratch, classes, sizeof *k.used);
	k.drops = arena_array(&scratch, fns, sizeof *k.drops);
	k.dirty = arena_array(&scratch, fns, sizeof *k.dirty);
	more = recogniser_is_on(RECOGNISER_sharing_last) && find_counted(&k, counted);
	for (round = 0; more && !limit_full(LIMIT_sharing_sweeps, round); round++) {
		k.changed = arena_array(&scratch, fns, sizeof *k.changed);
		for (uint32_t f = 1; f < fns; f++)
			if (k.dirty[f]) {
				k.dirty[f] = false;
				look_at(&k, f);
			}
		more = spread(&k);
	}
	for (uint32_t c = 0; c < classes; c++)
		counted[c] = c && counted[c] && !k.used[c] && !threads_lacks(s->threads, c);
	s->counted = more || !round ? NULL : counted;
	arena_release(&scratch);
}
