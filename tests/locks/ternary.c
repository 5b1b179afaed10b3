/* One of two locks, chosen by a condition that is asked again. */
#include <pthread.h>

struct table {
	pthread_rwlock_t rw;
	pthread_mutex_t a, b;
	int big;
};

static int n;

void read_or_write(struct table *t, int write)
{
	if (write)
		pthread_rwlock_wrlock(&t->rw);
	else
		pthread_rwlock_rdlock(&t->rw);
	n++; // RACE 1
	pthread_rwlock_unlock(&t->rw); // NOUNLOCK-UNHELD
} // NOLOCK-LEAK

void one_of_two(struct table *t, int which)
{
	pthread_mutex_lock(which ? &t->a : &t->b);
	n++; // RACE 1
	pthread_mutex_unlock(which ? &t->a : &t->b); // NOUNLOCK-UNHELD
} // NOLOCK-LEAK

void by_member(struct table *t)
{
	pthread_mutex_lock(t->big ? &t->a : &t->b);
	n++; // RACE 1
	pthread_mutex_unlock(t->big ? &t->a : &t->b); // NOUNLOCK-UNHELD
} // NOLOCK-LEAK

void upgrade_forgotten(struct table *t, int write)
{
	pthread_rwlock_rdlock(&t->rw);
	if (write)
		pthread_rwlock_wrlock(&t->rw); // SELF-DEADLOCK
	n++; // RACE 1
	pthread_rwlock_unlock(&t->rw);
}
