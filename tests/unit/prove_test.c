/* The parts under the search: memory with a way back, and values: what is computed for known ones must be what the solver
 * says of symbols. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ir/body.h"
#include "prove/data/region.h"
#include "prove/data/value.h"

static void test_region_goes_back(void **unused)
{
	struct region r;
	struct region_mark first, second;
	uint64_t *a, *b;

	(void)unused;
	assert_true(region_init(&r, 1 << 20));
	a = region_alloc(&r, 8);
	*a = 1;
	first = region_mark(&r);
	region_save(&r, a, 8);
	*a = 2;
	b = region_alloc(&r, 8);
	*b = 5;
	second = region_mark(&r);
	region_save(&r, a, 8);
	region_save(&r, b, 8);
	*a = 3;
	*b = 6;
	region_undo(&r, second);
	assert_int_equal(*a, 2);
	assert_int_equal(*b, 5);
	region_undo(&r, first);
	assert_int_equal(*a, 1);
	assert_int_equal(*(uint64_t *)region_alloc(&r, 8), 0); /* where b was */
	region_release(&r);
}

static void test_region_new_memory_needs_no_log(void **unused)
{
	struct region r;
	uint64_t *a;
	size_t logged;

	(void)unused;
	assert_true(region_init(&r, 1 << 20));
	(void)region_mark(&r);
	a = region_alloc(&r, 8);
	logged = r.logged;
	region_save(&r, a, 8);
	assert_int_equal(r.logged, logged);
	region_release(&r);
}

static void test_region_full(void **unused)
{
	struct region r;

	(void)unused;
	assert_true(region_init(&r, 4096));
	assert_non_null(region_alloc(&r, 4096));
	assert_false(r.full);
	assert_non_null(region_alloc(&r, 16)); /* may be written, and says so */
	assert_true(r.full);
	region_release(&r);
}

/* A symbol that is made equal to a number: the solver then knows the result. */
static struct value as_symbol(struct smt *s, struct value v)
{
	struct value x = value_symbol(s, v.bits);

	smt_assume(s, value_equals(s, x, value_get(v)));
	return x;
}

static void same(struct smt *s, struct value known, struct value symbolic)
{
	uint64_t lo, hi;
	Z3_model model;

	assert_int_equal(known.bits, symbolic.bits);
	assert_null(known.ast);
	assert_int_equal(smt_ask(s, NULL, &model), SMT_YES);
	if (symbolic.ast) {
		smt_eval(s, model, symbolic.ast, &lo, &hi);
		assert_true(known.lo == lo && known.hi == hi);
	} else {
		assert_true(value_get(known) == value_get(symbolic));
	}
}

static uint64_t next(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state % 3 ? *state : *state % 5;
}

static void compare_operations(struct smt *s, struct value a, struct value b)
{
	struct value x = as_symbol(s, a), y = as_symbol(s, b);
	bool bad, ignored;

	for (uint8_t sub = BINARY_add; sub <= BINARY_xor; sub++) {
		struct value known = value_binary(s, sub, a, b, &bad);
		if (!bad)
			same(s, known, value_binary(s, sub, x, y, &ignored));
		if (bad)
			assert_true((sub >= BINARY_udiv && sub <= BINARY_ashr));
	}
}

static void test_values_agree_with_the_solver(void **unused)
{
	static const uint32_t widths[] = { 1, 8, 16, 32, 64, 128 };
	uint64_t state = 88172645463325252u;

	(void)unused;
	for (uint32_t k = 0; k < 60; k++) {
		uint32_t bits = widths[k % 6];
		struct value a = value_number_wide(bits, (value_wide)next(&state) << 64 | next(&state));
		struct value b = value_number_wide(bits, (value_wide)next(&state) << 64 | next(&state));
		struct smt s;
		smt_init(&s, 4000000);
		if (bits <= 32)
			compare_operations(&s, a, b);
		for (uint8_t sub = COMPARE_eq; sub <= COMPARE_sle; sub++)
			same(&s, value_compare(&s, sub, a, b), value_compare(&s, sub, as_symbol(&s, a), as_symbol(&s, b)));
		if (bits > 8) {
			same(&s, value_cast(&s, CAST_trunc, a, 8), value_cast(&s, CAST_trunc, as_symbol(&s, a), 8));
			same(&s, value_extract(&s, a, 3, 5), value_extract(&s, as_symbol(&s, a), 3, 5));
			same(&s, value_insert(&s, a, 4, value_of_number(3, b.lo)),
			     value_insert(&s, as_symbol(&s, a), 4, value_of_number(3, b.lo)));
		}
		if (bits < 128) {
			same(&s, value_cast(&s, CAST_sext, a, 128), value_cast(&s, CAST_sext, as_symbol(&s, a), 128));
			same(&s, value_cast(&s, CAST_zext, a, 128), value_cast(&s, CAST_zext, as_symbol(&s, a), 128));
		}
		smt_release(&s);
	}
}

static struct value of_double(double d)
{
	uint64_t n;

	memcpy(&n, &d, sizeof n);
	return value_of_number(64, n);
}

static void test_floats(void **unused)
{
	static const double numbers[] = { 0.0, -0.0, 1.5, -2.25, 1e300, 3e-310, 7 };
	struct smt s;
	bool bad;

	(void)unused;
	smt_init(&s, 4000000);
	for (uint32_t i = 0; i < 7; i++)
		for (uint32_t k = 0; k < 7; k++) {
			struct value a = of_double(numbers[i]), b = of_double(numbers[k]);
			double sum = numbers[i] + numbers[k];
			assert_int_equal(value_binary(&s, BINARY_fadd, a, b, &bad).lo, of_double(sum).lo);
			assert_int_equal(value_compare(&s, COMPARE_folt, a, b).lo, numbers[i] < numbers[k]);
			same(&s, value_binary(&s, BINARY_fadd, a, b, &bad),
			     value_binary(&s, BINARY_fadd, as_symbol(&s, a), b, &bad));
			same(&s, value_compare(&s, COMPARE_foeq, a, b), value_compare(&s, COMPARE_foeq, as_symbol(&s, a), b));
		}
	same(&s, value_cast(&s, CAST_fptosi, of_double(-2.75), 32),
	     value_cast(&s, CAST_fptosi, as_symbol(&s, of_double(-2.75)), 32));
	assert_int_equal(value_cast(&s, CAST_fptosi, of_double(1e30), 32).bits, 0); /* it does not fit */
	smt_release(&s);
}

static void test_undefined(void **unused)
{
	struct smt s;
	bool bad;

	(void)unused;
	smt_init(&s, 1000);
	(void)value_binary(&s, BINARY_udiv, value_of_number(32, 5), value_of_number(32, 0), &bad);
	assert_true(bad);
	(void)value_binary(&s, BINARY_sdiv, value_of_number(32, 0x80000000u), value_of_number(32, UINT32_MAX), &bad);
	assert_true(bad);
	(void)value_binary(&s, BINARY_shl, value_of_number(32, 1), value_of_number(32, 32), &bad);
	assert_true(bad);
	(void)value_binary(&s, BINARY_shl, value_of_number(32, 1), value_of_number(32, 31), &bad);
	assert_false(bad);
	assert_null(s.z3); /* nobody has asked for the solver */
	smt_release(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_region_goes_back), cmocka_unit_test(test_region_new_memory_needs_no_log),
		cmocka_unit_test(test_region_full),	 cmocka_unit_test(test_values_agree_with_the_solver),
		cmocka_unit_test(test_floats),		 cmocka_unit_test(test_undefined),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
