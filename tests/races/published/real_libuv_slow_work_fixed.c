/* libuv, pull request 2021, as mended: the worker takes the mutex of the pool again before it counts down. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct uv__work {
	struct uv__work *next;
	void (*work)(struct uv__work *);
	struct uv_loop *loop;
	int slow;
};

struct uv_loop {
	pthread_mutex_t wq_mutex;
	struct uv__work *wq;
	int finished;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static struct uv__work *queue;
static unsigned slow_io_work_running;
static int closing;

static void post(struct uv__work *w)
{
	pthread_mutex_lock(&mutex);
	w->next = queue;
	queue = w;
	pthread_cond_signal(&cond);
	pthread_mutex_unlock(&mutex);
}

static void *worker(void *argument)
{
	pthread_mutex_lock(&mutex);
	for (;;) {
		struct uv__work *w;
		int is_slow_work = 0;
		while (!queue && !closing)
			pthread_cond_wait(&cond, &mutex);
		w = queue;
		if (!w)
			break;
		queue = w->next;
		if (w->slow) {
			is_slow_work = 1;
			slow_io_work_running++; // NORACE
		}
		pthread_mutex_unlock(&mutex);
		w->work(w);
		pthread_mutex_lock(&w->loop->wq_mutex);
		w->work = NULL;
		w->loop->finished++; // NORACE
		pthread_mutex_unlock(&w->loop->wq_mutex);
		pthread_mutex_lock(&mutex);
		if (is_slow_work)
			slow_io_work_running--; // NORACE
	}
	pthread_mutex_unlock(&mutex);
	return argument;
}

static void resolve(struct uv__work *w)
{
	(void)w;
}

int main(void)
{
	static struct uv_loop loop = { .wq_mutex = PTHREAD_MUTEX_INITIALIZER };
	pthread_t one, two;

	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	for (int i = 0; i < 100; i++) {
		struct uv__work *w = calloc(1, sizeof *w);
		if (!w)
			abort();
		w->work = resolve;
		w->loop = &loop;
		w->slow = i & 1;
		post(w);
	}
	pthread_mutex_lock(&mutex);
	closing = 1;
	pthread_cond_broadcast(&cond);
	pthread_mutex_unlock(&mutex);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d, %u\n", loop.finished, slow_io_work_running);
	return 0;
}
