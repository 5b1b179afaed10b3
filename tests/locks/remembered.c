/* "Which lock am I holding" kept in a pointer: null while there is none. */
#include <pthread.h>
#include <stddef.h>

struct super {
	int flags;
	pthread_mutex_t rename;
	pthread_rwlock_t tree;
};

struct dentry {
	struct super *sb;
	struct dentry *parent;
};

static pthread_mutex_t single = PTHREAD_MUTEX_INITIALIZER;

int members(struct dentry *d, struct dentry *alias)
{
	pthread_mutex_t *m1 = NULL;
	pthread_rwlock_t *m2 = NULL;
	int ret = -1;

	if (alias->parent == d->parent) // RACE 1
		goto move;
	if (pthread_mutex_trylock(&d->sb->rename))
		goto out;
	m1 = &d->sb->rename;
	if (pthread_rwlock_tryrdlock(&alias->sb->tree))
		goto out;
	m2 = &alias->sb->tree;
move:
	d->parent = alias->parent; // RACE 1
	ret = 0;
out:
	if (m2)
		pthread_rwlock_unlock(m2);
	if (m1)
		pthread_mutex_unlock(m1);
	return ret; // NOLOCK-LEAK
}

/* The lock is remembered too late: when the second attempt fails, nobody knows of the first. */
int too_late(struct dentry *d, struct dentry *alias)
{
	pthread_mutex_t *m1 = NULL;
	int ret = -1;

	if (pthread_mutex_trylock(&d->sb->rename))
		goto out;
	if (pthread_rwlock_tryrdlock(&alias->sb->tree))
		goto out;
	m1 = &d->sb->rename;
	pthread_rwlock_unlock(&alias->sb->tree);
	ret = 0;
out:
	if (m1)
		pthread_mutex_unlock(m1);
	return ret; // LOCK-LEAK
}

void pointer(pthread_mutex_t *m, int x)
{
	pthread_mutex_t *held = NULL;

	if (x > 0) {
		pthread_mutex_lock(m);
		held = m;
	}
	if (held)
		pthread_mutex_unlock(held);
} // NOLOCK-LEAK

void global(int x)
{
	pthread_mutex_t *held = NULL;

	if (x > 0) {
		pthread_mutex_lock(&single);
		if (x > 2)
			held = &single;
		else
			pthread_mutex_unlock(&single);
	}
	if (held)
		pthread_mutex_unlock(held); // NOUNLOCK-UNHELD
} // NOLOCK-LEAK
