/* The counter has its own lock, which three functions take for it alone. Two helpers are called with a lock of the caller: the wrong one, and the right one. What callers
 * hold is no evidence for either lock, but it is what is held (racerx, section 8.5: a local pass counts, an interprocedural one checks). */
#include <pthread.h>

static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER, big = PTHREAD_MUTEX_INITIALIZER;
static int counter, steps;

static void up(void)
{
	pthread_mutex_lock(&own);
	counter++; // RACE 1
	pthread_mutex_unlock(&own);
}

static void down(void)
{
	pthread_mutex_lock(&own);
	counter--; // RACE 1
	pthread_mutex_unlock(&own);
}

static void clear(void)
{
	pthread_mutex_lock(&own);
	counter = 0; // RACE 1
	pthread_mutex_unlock(&own);
}

static void twice(void)
{
	counter *= 2; // RACE 1; INCONSISTENT-LOCK
}

static void thrice(void)
{
	counter *= 3; // NOINCONSISTENT-LOCK; RACE 1
}

static void *user(void *argument)
{
	up();
	down();
	clear();
	pthread_mutex_lock(&own);
	thrice();
	pthread_mutex_unlock(&own);
	return argument;
}

static void *walker(void *argument)
{
	pthread_mutex_lock(&big);
	steps++; // NORACE
	twice();
	pthread_mutex_unlock(&big);
	return argument;
}

int main(void)
{
	pthread_t t1, t2, t3;

	pthread_create(&t1, NULL, user, NULL);
	pthread_create(&t2, NULL, walker, NULL);
	pthread_create(&t3, NULL, walker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
