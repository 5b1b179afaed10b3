#include "sharing/local/stale.h"

#include "base/limit.h"
#include "sharing/classes.h"
#include "sharing/summary.h"

/* What a call gives is as old as the end of the call. */
static uint32_t version_of(const struct stale *x, uint32_t value)
{
	uint32_t i = body_inst(x->b, value);

	if (i == UINT32_MAX)
		return VERSION_ENTRY;
	return x->version.at[x->b->inst.at[i].op == OP_call && i + 1 < x->b->inst.n ? i + 1 : i];
}

static bool is_old(const struct stale *x, struct ref r, uint32_t version)
{
	return ref_kind(r) == REF_VALUE && (x->old[ref_index(r)] || version_of(x, ref_index(r)) != version);
}

/* Is the memory at the address one thread's own, in some context of the function? */
static bool is_private(const struct sharing *s, const struct body *b, struct ref address)
{
	const struct contexts *c = s->contexts;

	for (uint32_t k = c->first_by_fn[b->fn.i]; k < c->first_by_fn[b->fn.i + 1]; k++)
		for (uint32_t i = s->first_copy[c->by_fn[k]]; i < s->first_copy[c->by_fn[k] + 1]; i++) {
			uint32_t class = cell_at(s, s->copy[i], address).class;
			if (class && !s->common[class])
				return true;
		}
	return false;
}

static bool call_returns_old(const struct sharing *s, const struct body *b, uint32_t inst)
{
	struct sym_id callee = body_callee(s->p, b, &b->inst.at[inst]);
	struct fn_id fn = callee.i ? program_sym(s->p, callee)->fn : (struct fn_id){ 0 };
	uint32_t n;
	const struct site *site = points_sites(s->points, b->fn, inst, &n);

	if (callee.i)
		return fn.i && s->returns_old[fn.i];
	for (uint32_t k = 0; k < n; k++)
		for (uint32_t t = 0; t < site[k].ntargets; t++) {
			fn = program_sym(s->p, s->points->target.at[site[k].target + t])->fn;
			if (fn.i && s->returns_old[fn.i])
				return true;
		}
	return false;
}

static bool made_old(const struct sharing *s, const struct stale *x, uint32_t i)
{
	const struct inst *in = &x->b->inst.at[i];
	bool old = false;

	switch (in->op) {
	case OP_field:
	case OP_index:
	case OP_cast:
	case OP_copy:
		return is_old(x, body_arg(x->b, in, 0), x->version.at[i]);
	case OP_load:
		return is_private(s, x->b, body_arg(x->b, in, 0));
	case OP_phi:
		for (uint32_t k = 0; k < in->nargs; k++)
			old |= is_old(x, body_arg(x->b, in, k), x->version.out[x->b->word.at[in->word + k]]);
		return old;
	case OP_select:
		return is_old(x, body_arg(x->b, in, 1), x->version.at[i]) || is_old(x, body_arg(x->b, in, 2), x->version.at[i]);
	case OP_call:
		return call_returns_old(s, x->b, i);
	default:
		return false;
	}
}

void stale_find(struct arena *a, const struct sharing *s, const struct body *b, struct stale *x)
{
	struct cfg cfg;
	bool changed = true;

	cfg_build(a, b, &cfg);
	*x = (struct stale){ .b = b, .old = arena_array(a, b->param.n + b->inst.n + 1, sizeof *x->old) };
	versions_find(a, s, b, &cfg, &x->version);
	while (changed) {
		changed = false;
		for (uint32_t k = 0; k < cfg.nreached; k++) {
			const struct block *block = &b->block.at[cfg.order[k]];
			for (uint32_t i = block->inst; i < block->inst + block->ninsts; i++) {
				bool *old = &x->old[body_value(b, i)], now = *old || made_old(s, x, i);
				changed |= now != *old;
				*old = now;
			}
		}
	}
}

bool stale_is(const struct stale *x, struct ref r, uint32_t inst)
{
	return is_old(x, r, x->version.at[inst]);
}

/* ---- results ---- */

static bool returns_old(const struct sharing *s, struct fn_id fn)
{
	struct arena scratch;
	struct body b = { 0 };
	struct stale x;
	bool old = false;

	arena_init(&scratch, "sharing.stale");
	body_get(&scratch, s->p, fn, &b);
	stale_find(&scratch, s, &b, &x);
	for (uint32_t i = 0; i < b.inst.n; i++)
		if (b.inst.at[i].op == OP_ret && b.inst.at[i].nargs)
			old |= stale_is(&x, body_arg(&b, &b.inst.at[i], 0), i);
	arena_release(&scratch);
	return old;
}

void stale_run(struct sharing *s)
{
	bool changed = true;

	s->returns_old = arena_array(s->arena, s->p->fn.n, sizeof *s->returns_old);
	for (uint32_t round = 0; changed; round++) { /* functions that return what others return; then all that release a lock */
		bool late = limit_full(LIMIT_sharing_sweeps, round);
		changed = false;
		for (uint32_t f = 1; f < s->p->fn.n; f++) {
			if (s->returns_old[f] || !s->summary[f].releases)
				continue;
			s->returns_old[f] = late || returns_old(s, (struct fn_id){ f });
			changed |= s->returns_old[f];
		}
	}
}
