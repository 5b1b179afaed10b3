// STOPS: an unlock of a lock that the thread does not hold
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
	return pthread_mutex_unlock(&m);
}
