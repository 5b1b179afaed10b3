/* A lock of an atomic flag. */
// VERIFY: race-free
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag f = ATOMIC_FLAG_INIT;
static int n;

static void *other(void *unused)
{
	while (atomic_flag_test_and_set_explicit(&f, memory_order_acquire))
		;
	n++;
	atomic_flag_clear_explicit(&f, memory_order_release);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	other(NULL);
	pthread_join(t, NULL);
	return 0;
}
