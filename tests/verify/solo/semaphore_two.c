/* A semaphore lets two in. */
// VERIFY: race
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int n;

static void *one(void *arg)
{
	for (int i = 0; i < 1000; i++) {
		sem_wait(&s);
		n++;
		sem_post(&s);
	}
	return arg;
}

int main(void)
{
	pthread_t t[2];

	sem_init(&s, 0, 2);
	pthread_create(&t[0], NULL, one, NULL);
	pthread_create(&t[1], NULL, one, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return n > 5;
}
