/* Buffers are lent to two threads, each of which needs two, and none of them is given back. */
// FLAGS: --limit stuck-instructions=1
#include <pthread.h>
#include <semaphore.h>

static sem_t buffers;
static _Atomic int used;

static void borrow(void)
{
	sem_wait(&buffers);
	used++;
}

static void *worker(void *arg)
{
	for (int i = 0; i < 2; i++)
		sem_wait(&buffers); // DEADLOCK
	used += 2;
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	sem_init(&buffers, 0, 3);
	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	borrow();
	return 0;
}
