/* The first thread is joined before the second one is started, unless something has failed. Main leads there. */
// PROVED: assuming
#include <pthread.h>

extern int failed(void);
static int total;

static void *first(void *p)
{
	total = 1; // RACE 1
	return p;
}

static void *second(void *p)
{
	total = 2; // RACE 1
	return p;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, 0, first, 0);
	if (!failed())
		pthread_join(t, 0);
	pthread_create(&u, 0, second, 0);
	pthread_join(u, 0);
	return total;
}
