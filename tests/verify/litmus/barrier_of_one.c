/* A barrier that waits for one lets everybody pass. */
// VERIFY: race
#include <pthread.h>

static int data;
static pthread_barrier_t b;

static void *one(void *unused)
{
	data = 1;
	pthread_barrier_wait(&b);
	return unused;
}

static void *two(void *unused)
{
	pthread_barrier_wait(&b);
	data++;
	return unused;
}

int main(void)
{
	pthread_t id[2];

	pthread_barrier_init(&b, NULL, 1);
	pthread_create(&id[0], NULL, one, NULL);
	pthread_create(&id[1], NULL, two, NULL);
	pthread_join(id[0], NULL);
	pthread_join(id[1], NULL);
	return 0;
}
