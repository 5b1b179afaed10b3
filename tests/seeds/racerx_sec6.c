/* racerx, sections 6 and 6.5: correlated branches. Of the four paths through foo two are none; on neither of the others is
 * the lock kept, so that nothing waits for m with l in hand. */
#include <pthread.h>

static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void foo(int x)
{
	if (x)
		pthread_mutex_lock(&l); // NODEADLOCK
	if (x)
		shared++; // NORACE
	if (x)
		pthread_mutex_unlock(&l); // NOUNLOCK-UNHELD
} // NOLOCK-LEAK

static void *left(void *argument)
{
	foo(argument != NULL);
	pthread_mutex_lock(&m); // NODEADLOCK; EMPTY-SECTION
	pthread_mutex_unlock(&m);
	return argument;
}

static void *right(void *argument)
{
	pthread_mutex_lock(&m); // NODEADLOCK
	foo(argument == NULL);
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
