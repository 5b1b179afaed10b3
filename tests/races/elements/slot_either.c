/* The threads are started in one of two branches: whichever it is, each number is given out once. */
#include <pthread.h>
#include <stdio.h>

#define THREADS 4

static pthread_t threads[THREADS];
static int ready[THREADS];

static void *worker(void *argument)
{
	long me = (long)argument;

	for (int i = 0; i < 1000; i++)
		ready[me]++; // NORACE
	return NULL;
}

static void start(void)
{
	for (int i = 0; i < THREADS; i++) {
		ready[i] = 1; // NORACE
		pthread_create(&threads[i], NULL, worker, (void *)(long)i);
	}
}

int main(int argc, char **argv)
{
	if (argc > 1) {
		puts(argv[1]);
		start();
	} else {
		start();
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
