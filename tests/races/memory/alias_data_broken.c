/* The same variable by two names: a thread has got its address, main uses its name, and main takes no lock. */
#include <pthread.h>
#include <stdio.h>

struct meter {
	int *value;
	pthread_mutex_t *lock;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int temperature;

static void *sample(void *argument)
{
	struct meter *m = argument;

	for (int i = 0; i < 10; i++) {
		pthread_mutex_lock(m->lock);
		*m->value = i; // RACE 1
		pthread_mutex_unlock(m->lock);
	}
	return NULL;
}

int main(void)
{
	struct meter meter = { &temperature, &lock };
	pthread_t sampler;
	int now;

	pthread_create(&sampler, NULL, sample, &meter);
	now = temperature; // RACE 1
	pthread_join(sampler, NULL);
	printf("%d\n", now >= 0);
	return 0;
}
