/* longjmp leaves the region, and the lock is given back behind it. */
// VERIFY: race-free
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static jmp_buf back;

static void *other(void *unused)
{
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	return unused;
}

static void leave(void)
{
	longjmp(back, 1);
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	if (!setjmp(back)) {
		pthread_mutex_lock(&m);
		leave();
	}
	n++;
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
