/* infer and zscore: what names say, and what counts say. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/zscore.h"
#include "infer/infer.h"

static void is_about(double a, double b)
{
	assert_true(fabs(a - b) < 0.005);
}

/* By hand: (s/n - 0.8) / sqrt(0.16 / n). */
static void test_zscore(void **state)
{
	(void)state;
	is_about(zscore(37, 38, ZSCORE_CHANCE), 2.68); /* racerx, Figure 8 */
	is_about(zscore(8, 10, ZSCORE_CHANCE), 0);
	is_about(zscore(10, 10, ZSCORE_CHANCE), 1.58);
	is_about(zscore(0, 4, ZSCORE_CHANCE), -4);
	is_about(zscore(208, 210, ZSCORE_CHANCE), 6.9);
	assert_true(zscore(100, 100, ZSCORE_CHANCE) > zscore(10, 10, ZSCORE_CHANCE)); /* more samples, more evidence */
	assert_true(zscore(9, 10, ZSCORE_CHANCE) < zscore(10, 10, ZSCORE_CHANCE));
	is_about(zscore(1, 1, ZSCORE_CHANCE), 0); /* one of one is none */
	is_about(zscore(0, 0, ZSCORE_CHANCE), 0);
}

static void test_hints(void **state)
{
	(void)state;
	assert_int_equal(infer_hint("lock", "unlock"), 2);
	assert_int_equal(infer_hint("q_lock", "q_unlock"), 2);
	assert_int_equal(infer_hint("QueueLock", "QueueUnlock"), 2);
	assert_int_equal(infer_hint("lock_kernel", "unlock_kernel"), 2);
	assert_int_equal(infer_hint("MUTEX_ENTER", "MUTEX_EXIT"), 2);
	assert_int_equal(infer_hint("sem_down", "sem_up"), 2);
	assert_int_equal(infer_hint("conn_get", "conn_put"), 1);
	assert_int_equal(infer_hint("unlock", "lock"), 0);      /* the other way round */
	assert_int_equal(infer_hint("a_lock", "b_unlock"), 0);  /* of something else */
	assert_int_equal(infer_hint("lock", "lock"), 0);
	assert_int_equal(infer_hint("", ""), 0);
	assert_int_equal(infer_hint("block", "bunlock"), 2);    /* names are hints: the counts decide */
}

static void test_shared(void **state)
{
	(void)state;
	assert_true(infer_is_shared("urcu_memb_read_lock"));
	assert_true(infer_is_shared("cpus_read_lock"));
	assert_true(infer_is_shared("Pool_RdLock"));
	assert_false(infer_is_shared("read_seqlock_excl"));
	assert_false(infer_is_shared("thread_lock"));
	assert_false(infer_is_shared("spread_lock_up"));
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(test_zscore), cmocka_unit_test(test_hints),
					    cmocka_unit_test(test_shared) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
