/* The destructor of a key runs in the thread that ends, without the lock. */
// VERIFY: race
#include <pthread.h>

static pthread_key_t key;
static int n, own;

static void forget(void *value)
{
	(void)value;
	n++;
}

static void *other(void *unused)
{
	pthread_setspecific(key, &own);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_key_create(&key, forget);
	pthread_create(&t, NULL, other, NULL);
	n++;
	pthread_join(t, NULL);
	return 0;
}
