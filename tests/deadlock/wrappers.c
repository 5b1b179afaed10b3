/* The locks are behind wrappers, two deep, and behind a macro. */
#include <pthread.h>

struct guard {
	pthread_mutex_t m;
	int depth;
};

static struct guard users = { PTHREAD_MUTEX_INITIALIZER, 0 }, groups = { PTHREAD_MUTEX_INITIALIZER, 0 };
static int members;

static void raw_lock(pthread_mutex_t *m)
{
	pthread_mutex_lock(m);
}

static void raw_unlock(pthread_mutex_t *m)
{
	pthread_mutex_unlock(m);
}

static void guard_lock(struct guard *g)
{
	raw_lock(&g->m);
}

static void guard_unlock(struct guard *g)
{
	raw_unlock(&g->m);
}

#define WITH(g) for (int once = (guard_lock(&(g)), 1); once; once = (guard_unlock(&(g)), 0))

static void *join_group(void *argument)
{
	WITH(users) // DEADLOCK 1
		WITH(groups) // DEADLOCK 1
			members++; // NORACE
	return argument;
}

static void *leave_group(void *argument)
{
	guard_lock(&groups); // DEADLOCK 1
	guard_lock(&users); // DEADLOCK 1
	members--; // NORACE
	guard_unlock(&users);
	guard_unlock(&groups);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, join_group, NULL);
	pthread_create(&t2, NULL, leave_group, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
