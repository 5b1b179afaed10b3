/* The arguments of main decide. */
// VERIFY: race
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void *other(void *unused)
{
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t t;

	(void)argv;
	pthread_create(&t, NULL, other, NULL);
	if (argc > 3)
		n++;
	pthread_join(t, NULL);
	return 0;
}
