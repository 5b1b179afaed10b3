/* As callback_argument_mended.c, but the function that takes the lock is handed over with the lock held. */
#include <pthread.h>

struct item {
	struct item *next;
	int n;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item list[3] = { { &list[1], 1 }, { &list[2], 2 }, { 0, 3 } };
static int sum, seen;

static void count(struct item *i)
{
	sum += i->n; // NORACE
}

static void note(struct item *i)
{
	pthread_mutex_lock(&lock); // SELF-DEADLOCK
	seen += i->n; // NORACE
	pthread_mutex_unlock(&lock);
}

static void each_from(struct item *i, void (*call)(struct item *))
{
	for (; i; i = i->next)
		call(i);
}

static void each(void (*call)(struct item *))
{
	each_from(&list[0], call);
}

static void *counter(void *argument)
{
	pthread_mutex_lock(&lock); // NOSELF-DEADLOCK
	each(count);
	pthread_mutex_unlock(&lock);
	return argument;
}

static void *noter(void *argument)
{
	pthread_mutex_lock(&lock);
	each(note);
	pthread_mutex_unlock(&lock);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, counter, NULL);
	pthread_create(&t2, NULL, noter, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return sum + seen;
}
