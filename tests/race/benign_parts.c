// FLAGS: --benign server.totals --benign pair.left
// STATS: pruned_benign > 0
// A member that is a record is benign with all it holds, however it is reached; the record around it is not. Who writes the whole
// record writes the other members, too.
#include <pthread.h>
#include <stddef.h>
#include <string.h>

struct totals {
	long hits, misses;
};

struct server {
	int id;
	struct totals totals;
};

struct pair {
	int left, right;
};

static struct server server, spare;
static struct totals alone;
static struct pair whole;

static void *worker(void *arg)
{
	struct server *s = &spare;

	server.totals.hits++; // NORACE
	server.totals.misses++; // NORACE
	s->totals.misses++; // NORACE
	server.id = 1; // RACE 1
	alone.hits++; // RACE 2
	whole.left = 1; // NORACE
	whole.right = 1; // RACE 3
	return arg;
}

int main(void)
{
	struct totals *t = &spare.totals;
	pthread_t id;

	pthread_create(&id, NULL, worker, NULL);
	server.totals.hits = 0; // NORACE
	server.totals.misses = 0; // NORACE
	spare.totals.misses = 0; // NORACE
	t->hits = 0; // NORACE
	server.id = 0; // RACE 1
	alone.hits = 0; // RACE 2
	memset(&whole, 0, sizeof whole); // RACE 3
	pthread_join(id, NULL);
	return 0;
}
