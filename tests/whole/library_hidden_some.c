// FLAGS: -- -fvisibility=hidden
// One function is exported, and it is the only way in: what is hidden is called by it alone, with the lock held.
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long hits;

void add_locked(void);

void add_locked(void)
{
	hits++; // NORACE
}

__attribute__((visibility("default"))) void count_hit(void)
{
	pthread_mutex_lock(&lock);
	add_locked();
	pthread_mutex_unlock(&lock);
}
