/* The error before the lock is taken jumps to where it is given back. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int jobs;

static int check(int n)
{
	return n < 0 ? -1 : 0;
}

static int submit(int n)
{
	int err = check(n);

	if (err)
		goto out;
	pthread_mutex_lock(&lock);
	jobs += n; // NORACE
out:
	pthread_mutex_unlock(&lock); // UNLOCK-UNHELD
	return err;
}

static void *client(void *argument)
{
	for (int i = -1; i < 3; i++)
		submit(i);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, client, NULL);
	pthread_create(&t2, NULL, client, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
