#include "sharing/local/version.h"

#include "sharing/summary.h"

static bool target_releases(const struct sharing *s, struct sym_id target)
{
	const struct model_row *row = s->points->row[target.i];
	struct fn_id fn = program_sym(s->p, target)->fn;

	return row ? events_have(row, TRAIT_GIVES_UP) : fn.i ? s->summary[fn.i].releases : false;
}

static bool may_release(const struct sharing *s, const struct body *b, uint32_t inst)
{
	struct sym_id callee;
	uint32_t n;
	const struct site *site;

	if (b->inst.at[inst].op != OP_call)
		return b->inst.at[inst].op == OP_asm || b->inst.at[inst].op == OP_asm_goto;
	callee = body_callee(s->p, b, &b->inst.at[inst]);
	site = points_sites(s->points, b->fn, inst, &n);
	if (callee.i ? target_releases(s, callee) : !n)
		return true;
	for (uint32_t k = 0; k < n; k++) {
		if (!site[k].ntargets && !callee.i)
			return true;
		for (uint32_t t = 0; t < site[k].ntargets; t++)
			if (target_releases(s, s->points->target.at[site[k].target + t]))
				return true;
	}
	return false;
}

static uint32_t version_into(const struct cfg *cfg, const struct versions *v, uint32_t block)
{
	uint32_t first = cfg->first_pred[block], version = block ? VERSION_UNSET : VERSION_ENTRY;

	for (uint32_t k = first; k < first + cfg->npreds[block]; k++) {
		uint32_t from = v->out[cfg->pred[k]];
		if (version && from && from != version)
			return 3 + 2 * block;
		version = from ? from : version;
	}
	return version;
}

void versions_find(struct arena *a, const struct sharing *s, const struct body *b, const struct cfg *cfg, struct versions *v)
{
	bool changed = true;

	v->at = arena_array(a, b->inst.n, sizeof *v->at);
	v->out = arena_array(a, b->block.n, sizeof *v->out);
	while (changed) {
		changed = false;
		for (uint32_t k = 0; k < cfg->nreached; k++) {
			uint32_t block = cfg->order[k], version = version_into(cfg, v, block);
			const struct block *x = &b->block.at[block];
			for (uint32_t i = x->inst; i < x->inst + x->ninsts; i++) {
				v->at[i] = version;
				if (may_release(s, b, i))
					version = 2 + 2 * i;
			}
			changed |= v->out[block] != version;
			v->out[block] = version;
		}
	}
}
