/* As cond_clockwait.c, but who puts something in does so without the lock: the worker wakes up by itself, anyway. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

struct mailbox {
	pthread_mutex_t lock;
	pthread_cond_t arrived;
	int letters;
};

static struct mailbox box = { .lock = PTHREAD_MUTEX_INITIALIZER };

static struct timespec soon(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	t.tv_nsec += 1000000;
	if (t.tv_nsec >= 1000000000) {
		t.tv_nsec -= 1000000000;
		t.tv_sec++;
	}
	return t;
}

static void *reader(void *argument)
{
	int read = 0;

	while (read < 10) {
		struct timespec limit = soon();
		pthread_mutex_lock(&box.lock);
		if (box.letters == 0) // RACE 1
			pthread_cond_clockwait(&box.arrived, &box.lock, CLOCK_MONOTONIC, &limit);
		if (box.letters > 0) {
			box.letters--; // RACE 1
			read++;
		}
		pthread_mutex_unlock(&box.lock);
	}
	return argument;
}

static void deliver(void)
{
	box.letters++; // RACE 1
	pthread_cond_signal(&box.arrived);
}

int main(void)
{
	pthread_condattr_t attributes;
	pthread_t thread;
	clockid_t clock;

	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_condattr_getclock(&attributes, &clock);
	pthread_cond_init(&box.arrived, &attributes);
	pthread_condattr_destroy(&attributes);
	pthread_create(&thread, NULL, reader, NULL);
	for (int i = 0; i < 200; i++) {
		deliver();
		usleep(10);
	}
	pthread_join(thread, NULL);
	printf("%d %d\n", box.letters > 0, clock == CLOCK_MONOTONIC);
	return 0;
}
