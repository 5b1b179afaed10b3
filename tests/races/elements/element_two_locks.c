/* One device, two locks: one for what is received, one for what is sent. Each member has its lock, and nobody mixes them. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct device {
	pthread_mutex_t rx_lock, tx_lock;
	unsigned received, sent;
};

static void receive(struct device *d, unsigned bytes)
{
	pthread_mutex_lock(&d->rx_lock);
	d->received += bytes; // NORACE
	pthread_mutex_unlock(&d->rx_lock);
}

static void transmit(struct device *d, unsigned bytes)
{
	pthread_mutex_lock(&d->tx_lock);
	d->sent += bytes; // NORACE
	pthread_mutex_unlock(&d->tx_lock);
}

static void reset(struct device *d)
{
	pthread_mutex_lock(&d->rx_lock);
	d->received = 0; // NORACE
	pthread_mutex_unlock(&d->rx_lock);
	pthread_mutex_lock(&d->tx_lock);
	d->sent = 0; // NORACE
	pthread_mutex_unlock(&d->tx_lock);
}

static void *traffic(void *d)
{
	for (int i = 0; i < 1000; i++) {
		receive(d, 100);
		transmit(d, 60);
	}
	return NULL;
}

static void *watchdog(void *d)
{
	for (int i = 0; i < 100; i++)
		reset(d);
	return NULL;
}

int main(void)
{
	struct device *d = calloc(1, sizeof *d);
	pthread_t one, two;

	if (!d)
		abort();
	pthread_mutex_init(&d->rx_lock, NULL);
	pthread_mutex_init(&d->tx_lock, NULL);
	pthread_create(&one, NULL, traffic, d);
	pthread_create(&two, NULL, watchdog, d);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%u %u\n", d->received, d->sent);
	free(d);
	return 0;
}
