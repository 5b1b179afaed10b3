/* A project's own init function that makes recursive locks: seen through, and only its locks are excused. */
#include <pthread.h>

struct box {
	pthread_mutex_t nested;
	pthread_mutex_t plain;
};

static void init_recursive(pthread_mutex_t *m)
{
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(m, &attr);
	pthread_mutexattr_destroy(&attr);
}

void box_init(struct box *b)
{
	init_recursive(&b->nested);
	pthread_mutex_init(&b->plain, NULL);
}

void nested(struct box *b)
{
	pthread_mutex_lock(&b->nested);
	pthread_mutex_lock(&b->nested); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&b->nested);
	pthread_mutex_unlock(&b->nested);
}

void plain(struct box *b)
{
	pthread_mutex_lock(&b->plain);
	pthread_mutex_lock(&b->plain); // SELF-DEADLOCK
	pthread_mutex_unlock(&b->plain);
}
