/* A record that begins with its lock: the address of the record is the address of the lock. A function that locks what it is given
 * calls back, and what it calls locks the member of the same record. */
#include <pthread.h>
#include <stdlib.h>

struct table {
	pthread_mutex_t lock;
	long n;
};

struct walk {
	struct table *of, *other;
};

static void count(struct walk *w)
{
	pthread_mutex_lock(&w->of->lock); // SELF-DEADLOCK
	w->of->n++;
	pthread_mutex_unlock(&w->of->lock);
}

static void with_lock(void *lock, void (*call)(struct walk *), struct walk *w)
{
	pthread_mutex_lock(lock);
	call(w);
	pthread_mutex_unlock(lock);
}

static void walk(struct walk *w)
{
	with_lock(w->of, count, w);
}

int main(void)
{
	struct table *one = calloc(1, sizeof *one), *two = calloc(1, sizeof *two);
	struct walk w = { one, two };

	if (!one || !two)
		return 1;
	pthread_mutex_init(&one->lock, NULL);
	pthread_mutex_init(&two->lock, NULL);
	walk(&w);
	return 0;
}
