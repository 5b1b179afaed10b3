/* A server's workers never end, and its main waits for them: nobody is stuck. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static unsigned long served;

static void *serve(void *unused)
{
	for (;;) {
		pthread_mutex_lock(&m);
		served++;
		pthread_mutex_unlock(&m);
	}
	return unused;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, serve, NULL);
	pthread_create(&two, NULL, serve, NULL);
	pthread_join(one, NULL); // NODEADLOCK
	pthread_join(two, NULL);
	return 0;
}
