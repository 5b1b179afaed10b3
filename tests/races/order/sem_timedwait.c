/* A reply is waited for with a limit, first by one clock, then by another one; without a post it is not looked at. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static sem_t replied;
static char reply[32];

static void *peer(void *argument)
{
	usleep(4000);
	snprintf(reply, sizeof reply, "hello"); // NORACE
	sem_post(&replied);
	return argument;
}

static struct timespec soon(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	t.tv_nsec += 1000000;
	if (t.tv_nsec >= 1000000000) {
		t.tv_nsec -= 1000000000;
		t.tv_sec++;
	}
	return t;
}

int main(void)
{
	pthread_t thread;
	struct timespec first = soon(CLOCK_REALTIME), second = soon(CLOCK_MONOTONIC);

	sem_init(&replied, 0, 0);
	pthread_create(&thread, NULL, peer, NULL);
	if (sem_timedwait(&replied, &first) == 0 || sem_clockwait(&replied, CLOCK_MONOTONIC, &second) == 0)
		printf("%s\n", reply); // NORACE
	else
		puts("no reply");
	pthread_join(thread, NULL);
	return 0;
}
