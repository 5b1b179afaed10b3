/* The pool travels to the thread by its address, and the thread fetches the number that is in it by then. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

struct pool {
	intptr_t next;
};

static void *worker(void *argument)
{
	intptr_t number = ((struct pool *)argument)->next; // RACE 1

	printf("%d\n", (int)number);
	return NULL;
}

int main(void)
{
	struct pool pool = { 10 };
	pthread_t threads[3];

	for (int i = 0; i < 3; i++) {
		pool.next++; // RACE 1
		pthread_create(&threads[i], NULL, worker, &pool);
	}
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
