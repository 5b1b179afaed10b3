/* Two threads wait, and one token comes. */
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *waiter(void *arg)
{
	sem_wait(&s); // DEADLOCK
	return arg;
}

static void *poster(void *arg)
{
	sem_post(&s);
	return arg;
}

int main(void)
{
	pthread_t t1, t2, t3;

	sem_init(&s, 0, 0);
	pthread_create(&t1, NULL, waiter, NULL);
	pthread_create(&t2, NULL, waiter, NULL);
	pthread_create(&t3, NULL, poster, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
