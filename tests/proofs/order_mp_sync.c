// search: race @write @read : not within
/* The __sync builtins are full barriers. */
#include <pthread.h>
#include <stdatomic.h>

static int x, y;

static void *writer(void *argument)
{
	x = 1; // NORACE reported: @write
	__sync_fetch_and_add(&y, 1);
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	if (__sync_bool_compare_and_swap(&y, 1, 2))
		sum += x; // NORACE: @read
	return sum;
}
