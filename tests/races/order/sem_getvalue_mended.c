/* As sem_getvalue.c, but the post is taken. */
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t parsed;
static int document;

static void *parser(void *argument)
{
	document = 17; // NORACE
	sem_post(&parsed);
	return argument;
}

int main(void)
{
	pthread_t thread;
	int value = 0;

	sem_init(&parsed, 0, 0);
	pthread_create(&thread, NULL, parser, NULL);
	while (sem_trywait(&parsed) != 0)
		sched_yield();
	printf("%d %d\n", document, value); // NORACE
	pthread_join(thread, NULL);
	return 0;
}
