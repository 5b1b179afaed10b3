/* A constructor starts a thread; main does not know of it. */
// VERIFY: race
#include <pthread.h>

static int n;

static void *other(void *unused)
{
	n++;
	return unused;
}

__attribute__((constructor)) static void begin(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
}

int main(void)
{
	n++;
	return 0;
}
