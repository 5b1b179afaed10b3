/* curl, issue 8681, fixed as in pull request 8680: a spin lock around the count and what hangs on it. */
#include <stdatomic.h>
#include <stdlib.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static unsigned initialized;
static char *ciphers;

static void take(void)
{
	while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire))
		;
}

static void give(void)
{
	atomic_flag_clear_explicit(&lock, memory_order_release);
}

int global_init(void)
{
	int result = 0;

	take();
	if (!initialized++) {
		ciphers = calloc(32, 1);
		result = ciphers ? 0 : -1;
	}
	give();
	return result;
}

void global_cleanup(void)
{
	take();
	if (initialized && !--initialized) {
		free(ciphers);
		ciphers = NULL;
	}
	give();
}
