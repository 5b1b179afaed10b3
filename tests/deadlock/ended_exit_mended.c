// The twin of ended_exit.c: each lock is given back before the thread ends. What main holds when it returns is nobody's any more: the
// process ends.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, last = PTHREAD_MUTEX_INITIALIZER;
static int n, left;

static void *plain(void *arg)
{
	pthread_mutex_lock(&first);
	n++;
	if (rand() > 3) {
		pthread_mutex_unlock(&first);
		pthread_exit(arg); // NOLOCK-LEAK
	}
	pthread_mutex_unlock(&first);
	return arg; // NOLOCK-LEAK
}

static void *late(void *arg)
{
	pthread_mutex_lock(&last);
	left++;
	pthread_mutex_unlock(&last);
	return arg; // NOLOCK-LEAK
}

int main(void)
{
	pthread_t one, three;

	pthread_create(&one, NULL, plain, NULL);
	pthread_mutex_lock(&first);
	n++;
	pthread_mutex_unlock(&first);
	pthread_create(&three, NULL, late, NULL);
	pthread_mutex_lock(&last);
	left++;
	return 0; // NOLOCK-LEAK
}
