/* A pool of threads takes jobs, functions with arguments, from a queue. Jobs run side by side; what they share has a lock. */
#include <pthread.h>
#include <stdio.h>

#define THREADS 3
#define JOBS 60

struct job {
	void (*run)(int);
	int argument;
};

static pthread_mutex_t queue_lock = PTHREAD_MUTEX_INITIALIZER, result_lock = PTHREAD_MUTEX_INITIALIZER;
static struct job queue[JOBS];
static int queued, taken;
static long result;

static void add_square(int n)
{
	pthread_mutex_lock(&result_lock);
	result += (long)n * n; // NORACE
	pthread_mutex_unlock(&result_lock);
}

static void add_half(int n)
{
	pthread_mutex_lock(&result_lock);
	result += n / 2; // NORACE
	pthread_mutex_unlock(&result_lock);
}

static void submit(void (*run)(int), int argument)
{
	pthread_mutex_lock(&queue_lock);
	queue[queued].run = run; // NORACE
	queue[queued].argument = argument; // NORACE
	queued++; // NORACE
	pthread_mutex_unlock(&queue_lock);
}

static void *pool_thread(void *argument)
{
	for (;;) {
		struct job job = { NULL, 0 };

		pthread_mutex_lock(&queue_lock);
		if (taken < queued) // NORACE
			job = queue[taken++]; // NORACE
		pthread_mutex_unlock(&queue_lock);
		if (!job.run)
			return argument;
		job.run(job.argument);
	}
}

int main(void)
{
	pthread_t threads[THREADS];

	for (int i = 0; i < JOBS; i += 2) {
		submit(add_square, i);
		submit(add_half, i);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, pool_thread, NULL);
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	printf("%ld\n", result);
	return 0;
}
