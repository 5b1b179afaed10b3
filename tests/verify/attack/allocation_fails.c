/* Where malloc fails, the lock is not taken. */
// VERIFY: race ; today: unknown: cannot be executed: needs more than 256 MB of memory
#include <pthread.h>
#include <stdlib.h>

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
	char *p = malloc(1ul << 40);

	pthread_create(&t, NULL, other, NULL);
	if (p)
		pthread_mutex_lock(&m);
	n++;
	if (p)
		pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	free(p);
	return 0;
}
