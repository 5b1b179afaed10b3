/* Both take the registry first. */
// FLAGS: --rule deadlock --rule self-deadlock --rule wait-holding --rule lock-leak --rule unlock-unheld
#include <pthread.h>

static pthread_mutex_t registry = PTHREAD_MUTEX_INITIALIZER, device = PTHREAD_MUTEX_INITIALIZER;

struct ops {
	void (*open)(void);
	void (*close)(void);
};

static void dev_open(void)
{
	pthread_mutex_lock(&device);
	pthread_mutex_unlock(&device);
}

static void dev_close(void)
{
	pthread_mutex_lock(&registry);
	pthread_mutex_unlock(&registry);
}

static const struct ops dev = { dev_open, dev_close };
static const struct ops *current = &dev;

static void *opener(void *arg)
{
	pthread_mutex_lock(&registry);
	current->open();
	pthread_mutex_unlock(&registry);
	return arg;
}

static void *closer(void *arg)
{
	current->close();
	pthread_mutex_lock(&device);
	pthread_mutex_unlock(&device);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, opener, NULL);
	pthread_create(&t2, NULL, closer, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
