/* Who comes back from once is behind the function. */
// VERIFY: race-free
#include <pthread.h>

static int data;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make(void)
{
	data = 1;
}

static void *one(void *unused)
{
	pthread_once(&once, make);
	(void)*(volatile int *)&data;
	return unused;
}

static void *two(void *unused)
{
	pthread_once(&once, make);
	(void)*(volatile int *)&data;
	return unused;
}

int main(void)
{
	pthread_t id[2];

	pthread_create(&id[0], NULL, one, NULL);
	pthread_create(&id[1], NULL, two, NULL);
	pthread_join(id[0], NULL);
	pthread_join(id[1], NULL);
	return 0;
}
