/* All spellings of an attempt. 0 means success. */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

void equal_zero(void)
{
	if (pthread_mutex_trylock(&m) == 0) {
		n++; // RACE 1
		pthread_mutex_unlock(&m); // NOUNLOCK-UNHELD
	}
}

void negated(void)
{
	if (!pthread_mutex_trylock(&m)) {
		n++;
		pthread_mutex_unlock(&m); // NOUNLOCK-UNHELD
	}
}

void negated_wrongly(void)
{
	if (pthread_mutex_trylock(&m)) {
		n++; // RACE 1
		pthread_mutex_unlock(&m); // UNLOCK-UNHELD
	}
}

void through_variable(void)
{
	int ret = pthread_mutex_trylock(&m);

	if (ret != 0)
		return;
	n++;
	pthread_mutex_unlock(&m); // NOUNLOCK-UNHELD
}

void through_bool(void)
{
	bool got = pthread_mutex_trylock(&m) == 0;

	n++; // RACE 1
	if (got)
		pthread_mutex_unlock(&m); // NOUNLOCK-UNHELD
}

void through_bool_wrongly(void)
{
	bool got = pthread_mutex_trylock(&m) == 0;

	n++; // RACE 1
	if (!got)
		pthread_mutex_unlock(&m); // UNLOCK-UNHELD
}

void by_errno(void)
{
	switch (pthread_mutex_trylock(&m)) {
	case 0:
		n++;
		pthread_mutex_unlock(&m); // NOUNLOCK-UNHELD
		break;
	case EBUSY:
		break;
	}
}

void busy_then_wait(void)
{
	if (pthread_mutex_trylock(&m) == EBUSY) {
		n++; // RACE 1
		pthread_mutex_lock(&m); // NOSELF-DEADLOCK
	}
	pthread_mutex_unlock(&m);
}

void unlocked_anyway(void)
{
	int ret = pthread_mutex_trylock(&m);

	if (ret == 0)
		n++;
	pthread_mutex_unlock(&m); // UNLOCK-UNHELD
}

int lock_after_success(void)
{
	if (pthread_mutex_trylock(&m) == 0) {
		pthread_mutex_lock(&m); // SELF-DEADLOCK
		pthread_mutex_unlock(&m);
	}
	return n; // RACE 1
}

int owner_died(void)
{
	int ret = pthread_mutex_trylock(&m);

	if (ret == EOWNERDEAD) {
		pthread_mutex_consistent(&m);
		pthread_mutex_unlock(&m); // NOUNLOCK-UNHELD
	} else if (ret == 0) {
		pthread_mutex_unlock(&m); // NOUNLOCK-UNHELD
	}
	return ret;
}

int timed(const struct timespec *until)
{
	int ret = pthread_mutex_timedlock(&m, until);

	if (ret)
		return ret; // NOLOCK-LEAK
	n++;
	pthread_mutex_unlock(&m); // NOUNLOCK-UNHELD
	return 0;
}

int tested_plain_lock(void)
{
	if (pthread_mutex_lock(&m) != 0)
		return -1; // NOLOCK-LEAK
	n++;
	pthread_mutex_unlock(&m);
	return 0;
}
