#include "path/fact.h"

#include <string.h>

#include "base/limit.h"
#include "ir/body.h"

static bool make_empty(struct fact *f)
{
	*f = fact_none(f->of);
	return false;
}

bool fact_excludes(const struct fact *f, int64_t k)
{
	if (k < f->low || k > f->high)
		return true;
	for (uint32_t i = 0; i < f->holes; i++)
		if (f->hole[i] == k)
			return true;
	return false;
}

bool fact_meets(const struct fact *a, const struct fact *b)
{
	return a->low <= b->high && b->low <= a->high && !(fact_is_exact(a) && fact_excludes(b, a->low)) &&
	       !(fact_is_exact(b) && fact_excludes(a, b->low));
}

bool fact_and(struct fact *f, const struct fact *other)
{
	bool any = fact_assume(f, COMPARE_sge, other->low) && fact_assume(f, COMPARE_sle, other->high);

	for (uint32_t i = 0; any && i < other->holes; i++)
		any = fact_assume(f, COMPARE_ne, other->hole[i]);
	return any;
}

static void drop_hole(struct fact *f, uint32_t i)
{
	f->holes--;
	for (; i < f->holes; i++)
		f->hole[i] = f->hole[i + 1];
	f->hole[f->holes] = 0;
}

/* Holes at an end move the end. */
static bool tidy(struct fact *f)
{
	for (uint32_t i = 0; i < f->holes && !fact_is_empty(f);) {
		if (f->hole[i] < f->low || f->hole[i] > f->high) {
			drop_hole(f, i);
		} else if (f->hole[i] == f->low || f->hole[i] == f->high) {
			if (fact_is_exact(f))
				return make_empty(f);
			if (f->hole[i] == f->low)
				f->low++;
			else
				f->high--;
			i = 0;
		} else {
			i++;
		}
	}
	return fact_is_empty(f) ? make_empty(f) : true;
}

static bool add_hole(struct fact *f, int64_t k)
{
	uint32_t i = f->holes;

	if (fact_excludes(f, k))
		return true;
	if (k == f->low || k == f->high) {
		if (fact_is_exact(f))
			return make_empty(f);
		if (k == f->low)
			f->low++;
		else
			f->high--;
		return tidy(f);
	}
	if (limit_full(LIMIT_path_holes, f->holes))
		return true; /* one thing less is known */
	for (; i > 0 && f->hole[i - 1] > k; i--)
		f->hole[i] = f->hole[i - 1];
	f->hole[i] = k;
	f->holes++;
	return true;
}

uint8_t fact_signed(const struct fact *f, uint8_t compare, int64_t k)
{
	static const uint8_t as[COMPARE_COUNT] = { [COMPARE_ult] = COMPARE_slt, [COMPARE_ule] = COMPARE_sle,
						   [COMPARE_ugt] = COMPARE_sgt, [COMPARE_uge] = COMPARE_sge };

	switch (compare) {
	case COMPARE_eq:
	case COMPARE_ne:
	case COMPARE_slt:
	case COMPARE_sle:
	case COMPARE_sgt:
	case COMPARE_sge:
		return compare;
	case COMPARE_ult:
	case COMPARE_ule:
		return k >= 0 ? as[compare] : 0;
	case COMPARE_ugt:
	case COMPARE_uge:
		if (k >= 0 && f->low >= 0)
			return as[compare];
		return compare == COMPARE_ugt && k == 0 ? COMPARE_ne : 0;
	default:
		return 0;
	}
}

bool fact_assume(struct fact *f, uint8_t compare, int64_t k)
{
	uint8_t test = fact_signed(f, compare, k);

	if (fact_is_exact(f) && compare && compare < COMPARE_ffalse)
		return compare_holds(compare, f->low, k) ? true : make_empty(f);
	if (test && test != compare && test != COMPARE_ne && f->low < 0)
		f->low = 0;
	switch (test) {
	case COMPARE_ne:
		return add_hole(f, k);
	case COMPARE_slt:
	case COMPARE_sle:
		if (test == COMPARE_slt && k-- == INT64_MIN)
			return make_empty(f);
		f->high = k < f->high ? k : f->high;
		break;
	case COMPARE_sgt:
	case COMPARE_sge:
		if (test == COMPARE_sgt && k++ == INT64_MAX)
			return make_empty(f);
		f->low = k > f->low ? k : f->low;
		break;
	case COMPARE_eq:
		f->high = k < f->high ? k : f->high;
		f->low = k > f->low ? k : f->low;
		break;
	default:
		return true;
	}
	return tidy(f);
}

int fact_truth(const struct fact *f, uint8_t compare, int64_t k)
{
	struct fact yes = *f, no = *f;

	if (!fact_assume(&yes, compare, k))
		return 0;
	return fact_assume(&no, compare_negated(compare), k) ? -1 : 1;
}

/* ---- signs ---- */

uint8_t fact_signs(const struct fact *f)
{
	return (uint8_t)((f->low < 0 ? SIGN_BELOW : 0) | (f->high > 0 ? SIGN_ABOVE : 0) | (fact_excludes(f, 0) ? 0 : SIGN_ZERO));
}

bool fact_assume_signs(struct fact *f, uint8_t signs)
{
	if (!(signs & SIGN_BELOW) && !fact_assume(f, COMPARE_sge, 0))
		return false;
	if (!(signs & SIGN_ABOVE) && !fact_assume(f, COMPARE_sle, 0))
		return false;
	return signs & SIGN_ZERO || fact_assume(f, COMPARE_ne, 0);
}

/* ---- joins ---- */

static int64_t sign_below(int64_t k)
{
	return k > 0 ? 1 : k == 0 ? 0 : INT64_MIN;
}

static int64_t sign_above(int64_t k)
{
	return k < 0 ? -1 : k == 0 ? 0 : INT64_MAX;
}

bool fact_join(struct fact *to, const struct fact *from, enum fact_policy policy)
{
	struct fact f = { .of = to->of, .low = to->low < from->low ? to->low : from->low,
			  .high = to->high > from->high ? to->high : from->high };
	bool zero = fact_excludes(to, 0) && fact_excludes(from, 0), changed;

	if (fact_is_empty(to) || fact_is_empty(from))
		f = fact_is_empty(to) ? *from : *to;
	f.of = to->of;
	if (policy == FACT_SIGNS && to->low != from->low)
		f.low = sign_below(f.low);
	if (policy == FACT_SIGNS && to->high != from->high)
		f.high = sign_above(f.high);
	if (zero)
		(void)add_hole(&f, 0);
	for (uint32_t i = 0; i < to->holes; i++)
		if (fact_excludes(from, to->hole[i]))
			(void)add_hole(&f, to->hole[i]);
	for (uint32_t i = 0; i < from->holes; i++)
		if (fact_excludes(to, from->hole[i]))
			(void)add_hole(&f, from->hole[i]);
	changed = memcmp(&f, to, sizeof f) != 0;
	*to = f;
	return changed;
}

/* ---- lists ---- */

uint32_t fact_list_find(const struct fact *f, uint32_t n, uint32_t of)
{
	uint32_t i = 0;

	while (i < n && f[i].of != of)
		i++;
	return i;
}

void fact_list_forget(struct fact *f, uint32_t *n, uint32_t of)
{
	uint32_t at = fact_list_find(f, *n, of);

	if (at == *n)
		return;
	--*n;
	memmove(f + at, f + at + 1, (*n - at) * sizeof *f);
}
