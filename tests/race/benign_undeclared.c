// FLAGS: --benign conn.hits --benign left.count
// The twin of benign_named.c: what is declared is a member of another type, of another name or at another place than what is
// accessed, so nothing is pruned.
// STATS: pruned_benign == 0
#include <pthread.h>
#include <stddef.h>

struct conn {
	int state, seen;
};

struct peer {
	int hits;
};

struct left {
	int total, count;
};

struct both {
	struct left left;
	struct { int count; } right;
};

static struct conn first;
static struct peer peer;
static struct both both;

static void *worker(void *arg)
{
	first.seen = 1; // RACE 1
	peer.hits = 1; // RACE 2
	both.right.count = 1; // RACE 3
	both.left.total = 1; // RACE 4
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	first.seen = 0; // RACE 1
	peer.hits = 0; // RACE 2
	both.right.count = 0; // RACE 3
	both.left.total = 0; // RACE 4
	pthread_join(t, NULL);
	return 0;
}
