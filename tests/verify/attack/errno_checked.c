/* A call that fails says in errno why. */
// VERIFY: race ; today: unknown: guessed
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

static int shared;

static void *other(void *unused)
{
	shared = 1;
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t t;

	(void)argv;
	pthread_create(&t, NULL, other, NULL);
	errno = 0;
	if (close(argc) < 0 && errno)
		shared = 2;
	pthread_join(t, NULL);
	return 0;
}
