/* An atomic counter is set plainly, in between. */
// VERIFY: race
#include <pthread.h>
#include <stdatomic.h>

static atomic_int n;
static int *plain = (int *)&n;

static void *one(void *arg)
{
	for (int i = 0; i < 1000; i++) {
		atomic_fetch_add(&n, 1);
	}
	return arg;
}

static void *two(void *arg)
{
	for (int i = 0; i < 1000; i++) {
		atomic_fetch_add(&n, 1);
	}
	*plain = 0;
	return arg;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, one, NULL);
	pthread_create(&t[1], NULL, two, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return n > 5;
}
