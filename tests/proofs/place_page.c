/* A variable does not begin a page for no reason. */
// PROVED: assuming
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static int shared;
static int table[4];

static void *work(void *unused)
{
	if (((uintptr_t)&table[1] & 4095) == 4)
		shared++; // NORACE reported: its place in the page is the linker's
	return unused;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
