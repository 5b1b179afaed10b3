/* What a key leaves behind is finished when the thread ends. */
// PROVED: assuming
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
	pthread_setspecific(key, &key);
	return a;
}

static void *other(void *a)
{
	shared++; // NORACE
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
		shared++; // NORACE reported: it is done by then
	pthread_join(u, 0);
	return 0;
}
