/* All ways out of the function, the early one as well, come by the place that unlocks, and nothing is done behind it. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int parsed, failed;

static int parse(int line)
{
	int status = -1;

	pthread_mutex_lock(&lock);
	if (line % 5 == 0)
		goto out;
	parsed++; // NORACE
	status = 0;
out:
	if (status)
		failed++; // NORACE
	pthread_mutex_unlock(&lock);
	return status;
}

static void *reader(void *argument)
{
	int bad = 0;

	for (int i = 0; i < 1000; i++)
		bad -= parse(i);
	printf("%d\n", bad);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, reader, NULL);
	pthread_create(&two, NULL, reader, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d %d\n", parsed, failed);
	return 0;
}
