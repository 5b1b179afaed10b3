/* Whether the semaphore has been posted is only looked up: POSIX promises no order for sem_getvalue, and nothing was taken. */
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t parsed;
static int document;

static void *parser(void *argument)
{
	document = 17; // RACE 1
	sem_post(&parsed);
	return argument;
}

int main(void)
{
	pthread_t thread;
	int value = 0;

	sem_init(&parsed, 0, 0);
	pthread_create(&thread, NULL, parser, NULL);
	while (sem_getvalue(&parsed, &value) == 0 && value == 0)
		sched_yield();
	printf("%d %d\n", document, value); // RACE 1
	pthread_join(thread, NULL);
	return 0;
}
