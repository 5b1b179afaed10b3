/* The locks come with the argument of the thread: one function, two threads, two pairs the other way round. */
#include <pthread.h>

struct pair {
	pthread_mutex_t *first, *second;
};

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *work(void *argument)
{
	struct pair *p = argument;

	pthread_mutex_lock(p->first); // DEADLOCK 1
	pthread_mutex_lock(p->second); // DEADLOCK 1
	total++; // NORACE
	pthread_mutex_unlock(p->second);
	pthread_mutex_unlock(p->first);
	return NULL;
}

int main(void)
{
	static struct pair forward = { &a, &b }, backward = { &b, &a };
	pthread_t t1, t2;

	pthread_create(&t1, NULL, work, &forward);
	pthread_create(&t2, NULL, work, &backward);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
