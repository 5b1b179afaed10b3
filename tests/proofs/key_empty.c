/* ... if there is something. */
// PROVED: confirmed
#include <pthread.h>

static pthread_key_t key;
static _Atomic int done;
static int shared;

static void finish(void *value)
{
	(void)value;
	done = 1;
}

static void *work(void *a)
{
	pthread_setspecific(key, 0);
	return a;
}

static void *other(void *a)
{
	shared++; // RACE 1
	return a;
}

int main(void)
{
	pthread_t t, u;

	pthread_key_create(&key, finish);
	pthread_create(&t, 0, work, 0);
	pthread_join(t, 0);
	pthread_create(&u, 0, other, 0);
	if (!done)
		shared++; // RACE 1
	pthread_join(u, 0);
	return 0;
}
