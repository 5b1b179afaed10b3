/* As rwlock_clock.c, but the one who writes has waited for the read lock. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static char banner[32] = "hello";

static struct timespec in_ten_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	t.tv_sec += 10;
	return t;
}

static void *greeter(void *argument)
{
	char copy[32];

	for (int i = 0; i < 500; i++) {
		struct timespec limit = in_ten_seconds();
		if (pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &limit))
			break;
		snprintf(copy, sizeof copy, "%s", banner); // RACE 1
		pthread_rwlock_unlock(&lock);
	}
	return argument;
}

static void *editor(void *argument)
{
	for (int i = 0; i < 500; i++) {
		struct timespec limit = in_ten_seconds();
		if (pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &limit))
			break;
		snprintf(banner, sizeof banner, "hello %d", i); // RACE 1
		pthread_rwlock_unlock(&lock);
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, greeter, NULL);
	pthread_create(&two, NULL, editor, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	puts(banner);
	return 0;
}
