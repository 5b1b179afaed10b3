/* The worker never ends, but it cannot work either: main keeps the lock while it waits for it. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned long served;

static void *serve(void *unused)
{
	for (;;) {
		pthread_mutex_lock(&m); // WAIT-HOLDING 1
		served++;
		pthread_mutex_unlock(&m);
	}
	return unused;
}

int main(void)
{
	pthread_t one;

	pthread_create(&one, NULL, serve, NULL);
	pthread_mutex_lock(&m);
	pthread_join(one, NULL); // WAIT-HOLDING 1
	pthread_mutex_unlock(&m);
	return 0;
}
