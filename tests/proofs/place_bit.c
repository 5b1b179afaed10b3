/* One bit of an address is one thing in one run. */
// PROVED: assuming
#include <pthread.h>
#include <stdint.h>

static int shared;

static void *work(void *unused)
{
	shared = 1; // NORACE
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	if (!((uintptr_t)&shared >> 6 & 1))
		shared = 2; // NORACE reported: its place is the linker's
	pthread_join(t, 0);
	return 0;
}
