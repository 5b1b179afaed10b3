/* A named semaphore that two functions open. */
// VERIFY: race ; today: unknown: cannot be executed: a lock that sem_open finds by its name
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static int n;

static void *other(void *unused)
{
	sem_t *s = sem_open("/snag-a", O_CREAT, 0600, 1);

	sem_wait(s);
	n++;
	sem_post(s);
	return unused;
}

int main(void)
{
	pthread_t t;
	sem_t *s = sem_open("/snag-b", O_CREAT, 0600, 1);

	pthread_create(&t, NULL, other, NULL);
	sem_wait(s);
	n++;
	sem_post(s);
	pthread_join(t, NULL);
	return 0;
}
