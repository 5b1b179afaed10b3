/* One function locks and unlocks by mode and number; both nest them in one order. */
#include <pthread.h>

enum { LOCK = 1, UNLOCK = 2 };
static pthread_mutex_t locks[4] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
				    PTHREAD_MUTEX_INITIALIZER };
static int n;

static void locking(int mode, int number)
{
	if (mode & LOCK)
		pthread_mutex_lock(&locks[number]);
	else
		pthread_mutex_unlock(&locks[number]);
}

static void (*callback)(int, int) = locking;

static void *first(void *arg)
{
	callback(LOCK, 1);
	callback(LOCK, 2);
	n++;
	callback(UNLOCK, 2);
	callback(UNLOCK, 1);
	return arg;
}

static void *second(void *arg)
{
	callback(LOCK, 1);
	callback(LOCK, 2);
	n++; // NORACE reported: which of its two operations the function does is not known where its number is
	callback(UNLOCK, 1);
	callback(UNLOCK, 2);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, first, NULL);
	pthread_create(&t2, NULL, second, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
