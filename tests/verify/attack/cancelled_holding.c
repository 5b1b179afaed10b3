/* A thread that was cancelled keeps the lock; the others find it taken and go on without. */
// VERIFY: race
#include <pthread.h>
#include <unistd.h>

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
	if (pthread_mutex_trylock(&m) != 0) {
		n++;
		return 1;
	}
	n++;
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
