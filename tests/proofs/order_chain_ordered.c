// search: race @write @read : not within
/* Three threads: each passes on with release what it has acquired. Happens-before is transitive. */
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int a, b;

static void *writer(void *argument)
{
	x = 1; // NORACE: @write
	atomic_store_explicit(&a, 1, memory_order_release);
	return argument;
}

static void *middle(void *argument)
{
	if (atomic_load_explicit(&a, memory_order_acquire))
		atomic_store_explicit(&b, 1, memory_order_release);
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	pthread_create(&t[1], NULL, middle, NULL);
	if (atomic_load_explicit(&b, memory_order_acquire))
		sum += x; // NORACE: @read
	return sum;
}
