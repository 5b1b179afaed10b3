/* A variable says whether the thread was created: joined only then, and used behind. */
#include <pthread.h>
static int result;
static void *child(void *a)
{
	result = 1; // NORACE
	return a;
}
int main(int argc, char **argv)
{
	pthread_t c;
	int started = 0;

	(void)argv;
	if (argc > 1)
		started = pthread_create(&c, NULL, child, NULL) == 0;
	if (started)
		pthread_join(c, NULL);
	return result; // NORACE
}
