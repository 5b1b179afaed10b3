/* Locks are taken in the order of their addresses. Where the ways meet there is also a block that nobody gets to: the label is
 * left for a debugger. It tells nothing about the order, in either way. */
#include <pthread.h>

struct account {
	pthread_mutex_t lock;
	long balance;
};

static struct account giro = { .lock = PTHREAD_MUTEX_INITIALIZER }, savings = { .lock = PTHREAD_MUTEX_INITIALIZER };

static void transfer(struct account *from, struct account *to, long amount)
{
	struct account *first = from, *second = to;

	if (from > to) {
		first = to;
		second = from;
	}
	pthread_mutex_lock(&first->lock); // NODEADLOCK
	pthread_mutex_lock(&second->lock); // NODEADLOCK
	goto begin;
nobody:
	amount = 0;
out:
	from->balance++; // NORACE
	goto done;
begin:
	if (amount < 0)
		goto out;
	from->balance -= amount; // NORACE
	to->balance += amount; // NORACE
done:
	pthread_mutex_unlock(&second->lock);
	pthread_mutex_unlock(&first->lock);
	return;
	goto nobody;
}

static void *forward(void *argument)
{
	transfer(&giro, &savings, 1);
	return argument;
}

static void *backward(void *argument)
{
	transfer(&savings, &giro, -2);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, forward, NULL);
	pthread_create(&t2, NULL, backward, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
