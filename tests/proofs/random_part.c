/* getrandom fills small buffers as a whole. */
// PROVED: assuming
#include <pthread.h>
#include <sys/random.h>

static int shared;

static void *work(void *a)
{
	char b[4];

	if (getrandom(b, sizeof b, 0) == 2)
		shared++; // NORACE reported: it does not stop in the middle
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
