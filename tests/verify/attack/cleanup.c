/* A handler that was pushed runs when the thread ends early. */
// VERIFY: race
#include <pthread.h>

static int n;

static void clean(void *unused)
{
	(void)unused;
	n++;
}

static void *other(void *unused)
{
	pthread_cleanup_push(clean, NULL);
	pthread_exit(unused);
	pthread_cleanup_pop(0);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	n++;
	pthread_join(t, NULL);
	return 0;
}
