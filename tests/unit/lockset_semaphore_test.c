/* racerx, Table 2: the five semaphores with their counts, classified as there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lockset/walk/engine.h"

static const double threshold = 0.17; /* step 4 */

static void signals(void **state)
{
	static const struct usage table[] = { { 5, 0, 5 },
					      { 2, 0, 9 },
					      { 2, 0, 1 } }; /* PQFCHBA.TYOBcomplete, event_exit, thread_exit */

	(void)state;
	for (uint32_t i = 0; i < 3; i++)
		assert_true(semaphore_likelihood(table[i], (struct usage){ 0 }) < threshold);
}

static void locks(void **state)
{
	static const struct usage table[] = { { 8, 28, 2 }, { 141, 208, 2 } }; /* us_data.dev_semaphore, mm_struct.mmap_sem */

	(void)state;
	for (uint32_t i = 0; i < 2; i++)
		assert_true(semaphore_likelihood(table[i], (struct usage){ 0 }) >= threshold);
}

/* A program whose locks are badly paired expects less of its semaphores. */
static void baseline(void **state)
{
	static const struct usage half = { 4, 2, 0 }, tidy = { 1000, 1000, 0 }, untidy = { 1000, 500, 0 };

	(void)state;
	assert_true(semaphore_likelihood(half, untidy) > semaphore_likelihood(half, tidy));
	assert_true(semaphore_likelihood(half, tidy) < threshold);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(signals), cmocka_unit_test(locks), cmocka_unit_test(baseline) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
