/* Time limits on both sides of a read-write lock: a reader that is too late reports nothing. */
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

struct sensor {
	pthread_rwlock_t lock;
	int celsius;
};

static struct sensor sensor;

static struct timespec in_a_millisecond(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	t.tv_nsec += 1000000;
	if (t.tv_nsec >= 1000000000) {
		t.tv_nsec -= 1000000000;
		t.tv_sec++;
	}
	return t;
}

static int sensor_read(struct sensor *s, int *celsius)
{
	struct timespec limit = in_a_millisecond();

	if (pthread_rwlock_timedrdlock(&s->lock, &limit) != 0)
		return -1;
	*celsius = s->celsius; // NORACE
	pthread_rwlock_unlock(&s->lock);
	return 0;
}

static void *measure(void *argument)
{
	struct sensor *s = argument;

	for (int i = 0; i < 5; i++) {
		struct timespec limit = in_a_millisecond();
		if (pthread_rwlock_timedwrlock(&s->lock, &limit) != 0)
			continue;
		usleep(4000);
		s->celsius = i; // NORACE
		pthread_rwlock_unlock(&s->lock);
	}
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int celsius = 0;

	pthread_rwlock_init(&sensor.lock, NULL);
	pthread_create(&thread, NULL, measure, &sensor);
	for (int i = 0; i < 20; i++)
		if (sensor_read(&sensor, &celsius) == 0)
			usleep(500);
	pthread_join(thread, NULL);
	printf("%d\n", celsius);
	pthread_rwlock_destroy(&sensor.lock);
	return 0;
}
