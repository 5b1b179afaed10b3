/* A function that calls itself with the lock held: needs more than one function at a time. */
#include <pthread.h>

struct tree {
	struct tree *left, *right;
	int n;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int sum_wrong(const struct tree *t)
{
	int n;

	if (!t)
		return 0;
	pthread_mutex_lock(&m); // SELF-DEADLOCK
	n = t->n + sum_wrong(t->left) + sum_wrong(t->right);
	pthread_mutex_unlock(&m);
	return n;
}

static int sum_locked(const struct tree *t)
{
	return t ? t->n + sum_locked(t->left) + sum_locked(t->right) : 0;
}

int sum_right(const struct tree *t)
{
	int n;

	pthread_mutex_lock(&m); // NOSELF-DEADLOCK
	n = sum_locked(t);
	pthread_mutex_unlock(&m);
	return n;
}
