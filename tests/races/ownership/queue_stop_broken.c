/* As queue_stop.c, but the end is announced without the lock. */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static struct {
	pthread_mutex_t lock;
	pthread_cond_t changed;
	int jobs, stop, done;
} work = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0 };

static void *worker(void *argument)
{
	pthread_mutex_lock(&work.lock);
	for (;;) {
		while (!work.jobs && !work.stop) // RACE 1
			pthread_cond_wait(&work.changed, &work.lock);
		if (!work.jobs)
			break;
		work.jobs--; // NORACE
		work.done++; // NORACE
	}
	pthread_mutex_unlock(&work.lock);
	return argument;
}

static void submit(int n)
{
	pthread_mutex_lock(&work.lock);
	work.jobs += n; // NORACE
	pthread_cond_broadcast(&work.changed);
	pthread_mutex_unlock(&work.lock);
}

static void stop(void)
{
	work.stop = 1; // RACE 1
	pthread_mutex_lock(&work.lock);
	pthread_cond_broadcast(&work.changed);
	pthread_mutex_unlock(&work.lock);
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	for (int i = 0; i < 50; i++)
		submit(3);
	usleep(1000);
	stop();
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", work.done);
	return 0;
}
