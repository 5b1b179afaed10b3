// search: race @write @read : not within
/* The sequence that a store behind a release fence heads goes on through another's read-modify-write. */
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int y;

static void *writer(void *argument)
{
	x = 1; // NORACE reported: @write
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&y, 1, memory_order_relaxed);
	return argument;
}

static void *middle(void *argument)
{
	atomic_fetch_add_explicit(&y, 1, memory_order_relaxed);
	return argument;
}

int main(void)
{
	pthread_t t[2];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	pthread_create(&t[1], NULL, middle, NULL);
	if (atomic_load_explicit(&y, memory_order_acquire) == 2)
		sum += x; // NORACE: @read
	return sum;
}
