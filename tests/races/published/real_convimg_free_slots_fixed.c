/* convimg, pull request 113, as mended: the ring is used under a lock. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { THREADS = 4 };

static struct {
	atomic_size_t head, count;
	unsigned id[THREADS];
	pthread_mutex_t lock;
} thread_pool = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void thread_pool_push(unsigned id)
{
	pthread_mutex_lock(&thread_pool.lock);
	thread_pool.id[thread_pool.head % THREADS] = id; // NORACE
	thread_pool.head++; // NORACE
	thread_pool.count++; // NORACE
	pthread_mutex_unlock(&thread_pool.lock);
}

static void *thread_func(void *argument)
{
	unsigned *id = argument;

	thread_pool_push(*id);
	return NULL;
}

int main(void)
{
	static unsigned id[THREADS] = { 0, 1, 2, 3 };
	pthread_t thread[THREADS];

	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&thread[i], NULL, thread_func, &id[i]))
			return 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	printf("%zu: %u\n", thread_pool.count, thread_pool.id[0]);
	return 0;
}
