/* The thread is told to end by the flag that it waits for. */
// FLAGS: --limit stuck-instructions=1
#include <pthread.h>

struct timer {
	pthread_mutex_t m;
	pthread_cond_t c;
	int fire, quit, fired;
};

static struct timer timer = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0 };

static void *run(void *arg)
{
	struct timer *t = arg;

	pthread_mutex_lock(&t->m);
	while (!t->fire && !t->quit)
		pthread_cond_wait(&t->c, &t->m);
	t->fired++;
	pthread_mutex_unlock(&t->m);
	return NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run, &timer);
	pthread_mutex_lock(&timer.m);
	timer.quit = 1;
	pthread_cond_broadcast(&timer.c);
	pthread_mutex_unlock(&timer.m);
	pthread_join(t, NULL);
	return 0;
}
