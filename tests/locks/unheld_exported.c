/* A library whose functions unlock what nobody can have locked: the lock is of this unit alone, no function returns with it, and
 * none that has it calls them. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, left = PTHREAD_MUTEX_INITIALIZER;
static struct {
	int n;
	pthread_mutex_t lock;
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER };
static int n, k;

void add(int by)
{
	pthread_mutex_lock(&m);
	n += by; // RACE 1
	pthread_mutex_unlock(&m); // NOUNLOCK-UNHELD
}

void reset(void)
{
	n = 0; // RACE 1
	pthread_mutex_unlock(&m); // UNLOCK-UNHELD
}

void pool_add(int by)
{
	pthread_mutex_lock(&pool.lock);
	pool.n += by; // RACE 2
	pthread_mutex_unlock(&pool.lock);
}

int pool_drain(int by)
{
	if (by < 0)
		return -1;
	pool.n -= by; // RACE 2
	pthread_mutex_unlock(&pool.lock); // UNLOCK-UNHELD
	return 0;
}

static void leave(void)
{
	pthread_mutex_unlock(&left);
}

void flush(void)
{
	pthread_mutex_lock(&left);
	k++; // RACE 3
	leave(); // NOUNLOCK-UNHELD
}

void stop(void)
{
	k--; // RACE 3
	leave(); // UNLOCK-UNHELD
}
