/* The lock that all calls take is made by one of them: that one comes first, and what it sets beside the lock is set. */
#include <pthread.h>

static pthread_mutex_t lock;
static int level, count;

void begin(int l)
{
	pthread_mutex_init(&lock, NULL); // NORACE
	level = l; // NORACE
}

int step(int at)
{
	if (at < level) // NORACE
		return 0;
	pthread_mutex_lock(&lock);
	count++; // NORACE
	pthread_mutex_unlock(&lock);
	return 1;
}
