/* rank: points by the table, the first row of a fact that holds, weights that the user changes, totals and ties. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/store/arena.h"
#include "rank/rank.h"

static struct arena arena;

static int setup(void **state)
{
	(void)state;
	arena_init(&arena, "test");
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	arena_release(&arena);
	return 0;
}

static int32_t total(struct finding *x, const char *const *changes, uint32_t n)
{
	struct trouble t;
	const struct rank_weights *w = rank_weights(&arena, changes, n, &t);

	assert_non_null(w);
	rank_run(&arena, w, x, 1);
	rank_check(x, 1);
	return x->total;
}

static int32_t points_for(enum evidence fact, int32_t value)
{
	struct finding x = { .rule = RULE_RACE };

	finding_fact(&arena, &x, fact, value, NULL);
	return total(&x, NULL, 0);
}

/* Table 4, a line a row. */
static void test_table(void **state)
{
	(void)state;
	assert_int_equal(points_for(FACT_unlocked, 100), 2);
	assert_int_equal(points_for(FACT_unlocked, 51), 1);
	assert_int_equal(points_for(FACT_unlocked, 50), 0);
	assert_int_equal(points_for(FACT_interrupt, 2), 2);
	assert_int_equal(points_for(FACT_interrupt, 1), 1);
	assert_int_equal(points_for(FACT_interrupt, 0), 0);
	assert_int_equal(points_for(FACT_roots, 3), 2);
	assert_int_equal(points_for(FACT_roots, 2), 1);
	assert_int_equal(points_for(FACT_only, 2), 4);
	assert_int_equal(points_for(FACT_only, 1), 2);
	assert_int_equal(points_for(FACT_only, 0), 0);
	assert_int_equal(points_for(FACT_first, 1), 1);
	assert_int_equal(points_for(FACT_last, 7), 1);
	assert_int_equal(points_for(FACT_z, 201), 2);
	assert_int_equal(points_for(FACT_z, 200), 0);
	assert_int_equal(points_for(FACT_z, -201), 0); /* a global is not punished */
	assert_int_equal(points_for(FACT_z_member, -201), -2);
	assert_int_equal(points_for(FACT_variables, 5), 2);
	assert_int_equal(points_for(FACT_variables, 4), 1);
	assert_int_equal(points_for(FACT_variables, 1), 0);
	assert_int_equal(points_for(FACT_non_atomic, 1), 1);
	assert_int_equal(points_for(FACT_write, 1), 1);
}

/* All that know of threads before all that do not, whatever else there is. */
static void test_concurrent_first(void **state)
{
	struct finding knows = { .rule = RULE_RACE }, best = { .rule = RULE_RACE };

	(void)state;
	finding_fact(&arena, &knows, FACT_concurrent, 1, NULL);
	finding_fact(&arena, &knows, FACT_never_read, 1, NULL);
	finding_fact(&arena, &best, FACT_unlocked, 100, NULL);
	finding_fact(&arena, &best, FACT_interrupt, 2, NULL);
	finding_fact(&arena, &best, FACT_roots, 9, NULL);
	finding_fact(&arena, &best, FACT_only, 9, NULL);
	finding_fact(&arena, &best, FACT_first, 9, NULL);
	finding_fact(&arena, &best, FACT_last, 9, NULL);
	finding_fact(&arena, &best, FACT_z, 900, NULL);
	finding_fact(&arena, &best, FACT_variables, 9, NULL);
	assert_true(total(&knows, NULL, 0) > total(&best, NULL, 0));
}

/* 4.2: the number of threads, then locks that are no globals. */
static void test_deadlocks(void **state)
{
	struct finding two = { .rule = RULE_DEADLOCK }, three = { .rule = RULE_DEADLOCK };

	(void)state;
	finding_fact(&arena, &two, FACT_threads, 0, NULL);
	finding_fact(&arena, &two, FACT_classes, 2, NULL);
	finding_fact(&arena, &two, FACT_distance, 40, NULL);
	finding_fact(&arena, &three, FACT_threads, 1, NULL);
	finding_fact(&arena, &three, FACT_classes, 0, NULL);
	finding_fact(&arena, &three, FACT_distance, 2, NULL);
	assert_true(total(&two, NULL, 0) > total(&three, NULL, 0));
	assert_int_equal(two.cost, 40);
	assert_int_equal(three.cost, 2);
}

static void test_weights(void **state)
{
	static const char *const change[] = { "write=7", "write=-3" };
	static const char *const wrong[] = { "write", "wriet=1", "write=", "write=1x", "write=99999999" };
	struct finding x = { .rule = RULE_RACE };
	struct trouble t;

	(void)state;
	finding_fact(&arena, &x, FACT_write, 1, NULL);
	assert_int_equal(total(&x, change, 1), 7);
	assert_int_equal(total(&x, change, 2), -3); /* the later one counts */
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		assert_null(rank_weights(&arena, &wrong[i], 1, &t));
}

static void test_facts(void **state)
{
	struct finding x = { .rule = RULE_RACE, .doubt = 3 };

	(void)state;
	finding_fact(&arena, &x, FACT_write, 0, NULL);
	finding_fact(&arena, &x, FACT_write, 1, "yes"); /* replaced, not added */
	assert_int_equal(x.nfacts, 1);
	assert_int_equal(total(&x, NULL, 0), 1 - 3 * 40);
	assert_int_equal(x.nscores, 2);
	assert_string_equal(x.score[0].criterion, "write");
	assert_string_equal(x.score[0].value, "yes");
	assert_string_equal(x.score[1].criterion, "doubt");
	assert_string_equal(x.score[1].value, "3");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_table, setup, teardown),
		cmocka_unit_test_setup_teardown(test_concurrent_first, setup, teardown),
		cmocka_unit_test_setup_teardown(test_deadlocks, setup, teardown),
		cmocka_unit_test_setup_teardown(test_weights, setup, teardown),
		cmocka_unit_test_setup_teardown(test_facts, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
