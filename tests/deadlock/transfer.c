/* transfer(a, b) in one thread, transfer(b, a) in the other: one function, one order in the text, two orders of the locks. */
#include <pthread.h>

struct account {
	pthread_mutex_t lock;
	long balance;
};

static struct account giro = { PTHREAD_MUTEX_INITIALIZER, 100 }, savings = { PTHREAD_MUTEX_INITIALIZER, 100 };

static void transfer(struct account *from, struct account *to, long amount)
{
	pthread_mutex_lock(&from->lock); // DEADLOCK 1
	pthread_mutex_lock(&to->lock); // DEADLOCK 1
	from->balance -= amount; // NORACE
	to->balance += amount; // NORACE
	pthread_mutex_unlock(&to->lock);
	pthread_mutex_unlock(&from->lock);
}

static void *save(void *argument)
{
	transfer(&giro, &savings, 1);
	return argument;
}

static void *spend(void *argument)
{
	transfer(&savings, &giro, 2);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, save, NULL);
	pthread_create(&t2, NULL, spend, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
