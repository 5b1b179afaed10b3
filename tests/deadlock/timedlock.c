/* A wait with a time limit breaks no cycle where it is for the first lock of the two: whoever got it then waits for the
 * second without one. */
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *first(void *argument)
{
	pthread_mutex_lock(&a); // DEADLOCK 1
	pthread_mutex_lock(&b); // DEADLOCK 1
	total++; // NORACE
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return argument;
}

static void *second(void *until)
{
	if (pthread_mutex_timedlock(&b, until) != 0) // DEADLOCK 1
		return NULL;
	pthread_mutex_lock(&a); // DEADLOCK 1
	total--; // NORACE
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return NULL;
}

int main(void)
{
	static struct timespec until;
	pthread_t t1, t2;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec++;
	pthread_create(&t1, NULL, first, NULL);
	pthread_create(&t2, NULL, second, &until);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
