/* Locks that one thread may take twice are no deadlock; neither is one whose kind nobody can tell. */
#define _GNU_SOURCE
#include <pthread.h>
#include <threads.h>

static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_mutex_t checked = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER;

struct box {
	pthread_mutex_t nested, plain;
	mtx_t again, once;
};

void box_init(struct box *b, const pthread_mutexattr_t *attr)
{
	pthread_mutex_init(&b->nested, attr);
	pthread_mutex_init(&b->plain, NULL);
	mtx_init(&b->again, mtx_plain | mtx_recursive);
	mtx_init(&b->once, mtx_plain);
}

void static_recursive(void)
{
	pthread_mutex_lock(&recursive);
	pthread_mutex_lock(&recursive); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&recursive);
	pthread_mutex_unlock(&recursive); // NOUNLOCK-UNHELD
}

void static_checked(void)
{
	pthread_mutex_lock(&checked);
	pthread_mutex_lock(&checked); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&checked);
}

void static_normal(void)
{
	pthread_mutex_lock(&normal);
	pthread_mutex_lock(&normal); // SELF-DEADLOCK
	pthread_mutex_unlock(&normal);
}

void with_attributes(struct box *b)
{
	pthread_mutex_lock(&b->nested);
	pthread_mutex_lock(&b->nested); // NOSELF-DEADLOCK
	pthread_mutex_unlock(&b->nested);
	pthread_mutex_unlock(&b->nested);
}

void without_attributes(struct box *b)
{
	pthread_mutex_lock(&b->plain);
	pthread_mutex_lock(&b->plain); // SELF-DEADLOCK
	pthread_mutex_unlock(&b->plain);
}

void c11_recursive(struct box *b)
{
	mtx_lock(&b->again);
	mtx_lock(&b->again); // NOSELF-DEADLOCK
	mtx_unlock(&b->again);
	mtx_unlock(&b->again);
}

void c11_plain(struct box *b)
{
	mtx_lock(&b->once);
	mtx_lock(&b->once); // SELF-DEADLOCK
	mtx_unlock(&b->once);
}
