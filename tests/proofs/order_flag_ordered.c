// search: race @write @read : not within
/* atomic_flag_clear with release, read by a test_and_set with acquire that finds it clear again. */
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_flag f = { 1 };

static void *writer(void *argument)
{
	x = 1; // NORACE reported: @write
	atomic_flag_clear_explicit(&f, memory_order_release);
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	if (!atomic_flag_test_and_set_explicit(&f, memory_order_acquire))
		sum += x; // NORACE: @read
	return sum;
}
