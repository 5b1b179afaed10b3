/* Macros as projects write them. */
#include <pthread.h>
#include <stdlib.h>

#define LOCK(m)                                                                                                                          \
	do {                                                                                                                               \
		if (pthread_mutex_lock(m) != 0)                                                                                            \
			abort();                                                                                                           \
	} while (0)
#define UNLOCK(m)                                                                                                                        \
	do {                                                                                                                               \
		if (pthread_mutex_unlock(m) != 0)                                                                                          \
			abort();                                                                                                           \
	} while (0)

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

int right(int x)
{
	LOCK(&m);
	if (n > x) {
		UNLOCK(&m);
		return -1; // NOLOCK-LEAK
	}
	n++;
	UNLOCK(&m); // NOUNLOCK-UNHELD
	return 0;   // NOLOCK-LEAK
}

int wrong(int x)
{
	LOCK(&m);
	if (n > x)
		return -1; // LOCK-LEAK
	n++;
	UNLOCK(&m);
	return 0;
}

void again(void)
{
	LOCK(&m);
	LOCK(&m); // SELF-DEADLOCK
	UNLOCK(&m);
}
