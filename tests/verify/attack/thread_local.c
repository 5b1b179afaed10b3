/* Each thread has its own. */
// VERIFY: race-free
#include <pthread.h>
#include <threads.h>

static _Thread_local int n;

static void *other(void *unused)
{
	n++;
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
