/* A variable is aligned as its type asks for; more is the linker's to say. */
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
	if ((uintptr_t)&shared % 16 == 0)
		shared = 2; // NORACE reported: it may lie between others
	pthread_join(t, 0);
	return 0;
}
