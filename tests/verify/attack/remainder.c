/* Which of the two locks is taken follows from a number from outside, twice in the same way. */
// VERIFY: race-free
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static int n, which;

static void *worker(void *argument)
{
	pthread_mutex_lock(&m[which & 1]);
	n++;
	pthread_mutex_unlock(&m[which & 1]);
	return argument;
}

int main(void)
{
	pthread_t t;

	which = rand();
	pthread_create(&t, NULL, worker, NULL);
	worker(NULL);
	pthread_join(t, NULL);
	return 0;
}
