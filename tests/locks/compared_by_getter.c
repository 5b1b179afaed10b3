/* Two locks that may be one: both come out of functions that compute an address. Who compares them knows; the twin does not compare. */
#include <pthread.h>

struct space {
	pthread_mutex_t table_lock;
	int tables;
};

static pthread_mutex_t *lock_of(struct space *s, int level)
{
	(void)level;
	return &s->table_lock;
}

int move_tables(struct space *s, int from, int to)
{
	pthread_mutex_t *old = lock_of(s, from), *new = lock_of(s, to);

	pthread_mutex_lock(old);
	if (new != old)
		pthread_mutex_lock(new);
	s->tables++;
	if (new != old)
		pthread_mutex_unlock(new);
	pthread_mutex_unlock(old);
	return 0;
}

int copy_tables(struct space *s, int from, int to)
{
	pthread_mutex_t *old = lock_of(s, from), *new = lock_of(s, to);

	pthread_mutex_lock(old);
	pthread_mutex_lock(new); // SELF-DEADLOCK
	s->tables++;
	pthread_mutex_unlock(new);
	pthread_mutex_unlock(old);
	return 0;
}
