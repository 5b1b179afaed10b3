/* As order_kept.c; here tables and lists are the same for all, and what is written into them leaves the others in their order. */
#include <pthread.h>
#include <stdlib.h>

#define INIT PTHREAD_MUTEX_INITIALIZER

/* one table, never written */
struct shard { pthread_mutex_t lock; int used; };
static struct shard shard[2] = { { INIT, 0 }, { INIT, 0 } };
static struct shard *up[2] = { &shard[1], &shard[0] };

static void lock_table(struct shard **table, int n)
{
	for (int i = 0; i < n; i++)
		pthread_mutex_lock(&table[i]->lock); // NODEADLOCK
	for (int i = 0; i < n; i++)
		pthread_mutex_unlock(&table[i]->lock);
}

/* by their own numbers, downwards */
struct cell { pthread_mutex_t lock; int used; };
static struct cell cells[2] = { { INIT, 0 }, { INIT, 0 } };

static void lock_numbers(int n)
{
	for (int i = n; i-- > 0;)
		pthread_mutex_lock(&cells[i].lock); // NODEADLOCK
	for (int i = 0; i < n; i++)
		pthread_mutex_unlock(&cells[i].lock);
}

/* one table: the thing in the lesser place comes first */
struct seat { pthread_mutex_t lock; int used; };
static struct seat seat[2] = { { INIT, 0 }, { INIT, 0 } };
static struct seat *rows[2] = { &seat[1], &seat[0] };

static void lock_seats(int a, int b)
{
	if (a == b)
		return;
	if (a < b) {
		pthread_mutex_lock(&rows[a]->lock);
		pthread_mutex_lock(&rows[b]->lock); // NODEADLOCK
	} else {
		pthread_mutex_lock(&rows[b]->lock);
		pthread_mutex_lock(&rows[a]->lock); // NODEADLOCK
	}
	pthread_mutex_unlock(&rows[a]->lock);
	pthread_mutex_unlock(&rows[b]->lock);
}

/* one table, filled before there are threads */
struct desk { pthread_mutex_t lock; int used; };
static struct desk desk[2] = { { INIT, 0 }, { INIT, 0 } };
static struct desk *plan[2];

static void lock_plan(void)
{
	for (int i = 0; i < 2; i++)
		pthread_mutex_lock(&plan[i]->lock); // NODEADLOCK
	for (int i = 0; i < 2; i++)
		pthread_mutex_unlock(&plan[i]->lock);
}

/* from the first to the last */
struct fork { pthread_mutex_t lock; int used; };
static struct fork forks[3] = { { INIT, 0 }, { INIT, 0 }, { INIT, 0 } };

static void take_forks(void)
{
	for (int i = 0; i < 3; i++)
		pthread_mutex_lock(&forks[i].lock); // NODEADLOCK
	for (int i = 0; i < 3; i++)
		pthread_mutex_unlock(&forks[i].lock);
}

/* a list in which what is new comes first, and some are left out: the others keep their order */
struct wagon { pthread_mutex_t lock; struct wagon *next; };
static pthread_mutex_t points = INIT;
static struct wagon *head;

static void go_along(void)
{
	struct wagon *w, *next;

	pthread_mutex_lock(&points);
	w = head;
	if (!w) {
		pthread_mutex_unlock(&points);
		return;
	}
	next = w->next;
	pthread_mutex_unlock(&points);
	pthread_mutex_lock(&w->lock);
	if (next) {
		pthread_mutex_lock(&next->lock); // NODEADLOCK
		pthread_mutex_unlock(&next->lock);
	}
	pthread_mutex_unlock(&w->lock);
}

static void link_to(struct wagon *w)
{
	pthread_mutex_lock(&points);
	w->next = head;
	head = w;
	pthread_mutex_unlock(&points);
}

static void couple(void)
{
	struct wagon *w = calloc(1, sizeof *w);

	if (!w)
		return;
	pthread_mutex_init(&w->lock, NULL);
	link_to(w);
}

static void leave_out(void)
{
	pthread_mutex_lock(&points);
	if (head && head->next)
		head->next = head->next->next;
	pthread_mutex_unlock(&points);
}

#define THREAD(name, call) static void *name(void *argument) { call; return argument; }
THREAD(one0, (lock_table(up, 2)))
THREAD(two0, (lock_table(up, 2)))
THREAD(one1, (lock_numbers(2)))
THREAD(two1, (lock_numbers(2)))
THREAD(one2, (lock_seats(0, 1)))
THREAD(two2, (lock_seats(1, 0)))
THREAD(one3, (lock_plan()))
THREAD(two3, (lock_plan()))
THREAD(one4, (take_forks()))
THREAD(two4, (take_forks()))
THREAD(one5, (couple(), go_along()))
THREAD(two5, (couple(), leave_out(), go_along()))

int main(void)
{
	void *(*const run[])(void *) = { one0, two0, one1, two1, one2, two2, one3, two3, one4, two4, one5, two5 };
	pthread_t t[12];

	plan[0] = &desk[1];
	plan[1] = &desk[0];
	for (int i = 0; i < 12; i++)
		pthread_create(&t[i], NULL, run[i], NULL);
	for (int i = 0; i < 12; i++)
		pthread_join(t[i], NULL);
	return 0;
}
