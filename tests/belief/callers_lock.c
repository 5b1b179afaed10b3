/* The big lock is held by whoever calls, for its own reasons: that says nothing about what guards the counter. Four uses
 * below it, and two with the counter's own lock: nobody can say that one of the two locks is the wrong one. */
#include <pthread.h>

static pthread_mutex_t big = PTHREAD_MUTEX_INITIALIZER, own = PTHREAD_MUTEX_INITIALIZER;
static int counter, steps;

static void up(void)
{
	counter++; // RACE 1; NOINCONSISTENT-LOCK
}

static void down(void)
{
	counter--; // RACE 1; NOINCONSISTENT-LOCK
}

static void *with_big(void *argument)
{
	pthread_mutex_lock(&big);
	steps++; // NORACE
	up();
	down();
	up();
	down();
	pthread_mutex_unlock(&big);
	return argument;
}

static void *with_own(void *argument)
{
	pthread_mutex_lock(&own);
	counter = 0; // RACE 1; NOINCONSISTENT-LOCK
	pthread_mutex_unlock(&own);
	return argument;
}

int main(void)
{
	pthread_t t1, t2, t3;

	pthread_create(&t1, NULL, with_big, NULL);
	pthread_create(&t2, NULL, with_big, NULL);
	pthread_create(&t3, NULL, with_own, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
