// STATS: programs == 1
// The twin, an application: what it leaves alone takes no lock, and the threads are its own.
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

	pthread_create(&t, NULL, work, NULL);
	queue_put();
	pthread_join(t, NULL);
	return queue_size();
}
