/* What a function outside may store to: by its rows, what it writes, copies to, changes atomically, or leaves a new block in; of one without rows, whatever it is
 * given. Facts about such objects end at the call.
 *
 *     struct entry e = { .lock = &a };
 *     fread(&e, sizeof e, 1, f);           e.lock is any lock now
 */
#include "contexts/slice.h"

static bool stores(const struct model_row *r)
{
	switch (r->verb) {
	case MODEL_WRITES:
	case MODEL_COPIES:
		return true;
	case MODEL_ATOMIC:
		return !(r->flags & (MODEL_LOAD | MODEL_FENCE));
	case MODEL_ALLOC:
		return r->on.base == MODEL_ARGUMENT && r->on.deref;
	default:
		return false;
	}
}

static void add(struct ref *out, uint32_t *n, struct ref r)
{
	if (ref_kind(r) != REF_NONE && *n < OUTSIDE_MOST)
		out[(*n)++] = r;
}

static uint32_t by_row(const struct points *points, const struct body *b, uint32_t inst, const struct model_row *r, struct ref out[OUTSIDE_MOST], uint32_t n)
{
	struct place at = site_place(points->p, points->models, b, inst, &r->on);

	if (!stores(r) || !at.known || at.result || at.name || at.loads)
		return n;
	add(out, &n, at.base);
	for (uint32_t j = r->on.arg + 2u; at.rest && j < b->inst.at[inst].nargs; j++)
		add(out, &n, body_arg(b, &b->inst.at[inst], j));
	return n;
}

/* What these leave somewhere is known: ids and results. */
static bool is_followed(const struct model_row *r)
{
	for (; r; r = r->next)
		if (r->verb == MODEL_SPAWN || r->verb == MODEL_JOIN)
			return true;
	return false;
}

uint32_t outside_stores(const struct points *points, const struct body *b, uint32_t inst, struct ref out[OUTSIDE_MOST])
{
	const struct inst *in = &b->inst.at[inst];
	struct sym_id callee = body_callee(points->p, b, in);
	const struct model_row *r = callee.i ? points_rows(points, callee) : NULL;
	uint32_t n = 0;

	if (!callee.i || slices_follows(points, callee) || is_followed(r))
		return 0;
	for (uint32_t k = 1; !r && k < in->nargs; k++)
		add(out, &n, body_arg(b, in, k));
	for (; r; r = model_skip(r->next, program_sym(points->p, callee)->fn.i != 0))
		n = by_row(points, b, inst, r, out, n);
	return n;
}
