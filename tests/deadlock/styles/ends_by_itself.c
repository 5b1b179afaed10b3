/* A worker ends another one, and waits for it; that one waits for the first to end. Both handles are in one table. */
#include <pthread.h>
#include <semaphore.h>

static pthread_t table[2];
static sem_t filled;

static void *second(void *arg)
{
	sem_wait(&filled);
	pthread_join(table[0], NULL); // DEADLOCK 1
	return arg;
}

static void *first(void *arg)
{
	sem_wait(&filled);
	pthread_join(table[1], NULL); // DEADLOCK 1
	return arg;
}

int main(void)
{
	sem_init(&filled, 0, 0);
	pthread_create(&table[0], NULL, first, NULL);
	pthread_create(&table[1], NULL, second, NULL);
	sem_post(&filled);
	sem_post(&filled);
	pthread_exit(NULL);
}
