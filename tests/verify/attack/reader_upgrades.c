/* Two readers write. */
// VERIFY: race
#include <pthread.h>

static pthread_rwlock_t m = PTHREAD_RWLOCK_INITIALIZER;
static int n;

static void *other(void *unused)
{
	pthread_rwlock_rdlock(&m);
	n++;
	pthread_rwlock_unlock(&m);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	other(NULL);
	pthread_join(t, NULL);
	return 0;
}
