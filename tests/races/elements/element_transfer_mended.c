/* As element_transfer.c, with both locks, the lower account first. */
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
	pthread_mutex_lock(from->id < to->id ? &from->lock : &to->lock);
	pthread_mutex_lock(from->id < to->id ? &to->lock : &from->lock);
	if (from->balance >= amount) { // NORACE
		from->balance -= amount; // NORACE
		to->balance += amount; // NORACE
	}
	pthread_mutex_unlock(&from->lock);
	pthread_mutex_unlock(&to->lock);
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
