/* Money moves between two accounts, but only the first one's lock is taken: the second one's balance is changed by two
 * threads that hold two different locks. Each account is the second one for one of the threads: a race on either balance. */
#include <pthread.h>
#include <stdio.h>

struct account {
	pthread_mutex_t lock;
	int id;
	long balance;
};

static struct account giro = { PTHREAD_MUTEX_INITIALIZER, 1, 5000 };
static struct account savings = { PTHREAD_MUTEX_INITIALIZER, 2, 5000 };

static void transfer(struct account *from, struct account *to, long amount)
{
	pthread_mutex_lock(&from->lock);
	if (from->balance >= amount) { // RACE 1; RACE 2
		from->balance -= amount; // RACE 1; RACE 2
		to->balance += amount; // RACE 1; RACE 2
	}
	pthread_mutex_unlock(&from->lock);
}

static void *save(void *argument)
{
	for (int i = 0; i < 500; i++)
		transfer(&giro, &savings, 3);
	return argument;
}

static void *spend(void *argument)
{
	for (int i = 0; i < 500; i++)
		transfer(&savings, &giro, 2);
	return argument;
}

int main(void)
{
	pthread_t saver, spender;

	pthread_create(&saver, NULL, save, NULL);
	pthread_create(&spender, NULL, spend, NULL);
	pthread_join(saver, NULL);
	pthread_join(spender, NULL);
	printf("%ld\n", giro.balance + savings.balance);
	return 0;
}
