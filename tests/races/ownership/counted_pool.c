/* Each element of the pool is on the stack once. */
#include <pthread.h>
#include <stdlib.h>

struct item {
	int n;
};

static struct item *slot[16], pool[16];
static int left;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct item *grab(void)
{
	struct item *it = NULL;

	pthread_mutex_lock(&lock);
	if (left > 0)
		it = slot[--left];
	pthread_mutex_unlock(&lock);
	return it;
}

static void fill(void)
{
	for (int i = 0; i < 8; i++)
		slot[left++] = &pool[i];
}

static void *worker(void *a)
{
	struct item *it;

	while ((it = grab()))
		it->n++; // NORACE
	return a;
}

int main(void)
{
	pthread_t t[2];

	fill();
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
