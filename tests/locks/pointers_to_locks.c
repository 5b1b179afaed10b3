/* Locks that are reached through a pointer to the lock itself. */
#include <pthread.h>

struct job {
	pthread_mutex_t *lock;
	int state;
};

static int n;
void run(void);

void same_pointer(struct job *j)
{
	pthread_mutex_lock(j->lock);
	n++; // RACE 1
	pthread_mutex_lock(j->lock); // SELF-DEADLOCK
	pthread_mutex_unlock(j->lock);
}

void pointer_replaced(struct job *j, pthread_mutex_t *other)
{
	pthread_mutex_lock(j->lock); // RACE 2
	j->lock = other; // RACE 2
	pthread_mutex_lock(j->lock); // NOSELF-DEADLOCK; RACE 2
	pthread_mutex_unlock(j->lock); // RACE 2
}

int saved_pointer(struct job *j)
{
	pthread_mutex_t *lock = j->lock;

	pthread_mutex_lock(lock);
	run();
	if (j->state < 0)
		return -1; // LOCK-LEAK
	pthread_mutex_unlock(lock);
	return 0;
}

void chosen(struct job *a, struct job *b, int first)
{
	pthread_mutex_t *lock = first ? a->lock : b->lock;

	pthread_mutex_lock(lock);
	n++; // RACE 1
	pthread_mutex_unlock(lock); // NOUNLOCK-UNHELD
}

void chosen_twice(struct job *a, struct job *b, int first)
{
	pthread_mutex_t *lock = first ? a->lock : b->lock;

	pthread_mutex_lock(lock);
	pthread_mutex_lock(lock); // SELF-DEADLOCK
	pthread_mutex_unlock(lock);
}

void another_may_alias(struct job *a, struct job *b, pthread_mutex_t *fresh)
{
	pthread_mutex_lock(a->lock);
	b->lock = fresh; // RACE 2
	pthread_mutex_lock(a->lock); // NOSELF-DEADLOCK
	pthread_mutex_unlock(a->lock);
}
