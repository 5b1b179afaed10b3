/* gcc has no limit for brackets; generated code nests them deeply. */
#include <pthread.h>

static int hits;

#define B4(x) ((((x))))
#define B16(x) B4(B4(B4(B4(x))))
#define B64(x) B16(B16(B16(B16(x))))
#define B256(x) B64(B64(B64(B64(x))))

static void *worker(void *arg)
{
	hits = B256(B64(hits + 1)); // RACE 1
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, worker, 0);
	hits++; // RACE 1
	pthread_join(t, 0);
	return hits; // NORACE
}
