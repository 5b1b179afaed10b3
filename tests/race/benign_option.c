// FLAGS: --benign hits --benign conn.seen
// STATS: pruned_benign > 0
// Names from the command line stand beside the rows of the models.
#include <pthread.h>
#include <stddef.h>

struct conn {
	int seen, state;
};

static int hits;
static struct conn conn;

static void *worker(void *arg)
{
	hits++; // NORACE
	conn.seen = 1; // NORACE
	conn.state = 1; // RACE 1
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	hits = 0;
	conn.seen = 0;
	conn.state = 0; // RACE 1
	pthread_join(t, NULL);
	return 0;
}
