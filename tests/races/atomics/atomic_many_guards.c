/* One pointer that is read in very many functions, each under a lock of its own: more kinds of accesses of one address than are looked at to find who publishes
 * there without order. It is one class of memory that is given up, and counted once, not for each of the readers and threads. */
// STATS: gap_pairs == 1
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define EACH(X) \
	X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) \
	X(10) X(11) X(12) X(13) X(14) X(15) X(16) X(17) X(18) X(19) \
	X(20) X(21) X(22) X(23) X(24) X(25) X(26) X(27) X(28) X(29) \
	X(30) X(31) X(32) X(33) X(34) X(35) X(36) X(37) X(38) X(39) \
	X(40) X(41) X(42) X(43) X(44) X(45) X(46) X(47) X(48) X(49) \
	X(50) X(51) X(52) X(53) X(54) X(55) X(56) X(57) X(58) X(59) \
	X(60) X(61) X(62) X(63) X(64) X(65) X(66) X(67) X(68) X(69)

struct limits {
	int most;
};

static _Atomic(struct limits *) limits;

#define READER(n) \
	static pthread_mutex_t lock##n = PTHREAD_MUTEX_INITIALIZER; \
	static int below##n(int x) \
	{ \
		struct limits *l; \
		pthread_mutex_lock(&lock##n); \
		l = atomic_load_explicit(&limits, memory_order_acquire); \
		x = l ? x < l->most : 0; \
		pthread_mutex_unlock(&lock##n); \
		return x; \
	}
EACH(READER)

static int check(int x)
{
#define ASK(n) x += below##n(x);
	EACH(ASK)
	return x;
}

static void *one(void *arg)
{
	check(1);
	return arg;
}

static void *two(void *arg)
{
	check(2);
	return arg;
}

int main(void)
{
	struct limits *l = malloc(sizeof *l);
	pthread_t s, t;

	if (!l || pthread_create(&s, NULL, one, NULL) || pthread_create(&t, NULL, two, NULL))
		return 1;
	l->most = 8; // NORACE
	atomic_store_explicit(&limits, l, memory_order_release); // NORACE
	pthread_join(s, NULL);
	pthread_join(t, NULL);
	return 0;
}
