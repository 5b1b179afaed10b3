// The same of the threads of C11, and of attributes: each is made too late, or ended too early.
#include <pthread.h>
#include <stddef.h>
#include <threads.h>

static mtx_t lock;
static cnd_t filled;
static thrd_t id;
static pthread_attr_t small;
static int count;

static void *nothing(void *arg)
{
	return arg;
}

static int worker(void *arg)
{
	pthread_t t;

	(void)arg;
	mtx_lock(&lock); // RACE 1
	count++;
	cnd_signal(&filled); // RACE 2
	mtx_unlock(&lock);
	if (thrd_equal(id, thrd_current())) // RACE 3
		pthread_create(&t, &small, nothing, NULL); // RACE 4
	return 0;
}

int main(void)
{
	pthread_attr_init(&small); // NORACE
	thrd_create(&id, worker, NULL); // RACE 3
	mtx_init(&lock, mtx_plain); // RACE 1
	cnd_init(&filled); // RACE 2
	pthread_attr_destroy(&small); // RACE 4
	thrd_join(id, NULL);
	return 0;
}
