/* As transfer_heap.c; the lower index first. */
#include <pthread.h>
#include <stdlib.h>

enum { ACCOUNTS = 8 };

struct account {
	pthread_mutex_t lock;
	long balance;
};

static struct account *accounts[ACCOUNTS];

static void transfer(int from, int to)
{
	int low = from < to ? from : to, high = from < to ? to : from;

	pthread_mutex_lock(&accounts[low]->lock); // NODEADLOCK
	pthread_mutex_lock(&accounts[high]->lock); // NODEADLOCK
	accounts[from]->balance--; // NORACE
	accounts[to]->balance++; // NORACE
	pthread_mutex_unlock(&accounts[to]->lock);
	pthread_mutex_unlock(&accounts[from]->lock);
}

static void *teller(void *seed)
{
	unsigned int r = (unsigned int)(long)seed;

	for (int i = 0; i < 100; i++) {
		int from = rand_r(&r) % ACCOUNTS, to = rand_r(&r) % ACCOUNTS;
		if (from != to)
			transfer(from, to);
	}
	return NULL;
}

int main(void)
{
	pthread_t t1, t2;

	for (int i = 0; i < ACCOUNTS; i++) {
		accounts[i] = calloc(1, sizeof *accounts[i]);
		if (!accounts[i])
			return 1;
		pthread_mutex_init(&accounts[i]->lock, NULL);
	}
	pthread_create(&t1, NULL, teller, (void *)1);
	pthread_create(&t2, NULL, teller, (void *)2);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
