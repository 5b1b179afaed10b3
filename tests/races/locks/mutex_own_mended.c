/* As mutex_own.c, but the workers carry a pointer to one lock. */
#include <pthread.h>
#include <stdio.h>

struct worker {
	pthread_t thread;
	pthread_mutex_t *lock;
	long *total;
};

static pthread_mutex_t total_lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument)
{
	struct worker *w = argument;

	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(w->lock);
		*w->total += i; // NORACE
		pthread_mutex_unlock(w->lock);
	}
	return NULL;
}

int main(void)
{
	struct worker workers[2];
	long total = 0;

	for (int i = 0; i < 2; i++) {
		workers[i].total = &total;
		workers[i].lock = &total_lock;
		pthread_create(&workers[i].thread, NULL, work, &workers[i]);
	}
	for (int i = 0; i < 2; i++)
		pthread_join(workers[i].thread, NULL);
	printf("%ld\n", total);
	return 0;
}
