/* A list of listeners is walked with its lock held, and a listener that is called removes itself, which takes the lock
 * again. */
#include <pthread.h>

struct listener {
	void (*call)(struct listener *);
	struct listener *next;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct listener *listeners;
static int calls;

static void add(struct listener *l)
{
	pthread_mutex_lock(&lock);
	l->next = listeners;
	listeners = l; // NORACE
	pthread_mutex_unlock(&lock);
}

static void drop_all(void)
{
	pthread_mutex_lock(&lock); // SELF-DEADLOCK
	listeners = NULL; // NORACE
	calls++; // NORACE
	pthread_mutex_unlock(&lock);
}

static void on_event(struct listener *l)
{
	(void)l;
	drop_all();
}

static void *notify(void *argument)
{
	struct listener *first;

	pthread_mutex_lock(&lock);
	first = listeners; // NORACE
	if (first)
		first->call(first);
	pthread_mutex_unlock(&lock);
	return argument;
}

int main(void)
{
	static struct listener one = { on_event, NULL };
	pthread_t t1, t2;

	add(&one);
	pthread_create(&t1, NULL, notify, NULL);
	pthread_create(&t2, NULL, notify, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
