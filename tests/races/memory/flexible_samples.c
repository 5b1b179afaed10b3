/* A history with its samples behind it in one block: both the number and the samples are the lock's. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct history {
	pthread_mutex_t lock;
	unsigned n, room;
	double sample[];
};

static struct history *history_new(unsigned room)
{
	struct history *h = calloc(1, sizeof *h + room * sizeof h->sample[0]);

	if (!h)
		abort();
	pthread_mutex_init(&h->lock, NULL);
	h->room = room;
	return h;
}

static void history_add(struct history *h, double x)
{
	pthread_mutex_lock(&h->lock);
	h->sample[h->n++ % h->room] = x; // NORACE
	pthread_mutex_unlock(&h->lock);
}

static double history_mean(struct history *h)
{
	double sum = 0;
	unsigned n;

	pthread_mutex_lock(&h->lock);
	n = h->n < h->room ? h->n : h->room;
	for (unsigned i = 0; i < n; i++)
		sum += h->sample[i]; // NORACE
	pthread_mutex_unlock(&h->lock);
	return n ? sum / n : 0;
}

static void *sampler(void *argument)
{
	for (int i = 0; i < 1000; i++)
		history_add(argument, i * 0.5);
	return NULL;
}

static void *reporter(void *argument)
{
	for (int i = 0; i < 10; i++)
		printf("%g\n", history_mean(argument));
	return NULL;
}

int main(void)
{
	struct history *h = history_new(32);
	pthread_t one, two;

	pthread_create(&one, NULL, sampler, h);
	pthread_create(&two, NULL, reporter, h);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	pthread_mutex_destroy(&h->lock);
	free(h);
	return 0;
}
