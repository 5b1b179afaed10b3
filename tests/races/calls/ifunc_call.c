/* Whom an ifunc is bound to its resolver says; that one takes the lock. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void plain(void)
{
	pthread_mutex_lock(&lock);
	total++; // NORACE
	pthread_mutex_unlock(&lock);
}

static void (*choose(void))(void)
{
	return plain;
}

void count(void) __attribute__((ifunc("choose")));

static void *worker(void *argument)
{
	count();
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
