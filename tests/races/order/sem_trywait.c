/* A trial without waiting: only who gets the semaphore prints and resets the meter. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t meter_guard;
static int meter;

static void tick(void)
{
	if (sem_trywait(&meter_guard) != 0) {
		return;
	}
	if (++meter > 1000) // NORACE
		meter = 0; // NORACE
	sem_post(&meter_guard);
}

static void *ticker(void *argument)
{
	for (int i = 0; i < 5000; i++)
		tick();
	return argument;
}

int main(void)
{
	pthread_t thread[3];

	sem_init(&meter_guard, 0, 1);
	for (int i = 0; i < 3; i++)
		pthread_create(&thread[i], NULL, ticker, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(thread[i], NULL);
	printf("%d\n", meter);
	return 0;
}
