/* As passed_locks.c; both threads get the same pair. */
#include <pthread.h>

struct pair {
	pthread_mutex_t *first, *second;
};

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *work(void *argument)
{
	struct pair *p = argument;

	pthread_mutex_lock(p->first); // NODEADLOCK
	pthread_mutex_lock(p->second); // NODEADLOCK
	total++; // NORACE
	pthread_mutex_unlock(p->second);
	pthread_mutex_unlock(p->first);
	return NULL;
}

int main(void)
{
	static struct pair forward = { &a, &b };
	pthread_t t1, t2;

	pthread_create(&t1, NULL, work, &forward);
	pthread_create(&t2, NULL, work, &forward);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
