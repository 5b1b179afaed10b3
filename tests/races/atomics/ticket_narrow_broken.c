// Each thread draws the number of its element from a counter of 8 bits: the 257th is the first one again.
#include <pthread.h>
#include <stdatomic.h>

static int acc[1000];
static atomic_uchar next;

static void *worker(void *arg)
{
	for (int i = 0; i < 20; i++) {
		int k = atomic_fetch_add(&next, 1);
		if (k < 1000)
			acc[k]++; // RACE 1
	}
	return arg;
}

int main(void)
{
	pthread_t t[16];

	for (int i = 0; i < 16; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 16; i++)
		pthread_join(t[i], NULL);
	return 0;
}
