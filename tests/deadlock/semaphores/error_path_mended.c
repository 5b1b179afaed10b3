/* The post stands before the branch. */
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

	result = r < 0 ? 0 : r;
	sem_post(&done);
	return arg;
}

int main(void)
{
	pthread_t t;

	sem_init(&done, 0, 0);
	pthread_create(&t, NULL, loader, NULL);
	sem_wait(&done);
	pthread_join(t, NULL);
	return result;
}
