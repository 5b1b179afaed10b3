/* Detached threads cannot be joined: main waits until each has reported its end, under the lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define SCANS 4

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ended = PTHREAD_COND_INITIALIZER;
static int running = SCANS;
static int found[SCANS];

static void report_end(void)
{
	pthread_mutex_lock(&lock);
	running--; // NORACE
	pthread_cond_signal(&ended);
	pthread_mutex_unlock(&lock);
}

static void *scan(void *argument)
{
	int *place = argument;

	*place = 7; // NORACE
	report_end();
	return NULL;
}

int main(void)
{
	int sum = 0;

	for (int i = 0; i < SCANS; i++) {
		pthread_t thread;

		if (pthread_create(&thread, NULL, scan, &found[i]))
			abort();
		pthread_detach(thread);
	}
	pthread_mutex_lock(&lock);
	while (running) // NORACE
		pthread_cond_wait(&ended, &lock);
	pthread_mutex_unlock(&lock);
	for (int i = 0; i < SCANS; i++)
		sum += found[i]; // NORACE
	printf("%d\n", sum);
	return 0;
}
