/* Inside an atomic section nobody else runs: not another section, not anybody. What a thread sees there twice is the same. Who is
 * outside can be interrupted by all others. */
// search: --replay 1 assert @torn : not within
// search: --replay 1 assert @called : not within
// search: --replay 1 assert @lost : not within
// search: --replay 1 assert @late : found: confirmed
// search: --replay 1 assert @open : found: confirmed
// search: --replay 1 assert @between : found: confirmed
// search: --replay 1 race @inside : not within
// search: --replay 1 race @inside @outside : found: confirmed
// search: --replay 1 deadlock @waits : not within
// search: --replay 1 assert @woken : not within
// search: --replay 1 assert @ended : not within
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), __assert_fail(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int counter, shared, done;

static void __VERIFIER_atomic_twice(int by)
{
	int old = counter;

	counter = old + by;
	if (counter != old + by)
		__assert_fail(); // @called
}

static void add_twice(int by)
{
	int old = counter;

	counter = old + by;
	if (counter != old + by)
		__assert_fail(); // @open
}

static void *plain(void *argument)
{
	add_twice(7);
	shared = 3; // @outside
	return argument;
}

static void *work(void *argument)
{
	int old;

	__VERIFIER_atomic_twice(1);
	__VERIFIER_atomic_begin();
	old = counter;
	shared++; // @inside
	if (counter != old)
		__assert_fail(); // @torn
	__VERIFIER_atomic_end();
	if (counter != old)
		__assert_fail(); // @late
	__VERIFIER_atomic_begin();
	old = counter;
	__VERIFIER_atomic_end();
	__VERIFIER_atomic_begin();
	if (counter != old)
		__assert_fail(); // @between
	__VERIFIER_atomic_end();
	return argument;
}

static void *holder(void *argument)
{
	pthread_mutex_lock(&m);
	done = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return argument;
}

/* A section that has to wait is not begun: there is no execution in which it stands there. */
static void *waiter(void *argument)
{
	__VERIFIER_atomic_begin();
	pthread_mutex_lock(&m); // @waits
	done = 2;
	while (done != 1)
		pthread_cond_wait(&c, &m);
	__assert_fail(); // @woken
	pthread_mutex_unlock(&m);
	__VERIFIER_atomic_end();
	return argument;
}

/* What ends and has not begun, and a thread that ends in a section: nothing follows. */
static void *wrong(void *argument)
{
	__VERIFIER_atomic_end();
	__assert_fail(); // @ended
	return argument;
}

static void *never_ends(void *argument)
{
	__VERIFIER_atomic_begin();
	counter = 100;
	return argument;
}

int main(int argc, char **argv)
{
	pthread_t t[6];

	(void)argv;
	if (argc > 2) {
		pthread_create(&t[0], NULL, wrong, NULL);
		pthread_create(&t[1], NULL, waiter, NULL);
		pthread_create(&t[2], NULL, holder, NULL);
		return 0;
	}
	if (argc > 1) {
		pthread_create(&t[3], NULL, never_ends, NULL);
		pthread_join(t[3], NULL);
		if (counter == 100)
			__assert_fail(); // @lost
	}
	pthread_create(&t[4], NULL, work, NULL);
	pthread_create(&t[5], NULL, plain, NULL);
	work(NULL);
	return 0;
}
