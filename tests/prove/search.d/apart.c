// search: race @plain @use_plain : found
// search: race @relaxed @use_relaxed : found
// search: race @atomic @use_atomic : not within
// search: race @locked @use_locked : not within
// search: --ts 5 race @plain @use_plain : not within
/* Accesses that never stand side by side: behind a flag. A plain flag orders nothing, nor does a relaxed one; one that is released and acquired does, and so
 * does a lock. The paper's schedules alone, with --ts, bring no two of them together. */
#include <pthread.h>
#include <stdatomic.h>

static int a, b, c, d;
static volatile int plain;
static atomic_int relaxed, ordered;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int locked;

static void *writer(void *argument)
{
	a = 1; // @plain
	plain = 1;
	b = 1; // @relaxed
	atomic_store_explicit(&relaxed, 1, memory_order_relaxed);
	c = 1; // @atomic
	atomic_store_explicit(&ordered, 1, memory_order_release);
	d = 1; // @locked
	pthread_mutex_lock(&lock);
	locked = 1;
	pthread_mutex_unlock(&lock);
	return argument;
}

int main(void)
{
	pthread_t t;
	int sum = 0, seen;

	pthread_create(&t, NULL, writer, NULL);
	if (plain)
		sum += a; // @use_plain
	if (atomic_load_explicit(&relaxed, memory_order_relaxed))
		sum += b; // @use_relaxed
	if (atomic_load_explicit(&ordered, memory_order_acquire))
		sum += c; // @use_atomic
	pthread_mutex_lock(&lock);
	seen = locked;
	pthread_mutex_unlock(&lock);
	if (seen)
		sum += d; // @use_locked
	pthread_join(t, NULL);
	return sum;
}
