/* Elements of one array that two threads never have in common, since their indices differ:
 *
 *     for (i = 0; i < 32; i++) a[i]                  for (i = 32; i < 64; i++) a[i]          ranges
 *     worker[0]                                      for (i = 1; i < n; i++) worker[i]       the same, with an open end
 *     n = atomic_fetch_add(&next, 1); a[n]           the same                                each number is drawn once
 *
 * A range is that of a loop's variable: it begins with a constant and grows by constants; the end is known behind the test of
 * the loop. Numbers that are drawn are never drawn again if nothing else is ever done to the counter (assumed: one of 32 bits or
 * more does not run over); a narrow counter goes round, unless the array ends before that.
 *
 * The array is a variable, or a block that was just made or read from a variable in which there are only starts of blocks:
 * then two threads have the same block, from its first byte on, or different ones.
 *
 * misses  ranges that are computed, handed over, or kept in memory; loops that count down */
#include "sharing/distinct/range.h"
#include "race/build.h"
#include "summary/census/ground.h"
#include "term/value.h"

#include "base/recogniser.h"

/* Bytes behind the start of the array that an access may touch. */
struct range {
	bool known, open; /* open: no end is known */
	int64_t from, to; /* to: behind the last one */
};

/* An access in an array: so many bytes behind an element. */
struct spot_in {
	uint32_t array, index; /* terms; index 0: the element is the first one */
	int64_t scale, behind;
};

static struct spot_in spot_in_array(const struct races *r, uint32_t at)
{
	const struct term *k = &r->term[at];
	struct spot_in s = { .array = at };

	if (k->kind == TERM_FIELD) {
		s.behind = k->offset;
		s.array = k->base;
		k = &r->term[k->base];
	}
	if (k->kind == TERM_INDEX) {
		s.array = k->base;
		s.index = k->a;
		s.scale = k->offset ? k->offset : 1;
	}
	return s;
}

/* Is the variable never written in this way? Nobody outside must have a name for it. */
static bool is_never_written(const struct races *r, struct sym_id sym, enum written_bit how)
{
	if (!r->points->main && program_sym(r->p, sym)->linkage != LINK_STATIC)
		return false;
	return !(ground_written(r->s->ground, r->points, sym) & how);
}

bool term_starts_block(const struct races *r, uint32_t term)
{
	const struct term *k = &r->term[term], *from = k->base ? &r->term[k->base] : NULL;
	const struct sym *s = from && from->kind == TERM_SYM ? program_sym(r->p, (struct sym_id){ from->a }) : NULL;

	if (k->kind == TERM_HEAP)
		return true;
	if ((k->kind != TERM_RESULT && k->kind != TERM_STABLE) || !s || s->kind != SYM_VARIABLE || s->nrelocs)
		return false;
	return is_never_written(r, (struct sym_id){ from->a }, WRITTEN_NO_BLOCK);
}

static bool arrays_are_one(const struct races *r, uint32_t a, uint32_t b)
{
	if (a == b && term_names_one(r, a))
		return true;
	return term_starts_block(r, a) && term_starts_block(r, b);
}

/* ---- ranges ---- */

const struct term *index_number(const struct races *r, uint32_t index)
{
	const struct term *k = &r->term[index];

	if (k->kind == TERM_COMPUTED && !k->a && k->b == computed_by(OP_cast, CAST_zext))
		k = &r->term[k->base];
	return k;
}

static struct range range_of_phi(struct races *r, const struct term *k, struct place_of_use p)
{
	const struct body *b = k->a && !(k->b & (RESULT_INNER | POINTS_PARAM)) ? code_of(r, (struct fn_id){ k->a }) : NULL;
	const struct inst *in = b && k->b < b->inst.n ? &b->inst.at[k->b] : NULL;
	bool here = r->contexts->context.at[leaf_context(r, p.use, p.leaf)].fn.i == k->a;
	struct range range = { .open = true };
	struct loop_range of;

	if (in && range_of_variable(r->p, b, k->b, here ? leaf_get(r, p.use, p.leaf)->inst : k->b, &of))
		range = (struct range){ true, !here || of.open, of.first, of.end };
	return range;
}

static struct range range_of(struct races *r, const struct spot_in *s, struct place_of_use p)
{
	const struct term *k = s->index ? index_number(r, s->index) : NULL;
	struct range range = { .known = true, .to = 1 };
	uint32_t size = r->use.at[p.use].size;

	if (k && k->kind == TERM_INT)
		range = (struct range){ .known = true, .from = k->offset, .to = k->offset + 1 };
	else if (k && k->kind == TERM_RESULT)
		range = range_of_phi(r, k, p);
	else if (k)
		range.known = false;
	range.open |= !size;
	range.from = range.from * s->scale + s->behind;
	range.to = (range.to - 1) * s->scale + s->behind + size;
	return range;
}

static bool ranges_differ(const struct range *a, const struct range *b)
{
	return a->known && b->known && ((!a->open && a->to <= b->from) || (!b->open && b->to <= a->from));
}

/* ---- numbers that are drawn ---- */

/* A counter that numbers are drawn from, and how wide it is. */
struct drawn {
	uint32_t counter, bits;
};

/* What an instruction of the function draws a number from; counter 0: it does not. A function that returns what it has drawn
 * draws, too. */
static struct drawn counter_of(struct races *r, struct fn_id fn, uint32_t inst, uint32_t depth)
{
	const struct body *b = fn.i && !limit_full(LIMIT_race_drawn, depth) ? code_of(r, fn) : NULL;
	const struct inst *in = b && inst < b->inst.n ? &b->inst.at[inst] : NULL;
	struct ref at = in ? body_arg(b, in, 0) : ref_make(REF_NONE, 0);
	struct sym_id callee = in && in->op == OP_call ? body_callee(r->p, b, in) : (struct sym_id){ 0 };
	struct drawn drawn = { 0 }, none = { 0 };

	if (in && in->op == OP_rmw && ref_kind(at) == REF_SYM) {
		struct sym_id sym = sym_behind_alias(r->p, (struct sym_id){ ref_index(at) });
		if (program_sym(r->p, sym)->flags & SYM_THREAD_LOCAL)
			return none; /* each thread draws from its own */
		if (is_never_written(r, sym, WRITTEN_NO_COUNT))
			drawn = (struct drawn){ sym.i, (uint32_t)program_type(r->p, type_strip(r->p, in->type))->size };
		return drawn;
	}
	if (!callee.i || !program_sym(r->p, callee)->fn.i)
		return none;
	fn = program_sym(r->p, callee)->fn;
	b = code_of(r, fn);
	for (uint32_t i = 0; i < b->inst.n; i++) {
		struct ref x = b->inst.at[i].op == OP_ret ? body_arg(b, &b->inst.at[i], 0) : ref_make(REF_NONE, 0);
		uint32_t from = body_inst_of(b, x);
		struct drawn one;
		if (b->inst.at[i].op != OP_ret)
			continue;
		one = from != UINT32_MAX ? counter_of(r, fn, from, depth + 1) : none;
		if (!one.counter || (drawn.counter && drawn.counter != one.counter))
			return none;
		drawn = one;
	}
	return drawn;
}

enum { BITS_ENOUGH = 32 };

/* Can the counter come round to a number that it gave before, while that is an index of the array? */
static bool goes_round(const struct races *r, const struct spot_in *s, uint32_t bits)
{
	const struct term *k = &r->term[s->array];
	const struct sym *v = k->kind == TERM_SYM ? program_sym(r->p, (struct sym_id){ k->a }) : NULL;
	uint64_t bytes = v && v->kind == SYM_VARIABLE ? program_type(r->p, type_strip(r->p, v->type))->size / 8 : 0;

	if (bits >= BITS_ENOUGH)
		return false;
	return !bytes || bytes / (uint64_t)(s->scale > 0 ? s->scale : 1) >= (uint64_t)1 << bits;
}

static uint32_t drawn_from(struct races *r, const struct spot_in *s, uint32_t size)
{
	const struct term *k = s->index ? index_number(r, s->index) : NULL;
	struct drawn drawn;

	if (!k || k->kind != TERM_RESULT || !k->a || k->b & (RESULT_INNER | POINTS_PARAM))
		return 0;
	if (!size || s->behind < 0 || s->behind + size > s->scale)
		return 0;
	drawn = counter_of(r, (struct fn_id){ k->a }, k->b, 0);
	return drawn.counter && goes_round(r, s, drawn.bits) ? 0 : drawn.counter;
}

bool elements_differ(struct races *r, struct place_of_use a, struct place_of_use b)
{
	const struct use *u = &r->use.at[a.use], *v = &r->use.at[b.use];
	struct spot_in x = spot_in_array(r, u->at), y = spot_in_array(r, v->at);
	struct range s, t;
	uint32_t drawn;

	if ((!x.index && !y.index) || !arrays_are_one(r, x.array, y.array))
		return false;
	drawn = x.scale == y.scale ? drawn_from(r, &x, u->size) : 0;
	if (RECOGNISED(race_drawn, drawn && drawn == drawn_from(r, &y, v->size)))
		return true;
	s = range_of(r, &x, a);
	t = range_of(r, &y, b);
	return RECOGNISED(race_range, ranges_differ(&s, &t));
}
