/* ... but it may be large. */
#include <pthread.h>

static int count;

static int shared;

static void *work(void *a)
{
	if (count == 12)
		shared++; // RACE 1
	return a;
}

int main(int argc, char **argv)
{
	pthread_t t;

	count = argc;
	pthread_create(&t, 0, work, 0);
	if (count == 12)
		shared++; // RACE 1
	pthread_join(t, 0);
	return 0;
}
