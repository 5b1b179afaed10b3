/* Two functions with two locks, in two orders. The test beside them calls one of the two, in one thread; what it leaves alone is
 * called by whoever uses the library. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int n;

void forth(void)
{
	pthread_mutex_lock(&a); // DEADLOCK 1
	pthread_mutex_lock(&b); // DEADLOCK 1
	n++; // NORACE
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
}

void back(void)
{
	pthread_mutex_lock(&b); // DEADLOCK 1
	pthread_mutex_lock(&a); // DEADLOCK 1
	n--; // NORACE
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
}
