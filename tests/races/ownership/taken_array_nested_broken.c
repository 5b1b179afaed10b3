/* The loop over the pool runs twice: each of its elements gets into two slots. */
#include <pthread.h>
#include <stdlib.h>

struct item {
	int n;
};

static struct item *slot[16], pool[16];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct item *grab(int i)
{
	struct item *it;

	pthread_mutex_lock(&lock);
	it = slot[i];
	slot[i] = NULL;
	pthread_mutex_unlock(&lock);
	return it;
}

static void *worker(void *a)
{
	for (int i = 0; i < 16; i++) {
		struct item *it = grab(i);

		if (it)
			it->n++; // RACE 1
	}
	return a;
}

int main(void)
{
	pthread_t t[2];

	for (int k = 0; k < 2; k++)
		for (int i = 0; i < 8; i++)
			slot[8 * k + i] = &pool[i];
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
