#include "pool.h"

#include <stdio.h>
#include <string.h>

struct pool small, large;
static struct buffer buffers[8];

static void *copy(void *argument)
{
	for (int i = 0; i < 10; i++) {
		struct buffer *from = pool_get(&small), *to = pool_get(&large);

		if (from && to)
			memcpy(to->bytes, from->bytes, sizeof to->bytes); // NORACE reported: an object that may be in two structures is never taken
		if (from)
			pool_put(from);
		if (to)
			pool_put(to);
	}
	return argument;
}

int main(void)
{
	pthread_t threads[2];

	pool_init(&small, buffers, 4);
	pool_init(&large, buffers + 4, 4);
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, copy, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	printf("%d %d\n", small.lent, large.lent);
	return 0;
}
