/* As attribute_elsewhere.c; what is set elsewhere is not what the lock is made with. */
#include <pthread.h>

struct settings {
	int level;
	pthread_mutexattr_t kind;
};

extern void set_kind(pthread_mutexattr_t *);

static pthread_mutex_t lock;
static struct settings settings;
static pthread_mutexattr_t ours, theirs;

static void twice(void)
{
	pthread_mutex_lock(&lock);
	pthread_mutex_lock(&lock); // SELF-DEADLOCK
	pthread_mutex_unlock(&lock);
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	struct settings wanted = { .level = 1 };

	pthread_mutexattr_init(&wanted.kind);
	pthread_mutexattr_settype(&wanted.kind, PTHREAD_MUTEX_RECURSIVE);
	settings = wanted;
	set_kind(&theirs);
	pthread_mutexattr_init(&ours);
	pthread_mutex_init(&lock, &ours);
	twice();
	return settings.level - 1;
}
