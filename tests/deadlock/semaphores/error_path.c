/* On an error nothing is posted. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t done;
static int result;

static int load(void)
{
	return rand() % 3 - 1;
}

static void *loader(void *arg)
{
	int r = load();

	if (r < 0)
		return NULL;
	result = r;
	sem_post(&done);
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&done, 0, 0);
	pthread_create(&t, NULL, loader, NULL);
	sem_wait(&done); // DEADLOCK
	pthread_join(t, NULL);
	return result;
}
