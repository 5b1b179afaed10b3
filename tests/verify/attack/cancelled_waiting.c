/* Who is cancelled in a wait has the lock again when the handler runs. */
// VERIFY: race-free ; today: unknown: operands that C lets be evaluated in another order
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static int gone, wanted;

static void leave(void *unused)
{
	(void)unused;
	gone++;
	pthread_mutex_unlock(&lock);
}

static void *worker(void *argument)
{
	pthread_mutex_lock(&lock);
	pthread_cleanup_push(leave, NULL);
	while (!wanted)
		pthread_cond_wait(&work, &lock);
	pthread_cleanup_pop(1);
	return argument;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_cancel(t);
	pthread_mutex_lock(&lock);
	gone++;
	pthread_mutex_unlock(&lock);
	pthread_join(t, NULL);
	return gone;
}
