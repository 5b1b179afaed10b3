/* There are two workers. */
#include <pthread.h>

#define JOBS 4
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more = PTHREAD_COND_INITIALIZER, finished = PTHREAD_COND_INITIALIZER;
static int queue[JOBS], head, tail, done[JOBS];

static void put(int job)
{
	queue[tail++ % JOBS] = job;
	pthread_cond_broadcast(&more);
}

static void *worker(void *arg)
{
	int job;

	pthread_mutex_lock(&m);
	while (head == tail)
		pthread_cond_wait(&more, &m);
	job = queue[head++ % JOBS];
	if (job == 1) {
		put(2);
		while (!done[2])
			pthread_cond_wait(&finished, &m);
	}
	done[job] = 1;
	pthread_cond_broadcast(&finished);
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	put(1);
	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
