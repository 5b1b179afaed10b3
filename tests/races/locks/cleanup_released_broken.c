/* As cleanup_unlock.c in form, but the lock is given back before the thread waits: the handler of a cancelled thread holds nothing. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int gone;

static void count(void *argument)
{
	(void)argument;
	gone++; // RACE 1 missed: in a cleanup locks count as held that were held when it was pushed (contexts.h, step.c)
}

static void *worker(void *argument)
{
	pthread_mutex_lock(&lock);
	pthread_cleanup_push(count, NULL);
	pthread_mutex_unlock(&lock);
	pause();
	pthread_mutex_lock(&lock);
	pthread_cleanup_pop(0);
	pthread_mutex_unlock(&lock);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_cancel(one);
	pthread_cancel(two);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return gone; // NORACE
}
