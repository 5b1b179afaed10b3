/* A thread is cancelled while it waits for a condition: it has the mutex again by then, and nobody lets that go. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static int jobs, done;

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	for (;;) {
		while (!jobs)
			pthread_cond_wait(&work, &m); // LOCK-LEAK
		jobs--;
		done++;
	}
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&m);
	jobs++;
	pthread_cond_signal(&work);
	pthread_mutex_unlock(&m);
	pthread_cancel(t);
	pthread_join(t, NULL);
	pthread_mutex_lock(&m);
	done = 0;
	pthread_mutex_unlock(&m);
	return 0;
}
