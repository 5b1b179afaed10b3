/* Calls that may fail, or that have more than one result: what is done then is not tried, and that is said. One at a time, since
 * only the first is named. */
// search: --define run=failing_init race @mutex @other : not within: the usual results of calls that may have others (pthread_mutex_init)
// search: --define run=failing_semaphore race @semaphore @other : not within: the usual results of calls that may have others (sem_init)
// search: --define run=failing_down race @down @other : not within: the usual results of calls that may have others (sem_wait)
// search: --define run=one_of_two race @serial @other : not within: the usual results of calls that may have others (pthread_barrier_wait)
// search: --define run=failing_attempt race @attempt @other : not within: the usual results of calls that may have others (mtx_trylock)
// search: --define run=failing_key race @key @other : not within: the usual results of calls that may have others (thread-specific values)
// search: --define run=locked_twice race @again @other : not within: the usual results of calls that may have others (pthread_rwlock_wrlock)
// search: --define run=joins_itself race @itself @other : not within: the usual results of calls that may have others (pthread_join)
// search: --define run=robust_one race @robust @other : not within: the usual results of calls that may have others (pthread_mutexattr_setrobust)
// search: --define run=failing_attributes race @attributes @other : not within: the usual results of calls that may have others (pthread_attr_init)
// search: --define run=state race @state @other : not within: the usual results of calls that may have others (the state of cancellation)
// search: --define run=busy race @busy @other : not within: the usual results of calls that may have others (pthread_mutex_destroy)
// search: --define run=number race @number @other : not within: one address for each object (number)
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>

static int x;
static pthread_mutex_t mutex;
static sem_t semaphore;
static pthread_barrier_t barrier;
static mtx_t plain;
static pthread_rwlock_t both = PTHREAD_RWLOCK_INITIALIZER;

void busy(void)
{
	static pthread_mutex_t taken = PTHREAD_MUTEX_INITIALIZER;

	pthread_mutex_lock(&taken);
	if (pthread_mutex_destroy(&taken))
		x = 1; // @busy
}

void number(void)
{
	if ((unsigned long)pthread_self() % 8 == 5)
		x = 1; // @number
}

void failing_init(void)
{
	if (pthread_mutex_init(&mutex, 0))
		x = 1; // @mutex
}

void failing_semaphore(void)
{
	if (sem_init(&semaphore, 0, 1))
		x = 1; // @semaphore
}

void failing_down(void)
{
	sem_init(&semaphore, 0, 1);
	if (sem_wait(&semaphore))
		x = 1; // @down
}

void one_of_two(void)
{
	pthread_barrier_init(&barrier, 0, 1);
	if (pthread_barrier_wait(&barrier) == 0)
		x = 1; // @serial
}

void failing_attempt(void)
{
	mtx_init(&plain, mtx_plain);
	if (mtx_trylock(&plain) == thrd_busy)
		x = 1; // @attempt
}

void failing_key(void)
{
	pthread_key_t key;

	if (pthread_key_create(&key, 0))
		x = 1; // @key
}

void locked_twice(void)
{
	pthread_rwlock_rdlock(&both);
	if (pthread_rwlock_wrlock(&both))
		x = 1; // @again
}

void joins_itself(void)
{
	if (pthread_join(pthread_self(), 0))
		x = 1; // @itself
}

void robust_one(void)
{
	pthread_mutexattr_t a;

	pthread_mutexattr_init(&a);
	pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
	pthread_mutex_init(&mutex, &a);
	if (pthread_mutex_lock(&mutex))
		x = 1; // @robust
}

void failing_attributes(void)
{
	pthread_attr_t a;

	if (pthread_attr_init(&a))
		x = 1; // @attributes
}

void state(void)
{
	int before;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
	if (before == PTHREAD_CANCEL_DISABLE)
		x = 1; // @state
}

static void *work(void *a)
{
	run();
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	x = 3; // @other
	return 0;
}
