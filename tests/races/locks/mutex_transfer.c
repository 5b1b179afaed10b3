/* Each account has its own lock. A transfer takes first the one, then the other, never both. */
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
	from->balance -= amount; // NORACE
	pthread_mutex_unlock(&from->lock);
	pthread_mutex_lock(&to->lock);
	to->balance += amount; // NORACE
	pthread_mutex_unlock(&to->lock);
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
