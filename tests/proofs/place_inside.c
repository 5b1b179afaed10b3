/* Inside an object all is the same, wherever it lies. */
// PROVED: confirmed
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static int shared;
static char pair[2], *first = pair;

static void *work(void *unused)
{
	if ((uintptr_t)(first + 1) - (uintptr_t)first == 1)
		shared++; // RACE
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
