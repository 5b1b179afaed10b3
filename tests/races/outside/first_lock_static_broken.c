/* As first_lock.c, but the lock is there from the start: nothing says that setting the level comes before the steps. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int level, count;

void set_level(int l)
{
	level = l; // RACE 1
}

int step(int at)
{
	if (at < level) // RACE 1
		return 0;
	pthread_mutex_lock(&lock);
	count++; // NORACE
	pthread_mutex_unlock(&lock);
	return 1;
}
