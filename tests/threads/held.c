/* Which locks are held: read and write locks, tries that may fail, spin locks, recursive ones, a wait that gives the lock back
 * and takes it again, a lock that a callee takes for its caller, loops. */
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <time.h>

#include "snag_ask.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, recursive, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int value, tried;

static void readers_and_writers(void)
{
	pthread_rwlock_rdlock(&rw);
	snag_held(&rw); // ANSWER: must
	pthread_rwlock_unlock(&rw);
	snag_held(&rw); // ANSWER: no
	pthread_rwlock_wrlock(&rw);
	snag_held(&rw); // ANSWER: must
	value++;
	pthread_rwlock_unlock(&rw);
}

static void tries(void)
{
	if (pthread_mutex_trylock(&m) == 0) {
		snag_held(&m); // ANSWER: must
		tried++;
		pthread_mutex_unlock(&m);
	} else {
		snag_held(&m); // ANSWER: no
	}
	if (pthread_mutex_trylock(&m) != 0)
		return;
	snag_held(&m); // ANSWER: must
	pthread_mutex_unlock(&m);
}

static int lock_for(int want)
{
	if (!want)
		return EBUSY;
	pthread_mutex_lock(&m);
	return 0;
}

static void lock_in_callee(int want)
{
	int error = lock_for(want);

	snag_held(&m); // ANSWER: may
	if (error)
		return;
	snag_held(&m); // ANSWER: must
	pthread_mutex_unlock(&m);
}

static void twice(void)
{
	pthread_mutex_lock(&recursive);
	pthread_mutex_lock(&recursive);
	pthread_mutex_unlock(&recursive);
	snag_held(&recursive); // ANSWER: must
	pthread_mutex_unlock(&recursive);
	snag_held(&recursive); // ANSWER: no
}

static void waits(void)
{
	struct timespec soon = { 0, 0 };

	pthread_mutex_lock(&m); // DEADLOCK 1: two threads run this, and the wait takes m again
	pthread_mutex_lock(&other); // DEADLOCK 1
	pthread_cond_timedwait(&condition, &m, &soon); // DEADLOCK 1
	snag_held(&m); // ANSWER: must
	snag_held(&other); // ANSWER: must
	pthread_mutex_unlock(&m);
	snag_held(&m); // ANSWER: no
	snag_held(&other); // ANSWER: must
	pthread_mutex_unlock(&other);
}

static void spins(void)
{
	pthread_spin_lock(&spin);
	snag_held(&spin); // ANSWER: must
	snag_held(&m); // ANSWER: no
	pthread_spin_unlock(&spin);
}

static void loops(int n)
{
	for (int i = 0; i < n; i++) {
		snag_held(&m); // ANSWER: no
		pthread_mutex_lock(&m);
		snag_held(&m); // ANSWER: must
		if (i == 2) {
			pthread_mutex_unlock(&m);
			break;
		}
		pthread_mutex_unlock(&m);
	}
	snag_held(&m); // ANSWER: no
}

static void *worker(void *argument)
{
	readers_and_writers();
	tries();
	lock_in_callee(argument != NULL);
	twice();
	waits();
	spins();
	loops(argument ? 5 : 1);
	return NULL;
}

int main(void)
{
	pthread_mutexattr_t attribute;
	pthread_t thread;

	pthread_mutexattr_init(&attribute);
	pthread_mutexattr_settype(&attribute, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&recursive, &attribute);
	pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
	pthread_create(&thread, NULL, worker, &value);
	worker(NULL);
	pthread_join(thread, NULL);
	return 0;
}
