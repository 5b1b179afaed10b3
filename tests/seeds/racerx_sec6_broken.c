/* racerx, section 6, with branches that are not correlated: foo may come back with the lock, and the other thread takes the
 * two the other way round. */
#include <pthread.h>

static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void foo(int x, int y)
{
	if (x)
		pthread_mutex_lock(&l); // DEADLOCK 1 missed: most returns of foo are without the lock (6.3)
	if (x)
		shared++; // NORACE
	if (x && y)
		pthread_mutex_unlock(&l); // NOUNLOCK-UNHELD
} // LOCK-LEAK

static void *left(void *argument)
{
	foo(argument == NULL, argument != NULL);
	pthread_mutex_lock(&m); // DEADLOCK 1 missed; EMPTY-SECTION
	pthread_mutex_unlock(&m);
	return argument;
}

static void *right(void *argument)
{
	pthread_mutex_lock(&m); // DEADLOCK 1 missed
	foo(argument == NULL, 1);
	pthread_mutex_unlock(&m);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, left, NULL);
	pthread_create(&t2, NULL, right, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
