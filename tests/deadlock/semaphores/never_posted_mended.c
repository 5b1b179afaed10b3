/* The other thread posts. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t s;
static _Atomic int n;

static void *waiter(void *arg)
{
	sem_wait(&s);
	n++;
	return arg;
}

static void *other(void *arg)
{
	n++;
	sem_post(&s);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	sem_init(&s, 0, 0);
	pthread_create(&t1, NULL, waiter, NULL);
	pthread_create(&t2, NULL, other, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
