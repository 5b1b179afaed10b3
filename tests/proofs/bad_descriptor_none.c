/* A descriptor that is none: POSIX's read fails with EBADF, and 0, the end of a file, is no result that it has. */
// PROVED: assuming
#include <pthread.h>
#include <unistd.h>

static int x;

static void *work(void *arg)
{
	char c;

	if (read(-1, &c, 1) == 0)
		x = 1; // NORACE
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	x = 2; // NORACE reported: what read returns is not known by its descriptor
	pthread_join(t, 0);
	return 0;
}
