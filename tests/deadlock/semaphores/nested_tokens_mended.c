/* Three tokens. */
#include <pthread.h>
#include <semaphore.h>

static sem_t tokens;

static void *worker(void *arg)
{
	sem_wait(&tokens);
	sem_wait(&tokens);
	sem_post(&tokens);
	sem_post(&tokens);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	sem_init(&tokens, 0, 3);
	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
