/* Who opens the latch leaves it shut. */
#include <pthread.h>

struct latch {
	pthread_mutex_t m;
	pthread_cond_t c;
	int open;
};

static void latch_open(struct latch *l)
{
	pthread_mutex_lock(&l->m);
	l->open = 0;
	pthread_cond_broadcast(&l->c);
	pthread_mutex_unlock(&l->m);
}

static void latch_pass(struct latch *l)
{
	pthread_mutex_lock(&l->m);
	while (l->open != 1)
		pthread_cond_wait(&l->c, &l->m); // DEADLOCK
	pthread_mutex_unlock(&l->m);
}

static struct latch start = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0 };

static void *runner(void *arg)
{
	latch_pass(&start);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, runner, NULL);
	pthread_create(&t2, NULL, runner, NULL);
	latch_open(&start);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
