/* Two functions with two locks, in two orders. The test beside them calls both, in one thread: that may as well be
 * an application, and there is no other thread. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int n;

void forth(void)
{
	pthread_mutex_lock(&a); // NODEADLOCK
	pthread_mutex_lock(&b); // NODEADLOCK
	n++; // NORACE
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
}

void back(void)
{
	pthread_mutex_lock(&b); // NODEADLOCK
	pthread_mutex_lock(&a); // NODEADLOCK
	n--; // NORACE
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
}
