/* As sem_named.c, but the threads open different names. */
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char first_name[64], second_name[64];
static long shared_total;

static void *adder(void *name)
{
	sem_t *guard = sem_open(name, O_CREAT, 0600, 1);

	if (guard == SEM_FAILED)
		abort();
	for (int i = 0; i < 1000; i++) {
		sem_wait(guard);
		shared_total += i; // RACE 1
		sem_post(guard);
	}
	sem_close(guard);
	return NULL;
}

int main(void)
{
	pthread_t one, two;

	snprintf(first_name, sizeof first_name, "/total-%ld", (long)getpid());
	snprintf(second_name, sizeof second_name, "/other-%ld", (long)getpid());
	pthread_create(&one, NULL, adder, first_name);
	pthread_create(&two, NULL, adder, second_name);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%ld\n", shared_total);
	sem_unlink(first_name);
	sem_unlink(second_name);
	return 0;
}
