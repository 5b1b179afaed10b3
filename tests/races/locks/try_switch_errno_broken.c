/* As try_switch_errno.c, but one case falls into that of success. */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <time.h>

struct device {
	pthread_mutex_t lock;
	unsigned state;
	int busy;
};

static struct device device = { .lock = PTHREAD_MUTEX_INITIALIZER };

static int device_lock(struct device *d, int milliseconds)
{
	struct timespec limit;
	int error;

	clock_gettime(CLOCK_REALTIME, &limit);
	limit.tv_nsec += milliseconds * 1000000L % 1000000000L;
	error = pthread_mutex_timedlock(&d->lock, &limit);
	return error ? -error : 0;
}

static bool device_begin(struct device *d)
{
	return device_lock(d, 5) >= 0;
}

static void device_end(struct device *d)
{
	pthread_mutex_unlock(&d->lock);
}

static int device_set(struct device *d, unsigned state)
{
	switch (device_lock(d, 1)) {
	case -ETIMEDOUT:
		fputs("slow\n", stderr);
		/* fall through */
	case 0:
		d->state = state; // RACE 1
		device_end(d);
		return 0;
	default:
		return -2;
	}
}

static void *setter(void *argument)
{
	for (unsigned i = 0; i < 1000; i++)
		device_set(argument, i);
	return NULL;
}

static void *reader(void *argument)
{
	struct device *d = argument;
	unsigned sum = 0;

	for (int i = 0; i < 1000; i++) {
		if (!device_begin(d))
			continue;
		sum += d->state; // RACE 1
		device_end(d);
	}
	printf("%u\n", sum);
	return NULL;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, setter, &device);
	pthread_create(&two, NULL, reader, &device);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
