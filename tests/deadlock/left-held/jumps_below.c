/* The second of two requests is bad: the long jump back to the loop leaves the lock held, and the next request waits for it. */
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static jmp_buf next;
static int sum;

static void fail(void)
{
	longjmp(next, 1);
}

static void add(int n)
{
	if (n < 0)
		fail();
	sum += n;
}

static void request(int n)
{
	pthread_mutex_lock(&m); // SELF-DEADLOCK
	add(n);
	pthread_mutex_unlock(&m);
}

static void *server(void *arg)
{
	static const int request_of[] = { 3, -1, 4 };
	volatile int i = 0;

	setjmp(next);
	while (i < 3) {
		i++;
		request(request_of[i - 1]);
	}
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, server, NULL);
	pthread_join(t, NULL);
	return 0;
}
