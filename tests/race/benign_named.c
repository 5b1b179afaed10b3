// FLAGS: --benign conn.seen --benign totals.hits --benign item_t.age --benign reply.u.word --benign slot.busy
// STATS: pruned_benign > 0
// A member that is declared benign is so in every variable of the type: in a plain one, in an element of an array, inside another
// record, on the stack. The name is that of the type, also of a typedef; a member of another type with the same name is another
// one.
#include <pthread.h>
#include <stddef.h>

struct conn {
	int state, seen;
};

struct totals {
	long hits, misses;
};

struct server {
	int id;
	struct totals totals;
};

typedef struct {
	int age, size;
} item_t;

struct reply {
	int kind;
	union {
		int word;
		char bytes[4];
	} u;
};

struct slot {
	unsigned busy : 1, full : 1;
};

struct other {
	int seen;
};

static struct conn first;
static struct conn table[4];
static struct server server;
static item_t item;
static struct reply reply_now;
static struct slot slot_now;
static struct other second;

static void *worker(void *arg)
{
	struct conn *local = arg;

	first.seen = 1; // NORACE
	first.state = 1; // RACE 1
	table[2].seen = 1; // NORACE
	table[2].state = 1; // RACE 2
	server.totals.hits++; // NORACE
	server.totals.misses++; // RACE 3
	item.age = 1; // NORACE
	item.size = 1; // RACE 4
	reply_now.u.word = 1; // NORACE
	reply_now.kind = 1; // RACE 5
	slot_now.busy = 1; // NORACE
	second.seen = 1; // RACE 6
	local->seen = 1; // NORACE
	local->state = 1; // RACE 7
	return arg;
}

int main(void)
{
	struct conn local = { 0, 0 };
	pthread_t t;

	pthread_create(&t, NULL, worker, &local);
	first.seen = 0; // NORACE
	first.state = 0; // RACE 1
	table[2].seen = 0; // NORACE
	table[2].state = 0; // RACE 2
	server.totals.hits = 0; // NORACE
	server.totals.misses = 0; // RACE 3
	item.age = 0; // NORACE
	item.size = 0; // RACE 4
	reply_now.u.word = 0; // NORACE
	reply_now.kind = 0; // RACE 5
	slot_now.busy = 0; // NORACE
	second.seen = 0; // RACE 6
	local.seen = 0; // NORACE
	local.state = 0; // RACE 7
	pthread_join(t, NULL);
	return 0;
}
