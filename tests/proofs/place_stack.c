/* The stack grows downwards. */
// PROVED: assuming
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static int shared;

__attribute__((noinline)) static int is_above(char *c)
{
	char d = 0;

	return (uintptr_t)&d > (uintptr_t)c + (unsigned char)d;
}

static int up(void)
{
	char c = 0;

	return is_above(&c);
}

static void *work(void *unused)
{
	if (up())
		shared++; // NORACE reported: what is called later lies below
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
