/* What both threads keep under their key is one counter: its destructor counts in it, in each thread that ends. */
#include <pthread.h>

static pthread_key_t key;
static int ended;

static void count(void *value)
{
	(*(int *)value)++; // RACE 1
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
	return ended; // NORACE: both have ended, and so have their destructors
}
