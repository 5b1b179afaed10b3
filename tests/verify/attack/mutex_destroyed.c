/* A mutex is destroyed while another thread takes it. */
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

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	pthread_mutex_destroy(&m);
	pthread_join(t, NULL);
	return 0;
}
