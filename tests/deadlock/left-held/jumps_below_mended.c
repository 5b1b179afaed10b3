/* The bad request lets the lock go before it jumps back to the loop. */
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static jmp_buf next;
static int sum;

static void fail(void)
{
	pthread_mutex_unlock(&m);
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
	pthread_mutex_lock(&m);
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
