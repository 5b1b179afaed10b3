/* What a program puts into the table of the startup code itself runs before main as well. */
// PROVED: assuming
#include <pthread.h>

static int ready, shared;

static void setup(void)
{
	ready = 1;
}

__attribute__((section(".init_array"), used)) static void (*const early)(void) = setup;

static void *work(void *a)
{
	if (!ready)
		shared++; // NORACE reported: it is set before main begins
	return a;
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
