/* A return with a value where there is none, without one where there is, or none at all. */
#include <pthread.h>

static int hits, safe;
static pthread_mutex_t lock;

static void enter(void)
{
	return pthread_mutex_lock(&lock);
}

static int leave(int quick)
{
	pthread_mutex_unlock(&lock);
	if (quick)
		return;
}

static void *worker(void *arg)
{
	hits++; // RACE 1
	enter();
	safe++; // NORACE
	leave(1);
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, worker, 0);
	hits++; // RACE 1
	enter();
	safe++; // NORACE
	leave(0);
	pthread_join(t, 0);
	return 0;
}
