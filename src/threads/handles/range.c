#include "threads/handles/range.h"

static int64_t last(const struct threads_origin *x)
{
	return x->number[x->loads];
}

static bool add(struct threads_origin *x, int64_t number)
{
	return !__builtin_add_overflow(last(x), number, &x->number[x->loads]);
}

bool origin_at_most(const struct threads_origin *a, int64_t more, const struct threads_origin *b)
{
	struct threads_origin x = *a;
	int64_t sum;

	if (a->kind == ORIGIN_NONE || b->kind == ORIGIN_NONE || a->loads != b->loads ||
	    __builtin_add_overflow(last(a), more, &sum))
		return false;
	x.number[x.loads] = last(b);
	return origin_same(&x, b) && sum <= last(b);
}

struct threads_range range_one(void)
{
	return (
	    struct threads_range){ .lo = { .kind = ORIGIN_NUMBER }, .hi = { .kind = ORIGIN_NUMBER, .number = { 1 } }, .step = 1 };
}

/* lo and hi, and by how much the compare moves the end; false: it leads away from there. */
static bool end_of(uint8_t compare, bool up, int64_t *more)
{
	switch (compare) {
	case COMPARE_slt:
	case COMPARE_ult:
		*more = 0;
		return up;
	case COMPARE_sle:
	case COMPARE_ule:
		*more = 1;
		return up;
	case COMPARE_sgt:
	case COMPARE_ugt:
		*more = 1;
		return !up;
	case COMPARE_sge:
	case COMPARE_uge:
		*more = 0;
		return !up;
	case COMPARE_ne:
		*more = up ? 0 : 1;
		return true;
	default:
		return false;
	}
}

bool range_of_loop(const struct count_loop *l, const struct threads_origin *first, const struct threads_origin *bound,
		   struct threads_range *r)
{
	bool up = l->step > 0;
	int64_t more;

	if (first->kind == ORIGIN_NONE || bound->kind == ORIGIN_NONE || !end_of(l->compare, up, &more) ||
	    ((!up || l->compare == COMPARE_ne) && l->step != 1 && l->step != -1))
		return false;
	*r = (struct threads_range){ up ? *first : *bound, up ? *bound : *first, up ? l->step : 1, l->bottom };
	return add(up ? &r->hi : &r->lo, more) && add(&r->hi, up ? 0 : 1) && (up || !l->bottom);
}

bool range_within(const struct threads_range *a, int64_t shift, const struct threads_range *b)
{
	struct threads_origin lo = a->lo, hi = a->hi;

	if (!add(&lo, shift) || !add(&hi, shift))
		return false;
	if (b->step != 1 && (b->step != a->step || !origin_same(&lo, &b->lo)))
		return false;
	return origin_at_most(&b->lo, 0, &lo) && origin_at_most(&hi, 0, &b->hi) &&
	       (!a->least || (b->least && origin_same(&lo, &b->lo)) || origin_at_most(&lo, 1, &b->hi));
}

/* All of a before the first of b. */
static bool is_before(const struct threads_range *a, int64_t shift, const struct threads_range *b)
{
	return origin_at_most(&a->hi, shift, &b->lo) && (!a->least || origin_at_most(&a->lo, shift + 1, &b->lo));
}

bool range_apart(const struct threads_range *a, int64_t shift, const struct threads_range *b)
{
	return is_before(a, shift, b) || is_before(b, -shift, a);
}
