/* What assembly does is not known. */
// search: race @a @b : cannot: inline assembly in worker
#include <pthread.h>

static int n;

static void *worker(void *argument)
{
	int x;

	__asm__("rdtsc" : "=a"(x) : : "edx");
	n = x; // @a
	return argument;
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, worker, NULL);
	pthread_join(thread, NULL);
	return n; // @b
}
