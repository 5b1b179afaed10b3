/* Its twin: what happens with a semaphore that nobody gives only if it was taken. */
// PROVED: none
#include <pthread.h>

extern long xQueueSemaphoreTake(void *queue, unsigned ticks);

static struct {
	int words[20];
} queue;
static int taken;

static void *work(void *a)
{
	taken = 1;
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	if (xQueueSemaphoreTake(&queue, 100))
		taken = 2; // NORACE reported: the count is zero, and nobody raises it
	pthread_join(t, 0);
	return 0;
}
