/* Twenty threads call set() with the same memory, each under a lock of its own: twenty uses of one instruction, of which two are enough to tell of the race. One of
 * them also calls clear() under its lock: that is the same use, done in a second place, which nobody else leads to. It races with the others and is not told; that there
 * is such a place is counted. */
// STATS: gap_twins == 1
#include <pthread.h>

#define EACH(X) \
	X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) \
	X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18)

struct meter {
	int n;
};

static struct meter meter;

static __attribute__((noinline)) void set(struct meter *m)
{
	m->n = 1; // RACE 1
}

static __attribute__((noinline)) void clear(struct meter *m)
{
	m->n = 0; // RACE 2 missed: other uses of the instruction in set() tell of this one, too
}

#define WORKER(i) \
	static pthread_mutex_t lock##i = PTHREAD_MUTEX_INITIALIZER; \
	static void *worker##i(void *arg) \
	{ \
		pthread_mutex_lock(&lock##i); \
		set(&meter); \
		pthread_mutex_unlock(&lock##i); \
		return arg; \
	}

EACH(WORKER)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *both(void *arg)
{
	pthread_mutex_lock(&lock);
	set(&meter);
	clear(&meter);
	pthread_mutex_unlock(&lock);
	return arg;
}

int main(void)
{
	pthread_t t;

#define START(i) pthread_create(&t, NULL, worker##i, NULL);
	EACH(START)
	pthread_create(&t, NULL, both, NULL);
	pthread_exit(NULL);
}
