/* Two meters over the same total: both hold the address of the total and the address of the one lock that guards it. */
#include <pthread.h>
#include <stdio.h>

struct meter {
	pthread_mutex_t *lock;
	long *total;
	int step;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;

static void meter_init(struct meter *m, pthread_mutex_t *lock_of_total, int step)
{
	m->lock = lock_of_total;
	m->total = &total;
	m->step = step;
}

static void *run(void *argument)
{
	struct meter *m = argument;

	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(m->lock);
		*m->total += m->step; // NORACE
		pthread_mutex_unlock(m->lock);
	}
	return NULL;
}

int main(void)
{
	struct meter water, power;
	pthread_t one, two;

	meter_init(&water, &lock, 2);
	meter_init(&power, &lock, 3);
	pthread_create(&one, NULL, run, &water);
	pthread_create(&two, NULL, run, &power);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%ld\n", total);
	return 0;
}
