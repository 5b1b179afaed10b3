/* As first_lock.c, but one function reads the level and uses nothing that the first call makes: it may be called at any time. */
#include <pthread.h>

static pthread_mutex_t lock;
static int level, count;

void begin(int l)
{
	pthread_mutex_init(&lock, NULL);
	level = l; // RACE 1
}

int step(void)
{
	int n;

	pthread_mutex_lock(&lock);
	n = ++count; // NORACE
	pthread_mutex_unlock(&lock);
	return n;
}

int level_now(void)
{
	return level; // RACE 1
}
