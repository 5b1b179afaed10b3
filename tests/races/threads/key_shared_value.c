/* As key_shared_value_broken.c, with a lock in the destructor. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static int ended;

static void count(void *value)
{
	pthread_mutex_lock(&lock);
	(*(int *)value)++; // NORACE
	pthread_mutex_unlock(&lock);
}

static void *worker(void *argument)
{
	pthread_setspecific(key, &ended);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_key_create(&key, count);
	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return ended; // NORACE
}
