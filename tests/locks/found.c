/* Functions that return what they found, locked, and an error in place of a pointer, not locked. The lock is not theirs to lend: who
 * gets it cannot name it. found_named.c has one that others can release. */
#include <pthread.h>
#include <stddef.h>
#include <string.h>

struct table {
	struct table *next;
	const char *name;
	int bad;
};

static pthread_mutex_t tables_lock = PTHREAD_MUTEX_INITIALIZER;
static struct table *tables;

static inline void *error_pointer(long error)
{
	return (void *)error;
}

struct table *find_locked(const char *name)
{
	struct table *t;

	pthread_mutex_lock(&tables_lock);
	for (t = tables; t; t = t->next)
		if (strcmp(t->name, name) == 0)
			return t; // LOCK-LEAK: the lock is of this unit alone, and no function gives it back
	pthread_mutex_unlock(&tables_lock);
	return error_pointer(-2);
}

struct table *make_default(void);

struct table *find_or_make(const char *name, int make)
{
	struct table *t;

	pthread_mutex_lock(&tables_lock);
	for (t = tables; t; t = t->next)
		if (strcmp(t->name, name) == 0)
			return t; // LOCK-LEAK: the lock is of this unit alone, and no function gives it back
	pthread_mutex_unlock(&tables_lock);
	return make ? make_default() : NULL;
}

struct table *find_good(const char *name)
{
	struct table *t;

	pthread_mutex_lock(&tables_lock);
	for (t = tables; t; t = t->next)
		if (strcmp(t->name, name) == 0) {
			if (t->bad)
				return error_pointer(-22); // LOCK-LEAK
			break;
		}
	pthread_mutex_unlock(&tables_lock);
	return t;
}

struct table *touch(struct table *t)
{
	pthread_mutex_lock(&tables_lock);
	if (t->bad)
		return t; // LOCK-LEAK: the result is the same
	t->name = "";
	pthread_mutex_unlock(&tables_lock);
	return t;
}
