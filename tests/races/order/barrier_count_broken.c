/* As barrier_count.c, but the barrier counts two and the writer does not wait at it: the readers meet and go on without it. */
#include <pthread.h>
#include <stdio.h>

#define PARTIES 2

static pthread_barrier_t ready;
static int *settings;
static int values[4];

static void *writer(void *argument)
{
	values[0] = 7; // RACE 1
	settings = values; // RACE 2
	return argument;
}

static void *reader(void *argument)
{
	pthread_barrier_wait(&ready);
	if (settings && settings[0]) // RACE 1; RACE 2
		puts("set");
	return argument;
}

int main(void)
{
	pthread_t thread[3];

	pthread_barrier_init(&ready, NULL, PARTIES);
	pthread_create(&thread[0], NULL, writer, NULL);
	pthread_create(&thread[1], NULL, reader, NULL);
	pthread_create(&thread[2], NULL, reader, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
