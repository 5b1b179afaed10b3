/* A worker ends another one, and waits for it. */
#include <pthread.h>
#include <semaphore.h>

static pthread_t table[2];
static sem_t filled;

static void *second(void *arg)
{
	return arg;
}

static void *first(void *arg)
{
	sem_wait(&filled);
	pthread_join(table[1], NULL);
	return arg;
}

int main(void)
{
	sem_init(&filled, 0, 0);
	pthread_create(&table[0], NULL, first, NULL);
	pthread_create(&table[1], NULL, second, NULL);
	sem_post(&filled);
	sem_post(&filled);
	pthread_join(table[0], NULL);
	pthread_exit(NULL);
}
