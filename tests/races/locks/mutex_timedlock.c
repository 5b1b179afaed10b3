/* Logging with a time limit: a message that cannot get the lock in time is dropped. */
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static char last_message[64];
static int written;

static void log_message(const char *text)
{
	struct timespec limit;
	int error;

	clock_gettime(CLOCK_REALTIME, &limit);
	limit.tv_nsec = (limit.tv_nsec + 1000000) % 1000000000;
	error = pthread_mutex_timedlock(&log_lock, &limit);
	if (error) {
		fprintf(stderr, "log is slow: %s\n", text);
		return;
	}
	snprintf(last_message, sizeof last_message, "%s", text); // NORACE
	written++; // NORACE
	usleep(3000);
	pthread_mutex_unlock(&log_lock);
}

static void *client(void *name)
{
	for (int i = 0; i < 5; i++)
		log_message(name);
	return NULL;
}

int main(void)
{
	pthread_t one, two;
	char first[] = "first", second[] = "second";

	pthread_create(&one, NULL, client, first);
	pthread_create(&two, NULL, client, second);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d %s\n", written, last_message);
	return 0;
}
