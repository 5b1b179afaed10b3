/* Results that are all tried: of locks that are there, of attempts, of an error-checking mutex, of a wait with a limit of time. */
// search: --define run=locks --switches 30 --seconds 60 race @lock @other : not within: all schedules: the search is complete
// search: --define run=locks --switches 30 --seconds 60 race @unlock @other : not within: all schedules: the search is complete
// search: --define run=locks --switches 30 --seconds 60 race @joined @other : not within: all schedules: the search is complete
// search: --define run=attempts --switches 30 --seconds 60 race @never @other : not within: all schedules: the search is complete
// search: --define run=attempts --replay 1 race @busy @other : found: confirmed;
// search: --define run=waits --replay 1 race @over @other : found: confirmed;
// search: --define run=waits --replay 1 race @nothing @other : found: confirmed;
// search: --define run=waits --switches 30 --seconds 60 race @neither @other : not within: all schedules: the search is complete
// search: --define run=waits_often --replay 1 race @third @other : found: confirmed;
// search: --define run=waits_c11 --replay 1 race @c11 @other : found: confirmed;
// search: --define run=checks --replay 1 race @checked @other : found: confirmed;
// search: --define run=itself --switches 30 --seconds 60 race @another @other : not within: all schedules: the search is complete
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <threads.h>

static int x, y;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, held = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t checking = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static mtx_t plain;
static cnd_t event;
static const struct timespec soon;

void itself(void)
{
	if (!pthread_equal(pthread_self(), pthread_self()))
		x = 1; // @another
	pthread_mutex_destroy(&held);
}

void locks(void)
{
	if (pthread_mutex_lock(&mutex))
		x = 1; // @lock
	if (pthread_mutex_unlock(&mutex))
		x = 1; // @unlock
}

void waits(void)
{
	int r;

	pthread_mutex_lock(&mutex);
	r = pthread_cond_timedwait(&condition, &mutex, &soon);
	if (r == ETIMEDOUT)
		x = 1; // @over
	else if (r == 0) /* nobody signals */
		x = 1; // @nothing
	else
		x = 1; // @neither
}

/* Not over, over, not over: each turn has its own. */
void waits_often(void)
{
	int result[3];

	pthread_mutex_lock(&mutex);
	for (int i = 0; i < 3; i++)
		result[i] = pthread_cond_timedwait(&condition, &mutex, &soon);
	if (!result[0] && result[1] && !result[2])
		x = 1; // @third
}

void waits_c11(void)
{
	mtx_lock(&plain);
	if (cnd_timedwait(&event, &plain, &soon) == thrd_timedout)
		x = 1; // @c11
}

void checks(void)
{
	pthread_mutex_lock(&checking);
	if (pthread_mutex_lock(&checking) == EDEADLK)
		x = 1; // @checked
}

void attempts(void)
{
	int r = pthread_mutex_trylock(&held);

	if (r == EBUSY)
		x = 1; // @busy
	else if (r)
		x = 1; // @never
}

static void *work(void *a)
{
	run();
	return a;
}

static void *holder(void *a)
{
	pthread_mutex_lock(&held);
	x = 3; // @other
	pthread_mutex_unlock(&held);
	return a;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, holder, 0);
	if (pthread_join(t, 0))
		x = 1; // @joined
	y = 1;
	return 0;
}
