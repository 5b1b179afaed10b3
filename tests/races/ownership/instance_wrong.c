/* A transfer between two accounts: each account has its lock, and the transfer holds that of the account it takes from only. Both
 * balances race, the first with the lock of the other account. */
#include <pthread.h>
#include <stdio.h>

struct account {
	pthread_mutex_t lock;
	long balance;
};

static struct account savings = { PTHREAD_MUTEX_INITIALIZER, 100 };
static struct account checking = { PTHREAD_MUTEX_INITIALIZER, 100 };

static void transfer(struct account *from, struct account *to, long amount)
{
	pthread_mutex_lock(&from->lock);
	from->balance -= amount; // RACE 1; RACE 2
	to->balance += amount; // RACE 1; RACE 2
	pthread_mutex_unlock(&from->lock);
}

static void *save(void *argument)
{
	for (int i = 0; i < 10; i++)
		transfer(&checking, &savings, 1);
	return argument;
}

static void *spend(void *argument)
{
	for (int i = 0; i < 10; i++)
		transfer(&savings, &checking, 1);
	return argument;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, save, NULL);
	pthread_create(&second, NULL, spend, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	printf("%ld %ld\n", savings.balance, checking.balance);
	return 0;
}
