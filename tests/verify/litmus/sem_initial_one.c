/* The wait may be served by the initial unit. */
// VERIFY: race
#include <pthread.h>
#include <semaphore.h>

static int data;
static sem_t s;

static void *one(void *unused)
{
	data = 1;
	sem_post(&s);
	return unused;
}

static void *two(void *unused)
{
	sem_wait(&s);
	data++;
	return unused;
}

int main(void)
{
	pthread_t id[2];

	sem_init(&s, 0, 1);
	pthread_create(&id[0], NULL, one, NULL);
	pthread_create(&id[1], NULL, two, NULL);
	pthread_join(id[0], NULL);
	pthread_join(id[1], NULL);
	return 0;
}
