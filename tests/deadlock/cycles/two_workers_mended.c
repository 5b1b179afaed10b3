/* Two kinds of jobs take two locks in opposite orders; there is one worker. */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, queue_lock = PTHREAD_MUTEX_INITIALIZER;
static int n, next;

static void copies(void)
{
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b);
	n++;
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
}

static void moves(void)
{
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a);
	n--;
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
}

static void (*const queue[])(void) = { copies, moves, copies, moves };

static void *worker(void *arg)
{
	for (;;) {
		int at;
		pthread_mutex_lock(&queue_lock);
		at = next++;
		pthread_mutex_unlock(&queue_lock);
		if (at >= 4)
			return arg;
		queue[at]();
	}
}

int main(void)
{
	pthread_t t1;

	pthread_create(&t1, NULL, worker, NULL);
	pthread_join(t1, NULL);
	return 0;
}
