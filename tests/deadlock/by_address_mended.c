/* Locks in the order of a key, in several ways: a branch, an early way out, a swap, a conditional, by number, by a member, and by
 * callers. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct account {
	pthread_mutex_t lock;
	long balance;
};

struct pot {
	pthread_mutex_t lock;
	long balance;
};

struct box {
	pthread_mutex_t lock;
	long balance;
	int id;
};

struct jar {
	pthread_mutex_t lock;
	long balance;
};

static struct account giro = { .lock = PTHREAD_MUTEX_INITIALIZER }, savings = { .lock = PTHREAD_MUTEX_INITIALIZER };
static struct pot left = { .lock = PTHREAD_MUTEX_INITIALIZER }, right = { .lock = PTHREAD_MUTEX_INITIALIZER };
static struct box small = { .lock = PTHREAD_MUTEX_INITIALIZER, .id = 1 }, big = { .lock = PTHREAD_MUTEX_INITIALIZER, .id = 2 };
static struct jar jars[2] = { { PTHREAD_MUTEX_INITIALIZER, 0 }, { PTHREAD_MUTEX_INITIALIZER, 0 } };
static pthread_mutex_t row[8];

static void lock_two(struct account *first, struct account *second)
{
	pthread_mutex_lock(&first->lock); // NODEADLOCK
	pthread_mutex_lock(&second->lock); // NODEADLOCK
}

static void transfer(struct account *from, struct account *to, long amount)
{
	if (from < to)
		lock_two(from, to);
	else
		lock_two(to, from);
	from->balance -= amount; // NORACE
	to->balance += amount; // NORACE
	pthread_mutex_unlock(&to->lock);
	pthread_mutex_unlock(&from->lock);
}

static void pour(struct pot *from, struct pot *to)
{
	if ((uintptr_t)&from->lock > (uintptr_t)&to->lock) {
		pthread_mutex_lock(&to->lock); // NODEADLOCK
		pthread_mutex_lock(&from->lock); // NODEADLOCK
		from->balance--; // NORACE
		to->balance++; // NORACE
		pthread_mutex_unlock(&to->lock);
		pthread_mutex_unlock(&from->lock);
		return;
	}
	pthread_mutex_lock(&from->lock); // NODEADLOCK
	pthread_mutex_lock(&to->lock); // NODEADLOCK
	from->balance--; // NORACE
	to->balance++; // NORACE
	pthread_mutex_unlock(&to->lock);
	pthread_mutex_unlock(&from->lock);
}

static void pack(struct box *from, struct box *to)
{
	struct box *first = from->id < to->id ? from : to, *second = from->id < to->id ? to : from;

	pthread_mutex_lock(&first->lock); // NODEADLOCK
	pthread_mutex_lock(&second->lock); // NODEADLOCK
	from->balance--; // NORACE
	to->balance++; // NORACE
	pthread_mutex_unlock(&second->lock);
	pthread_mutex_unlock(&first->lock);
}

static void unpack(struct box *from, struct box *to)
{
	if (from->id > to->id) {
		struct box *swap = from;
		from = to;
		to = swap;
	}
	pthread_mutex_lock(&from->lock); // NODEADLOCK
	pthread_mutex_lock(&to->lock); // NODEADLOCK
	from->balance++; // NORACE
	to->balance--; // NORACE
	pthread_mutex_unlock(&to->lock);
	pthread_mutex_unlock(&from->lock);
}

static void fill(struct jar *from, struct jar *to)
{
	pthread_mutex_t *first = from < to ? &from->lock : &to->lock, *second = from < to ? &to->lock : &from->lock;

	pthread_mutex_lock(first); // NODEADLOCK
	pthread_mutex_lock(second); // NODEADLOCK
	from->balance--; // NORACE
	to->balance++; // NORACE
	pthread_mutex_unlock(second);
	pthread_mutex_unlock(first);
}

static void by_number(int i, int k)
{
	if (i == k)
		return;
	if (i < k) {
		pthread_mutex_lock(&row[i]); // NODEADLOCK
		pthread_mutex_lock(&row[k]); // NODEADLOCK
	} else {
		pthread_mutex_lock(&row[k]); // NODEADLOCK
		pthread_mutex_lock(&row[i]); // NODEADLOCK
	}
	pthread_mutex_unlock(&row[i]);
	pthread_mutex_unlock(&row[k]);
}

static void *forward(void *argument)
{
	transfer(&giro, &savings, 1);
	pour(&left, &right);
	pack(&small, &big);
	fill(&jars[0], &jars[1]);
	by_number(rand() & 7, rand() & 7);
	return argument;
}

static void *backward(void *argument)
{
	transfer(&savings, &giro, 2);
	pour(&right, &left);
	unpack(&big, &small);
	fill(&jars[1], &jars[0]);
	by_number(rand() & 7, rand() & 7);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	for (int i = 0; i < 8; i++)
		pthread_mutex_init(&row[i], NULL);
	pthread_create(&t1, NULL, forward, NULL);
	pthread_create(&t2, NULL, backward, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
