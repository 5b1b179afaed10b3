/* As parent_recursive_mended.c, but the other function takes the lock of the child before that of the parent. */
#include <pthread.h>
#include <stdlib.h>

struct zone {
	pthread_mutex_t lock;
	struct zone *raw, *secure;
	int notified;
};

static void notify(struct zone *z)
{
	pthread_mutex_lock(&z->lock); // DEADLOCK 1
	if (z->raw) // NORACE
		notify(z->raw);
	z->notified++; // NORACE
	pthread_mutex_unlock(&z->lock);
}

static void settle(struct zone *z)
{
	pthread_mutex_lock(&z->lock); // DEADLOCK 1
	pthread_mutex_lock(&z->secure->lock); // DEADLOCK 1
	z->notified = 0; // NORACE reported: that a function calls itself with another zone is not known to race
	pthread_mutex_unlock(&z->secure->lock);
	pthread_mutex_unlock(&z->lock);
}

static void *notifier(void *zone)
{
	notify(zone);
	return NULL;
}

static void *settler(void *zone)
{
	settle(zone);
	return NULL;
}

int main(void)
{
	struct zone *secure = calloc(1, sizeof *secure), *raw = calloc(1, sizeof *raw);
	pthread_t t1, t2;

	pthread_mutex_init(&secure->lock, NULL);
	pthread_mutex_init(&raw->lock, NULL);
	secure->raw = raw;
	raw->secure = secure;
	pthread_create(&t1, NULL, notifier, secure);
	pthread_create(&t2, NULL, settler, raw);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
