/* A cleanup handler lets the mutex go when the thread is cancelled. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static int jobs, done;

static void let_go(void *arg)
{
	pthread_mutex_unlock(arg);
}

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	pthread_cleanup_push(let_go, &m);
	for (;;) {
		while (!jobs)
			pthread_cond_wait(&work, &m);
		jobs--;
		done++;
	}
	pthread_cleanup_pop(1);
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
