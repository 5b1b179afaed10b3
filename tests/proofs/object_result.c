/* What pthread_join writes is read by another thread. */
// PROVED: confirmed
#include <pthread.h>

static void *result;
static int seen;

static void *work(void *a)
{
	return a;
}

static void *reader(void *a)
{
	if (result) // RACE 1
		seen = 1;
	return a;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&u, NULL, reader, NULL);
	pthread_create(&t, NULL, work, &seen);
	pthread_join(t, &result); // RACE 1
	pthread_join(u, NULL);
	return seen;
}
