/* A work-stealing deque (Chase and Lev; Le, Pop, Cohen and Nardelli 2013 for C11), with two items and a thief who tries twice: each item
 * is taken once, and who takes it is behind who has put it there. Who takes an item writes to it without a lock. */
// VERIFY: race-free
#include <pthread.h>
#include <stdatomic.h>

enum { ITEMS = 2 };
static atomic_int top, bottom;
static atomic_int slot[ITEMS];
static int item[ITEMS + 1];

static void push(int x)
{
	int b = atomic_load_explicit(&bottom, memory_order_relaxed);

	atomic_store_explicit(&slot[b], x, memory_order_relaxed);
	atomic_thread_fence(memory_order_release);
	atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}

static int take(void)
{
	int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1, t, x = 0;

	atomic_store_explicit(&bottom, b, memory_order_relaxed);
	atomic_thread_fence(memory_order_seq_cst);
	t = atomic_load_explicit(&top, memory_order_relaxed);
	if (t > b) {
		atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
		return 0;
	}
	x = atomic_load_explicit(&slot[b], memory_order_relaxed);
	if (t == b) {
		if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_acq_rel, memory_order_relaxed))
			x = 0;
		atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
	}
	return x;
}

static int steal(void)
{
	int t = atomic_load_explicit(&top, memory_order_acquire), b, x;

	atomic_thread_fence(memory_order_seq_cst);
	b = atomic_load_explicit(&bottom, memory_order_acquire);
	if (t >= b)
		return 0;
	x = atomic_load_explicit(&slot[t], memory_order_relaxed);
	if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_acq_rel, memory_order_relaxed))
		return 0;
	return x;
}

static void *thief(void *unused)
{
	for (int i = 0; i < 2; i++) {
		int x = steal();

		if (x)
			item[x]++;
	}
	return unused;
}

int main(void)
{
	pthread_t id;
	int x;

	pthread_create(&id, NULL, thief, NULL);
	item[1] = 10;
	push(1);
	item[2] = 20;
	push(2);
	while ((x = take()))
		item[x]++;
	pthread_join(id, NULL);
	return 0;
}
