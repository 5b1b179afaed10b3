// The twin of object_c11.c.
#include <pthread.h>
#include <stddef.h>
#include <threads.h>

static mtx_t lock;
static cnd_t filled;
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
	mtx_lock(&lock); // NORACE
	count++;
	cnd_signal(&filled); // NORACE
	mtx_unlock(&lock);
	pthread_create(&t, &small, nothing, NULL); // NORACE
	return 0;
}

int main(void)
{
	thrd_t id;

	pthread_attr_init(&small); // NORACE
	mtx_init(&lock, mtx_plain); // NORACE
	cnd_init(&filled); // NORACE
	thrd_create(&id, worker, NULL); // NORACE
	thrd_join(id, NULL);
	pthread_attr_destroy(&small); // NORACE
	mtx_destroy(&lock); // NORACE
	cnd_destroy(&filled); // NORACE
	return 0;
}
