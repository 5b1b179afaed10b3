/* As slot_either.c, but one of the branches goes on to the other start: then two threads have one number. */
#include <pthread.h>
#include <stdio.h>

#define THREADS 4

static pthread_t threads[THREADS];
static int ready[THREADS];

static void *worker(void *argument)
{
	long me = (long)argument;

	for (int i = 0; i < 1000; i++)
		ready[me]++; // RACE 1
	return NULL;
}

static void start(void)
{
	for (int i = 0; i < THREADS; i++) {
		ready[i] = 1; // RACE 1
		pthread_create(&threads[i], NULL, worker, (void *)(long)i);
	}
}

int main(int argc, char **argv)
{
	if (argc > 1) {
		puts(argv[1]);
		start();
	}
	start();
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
