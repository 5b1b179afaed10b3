/* A semaphore whose functions tell success by something else than 0: one that nobody gives is not taken in time. */
// PROVED: confirmed
#include <pthread.h>

extern long xQueueSemaphoreTake(void *queue, unsigned ticks);

static struct {
	int words[20];
} queue;
static int late;

static void *work(void *a)
{
	late = 1;
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	if (!xQueueSemaphoreTake(&queue, 100))
		late = 2; // RACE
	pthread_join(t, 0);
	return 0;
}
