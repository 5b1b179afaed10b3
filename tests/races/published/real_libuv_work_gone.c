/* libuv (joyent/libuv), bug 628: a worker put the finished work into its loop's queue and then, behind the unlock, read
 * w->loop to wake the loop; the loop's thread may have taken the work out and freed it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct loop;

struct work {
	struct work *next;
	struct loop *loop;
	int input, result;
};

struct loop {
	pthread_mutex_t wq_mutex;
	pthread_cond_t wq_async;
	struct work *wq;
};

static void uv_async_send(struct loop *loop)
{
	pthread_mutex_lock(&loop->wq_mutex);
	pthread_cond_signal(&loop->wq_async);
	pthread_mutex_unlock(&loop->wq_mutex);
}

static void *worker(void *argument)
{
	struct work *w = argument;

	w->result = w->input * w->input; // NORACE
	pthread_mutex_lock(&w->loop->wq_mutex);
	w->next = w->loop->wq;
	w->loop->wq = w;
	pthread_mutex_unlock(&w->loop->wq_mutex);
	uv_async_send(w->loop); // RACE 1
	return NULL;
}

static int uv__work_done(struct loop *loop)
{
	struct work *w;
	int result;

	pthread_mutex_lock(&loop->wq_mutex);
	while (!loop->wq)
		pthread_cond_wait(&loop->wq_async, &loop->wq_mutex);
	w = loop->wq;
	loop->wq = w->next;
	pthread_mutex_unlock(&loop->wq_mutex);
	result = w->result; // NORACE
	free(w); // RACE 1
	return result;
}

int main(void)
{
	static struct loop loop = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL };
	pthread_t threads[3];
	int sum = 0;

	for (int i = 0; i < 3; i++) {
		struct work *w = malloc(sizeof *w);

		if (!w)
			return 1;
		*w = (struct work){ NULL, &loop, i, 0 };
		pthread_create(&threads[i], NULL, worker, w);
	}
	for (int i = 0; i < 3; i++)
		sum += uv__work_done(&loop);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	printf("%d\n", sum);
	return 0;
}
