/* A plain read races with the exchange of another thread, which writes only where it finds what it expects. */
// PROVED: confirmed
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int state;

static void *work(void *unused)
{
	int old = 0;

	atomic_compare_exchange_strong(&state, &old, 1); // RACE 1
	return unused;
}

int main(void)
{
	pthread_t t, u;
	int seen;

	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	seen = *(volatile int *)&state; // RACE 1
	pthread_join(t, 0);
	pthread_join(u, 0);
	return seen;
}
