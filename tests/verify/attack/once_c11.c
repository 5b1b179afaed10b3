/* call_once, and who finds it done. */
// VERIFY: race-free
#include <pthread.h>
#include <threads.h>

static once_flag f = ONCE_FLAG_INIT;
static int n;

static void first(void)
{
	n = 1;
}

static void *other(void *unused)
{
	call_once(&f, first);
	return n ? unused : NULL;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	call_once(&f, first);
	int k = n;
	(void)k;
	pthread_join(t, NULL);
	return 0;
}
