/* __attribute__((cleanup)): the unlock is a call that the compiler adds on every way out of the scope. */
#include <pthread.h>

struct queue {
	pthread_mutex_t lock;
	int n;
};

static void unlock_it(pthread_mutex_t **m)
{
	if (*m)
		pthread_mutex_unlock(*m);
}

int guarded(struct queue *q)
{
	pthread_mutex_t *guard __attribute__((cleanup(unlock_it))) = &q->lock;

	pthread_mutex_lock(guard);
	if (q->n < 0)
		return -1; // NOLOCK-LEAK
	q->n++;
	return 0; // NOLOCK-LEAK
}

int guarded_twice(struct queue *q)
{
	pthread_mutex_t *guard __attribute__((cleanup(unlock_it))) = &q->lock;

	pthread_mutex_lock(&q->lock);
	if (q->n < 0)
		return -1; // NOLOCK-LEAK
	pthread_mutex_lock(&q->lock); // SELF-DEADLOCK
	guard = 0;
	return 0;
}
