/* A semaphore may be posted by anybody, any number of times, and waited for again. */
#include <semaphore.h>

static sem_t s;

void post_twice(void)
{
	sem_post(&s);
	sem_post(&s); // NOUNLOCK-UNHELD
}

void wait_twice(void)
{
	sem_wait(&s);
	sem_wait(&s); // NOSELF-DEADLOCK
}

int wait_and_keep(int x)
{
	sem_wait(&s);
	if (x < 0)
		return -1; // NOLOCK-LEAK
	sem_post(&s);
	return 0;
}
