/* The word is 0 at first, and nobody stores to it by its name: one of its halves is set. So the branch is taken, too. */
#include <pthread.h>
#include <stdint.h>

static union {
	uint32_t whole;
	struct {
		uint16_t low, high;
	} half;
} state;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *worker(void *arg)
{
	pthread_mutex_lock(&lock);
	state.half.high = 1;
	pthread_mutex_unlock(&lock);
	total = 1; // RACE 1
	return arg;
}

int main(void)
{
	pthread_t t;
	int set;

	pthread_create(&t, NULL, worker, NULL);
	pthread_mutex_lock(&lock);
	set = state.whole != 0;
	pthread_mutex_unlock(&lock);
	if (set)
		total = 2; // RACE 1
	pthread_join(t, NULL);
	return 0;
}
