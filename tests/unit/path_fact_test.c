/* Facts about numbers: what tests leave of them, and what two paths have in common. Tried against all numbers of a small range. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "ir/body.h"
#include "path/fact.h"

enum { FAR = 6 };

static const uint8_t compares[] = { COMPARE_eq,  COMPARE_ne,  COMPARE_slt, COMPARE_sle, COMPARE_sgt,
				    COMPARE_sge, COMPARE_ult, COMPARE_ule, COMPARE_ugt, COMPARE_uge };
enum { COMPARES = sizeof compares };

/* No number that passes both tests is lost; and none is left where it is said that there is none. */
static void assuming_loses_nothing(void **state)
{
	(void)state;
	for (uint32_t a = 0; a < COMPARES; a++)
		for (uint32_t b = 0; b < COMPARES; b++)
			for (int64_t k = -FAR; k <= FAR; k++)
				for (int64_t n = -FAR; n <= FAR; n++) {
					struct fact f = fact_any(7);
					bool first = fact_assume(&f, compares[a], k), both = first && fact_assume(&f, compares[b], n);
					assert_int_equal(f.of, 7);
					assert_int_equal(both, !fact_is_empty(&f));
					for (int64_t x = -2 * FAR; x <= 2 * FAR; x++)
						if (compare_holds(compares[a], x, k) && compare_holds(compares[b], x, n))
							assert_false(fact_excludes(&f, x));
				}
}

/* Signed comparisons are exact as long as there is room for holes. */
static void signed_tests_are_exact(void **state)
{
	struct fact f = fact_any(0);

	(void)state;
	assert_true(fact_assume(&f, COMPARE_sge, 0));
	assert_true(fact_assume(&f, COMPARE_slt, 4));
	assert_true(fact_assume(&f, COMPARE_ne, 1));
	assert_int_equal(fact_truth(&f, COMPARE_eq, 1), 0);
	assert_int_equal(fact_truth(&f, COMPARE_eq, 2), -1);
	assert_int_equal(fact_truth(&f, COMPARE_ult, 4), 1);
	assert_true(fact_assume(&f, COMPARE_ne, 0)); /* a hole at the end moves it over the next one */
	assert_int_equal(f.low, 2);
	assert_int_equal(f.holes, 0);
	assert_true(fact_assume(&f, COMPARE_ne, 3));
	assert_true(fact_is_exact(&f));
	assert_false(fact_assume(&f, COMPARE_ne, 2));
	assert_true(fact_is_empty(&f));
}

/* Unsigned ones tell something of numbers that are not negative only. */
static void unsigned_tests(void **state)
{
	struct fact f = fact_any(0);

	(void)state;
	assert_true(fact_assume(&f, COMPARE_ugt, 5));
	assert_true(fact_says_nothing(&f)); /* -1 is a large number */
	assert_true(fact_assume(&f, COMPARE_ult, 9));
	assert_int_equal(f.low, 0);
	assert_true(fact_assume(&f, COMPARE_ugt, 5));
	assert_int_equal(f.low, 6);
	assert_int_equal(f.high, 8);
}

static void joins_hold_both(void **state)
{
	(void)state;
	for (uint32_t policy = FACT_HULL; policy <= FACT_SIGNS; policy++)
		for (uint32_t a = 0; a < COMPARES; a++)
			for (uint32_t b = 0; b < COMPARES; b++)
				for (int64_t k = -FAR; k <= FAR; k++) {
					struct fact x = fact_any(0), y = fact_any(0), both;
					(void)fact_assume(&x, compares[a], k);
					(void)fact_assume(&y, compares[b], 1);
					both = x;
					(void)fact_join(&both, &y, (enum fact_policy)policy);
					for (int64_t n = -2 * FAR; n <= 2 * FAR; n++)
						if (!fact_excludes(&x, n) || !fact_excludes(&y, n))
							assert_false(fact_excludes(&both, n));
					assert_false(fact_join(&both, &x, (enum fact_policy)policy));
				}
}

/* However many numbers a loop counts through, two joins are the end. */
static void signs_settle(void **state)
{
	struct fact f = fact_exact(0, 1);
	uint32_t changes = 0;

	(void)state;
	for (int64_t k = 2; k < 100; k++) {
		struct fact next = fact_exact(0, k);
		changes += fact_join(&f, &next, FACT_SIGNS);
	}
	assert_int_equal(changes, 1);
	assert_int_equal(fact_signs(&f), SIGN_ABOVE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(assuming_loses_nothing), cmocka_unit_test(signed_tests_are_exact), cmocka_unit_test(unsigned_tests),
		cmocka_unit_test(joins_hold_both), cmocka_unit_test(signs_settle),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
