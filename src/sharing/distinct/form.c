#include "sharing/distinct/distinct.h"

#include <stdlib.h>

#include "sharing/classes.h"
#include "sharing/distinct/range.h"

enum { CELLS_MOST = 16 }; /* the most that limits.def allows */

static const struct form none;

static bool number(const struct sharing *s, struct ref r, int64_t *value)
{
	return program_number(s->p, r, value) && *value > -((int64_t)1 << 31) && *value < (int64_t)1 << 31;
}

struct form form_of(const struct sharing *s, const struct body *b, const struct form *form, struct ref r)
{
	const struct konst *k;
	int64_t n;

	(void)b;
	switch (ref_kind(r)) {
	case REF_VALUE:
		return form[ref_index(r)];
	case REF_SYM:
		return (struct form){ .kind = FORM_UNIFORM, .base = (uint64_t)1 << 62 | ref_index(r) };
	case REF_KONST:
		if (number(s, r, &n))
			return (struct form){ .kind = FORM_UNIFORM, .add = n };
		k = program_konst(s->p, (struct konst_id){ ref_index(r) });
		if (k->kind == KONST_ADDR)
			return (
			    struct form){ .kind = FORM_UNIFORM, .base = (uint64_t)1 << 62 | k->sym.i, .inside = (int64_t)k->lo };
		return none;
	default:
		return none;
	}
}

bool form_same(const struct form *a, const struct form *b)
{
	return a->kind == b->kind && a->inner == b->inner && a->chunk == b->chunk && a->span == b->span && a->mul == b->mul &&
	       a->add == b->add && a->base == b->base && a->stride == b->stride && a->start == b->start && a->inside == b->inside;
}

static bool is_held(const struct form *f)
{
	return f->base >> 60 == 1;
}

static bool is_nothing(const struct form *f)
{
	return f->kind == FORM_UNIFORM && !f->base && !f->add;
}

struct form form_join(const struct form *a, const struct form *b)
{
	struct form f = *a;

	if (a->kind == FORM_UNSEEN || (is_nothing(a) && b->kind == FORM_ADDRESS))
		return *b;
	if (b->kind == FORM_UNSEEN || (is_nothing(b) && a->kind == FORM_ADDRESS) || form_same(a, b))
		return *a;
	if (a->kind != FORM_ADDRESS || b->kind != FORM_ADDRESS || a->stride != STRIDE_FREE || b->stride != STRIDE_FREE ||
	    a->phi || b->phi)
		return none;
	if (a->base != b->base) {
		if (is_held(a) || is_held(b))
			return none;
		f.base = FORM_MADE;
	}
	f.inner = a->inner || b->inner || a->inside != b->inside;
	f.inside = f.inner ? 0 : a->inside;
	return f;
}

bool form_cell(const struct sharing *s, struct fn_id fn, struct ref r, struct cell *cell)
{
	*cell = cell_at(s, s->points->first_instance[fn.i], r);
	return cell->class && (class_variable(s, cell->class).i || points_cells(s->points, fn, r, cell, 1) == 1);
}

/* The pointer must be inside the element. */
struct form form_content(const struct sharing *s, struct fn_id fn, struct ref address, const struct form *at)
{
	struct {
		uint64_t base;
		int64_t stride, start;
	} holder = { at->base, at->stride, at->start };
	struct form f = { .kind = FORM_ADDRESS, .phi = at->phi, .stride = STRIDE_FREE, .base = FORM_HELD };
	struct sharing *all = (struct sharing *)(uintptr_t)s; /* what is remembered */
	int64_t stride = at->stride < 0 ? -at->stride : at->stride, bytes = program_pointer_bytes(s->p);
	struct cell cell[CELLS_MOST];
	uint32_t ncells;
	bool found = false;

	if (at->stride != STRIDE_FREE && (!bytes || at->inside < 0 || at->inside + at->span + (at->inner ? 0 : bytes) > stride))
		return none;
	ncells = points_cells(s->points, fn, address, cell, CELLS_MOST);
	if (!ncells || limit_over(LIMIT_sharing_cells, ncells))
		return none;
	for (uint32_t k = 0; k < ncells; k++) {
		uint32_t objects = 0;
		if (cell[k].class <= s->points->nclasses)
			(void)points_objects(s->points, cell[k].class, &objects);
		if (!objects)
			continue; /* of the function in general: those that callers pass have classes of their own */
		if (!alone_holds(all, cell[k]))
			return none;
		found = true;
	}
	if (!found)
		return none;
	if (is_held(at))
		f.base = at->base;
	else if (at->stride != STRIDE_FREE)
		f.base = FORM_HELD | intern_bytes(&all->holder, &holder, sizeof holder);
	return f;
}

struct form form_constant(const struct sharing *s, struct fn_id fn, struct ref address)
{
	const struct stores *st;
	struct cell cell;

	if (!form_cell(s, fn, address, &cell) || s->bulk[cell.class].n)
		return none;
	st = stores_get(s, cell);
	if (st && st->n != 1)
		return none;
	if (st)
		return alone_constant(s, st);
	return (struct form){ .kind = FORM_UNIFORM,
			      .loaded = true,
			      .base = (uint64_t)1 << 61 | (uint64_t)cell.class << 24 | ((uint32_t)cell.offset & 0xffffff) };
}

/* Numbers stay small, so that nothing overflows; what grows beyond is no form. */
static bool small(int64_t n)
{
	return n > -((int64_t)1 << 31) && n < (int64_t)1 << 31;
}

static struct form checked(struct form f)
{
	if (!small(f.mul) || !small(f.add) || !small(f.stride) || !small(f.start) || !small(f.inside))
		return none;
	if ((f.kind == FORM_INT && !f.mul) || (f.kind == FORM_ADDRESS && !f.stride))
		return none;
	return f;
}

static struct form step_binary(const struct sharing *s, const struct body *b, const struct form *form, const struct inst *in)
{
	struct form f = form_of(s, b, form, body_arg(b, in, 0));
	int64_t n;

	if (!number(s, body_arg(b, in, 1), &n)) {
		if (!number(s, body_arg(b, in, 0), &n) || (in->sub != BINARY_add && in->sub != BINARY_mul))
			return none;
		f = form_of(s, b, form, body_arg(b, in, 1));
	}
	if (f.kind != FORM_INT)
		return none;
	switch (in->sub) {
	case BINARY_add:
		f.add += n;
		break;
	case BINARY_sub:
		f.add -= n;
		break;
	case BINARY_mul:
		f.mul *= n;
		f.add *= n;
		break;
	case BINARY_shl:
		if (n < 0 || n > 16)
			return none;
		f.mul *= (int64_t)1 << n;
		f.add *= (int64_t)1 << n;
		break;
	default:
		return none;
	}
	return checked(f);
}

/* A byte wide number is not distinct any more; pointers and numbers of 32 bits are, for as many threads as there can be. */
static struct form step_cast(const struct sharing *s, const struct body *b, const struct form *form, const struct inst *in)
{
	struct form f = form_of(s, b, form, body_arg(b, in, 0));

	switch (in->sub) {
	case CAST_trunc:
		if (!in->type.i || program_type(s->p, type_strip(s->p, in->type))->size < 32)
			return none;
		return f;
	case CAST_zext:
	case CAST_sext:
	case CAST_ptrtoint:
	case CAST_inttoptr:
	case CAST_bitcast:
	case CAST_addrspace:
		return f;
	default:
		return none;
	}
}

static struct form step_field(struct form f, int64_t offset)
{
	if (f.kind == FORM_INT || f.kind == FORM_NONE || !f.base)
		return none;
	f.inside += offset;
	return checked(f);
}

struct bounds {
	bool known;
	int64_t low, high;
};

/* What a number may be at an instruction: a loop's variable, and what is made of it with constants. */
static struct bounds bounds_of(const struct sharing *s, const struct body *b, struct ref r, uint32_t at)
{
	int64_t mul = 1, add = 0, n;
	struct bounds x = { 0 };

	for (uint32_t depth = 0; ref_kind(r) == REF_VALUE && !limit_full(LIMIT_sharing_chain, depth); depth++) {
		uint32_t i = body_inst(b, ref_index(r));
		const struct inst *in = i == UINT32_MAX ? NULL : &b->inst.at[i];
		if (in && in->op == OP_phi) {
			struct loop_range range;
			x.known =
			    range_of_variable(s->p, b, i, at, &range) && !range.open && small(range.first) && small(range.end);
			if (x.known)
				x = (struct bounds){ true, range.first * mul + add, (range.end - 1) * mul + add };
			return x;
		}
		if (in && in->op == OP_binary && number(s, body_arg(b, in, 1), &n) && n >= 0 && small(mul * n) &&
		    small(add + mul * n)) {
			if (in->sub != BINARY_add && in->sub != BINARY_mul)
				return x;
			add += in->sub == BINARY_add ? mul * n : 0;
			mul *= in->sub == BINARY_mul ? n : 1;
		} else if (!in || in->op != OP_cast || (in->sub != CAST_zext && in->sub != CAST_sext)) {
			return x;
		}
		r = body_arg(b, in, 0);
	}
	return x;
}

/* Further into a chunk: only C's own arrays are known to be kept to. */
static struct form step_chunk(struct form f, struct bounds x, int64_t step)
{
	if (!x.known || step <= 0 || !small(x.high * step))
		return none;
	f.inside += x.low * step;
	f.span += (x.high - x.low) * step;
	return small(f.span) ? checked(f) : none;
}

static struct form step_index(const struct sharing *s, const struct body *b, const struct form *form, const struct inst *in)
{
	struct form base = form_of(s, b, form, body_arg(b, in, 0)), at = form_of(s, b, form, body_arg(b, in, 1));
	int64_t n, stride = body_offset(b, in);

	if (!small(stride))
		return none;
	if (number(s, body_arg(b, in, 1), &n))
		return small(n) && small(n * stride) ? step_field(base, n * stride) : none;
	if (base.kind == FORM_ADDRESS) { /* an array in the element; a step as large as the element leaves it */
		if (llabs(stride) >= llabs(base.stride))
			return none;
		if (base.chunk)
			return step_chunk(base, bounds_of(s, b, body_arg(b, in, 1), (uint32_t)(in - b->inst.at)), stride);
		base.inner = true;
		return base;
	}
	if (base.kind != FORM_UNIFORM || !base.base || at.kind != FORM_INT)
		return none;
	return checked((struct form){ .kind = FORM_ADDRESS,
				      .phi = at.phi,
				      .chunk = at.mul != 1 && at.mul != -1,
				      .base = base.base,
				      .stride = stride * at.mul,
				      .start = base.inside + stride * at.add });
}

struct form form_step(const struct sharing *s, const struct body *b, const struct form *form, uint32_t inst)
{
	const struct inst *in = &b->inst.at[inst];

	switch (in->op) {
	case OP_field:
		return step_field(form_of(s, b, form, body_arg(b, in, 0)), body_offset(b, in));
	case OP_index:
		return step_index(s, b, form, in);
	case OP_binary:
		return step_binary(s, b, form, in);
	case OP_cast:
		return step_cast(s, b, form, in);
	case OP_copy:
		return form_of(s, b, form, body_arg(b, in, 0));
	default:
		return none;
	}
}
