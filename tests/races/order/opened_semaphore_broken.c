/* Two threads post, but there is a token at the beginning. */
#include <pthread.h>
#include <semaphore.h>
static sem_t work;
static int table[8];
static int sum;
static void *worker(void *a)
{
	for (int i = 0; i < 4; i++) {
		while (sem_wait(&work))
			continue;
		sum += table[i]; // RACE 1
	}
	return a;
}
static void *client(void *a)
{
	sem_post(&work);
	sem_post(&work);
	return a;
}
int main(void)
{
	pthread_t t, u[2];

	sem_init(&work, 0, 1);
	pthread_create(&t, NULL, worker, NULL);
	for (int i = 0; i < 8; i++)
		table[i] = i * i; // RACE 1
	for (int i = 0; i < 2; i++)
		pthread_create(&u[i], NULL, client, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(u[i], NULL);
	pthread_join(t, NULL);
	return sum;
}
