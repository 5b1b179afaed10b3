/* random gives at most 31 bits, though its type has 64. */
// PROVED: none
#include <pthread.h>
#include <stdlib.h>

static int shared;

static void *work(void *a)
{
	if (random() > 2147483647L)
		shared++; // NORACE reported: it never is
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
