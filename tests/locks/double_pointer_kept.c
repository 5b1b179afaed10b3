/* As take() of double_pointer.c, but nobody in the program ever gives such a lock back. */
#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t *current = &first;

static void take(pthread_mutex_t **m)
{
	pthread_mutex_lock(*m);
} // LOCK-LEAK

int main(void)
{
	take(&current);
	return 0;
}
