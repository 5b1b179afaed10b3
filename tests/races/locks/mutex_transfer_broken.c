/* As mutex_transfer.c, but the lock of the one account is meant to cover the other one as well. */
#include <pthread.h>
#include <stdio.h>

struct account {
	pthread_mutex_t lock;
	long balance;
};

static struct account savings = { .lock = PTHREAD_MUTEX_INITIALIZER, .balance = 1000 };
static struct account giro = { .lock = PTHREAD_MUTEX_INITIALIZER, .balance = 1000 };

static void transfer(struct account *from, struct account *to, long amount)
{
	pthread_mutex_lock(&from->lock);
	from->balance -= amount; // RACE 1; RACE 2
	to->balance += amount; // RACE 1; RACE 2
	pthread_mutex_unlock(&from->lock);
}

static void *save(void *argument)
{
	for (int i = 0; i < 300; i++)
		transfer(&giro, &savings, 2);
	return argument;
}

static void *spend(void *argument)
{
	for (int i = 0; i < 300; i++)
		transfer(&savings, &giro, 1);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, save, NULL);
	pthread_create(&two, NULL, spend, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%ld %ld\n", savings.balance, giro.balance);
	return 0;
}
