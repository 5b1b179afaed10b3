/* As element_own_lock.c, but the audit looks at the balances without the locks of the accounts. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define ACCOUNTS 8

struct account {
	pthread_mutex_t lock;
	long balance;
};

static struct account *accounts[ACCOUNTS];

static void deposit(struct account *a, long amount)
{
	pthread_mutex_lock(&a->lock);
	a->balance += amount; // RACE 1
	pthread_mutex_unlock(&a->lock);
}

static long balance_of(struct account *a)
{
	return a->balance; // RACE 1
}

static void *teller(void *argument)
{
	for (int i = 0; i < 1000; i++)
		deposit(accounts[i % ACCOUNTS], 5);
	return argument;
}

static void *audit(void *argument)
{
	long sum = 0;

	for (int i = 0; i < 1000; i++)
		sum += balance_of(accounts[i % ACCOUNTS]);
	printf("audited %ld\n", sum);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	for (int i = 0; i < ACCOUNTS; i++) {
		accounts[i] = malloc(sizeof *accounts[i]);
		if (!accounts[i])
			abort();
		pthread_mutex_init(&accounts[i]->lock, NULL);
		accounts[i]->balance = 100;
	}
	pthread_create(&one, NULL, teller, NULL);
	pthread_create(&two, NULL, audit, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
