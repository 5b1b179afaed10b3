/* Nothing is read from a descriptor that was closed. */
// PROVED: assuming
#include <pthread.h>
#include <unistd.h>

static int shared;

static void *work(void *a)
{
	char b[8];

	close(0);
	if (read(0, b, sizeof b) == 8)
		shared++; // NORACE reported: it is an error
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
