/* As goto_out.c; every error with the lock in hand jumps to the unlock. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int jobs;

static int submit(int n)
{
	int err = 0;
	char *buffer = malloc(16);

	if (!buffer)
		return -1;
	pthread_mutex_lock(&lock);
	if (n < 0) {
		err = -1;
		goto out_unlock;
	}
	if (jobs + n > 10) { // NORACE
		err = -2;
		goto out_unlock;
	}
	jobs += n; // NORACE
out_unlock:
	pthread_mutex_unlock(&lock);
	free(buffer);
	return err; // NOLOCK-LEAK
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
