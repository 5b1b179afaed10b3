/* The result itself is kept, and 0 means that there is a thread. */
#include <pthread.h>
static int data;

static void *child(void *a)
{
	data = 1; // RACE 1
	return a;
}

int main(int argc, char **argv)
{
	pthread_t t;
	int error = -1;

	(void)argv;
	if (argc > 1)
		error = pthread_create(&t, NULL, child, NULL);
	if (error > 0)
		pthread_join(t, NULL);
	return data; // RACE 1
}
