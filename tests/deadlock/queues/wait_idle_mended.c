/* Main waits until the queue is idle. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER, idle = PTHREAD_COND_INITIALIZER;
static int waiting, active, stop;

static void flush(void)
{
	pthread_mutex_lock(&m);
	while (waiting || active)
		pthread_cond_wait(&idle, &m);
	pthread_mutex_unlock(&m);
}

static void run(int last)
{
	(void)last;
}

static void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	for (;;) {
		while (!waiting && !stop)
			pthread_cond_wait(&more, &m);
		if (!waiting)
			break;
		waiting--;
		active++;
		pthread_mutex_unlock(&m);
		run(1);
		pthread_mutex_lock(&m);
		active--;
		pthread_cond_broadcast(&idle);
	}
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&m);
	waiting = 1;
	pthread_cond_signal(&more);
	pthread_mutex_unlock(&m);
	flush();
	pthread_mutex_lock(&m);
	stop = 1;
	pthread_cond_signal(&more);
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
