/* The result of trylock is looked at only when it comes to releasing: the write happens in either case. */
#include <pthread.h>
#include <stdio.h>

struct gauge {
	pthread_mutex_t lock;
	long value, high;
};

static struct gauge gauge = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void gauge_set(struct gauge *g, long value)
{
	int error = pthread_mutex_trylock(&g->lock);

	g->value = value; // RACE 1
	if (g->high < value) // RACE 2
		g->high = value; // RACE 2
	if (!error)
		pthread_mutex_unlock(&g->lock);
}

static void *sampler(void *argument)
{
	for (long i = 0; i < 2000; i++)
		gauge_set(&gauge, i % 100);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, sampler, NULL);
	pthread_create(&two, NULL, sampler, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%ld %ld\n", gauge.value, gauge.high);
	return 0;
}
