/* The variable is cleared on a way on which the thread runs on. */
#include <pthread.h>
static int data;

static void *child(void *a)
{
	data = 1; // NORACE
	return a;
}

int main(int argc, char **argv)
{
	pthread_t t;
	int started = 0;

	(void)argv;
	if (argc > 1) {
		started = pthread_create(&t, NULL, child, NULL) == 0;
	}
	if (started)
		pthread_join(t, NULL);
	return data; // NORACE
}
