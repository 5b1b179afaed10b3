/* Which number a key has nobody knows. */
// PROVED: assuming
#include <pthread.h>

static int shared;
static pthread_key_t key;

static void *work(void *unused)
{
	shared = 1; // NORACE
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	pthread_key_create(&key, 0);
	if (!key)
		shared = 2; // NORACE reported: somebody else may have made one before
	pthread_join(t, 0);
	return 0;
}
