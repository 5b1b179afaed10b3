/* main waits as often as workers post. */
#include <pthread.h>
#include <semaphore.h>
static sem_t done;
static int part[4];
static void *worker(void *a)
{
	int *p = a;

	*p = 7; // NORACE reported: as many waits as posts are not counted
	sem_post(&done);
	return a;
}
int main(void)
{
	pthread_t t;
	int sum = 0;

	sem_init(&done, 0, 0);
	for (int i = 0; i < 4; i++) {
		pthread_create(&t, NULL, worker, &part[i]);
		pthread_detach(t);
	}
	for (int i = 0; i < 4; i++)
		sem_wait(&done);
	for (int i = 0; i < 4; i++)
		sum += part[i]; // NORACE
	return sum;
}
