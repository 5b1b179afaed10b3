/* As mutex_dynamic.c, but the check comes before the lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct account {
	pthread_mutex_t lock;
	long balance;
};

static struct account *account_open(long balance)
{
	struct account *a = malloc(sizeof *a);

	if (!a)
		abort();
	pthread_mutex_init(&a->lock, NULL);
	a->balance = balance;
	return a;
}

static int account_withdraw(struct account *a, long amount)
{
	int done = 0;

	if (a->balance < amount) // RACE 1
		return 0;
	pthread_mutex_lock(&a->lock);
	if (a->balance >= amount) {
		a->balance -= amount; // RACE 1
		done = 1;
	}
	pthread_mutex_unlock(&a->lock);
	return done;
}

static void *customer(void *argument)
{
	for (int i = 0; i < 100; i++)
		account_withdraw(argument, 7);
	return NULL;
}

int main(void)
{
	struct account *a = account_open(1000);
	pthread_t one, two;

	pthread_create(&one, NULL, customer, a);
	pthread_create(&two, NULL, customer, a);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%ld left\n", a->balance);
	pthread_mutex_destroy(&a->lock);
	free(a);
	return 0;
}
