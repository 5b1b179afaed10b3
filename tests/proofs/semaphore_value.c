/* The semaphore is 0 all the time. */
// PROVED: assuming
#include <pthread.h>
#include <semaphore.h>

static sem_t s;
static int shared;

static void *work(void *a)
{
	int v = 0;
	
	sem_getvalue(&s, &v);
	if (v != 0)
		shared++; // NORACE reported: nobody gives it
	return a;
}

int main(void)
{
	pthread_t t, u;

	sem_init(&s, 0, 0);

	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
