/* An element of a table, with a lock; or nothing, where the table could not be made. The address of an element is not null. The twin forgets the lock. */
// FLAGS: --rule lock-leak
#include <pthread.h>
#include <stddef.h>

struct table {
	pthread_mutex_t lock;
	long *base;
};

int make_table(struct table *t);

static long *element(struct table *t, unsigned long i)
{
	return t->base + (i & 511);
}

int set_element(struct table *t, unsigned long i, long value)
{
	long *e = NULL;

	if (!make_table(t)) {
		pthread_mutex_lock(&t->lock);
		e = element(t, i);
	}
	if (!e)
		return -1;
	*e = value;
	pthread_mutex_unlock(&t->lock);
	return 0;
}

int swap_element(struct table *t, unsigned long i, long value)
{
	long *e = NULL;

	if (!make_table(t)) {
		pthread_mutex_lock(&t->lock);
		e = element(t, i);
	}
	if (!e)
		return -1;
	if (*e == value)
		return -2; // LOCK-LEAK
	*e = value;
	pthread_mutex_unlock(&t->lock);
	return 0;
}
