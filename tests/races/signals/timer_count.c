/* A timer that notifies by a thread (SIGEV_THREAD): it takes the lock, as main does. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int beats;

static void on_tick(union sigval value)
{
	(void)value;
	pthread_mutex_lock(&lock);
	beats++; // NORACE
	pthread_mutex_unlock(&lock);
}

static int look(void)
{
	int now;

	pthread_mutex_lock(&lock);
	now = beats; // NORACE
	pthread_mutex_unlock(&lock);
	return now;
}

int main(void)
{
	struct sigevent event = { .sigev_notify = SIGEV_THREAD, .sigev_notify_function = on_tick };
	struct itimerspec every = { { 0, 1000000 }, { 0, 1000000 } };
	timer_t timer;
	int seen = 0;

	if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0)
		return 1;
	timer_settime(timer, 0, &every, NULL);
	for (int i = 0; i < 10; i++) {
		usleep(1000);
		seen += look();
	}
	printf("%d\n", seen >= 0);
	return 0;
}
