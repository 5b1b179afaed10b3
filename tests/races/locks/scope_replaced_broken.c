/* The scope's variable gets another lock before it is left: the first one stays locked, and is locked again in the next round. */
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void scope_leave(pthread_mutex_t **m)
{
	pthread_mutex_unlock(*m);
}

static void scope_change(pthread_mutex_t **m)
{
	pthread_mutex_lock(&other);
	*m = &other;
}

static void *worker(void *a)
{
	for (int i = 0; i < 3; i++) {
		pthread_mutex_t *scope = &lock;

		pthread_mutex_lock(&lock); // SELF-DEADLOCK
		n++;
		scope_change(&scope);
		scope_leave(&scope);
	}
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_join(t, NULL);
	return 0;
}
