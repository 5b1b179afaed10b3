/* Two locks, and on an error the jump goes behind the release of the inner one. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static int n;

static int work(int size)
{
	int result = -1;

	pthread_mutex_lock(&outer);
	if (size < 0)
		goto out;
	pthread_mutex_lock(&inner);
	if (size > 100)
		goto out; // LOCK-LEAK
	n += size;
	result = 0;
	pthread_mutex_unlock(&inner);
out:
	pthread_mutex_unlock(&outer);
	return result;
}

static void *worker(void *arg)
{
	work(rand());
	work(rand());
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
