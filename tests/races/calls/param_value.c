/* A number travels to the thread in the pointer itself: nothing is shared. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

struct pool {
	intptr_t next;
};

static void *worker(void *argument)
{
	intptr_t number = (intptr_t)argument; // NORACE

	printf("%d\n", (int)number);
	return NULL;
}

int main(void)
{
	struct pool pool = { 10 };
	pthread_t threads[3];

	for (int i = 0; i < 3; i++) {
		pool.next++; // NORACE
		pthread_create(&threads[i], NULL, worker, (void *)pool.next);
	}
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
