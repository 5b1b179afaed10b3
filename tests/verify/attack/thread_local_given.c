/* Main's own is handed to the other thread. */
// VERIFY: race
#include <pthread.h>
#include <threads.h>

static _Thread_local int n;

static void *other(void *of)
{
	++*(int *)of;
	return of;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, &n);
	n++;
	pthread_join(t, NULL);
	return 0;
}
