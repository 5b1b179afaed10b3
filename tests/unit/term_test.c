/* Terms fold and stay short; sets have one form. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "contexts/walk/explore.h"

static struct arena arena;
static struct terms t;

static int begin(void **state)
{
	(void)state;
	arena_init(&arena, "terms");
	terms_init(&t, &arena);
	return 0;
}

static int end(void **state)
{
	(void)state;
	arena_release(&arena);
	return 0;
}

static uint32_t sym(uint32_t i)
{
	return term_make(&t, &(struct term){ .kind = TERM_SYM, .a = i });
}

static void fields_fold(void **state)
{
	uint32_t s = sym(1);

	(void)state;
	assert_int_equal(term_field(&t, term_field(&t, s, 8), 4), term_field(&t, s, 12));
	assert_int_equal(term_field(&t, term_field(&t, s, 8), -8), s); /* container_of */
	assert_int_equal(term_field(&t, s, 0), s);
	assert_int_not_equal(term_field(&t, s, 8), term_field(&t, sym(2), 8));
	assert_true(term_is_fixed(&t, term_field(&t, s, 8)));
}

static void elements_of_elements_are_elements(void **state)
{
	uint32_t element = term_step(&t, TERM_INDEX, sym(1));

	(void)state;
	assert_int_equal(term_step(&t, TERM_INDEX, element), element);
	assert_false(term_is_fixed(&t, element));
	assert_false(term_is_fixed(&t, term_step(&t, TERM_LOAD, sym(1))));
}

static void long_chains_end(void **state)
{
	uint32_t term = sym(1);

	(void)state;
	for (int i = 0; i < 1000; i++)
		term = term_field(&t, term_step(&t, TERM_LOAD, term), 8);
	assert_int_equal(term_get(&t, term).kind, TERM_TOP);
	assert_int_equal(term_get(&t, term_step(&t, TERM_LOAD, term)).kind, TERM_TOP);
}

static void a_chain_moves_to_another_root(void **state)
{
	uint32_t chain = term_field(&t, term_step(&t, TERM_LOAD, term_field(&t, sym(1), 8)), 16);

	(void)state;
	assert_int_equal(term_root(&t, chain), sym(1));
	assert_int_equal(term_rebase(&t, chain, sym(2)), term_field(&t, term_step(&t, TERM_LOAD, term_field(&t, sym(2), 8)), 16));
	assert_int_equal(term_rebase(&t, chain, sym(1)), chain);
}

static void sets_have_one_form(void **state)
{
	uint32_t ab[] = { sym(1), sym(2) }, baab[] = { sym(2), sym(1), sym(1), sym(2) };

	(void)state;
	assert_int_equal(set_make(&t, ab, 2), set_make(&t, baab, 4));
	assert_int_equal(set_union(&t, set_of(&t, sym(2)), set_of(&t, sym(1))), set_make(&t, ab, 2));
	assert_int_equal(set_union(&t, 0, set_of(&t, sym(1))), set_of(&t, sym(1)));
	assert_int_equal(set_only(&t, set_of(&t, sym(1))), sym(1));
	assert_int_equal(set_only(&t, set_make(&t, ab, 2)), 0);
}

/* Whoever goes through a pointer that may be null finds what else it may be. */
static void null_counts_only_alone(void **state)
{
	(void)state;
	assert_int_equal(set_union(&t, t.null, set_of(&t, sym(1))), set_of(&t, sym(1)));
	assert_int_equal(set_union(&t, t.null, t.null), t.null);
}

static void large_sets_are_anything(void **state)
{
	uint32_t set = 0;

	(void)state;
	for (uint32_t i = 1; i <= SET_MOST; i++)
		set = set_union(&t, set, set_of(&t, sym(i)));
	assert_false(set_is_top(&t, set));
	set = set_union(&t, set, set_of(&t, sym(SET_MOST + 1)));
	assert_true(set_is_top(&t, set));
	assert_true(set_is_top(&t, set_union(&t, set, set_of(&t, sym(1)))));
}

/* A row that holds when the result is 0, and what a branch on the result tells of it. */
static void branches_tell_whether_a_row_holds(void **state)
{
	const struct model_condition is_zero = { .test = MODEL_EQ, .base = MODEL_RESULT, .what = MODEL_NUMBER, .value = 0 };
	const struct model_row zero = { .when = is_zero };
	const struct model_row negative = { .when = {
						    .test = MODEL_LT, .base = MODEL_RESULT, .what = MODEL_NUMBER, .value = 0 } };
	const struct model_row attempt = { .when = is_zero, .flags = MODEL_TRY },
			       limit = { .when = is_zero, .flags = MODEL_TIMED };
	const struct model_row either = { .when = is_zero, .flags = MODEL_TIMED | MODEL_SEMAPHORE };

	(void)state;
	assert_true(when_holds(&zero, COMPARE_eq, 0));
	assert_false(when_holds(&zero, COMPARE_ne, 0));
	assert_false(when_holds(&zero, COMPARE_sge, 0));
	assert_false(when_holds(&zero, COMPARE_eq, 16));
	assert_true(when_holds(&negative, COMPARE_slt, 0));
	assert_true(when_holds(&negative, COMPARE_sle, -1));
	assert_true(when_holds(&negative, COMPARE_eq, -11));
	assert_false(when_holds(&negative, COMPARE_ne, 0));
	assert_false(when_holds(&negative, COMPARE_ult, 5)); /* not a comparison that says anything here */
	assert_true(when_holds(&attempt, COMPARE_ne, EBUSY)); /* the only reason there is */
	assert_false(when_holds(&attempt, COMPARE_ne, EINTR));
	assert_true(when_holds(&limit, COMPARE_ne, ETIMEDOUT));
	assert_false(when_holds(&limit, COMPARE_ne, EINVAL));
	assert_false(when_holds(&either, COMPARE_ne, ETIMEDOUT)); /* or a signal */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(fields_fold, begin, end),
		cmocka_unit_test_setup_teardown(elements_of_elements_are_elements, begin, end),
		cmocka_unit_test_setup_teardown(long_chains_end, begin, end),
		cmocka_unit_test_setup_teardown(a_chain_moves_to_another_root, begin, end),
		cmocka_unit_test_setup_teardown(sets_have_one_form, begin, end),
		cmocka_unit_test_setup_teardown(null_counts_only_alone, begin, end),
		cmocka_unit_test_setup_teardown(large_sets_are_anything, begin, end),
		cmocka_unit_test_setup_teardown(branches_tell_whether_a_row_holds, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
