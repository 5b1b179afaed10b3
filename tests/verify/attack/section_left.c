/* What was done with a lock held is in no order with what another thread does that came before: through the other lock they are in
 * order one way round only. */
// VERIFY: race
#include <pthread.h>

static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER, outer = PTHREAD_MUTEX_INITIALIZER;
static int shared, turns;

static void *guarded(void *argument)
{
	pthread_mutex_lock(&inner);
	shared = 1;
	pthread_mutex_unlock(&inner);
	pthread_mutex_lock(&outer);
	turns++;
	pthread_mutex_unlock(&outer);
	return argument;
}

static void *unguarded(void *argument)
{
	pthread_mutex_lock(&outer);
	turns++;
	pthread_mutex_unlock(&outer);
	shared = 2;
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, guarded, NULL);
	pthread_create(&two, NULL, unguarded, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return shared;
}
