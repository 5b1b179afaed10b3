// STATS: programs == 2
// The test starts threads, and leaves alone a function that takes the lock: somebody else calls that.
#include <pthread.h>
#include <stddef.h>

void queue_put(void);
void queue_get(void);
int queue_size(void);

static void *work(void *unused)
{
	queue_put();
	queue_get();
	return unused;
}

int main(void)
{
	pthread_t t;
	int n;

	pthread_create(&t, NULL, work, NULL);
	queue_put();
	pthread_join(t, NULL);
	n = queue_size();
	return n;
}
