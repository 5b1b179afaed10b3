/* Who tries again and again without giving up what he has waits like anybody else. */
#include <pthread.h>
#include <sched.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *first(void *arg)
{
	pthread_mutex_lock(&a); // DEADLOCK 1 missed
	while (pthread_mutex_trylock(&b)) // DEADLOCK 1 missed: a loop that tries again and again is not known to wait
		sched_yield();
	n++;
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return arg;
}

static void *second(void *arg)
{
	pthread_mutex_lock(&b); // DEADLOCK 1 missed
	pthread_mutex_lock(&a); // DEADLOCK 1 missed
	n++;
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, first, NULL);
	pthread_create(&t2, NULL, second, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
