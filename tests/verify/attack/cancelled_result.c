/* Whether a thread was cancelled its join tells. */
// VERIFY: race ; today: unknown: guessed
#include <pthread.h>
#include <unistd.h>

static int n;

static void *sleeper(void *unused)
{
	sleep(9);
	return unused;
}

static void *writer(void *unused)
{
	n = 1;
	return unused;
}

int main(void)
{
	pthread_t one, two;
	void *result;

	pthread_create(&two, NULL, writer, NULL);
	pthread_create(&one, NULL, sleeper, NULL);
	pthread_cancel(one);
	pthread_join(one, &result);
	if (result == PTHREAD_CANCELED)
		n = 2;
	pthread_join(two, NULL);
	return 0;
}
