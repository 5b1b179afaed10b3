/* Members of a table are entered by many threads, says a row; whoever calls start() calls stop() as well, and the lock is held in between. What is declared by its own name begins
 * and ends by itself. */
// FLAGS: --models @DIR@/rows.model
#include <pthread.h>

struct seq_ops {
	int (*start)(void);
	void (*stop)(void);
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;

static int route_start(void)
{
	pthread_mutex_lock(&lock);
	return 1; // NOLOCK-LEAK
}

static void route_stop(void)
{
	pthread_mutex_unlock(&lock);
}

static const struct seq_ops routes = { route_start, route_stop };

const struct seq_ops *routes_get(void)
{
	return &routes;
}

int sys_start(int n)
{
	pthread_mutex_lock(&other);
	if (n)
		return -1; // LOCK-LEAK
	pthread_mutex_unlock(&other);
	return 0;
}
