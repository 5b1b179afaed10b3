/* Lookups that return their object locked, or nothing and no lock: the pointer is kept in a member or in a variable whose address is taken before it is
 * tested, the test is behind the last lock operation, and the lock is a member of a record inside the object. Failures of locks are only
 * logged, under a lock. Every caller gives the lock back. */
#include <pthread.h>
#include <stdio.h>

struct entry {
	int hash;
	pthread_mutex_t lock;
};

struct view {
	struct view *next;
	int name, used;
	struct entry entry;
};

struct client {
	struct view *view;
};

static pthread_mutex_t views_lock = PTHREAD_MUTEX_INITIALIZER, log_lock = PTHREAD_MUTEX_INITIALIZER;
static struct view *views;

static void log_error(const char *what, int error)
{
	pthread_mutex_lock(&log_lock);
	fprintf(stderr, "%s: %d\n", what, error);
	pthread_mutex_unlock(&log_lock);
}

#define LOCK(lock)                                      \
	do {                                            \
		int error = pthread_mutex_lock(lock);   \
		if (error)                              \
			log_error("lock", error);       \
	} while (0)

#define UNLOCK(lock)                                    \
	do {                                            \
		int error = pthread_mutex_unlock(lock); \
		if (error)                              \
			log_error("unlock", error);     \
	} while (0)

static int search(int name, struct view **out)
{
	*out = views;
	while (*out && (*out)->name != name)
		*out = (*out)->next;
	return *out != NULL;
}

static struct view *find_view(int name)
{
	struct view *v;

	LOCK(&views_lock);
	if (!search(name, &v))
		v = NULL;
	if (v)
		LOCK(&v->entry.lock);
	UNLOCK(&views_lock);
	if (!v)
		return NULL;
	return v;
}

static int set_view(struct client *c, int name)
{
	c->view = find_view(name);
	if (!c->view)
		return -1;
	UNLOCK(&c->view->entry.lock);
	return 0;
}

static struct entry *find_entry(int name)
{
	struct view *v = find_view(name);

	return v ? &v->entry : NULL;
}

static int peek(int name)
{
	struct entry *e = find_entry(name);
	int hash;

	if (!e)
		return 0;
	hash = e->hash; // NORACE
	if (hash < 0)
		hash = 0; // NORACE
	UNLOCK(&e->lock);
	return hash;
}

static void *worker(void *argument)
{
	struct client c = { NULL };

	if (set_view(&c, 3) == 0)
		peek(4);
	return argument;
}

int main(void)
{
	static struct view all[2] = { { NULL, 3, 0, { 0, PTHREAD_MUTEX_INITIALIZER } }, { NULL, 4, 0, { 0, PTHREAD_MUTEX_INITIALIZER } } };
	pthread_t t1, t2;

	all[0].next = &all[1];
	views = all;
	pthread_create(&t1, NULL, worker, NULL);
	pthread_create(&t2, NULL, worker, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
