/* The slot is emptied in a second section: another thread may have found the same item meanwhile. */
#include <pthread.h>
#include <stdlib.h>

struct item {
	int n;
};

static struct item *slot[8];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *a)
{
	for (int i = 0; i < 8; i++) {
		struct item *it;

		pthread_mutex_lock(&lock);
		it = slot[i];
		pthread_mutex_unlock(&lock);
		pthread_mutex_lock(&lock);
		slot[i] = NULL;
		pthread_mutex_unlock(&lock);
		if (it)
			it->n++; // RACE 1
	}
	return a;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 8; i++)
		slot[i] = calloc(1, sizeof *slot[i]);
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
