#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "points/solve/classes.h"

uint32_t points_fold(const struct points *r, uint32_t class)
{
	return class ? r->classes->fold[class] : 0;
}

struct cell points_at(const struct points *r, struct cell c, int64_t offset)
{
	uint32_t fold = points_fold(r, c.class);
	int64_t at = c.offset + offset;

	if (!c.class)
		return c;
	if (fold)
		at = (at % fold + fold) % fold;
	if (at > INT32_MAX || at < INT32_MIN)
		return (struct cell){ 0 };
	return (struct cell){ c.class, (int32_t)at };
}

struct cell points_sym(const struct points *r, struct sym_id sym)
{
	const struct sym *s;
	int64_t addend = 0;

	sym = sym_behind_alias(r->p, sym);
	s = program_sym(r->p, sym);
	if (s->kind == SYM_ALIAS && s->target.i) {
		addend = s->addend;
		sym = s->target;
	}
	return points_at(r, r->sym[sym.i], addend);
}

struct cell points_value(const struct points *r, uint32_t instance, struct ref ref)
{
	const struct konst *k;

	CHECK(instance && instance < r->instance.n, "instance %u of %u", instance, r->instance.n);
	switch (ref_kind(ref)) {
	case REF_VALUE:
		return r->value.at[r->instance.at[instance].value + ref_index(ref)];
	case REF_SYM:
		return points_sym(r, (struct sym_id){ ref_index(ref) });
	case REF_KONST:
		k = program_konst(r->p, (struct konst_id){ ref_index(ref) });
		if (k->kind != KONST_ADDR)
			return (struct cell){ 0 };
		return points_at(r, points_sym(r, k->sym),
		                 layout_of(r->p, program_sym(r->p, sym_behind_alias(r->p, k->sym))->type, (int64_t)k->lo).offset);
	default:
		return (struct cell){ 0 };
	}
}

static bool is_before(struct cell a, struct cell b)
{
	return a.class != b.class ? a.class < b.class : a.offset < b.offset;
}

/* Kept sorted in `out` as far as there is room, so that the smallest ones are there; the count then is of those seen beside
 * them. */
uint32_t points_cells(const struct points *r, struct fn_id fn, struct ref ref, struct cell *out, uint32_t max)
{
	uint32_t n = 0;

	for (uint32_t i = r->first_instance[fn.i]; i < r->first_instance[fn.i + 1]; i++) {
		struct cell c = points_value(r, i, ref);
		uint32_t at = n < max ? n : max;
		if (!c.class)
			continue;
		while (at && is_before(c, out[at - 1]))
			at--;
		if (at && !is_before(out[at - 1], c))
			continue;
		if (at < max)
			memmove(out + at + 1, out + at, ((n < max ? n : max - 1) - at) * sizeof *out);
		if (at < max)
			out[at] = c;
		n++;
		if (ref_kind(ref) != REF_VALUE)
			break;
	}
	return n;
}

struct cell points_load(const struct points *r, struct cell c)
{
	const struct classes *x = r->classes;
	uint32_t low, high;

	c = points_at(r, c, 0);
	if (!c.class)
		return c;
	low = x->first_entry[c.class];
	high = x->first_entry[c.class + 1];
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (x->entry[middle].offset < c.offset)
			low = middle + 1;
		else
			high = middle;
	}
	if (low < x->first_entry[c.class + 1] && x->entry[low].offset == c.offset)
		return x->entry[low].to;
	return (struct cell){ 0 };
}

const uint32_t *points_objects(const struct points *r, uint32_t class, uint32_t *n)
{
	*n = r->classes->first_object[class + 1] - r->classes->first_object[class];
	return *n ? r->classes->object + r->classes->first_object[class] : NULL;
}

const uint32_t *points_below(const struct points *r, uint32_t class, uint32_t *n)
{
	*n = r->classes->first_below[class + 1] - r->classes->first_below[class];
	return r->classes->below + r->classes->first_below[class];
}

const struct model_row *points_rows(const struct points *r, struct sym_id sym)
{
	return r->row[sym.i] ? r->row[sym.i] : r->assumed[sym.i];
}

const struct model_row *points_rows_at(const struct points *r, const struct body *b, const struct inst *in)
{
	struct sym_id callee = in && in->op == OP_call ? body_callee(r->p, b, in) : (struct sym_id){ 0 };

	return callee.i ? points_rows(r, callee) : NULL;
}

const struct site *points_sites(const struct points *r, struct fn_id fn, uint32_t inst, uint32_t *n)
{
	uint32_t low = r->first_site[fn.i], high = r->first_site[fn.i + 1], end = high;
	const struct site *site = r->site.at;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (site[middle].inst < inst)
			low = middle + 1;
		else
			high = middle;
	}
	for (*n = 0; low + *n < end && site[low + *n].inst == inst;)
		++*n;
	return *n ? site + low : NULL;
}

/* ---- check ---- */

static void check_cell(const struct points *r, struct cell c, const char *what, uint32_t i)
{
	uint32_t fold;

	CHECK(c.class <= r->nclasses, "%s %u is in class %u of %u", what, i, c.class, r->nclasses);
	fold = c.class ? r->classes->fold[c.class] : 0;
	CHECK(!fold || (c.offset >= 0 && (uint32_t)c.offset < fold), "%s %u is at %d of a class folded to %u", what, i, c.offset,
	      fold);
}

static void check_sites(const struct points *r)
{
	for (uint32_t f = 1; f < r->p->fn.n; f++) {
		CHECK(r->first_site[f] <= r->first_site[f + 1], "sites of function %u", f);
		for (uint32_t i = r->first_site[f]; i < r->first_site[f + 1]; i++) {
			const struct site *s = &r->site.at[i];
			CHECK(s->caller.i == f && s->kind && s->kind < SITE_KINDS, "site %u is not of function %u", i, f);
			CHECK(i == r->first_site[f] || r->site.at[i - 1].inst <= s->inst, "sites of function %u are not in order",
			      f);
			CHECK(s->ntargets || s->method == METHOD_NONE, "site %u has no targets and a method", i);
			CHECK(!s->ntargets || s->method != METHOD_NONE, "site %u has targets and no method", i);
			CHECK(!s->nothing || s->method == METHOD_NONE, "site %u reaches nothing and has a method", i);
			for (uint32_t k = 1; k < s->ntargets; k++)
				CHECK(r->target.at[s->target + k - 1].i < r->target.at[s->target + k].i, "targets of site %u", i);
		}
	}
}

void points_check(const struct points *r)
{
	for (uint32_t i = 1; i < r->object.n; i++) {
		check_cell(r, r->object.at[i].cell, "object", i);
		CHECK(r->object.at[i].cell.class, "object %u is in no class", i);
	}
	for (uint32_t i = 1; i < r->value.n; i++)
		check_cell(r, r->value.at[i], "value", i);
	for (uint32_t c = 1; c <= r->nclasses; c++)
		for (uint32_t k = r->classes->first_entry[c]; k < r->classes->first_entry[c + 1]; k++) {
			check_cell(r, r->classes->entry[k].to, "entry", k);
			CHECK(k == r->classes->first_entry[c] || r->classes->entry[k - 1].offset < r->classes->entry[k].offset,
			      "what class %u holds is not in order", c);
		}
	for (uint32_t i = 1; i < r->instance.n; i++)
		CHECK(i == 1 || r->instance.at[i - 1].fn.i <= r->instance.at[i].fn.i, "instances are not in order");
	check_sites(r);
}
