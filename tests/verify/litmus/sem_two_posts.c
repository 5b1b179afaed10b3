/* Two units, two waits: both posts came before. */
// VERIFY: race-free
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
	sem_post(&s);
	return unused;
}

static void *three(void *unused)
{
	sem_wait(&s);
	sem_wait(&s);
	data++;
	return unused;
}

int main(void)
{
	pthread_t id[3];

	sem_init(&s, 0, 0);
	pthread_create(&id[0], NULL, one, NULL);
	pthread_create(&id[1], NULL, two, NULL);
	pthread_create(&id[2], NULL, three, NULL);
	pthread_join(id[0], NULL);
	pthread_join(id[1], NULL);
	pthread_join(id[2], NULL);
	return 0;
}
