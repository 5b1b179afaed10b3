/* The twin: a file that ends gives 0, and a descriptor that is none gives -1. */
#include <pthread.h>
#include <unistd.h>

static int x, y;

static void *work(void *arg)
{
	char c;

	if (read(0, &c, 1) == 0)
		x = 1;
	if (read(-1, &c, 1) < 0)
		y = 1;
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	x = 2; // RACE
	y = 2; // RACE
	pthread_join(t, 0);
	return 0;
}
