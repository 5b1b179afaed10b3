/* A long jump leaves the critical section with the lock held, and it is taken again. */
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static jmp_buf back;
static int n;

static void parse(int c)
{
	if (c > 10) {
		longjmp(back, 1);
	}
	n += c;
}

static void *reader(void *arg)
{
	if (setjmp(back)) {
		pthread_mutex_lock(&m); // SELF-DEADLOCK: behind the long jump the lock is still held
		n = 0;
		pthread_mutex_unlock(&m);
		return arg;
	}
	pthread_mutex_lock(&m);
	parse(rand());
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, reader, NULL);
	pthread_join(t, NULL);
	return 0;
}
