/* A comparison stands near, but it does not decide: both branches lock in one order, the two things that are compared are others,
 * or it comes out the other way round elsewhere. */
#include <pthread.h>

struct account {
	pthread_mutex_t lock;
	long balance;
	int id;
};

struct pot {
	pthread_mutex_t lock;
	long balance;
	int id;
};

struct box {
	pthread_mutex_t lock;
	long balance;
	int id;
};

static struct account giro = { .lock = PTHREAD_MUTEX_INITIALIZER }, savings = { .lock = PTHREAD_MUTEX_INITIALIZER };
static struct pot left = { .lock = PTHREAD_MUTEX_INITIALIZER }, right = { .lock = PTHREAD_MUTEX_INITIALIZER };
static struct box small = { .lock = PTHREAD_MUTEX_INITIALIZER, .id = 1 }, big = { .lock = PTHREAD_MUTEX_INITIALIZER, .id = 2 };

static void transfer(struct account *from, struct account *to, long amount)
{
	if (from < to) {
		pthread_mutex_lock(&from->lock); // DEADLOCK 1: ascending here,
		pthread_mutex_lock(&to->lock); // DEADLOCK 1
	} else {
		pthread_mutex_lock(&from->lock); // DEADLOCK 1: descending there
		pthread_mutex_lock(&to->lock); // DEADLOCK 1
	}
	from->balance -= amount; // NORACE
	to->balance += amount; // NORACE
	pthread_mutex_unlock(&to->lock);
	pthread_mutex_unlock(&from->lock);
}

static void pour(struct pot *from, struct pot *to, long amount)
{
	if (from < to)
		amount = -amount; // decides what is done, not in which order
	pthread_mutex_lock(&from->lock); // DEADLOCK 2
	pthread_mutex_lock(&to->lock); // DEADLOCK 2
	from->balance -= amount; // NORACE
	to->balance += amount; // NORACE
	pthread_mutex_unlock(&to->lock);
	pthread_mutex_unlock(&from->lock);
}

static void pack(struct box *from, struct box *to)
{
	struct box *first = from->id < to->id ? from : to, *second = from->id < to->id ? to : from;

	pthread_mutex_lock(&first->lock); // DEADLOCK 3: the lesser first
	pthread_mutex_lock(&second->lock); // DEADLOCK 3
	from->balance--; // NORACE
	to->balance++; // NORACE
	pthread_mutex_unlock(&second->lock);
	pthread_mutex_unlock(&first->lock);
}

static void unpack(struct box *from, struct box *to)
{
	struct box *first = from->id > to->id ? from : to, *second = from->id > to->id ? to : from;

	pthread_mutex_lock(&first->lock); // DEADLOCK 3: the greater first
	pthread_mutex_lock(&second->lock); // DEADLOCK 3
	from->balance++; // NORACE
	to->balance--; // NORACE
	pthread_mutex_unlock(&second->lock);
	pthread_mutex_unlock(&first->lock);
}

static void *forward(void *argument)
{
	transfer(&giro, &savings, 1);
	pour(&left, &right, 1);
	pack(&small, &big);
	return argument;
}

static void *backward(void *argument)
{
	transfer(&savings, &giro, 2);
	pour(&right, &left, 2);
	unpack(&small, &big);
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
