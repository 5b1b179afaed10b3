/* A handler of a signal posts, too, and may do so as soon as it is installed. */
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
static sem_t work;
static int setting, used;
static void on_signal(int s)
{
	(void)s;
	sem_post(&work);
}
static void *worker(void *a)
{
	while (sem_wait(&work))
		continue;
	used = setting; // RACE 1
	return a;
}
static void *client(void *a)
{
	sem_post(&work);
	return a;
}
int main(void)
{
	pthread_t t, u;

	sem_init(&work, 0, 0);
	signal(SIGUSR1, on_signal);
	pthread_create(&t, NULL, worker, NULL);
	setting = 5; // RACE 1
	pthread_create(&u, NULL, client, NULL);
	sem_post(&work);
	pthread_join(u, NULL);
	pthread_join(t, NULL);
	return used;
}
