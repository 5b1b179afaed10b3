/* Statistics behind a spin lock that is only tried: who does not get it keeps its numbers for the next time. */
#include <pthread.h>
#include <stdio.h>

struct totals {
	pthread_spinlock_t lock;
	long sum;
};

static struct totals totals;

static long add(struct totals *t, long amount)
{
	if (pthread_spin_trylock(&t->lock) != 0)
		return amount;
	t->sum += amount; // NORACE
	pthread_spin_unlock(&t->lock);
	return 0;
}

static void *counter(void *argument)
{
	long kept = 0;

	for (int i = 0; i < 5000; i++)
		kept = add(&totals, kept + 1);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_spin_init(&totals.lock, PTHREAD_PROCESS_PRIVATE);
	pthread_create(&one, NULL, counter, NULL);
	pthread_create(&two, NULL, counter, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%ld\n", totals.sum);
	return 0;
}
