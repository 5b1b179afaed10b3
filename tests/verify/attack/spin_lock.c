/* POSIX's spin lock. */
// VERIFY: race-free
#include <pthread.h>

static pthread_spinlock_t m;
static int n;

static void *other(void *unused)
{
	pthread_spin_lock(&m);
	n++;
	pthread_spin_unlock(&m);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_spin_init(&m, 0);
	pthread_create(&t, NULL, other, NULL);
	pthread_spin_lock(&m);
	n++;
	pthread_spin_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
