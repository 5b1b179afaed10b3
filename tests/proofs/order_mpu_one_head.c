// search: race @write @read : not within
// search: race @middle @read2 : found
/* Only one of them releases: what the other one has written is not given out. */
#include <pthread.h>
#include <stdatomic.h>

static int x, z;
static atomic_int y;

static void *writer(void *argument)
{
	x = 1; // NORACE reported: @write
	atomic_fetch_add_explicit(&y, 1, memory_order_release);
	return argument;
}

static void *middle(void *argument)
{
	z = 1; // RACE 2: @middle
	atomic_fetch_add_explicit(&y, 1, memory_order_relaxed);
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	pthread_create(&t[1], NULL, middle, NULL);
	if (atomic_load_explicit(&y, memory_order_acquire) == 2) {
		sum += x; // NORACE: @read
		sum += z; // RACE 2: @read2
	}
	return sum;
}
